"""What an amendment reads of the record, put in order once for all its walks: the acts behind a position and what was
asked, answered, opened and thrown there. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.dice import Die, Threw
from server.core.history.recorded import RecordedAct, begun_before, edited_before, facing, recorded, recording
from server.core.ids import Position, act_of
from server.core.state import Ask, Decision, Ledger
from server.core.telling.asking import decided_at
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
        self._places: dict[Position, int] = {}
        self.faces: dict[Die, Threw] = {}
        self.opened: dict[str, int] = {}
        """Which act opened a decision then."""
        self._questions: dict[str, Decision] = {}
        """What was asked then, by id."""
        self._of_kind: dict[tuple[str, str], list[Decision]] = {}
        """By act and kind: the questions that were about something."""
        self._answers: dict[str, list[Placed]] = {}
        """By decision: the acts that answered it then, in their order."""
        self.of_act: dict[str, list[Placed]] = {}
        """By act: what was recorded of it, here and as edited before."""
        self._decisions: dict[Position, tuple[Decision, ...]] = {}
        """By position of the line: what was open before it."""
        self._ledgers: dict[Position, Ledger] = {}
        self._secret: set[Position] = set()
        self._secret_acts: set[str] = set()
        """Of which somebody was not told that they began, here or before."""
        self._told_before: dict[Position, RecordedAct | None] = {}
        self._stops: dict[Position | None, str] = {}
        self._unseen: set[Position] = set()
        """Continues of which somebody was not told."""
        self._told_behind: dict[str, list[RecordedAct]] = {}
        """By stop that all knew of: the next continue of which all were told, and those before it that came to nothing.
        """

    def fill(self, timeline: Timeline) -> Iterator[None]:
        """Look at the acts one by one, for there may be very many: what they were and threw, what was open, whose they
        were, who was told. Begins anew where it was broken off: so first comes what may lie far back, block by block of
        the log."""
        yield from self._beginning(timeline)
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
        yield from self._telling(timeline)

    def _beginning(self, timeline: Timeline) -> Iterator[None]:
        for begun in begun_before(timeline, self._span[0], {decision.act for decision in self.base.decisions}):
            if begun is not None and _is_secret(timeline, begun):
                self._secret_acts.add(act_of(begun.submitted.id))
            yield

    def _telling(self, timeline: Timeline) -> Iterator[None]:
        told: RecordedAct | None = None
        stops: list[str] = []
        for past in self.acts:
            self._told_before[past.source[0]], self._stops[past.source[0]] = told, next(iter(stops), "")
            is_secret = _is_secret(timeline, past)
            ended = self._ended(past)
            if is_secret:
                self._secret.add(past.source[0])
                self._secret_acts.add(act_of(past.submitted.id))
            if ended is not None:
                stops = self._go_on(timeline, past, ended, stops)
            told = told if is_secret else past
            yield
        self._stops[None] = next(iter(stops), "")

    def _go_on(self, timeline: Timeline, past: RecordedAct, ended: Decision, stops: list[str]) -> list[str]:
        """Note a continue; `stops`: those from which it had gone on only for some, the first of them known to all."""
        behind = [*stops, ended.id]
        if _is_secret(timeline, _as_it_came(timeline, past)):
            self._unseen.add(past.source[0])
            return behind if stops or self.may_be_known(ended) else []
        for stop in behind:
            self._told_behind.setdefault(stop, []).append(past)
        return [] if past.events else behind

    def _ended(self, past: RecordedAct) -> Decision | None:
        """The stop from which it went on."""
        if not isinstance(past.submitted.intent, i.Continue):
            return None
        open_then = self._decisions[past.source[0]]
        return next((each for each in open_then if each.id == past.submitted.answers), None)

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

    def told_before(self, past: RecordedAct) -> RecordedAct | None:
        """The last act before it of which everybody was told."""
        return self._told_before.get(past.source[0])

    def is_unseen(self, past: RecordedAct) -> bool:
        """Was somebody not told of the continue; where it came to nothing, when it had come to something?"""
        return past.source[0] in self._unseen

    def stop_before(self, past: RecordedAct | None) -> str:
        """The last stop that all knew of, where before this act, or at the end, it had gone on from there only for
        some."""
        return self._stops[None if past is None else past.source[0]]

    def told_behind(self, stop: str) -> Sequence[RecordedAct]:
        """The continue of which all were told that came behind this stop, directly or behind what was hidden; before it
        those that came to nothing."""
        return self._told_behind.get(stop, ())

    def place(self, past: RecordedAct) -> int:
        """Its place among the acts."""
        return self._places[past.source[0]]

    def is_of_secret(self, decision: Decision | None) -> bool:
        """Does it belong to an act of which somebody was not told? Then it would not exist without that act."""
        return decision is not None and decision.act in self._secret_acts

    def may_be_known(self, stop: Decision) -> bool:
        """May all know that it stopped there: between acts, or in an act of which they were told?"""
        return stop.ends_act or not self.is_of_secret(stop)

    def answers_to(self, decision: Decision, index: int = 0) -> list[RecordedAct]:
        """The acts that answered it then, from an index on."""
        return [placed.past for placed in self._answers.get(decision.id, ()) if placed.place >= index]

    def stand_in(self, past: RecordedAct, who: str, open_now: Sequence[Decision]) -> Decision | None:
        """What is asked now instead of the question that the act answered then, which is not asked any more: the same
        under another id (as ids may name what was announced last), or else that from which those who had not answered
        yet were taken over when somebody else's answer closed it. Not where its answer is still to come."""
        was = self._questions.get(past.submitted.answers or "")
        if was is None:
            return None
        waiting = [decision for decision in reversed(open_now) if who in decision.unanswered()]
        for decision in waiting:
            if is_same(decision, was):
                return decision
        before = self._taken_from(was)
        while before is not None:
            found = next((decision for decision in waiting if is_same(decision, before)), None)
            if found is not None:
                return None if self._answers_later(past, who, before) else found
            before = self._taken_from(before)
        return None

    def _taken_from(self, decision: Decision) -> Decision | None:
        """The question that an answer closed while others were still asked, where this one was opened with it."""
        index = self.opened.get(decision.id)
        opener = self.acts[index] if index is not None else None
        if opener is None or not opener.submitted.intent.is_answer:
            return None
        before = next((d for d in self._decisions[opener.source[0]] if d.id == opener.submitted.answers), None)
        closed = {event.decision for event in opener.events if isinstance(event, e.DecisionClosed)}
        if before is None or before.id not in closed or before.unanswered() == [_who(opener)]:
            return None
        return before

    def _answers_later(self, past: RecordedAct, who: str, question: Decision) -> bool:
        """Did the same one answer the same question, under whatever id, behind this act?"""
        index = self.place(past)
        return any(_who(act) == who for place, act in self._answers_to_same(question) if place > index)

    def newly_asked(self, past: RecordedAct, decision: Decision, index: int) -> list[str]:
        """Who is asked now, was not asked when this act came, and gives no answer from the index on."""
        asked = self._asked(past, decision)
        answers = [placed.past.submitted for placed in self._answers_to_same(decision) if placed.place >= index]
        if any(isinstance(sent.intent, i.Expire | i.CloseDecision) for sent in answers):
            return []
        later = {getattr(sent.intent, "who", sent.seat) for sent in answers}
        return [who for who in decision.unanswered() if who not in later and who not in asked]

    def _answers_to_same(self, decision: Decision) -> Iterator[Placed]:
        """The acts that answered the same question then, under whatever id."""
        alike = (was.id for was in self._of_kind.get((decision.act, decision.kind), ()) if is_same(was, decision))
        for id in dict.fromkeys((decision.id, *alike)):
            yield from self._answers.get(id, ())

    def _asked(self, past: RecordedAct, decision: Decision) -> dict[str, Ask]:
        """Who was asked by a decision when this act came, under whatever id."""
        open_then = self._decisions[past.source[0]]
        return next((each.asks for each in open_then if is_same(each, decision)), {})

    def _place(self) -> Iterator[None]:
        for filled in (self._questions, self._of_kind, self._answers, self.of_act, self._told_behind):
            filled.clear()
        for past in self.edited_before:
            self.of_act.setdefault(act_in(past), []).append(Placed(-1, past))
        for index, past in enumerate(self.acts):
            yield
            self._places[past.source[0]] = index
            self.of_act.setdefault(act_in(past), []).append(Placed(index, past))
            if past.submitted.answers is not None:
                self._answers.setdefault(past.submitted.answers, []).append(Placed(index, past))
            for event in past.events:
                if isinstance(event, e.DecisionOpened):
                    self.opened[event.decision.id] = index
                    self._ask(event.decision)

    def _ask(self, decision: Decision) -> None:
        if decision.topic and decision.id not in self._questions:
            self._of_kind.setdefault((decision.act, decision.kind), []).append(decision)
        self._questions[decision.id] = decision

    def _played(self, timeline: Timeline) -> Iterator[tuple[Position, Ledger]]:
        """By position: the ledger. An act that an amendment made up gets that of the act it was made up for."""
        now = ledger = timeline.ledger
        for past in reversed(self.acts):
            version = decided_at(timeline, past.source)
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


def _as_it_came(timeline: Timeline, past: RecordedAct) -> RecordedAct:
    """The act; where an amendment let it come to nothing, what it was decided anew from."""
    while not past.events and past.origins:
        past = recorded(timeline, past.origins[0], past.origins[-1])[0]
    return past


def is_same(one: Decision, other: Decision) -> bool:
    """Is it the same question, perhaps under another id: of the same act and kind, about the same? One that is about
    nothing in particular is the same only under its own id."""
    if one.id == other.id:
        return True
    return bool(one.topic) and (one.act, one.kind, one.topic) == (other.act, other.kind, other.topic)


def _who(past: RecordedAct) -> str:
    """Who answers with it."""
    return getattr(past.submitted.intent, "who", past.submitted.seat)


def act_in(past: RecordedAct) -> str:
    """The act whose dice and terms an edit at this position means."""
    answers = past.submitted.answers
    return past.act or (answers.split("/", 1)[0] if answers else act_of(past.submitted.id))
