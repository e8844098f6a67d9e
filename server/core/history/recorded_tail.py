"""What an amendment reads of the record, put in order once for all its walks: the acts behind a position and what was
asked, answered, opened and thrown there. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.dice import Key, Threw
from server.core.history.recorded import RecordedAct, edited_before, facing, first_decided, recording
from server.core.ids import Position, act_of
from server.core.state import Ask, Decision, Ledger
from server.core.telling.tell import told_of
from server.core.timeline.timeline import Timeline


class Placed(NamedTuple):
    """An act and its place among the acts of the tail; -1: before it."""

    place: int
    past: RecordedAct


class RecordedTail:
    """The acts from `target` to the head of the line. The timeline keeps it as a note, so it must not hold that."""

    def __init__(self, timeline: Timeline, target: Position, last: Position | None = None) -> None:
        """`last`: the last act that is looked at, if not the head. All else is there only after `fill`."""
        self._span = target, timeline.head if last is None else last
        self.base = timeline.play_at(timeline.before[target])
        self.edited_before = edited_before(timeline, target)
        self.acts: list[RecordedAct] = []
        self.faces: dict[Key, Threw] = {}
        self.opened: dict[str, int] = {}
        """Which act opened a decision then."""
        self._answers: dict[str, list[Placed]] = {}
        """By decision: the acts that answered it then, in their order."""
        self.of_act: dict[str, list[Placed]] = {}
        """By act: what was recorded of it, here and as edited before."""
        self._decisions: dict[Position, tuple[Decision, ...]] = {}
        """By position of the line: what was open before it."""
        self._ledgers: dict[Position, Ledger] = {}
        self._secret: set[Position] = set()

    def fill(self, timeline: Timeline) -> Iterator[None]:
        """Look at the acts one by one, for there may be very many: what they were and threw, what was open, whose they
        were, who was told. Begins anew where it was broken off."""
        self.acts.clear()
        yield from recording(timeline, *self._span, self.acts)
        yield from facing(timeline, self.acts, self.faces)
        yield from self._place()
        for position, decisions in self._asking(timeline, *self._span):
            self._decisions[position] = decisions
            yield
        for position, ledger in self._played(timeline):
            self._ledgers[position] = ledger
            yield
        for past in self.acts:
            if _is_secret(timeline, past):
                self._secret.add(past.source[0])
            yield

    @classmethod
    def whole(cls, timeline: Timeline, target: Position, last: Position | None = None) -> RecordedTail:
        """A tail, filled at once."""
        tail = cls(timeline, target, last)
        for _ in tail.fill(timeline):
            pass
        return tail

    def ledger(self, past: RecordedAct) -> Ledger:
        """The ledger of now, but with those who played the combatants when the act was decided first."""
        return self._ledgers[past.source[0]]

    def is_secret(self, past: RecordedAct) -> bool:
        """Was somebody at the table not told of the act?"""
        return past.source[0] in self._secret

    def is_of_secret(self, decision: Decision | None) -> bool:
        """Does it belong to an act of which somebody was not told? Then it would not exist without that act."""
        first = next((past for past in self.acts if decision and act_in(past) == decision.act), None)
        return first is not None and self.is_secret(first)

    def answers_to(self, decision: Decision, index: int = 0) -> list[RecordedAct]:
        """The acts that answered it then, from an index on."""
        return [placed.past for placed in self._answers.get(decision.id, ()) if placed.place >= index]

    def newly_asked(self, past: RecordedAct, decision: Decision, index: int) -> list[str]:
        """Who is asked now, was not asked when this act came, and gives no answer from the index on."""
        asked = self._asked(past, decision.id)
        answers = [answer.submitted for answer in self.answers_to(decision, index)]
        if any(isinstance(sent.intent, i.Expire | i.CloseDecision) for sent in answers):
            return []
        later = {getattr(sent.intent, "who", sent.seat) for sent in answers}
        return [who for who in decision.unanswered() if who not in later and who not in asked]

    def _asked(self, past: RecordedAct, decision: str) -> dict[str, Ask]:
        """Who was asked by a decision when this act came."""
        return next((each.asks for each in self._decisions[past.source[0]] if each.id == decision), {})

    def _place(self) -> Iterator[None]:
        self._answers.clear()
        self.of_act.clear()
        for past in self.edited_before:
            self.of_act.setdefault(act_in(past), []).append(Placed(-1, past))
        for index, past in enumerate(self.acts):
            yield
            self.of_act.setdefault(act_in(past), []).append(Placed(index, past))
            if past.submitted.answers is not None:
                self._answers.setdefault(past.submitted.answers, []).append(Placed(index, past))
            for event in past.events:
                if isinstance(event, e.DecisionOpened):
                    self.opened[event.decision.id] = index

    def _played(self, timeline: Timeline) -> Iterator[tuple[Position, Ledger]]:
        """By position: the ledger. An act that an amendment made up gets that of the act it was made up for."""
        now = ledger = timeline.ledger
        for past in reversed(self.acts):
            version = first_decided(timeline, past)
            control = timeline.ledger_at(version).control if version else ledger.control
            if control is not ledger.control:
                ledger = now if control == now.control else replace(now, control=control)
            yield past.source[0], ledger

    def _asking(
        self, timeline: Timeline, target: Position, last: Position
    ) -> Iterator[tuple[Position, tuple[Decision, ...]]]:
        """By position of the line: what was open before it."""
        line = []
        for position in timeline.before.line(last):
            line.append(position)
            if timeline.whole(position) == timeline.whole(target):
                break
        play = self.base
        for position in reversed(line):
            yield position, play.decisions
            play = timeline.after(position, play)


def _is_secret(timeline: Timeline, past: RecordedAct) -> bool:
    then = timeline.ledger_at(past.source[0].version)
    return not told_of(timeline, past.source).issuperset(then.audiences())


def act_in(past: RecordedAct) -> str:
    """The act whose dice and terms an edit at this position means."""
    answers = past.submitted.answers
    return past.act or (answers.split("/", 1)[0] if answers else act_of(past.submitted.id))
