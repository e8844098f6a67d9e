"""Deciding a recorded tail again, act by act, with its dice and the edits. Appends and rolls nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.check import check_actor, check_moment, check_rules
from server.core.commit import Submitted
from server.core.decide import decide, parse
from server.core.dice import RecordedDice
from server.core.draft import Draft
from server.core.edits import Edits
from server.core.errors import Absent, NeedsDice, Rejected
from server.core.ids import Position
from server.core.recorded import Past, of_play
from server.core.secrecy import answered_by, known
from server.core.state import Decision, Play, State
from server.core.system import Asker
from server.core.tail import Placed, Tail, act_in
from server.core.tell import told_of
from server.core.terms import Term
from server.core.timeline import Timeline

MOST_NEW = 32
"""So many new questions and continues may come before a recorded act until the walk gives it up."""


class Need(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Dice that were never rolled, and the position whose act now needs them; the walk stops there."""

    at: Position
    act: str
    roll: str
    who: str
    sides: int
    count: int
    index: int = 0
    """The first die that is missing."""
    depth: int = 0
    """How often it exploded before."""


class _Stand(NamedTuple):
    """How far a walk has come, to return to."""

    play: Play
    steps: list[e.Step]
    closed: set[str]
    late: list[Placed]


class Walk:
    """One pass over the tail."""

    def __init__(
        self,
        timeline: Timeline,
        target: Position,
        tail: Tail,
        edits: Sequence[i.Edit],
        answers: Sequence[i.GivenAnswer],
    ) -> None:
        self.timeline = timeline
        self.system = timeline.system
        self.target = timeline.whole(target)
        self.tail = tail
        self.edits = Edits(timeline, tail, edits)
        self.answers = {(answer.decision, answer.who): answer.intent for answer in answers}
        self.play = tail.base
        self.steps: list[e.Step] = []
        self.needs: list[Need] = []
        self.closed: set[str] = set()
        self.late: list[Placed] = []
        """What somebody was not told of, and could not be taken in its place."""
        self.index = -1
        """The act that is being decided: the one that is taken, or one before it that was late."""
        self._taken = 0

    def terms(self) -> list[tuple[str, str, tuple[Term, ...]]]:
        """The terms of every roll of the first act, decided once more: roll, roller, terms. Raises NeedsDice."""
        past = self.tail.acts[0]
        edit = self.edits.of(past)
        intent = self._intended(past, edit)
        draft = self._draft(self._meant(past, intent), edit)
        decide(draft, intent)
        return draft.terms.all()

    @property
    def is_done(self) -> bool:
        """Is the end of the tail reached, or are dice needed that were never rolled?"""
        return bool(self.needs) or self._taken == len(self.tail.acts)

    def step(self) -> None:
        """Take the next act. Raises Absent, with nothing changed."""
        self.index, past = self._taken, self.tail.acts[self._taken]
        before = self._stand()
        try:
            self._take(past, self.index)
            if self._taken + 1 == len(self.tail.acts):
                self._catch_up(self.index)
        except NeedsDice as needs:
            self._lacks(self.tail.acts[self.index], needs)
        except Absent:
            self._return_to(before)
            raise
        self._taken += 1

    def _stand(self) -> _Stand:
        return _Stand(self.play, list(self.steps), set(self.closed), list(self.late))

    def _return_to(self, stand: _Stand) -> None:
        self.play, self.steps, self.closed, self.late = stand

    def _lacks(self, past: Past, needs: NeedsDice) -> None:
        self.needs.append(
            Need(
                at=past.source[0], act=needs.act, roll=needs.roll, who=needs.who, sides=needs.sides, count=needs.count,
                index=needs.index, depth=needs.depth,
            )
        )  # fmt: skip

    def _take(self, past: Past, index: int) -> None:
        edit = self.edits.of(past)
        if edit is not None and edit.struck:
            return self._nothing(past, edit, "struck")
        intent = self._intended(past, edit)
        refusal = self._make_way(past, intent, index)
        if refusal is None:
            return self._decide(past, intent, edit)
        if any(step.source == past.source for step in self.steps):
            return None  # a continue that was made anew before its turn
        if self._is_secret(past):
            self.late.append(Placed(index, past))
        is_moot = past.submitted.answers is not None and not self._asks(past)
        return self._nothing(past, edit, "moot" if is_moot else "falls", "" if is_moot else refusal.code)

    def _intended(self, past: Past, edit: i.Edit | None) -> i.Intent:
        return past.submitted.intent if edit is None or edit.intent is None else self._parsed(edit.intent)

    def _asks(self, past: Past) -> bool:
        """Does its question still exist, and is it put to the same combatant?"""
        decision = next((d for d in self.play.decisions if d.id == past.submitted.answers), None)
        return decision is not None and getattr(past.submitted.intent, "who", past.submitted.seat) in decision.asks

    def _make_way(self, past: Past, intent: i.Intent, index: int) -> Rejected | None:
        """Answer new questions and go on, if that lets the intent be taken; what refuses it in the end.

        Where nothing helps, the questions stay open as if nobody had tried. For an act of which somebody was not told
        nobody tries, for who answers then would tell of it: it is late, until it can be taken before one of which all
        were told."""
        refusal = self._refusal(past, intent)
        if not (refusal or self.late or self.answers) or self._is_secret(past):
            return refusal
        refusal = self._behind_late(past, intent, index)
        if self._give_answers(past, intent, index):
            refusal = self._refusal(past, intent)
        before, is_core, still = self._stand(), type(intent) in i.CORE_INTENTS, refusal
        for _ in range(MOST_NEW):
            if still is None:
                return None
            may_help = self._is_of_late() if is_core else self._may_help(past, index)
            if not may_help or not self._step_aside(past, index):
                break
            still = self._behind_late(past, intent, index)
        self._return_to(before)
        return refusal

    def _give_answers(self, past: Past, intent: i.Intent, index: int) -> bool:
        """The GM's answers to questions that are open now and were not asked then. Were there any?"""
        for count in range(MOST_NEW):
            decision = self.play.decision
            asked = self._newly_asked(past, decision, index) if decision is not None else []
            who = next((who for who in asked if decision and (decision.id, who) in self.answers), None)
            if decision is None or who is None:
                return count > 0
            self._answer(decision, who)
            self._behind_late(past, intent, index)
        return True

    def _is_secret(self, past: Past) -> bool:
        """Was somebody at the table not told of the act?"""
        then = self.timeline.ledger_at(past.source[0].version)
        return not told_of(self.timeline, past.source).issuperset(then.audiences())

    def _behind_late(self, past: Past, intent: i.Intent, index: int) -> Rejected | None:
        """What refuses the intent behind what was late; that waits on where it would keep the act from being taken."""
        refusal = self._refusal(past, intent)
        if not self.late:
            return refusal
        before = self._stand()
        self._catch_up(index)
        behind = self._refusal(past, intent)
        if refusal is None and behind is not None:
            self._return_to(before)
            return None
        return behind

    def _catch_up(self, index: int) -> None:
        """Take what is late, oldest first, as far as it can be now: before the act that is to be taken."""
        late = iter(self.late)
        while (placed := next(late, None)) is not None:
            edit = self.edits.of(placed.past)
            intent = self._intended(placed.past, edit)
            if self._refusal(placed.past, intent) is None:
                fallen = next(step for step in self.steps if step.source == placed.past.source)
                self.index = placed.place
                self._decide(placed.past, intent, edit)
                self.late = [one for one in self.late if one is not placed]
                self.steps = [step for step in self.steps if step is not fallen]
                self.index, late = index, iter(self.late)

    def _is_of_late(self) -> bool:
        """Does what is open belong to an act of which somebody was not told? Without that act it would not be."""
        decision = self.play.decision
        first = next((past for past in self.tail.acts if decision and act_in(past) == decision.act), None)
        return first is not None and self._is_secret(first)

    def _may_help(self, past: Past, index: int) -> bool:
        """Can the intent still come after what is open now?

        Not where its own question is open or was closed in this walk, nor where its act is over, nor where what is
        open now came behind it in the record."""
        decision, question = self.play.decision, past.submitted.answers
        if decision is None or self.tail.opened.get(decision.id, -1) >= index:
            return False
        if question is None:
            return True
        is_alive = any(d.act == act_in(past) for d in self.play.decisions)
        return is_alive and question != decision.id and question not in self.closed

    def _step_aside(self, past: Past, index: int) -> bool:
        """Close the open decision, or answer one question of it that was not asked then."""
        decision = self.play.decision
        if decision is None:
            return False
        if decision.silent and not decision.unanswered():
            self._continue(decision)
            return True
        asked = self._newly_asked(past, decision, index)
        if asked:
            self._answer(decision, asked[0])
        return bool(asked)

    def _refusal(self, past: Past, intent: i.Intent) -> Rejected | None:
        state = State(self.play, self.timeline.ledger)
        if isinstance(intent, i.Continue | i.Expire):
            return self._stale(intent)
        asker = self._asker(past)
        seen = known(self.system, state, asker.audience)
        try:
            if past.submitted.answers is not None and not isinstance(intent, i.CloseDecision):
                self._same_question(past, self._question(past, asker.audience, intent))
            check_actor(seen, intent)
            check_moment(seen, intent, None)
            check_rules(self.system, seen, intent, asker)
        except Rejected as refusal:
            return refusal
        return None

    def _question(self, past: Past, audience: str, intent: i.Intent) -> Decision | None:
        """The question that an act answers now; one that the GM makes no answer of, the question that it answered."""
        answer = intent if intent.is_answer else past.submitted.intent
        state = State(self.play, self.timeline.ledger)
        return answered_by(state, audience, answer) if answer.is_answer else self.play.decision

    def _same_question(self, past: Past, question: Decision | None) -> None:
        if question is None or question.id != past.submitted.answers:
            raise Rejected("stale_action")

    def _stale(self, intent: i.Continue | i.Expire) -> Rejected | None:
        decision = self.play.decision
        stands = decision is not None and decision.id == intent.decision
        if stands and decision is not None and isinstance(intent, i.Continue):
            stands = not decision.unanswered()
        return None if stands else Rejected("stale_action")

    def _asker(self, past: Past) -> Asker:
        seat = past.submitted.seat
        place = self.timeline.ledger.seats.get(seat)
        role = place.role if place is not None else "server"
        return Asker(seat, role, self.timeline.ledger.audience(seat), past.at)

    def _newly_asked(self, past: Past, decision: Decision, index: int) -> list[str]:
        """Those who are asked now, were not asked then, and give no answer in the rest of the tail."""
        asked = self.tail.asked(past, decision.id)
        answers = [placed.past.submitted for placed in self._answers(decision) if placed.place >= index]
        if any(isinstance(sent.intent, i.Expire | i.CloseDecision) for sent in answers):
            return []
        later = {getattr(sent.intent, "who", sent.seat) for sent in answers}
        return [who for who in decision.unanswered() if who not in later and who not in asked]

    def _before(self) -> int:
        """The time of what nobody submitted: that of the act before (ms). It came at once; for which later act it was
        made up may tell of something secret."""
        return self.tail.acts[max(self._taken - 1, 0)].at

    def _continue(self, decision: Decision) -> None:
        then = next((placed.past for placed in self._answers(decision) if self._goes_on(placed.past)), None)
        source, edit = ((), None) if then is None else (then.source, self.edits.of(then))
        self.steps = [step for step in self.steps if not source or step.source != source]
        intent = i.Continue(decision=decision.id)
        id = _made_id(decision.id) if then is None else then.submitted.id  # an act may begin with it
        submitted = Submitted(id=id, seat=decision.seat, nonce=decision.nonce, intent=intent, answers=decision.id)
        self._step(Past(source=source, submitted=submitted, act="", at=self._before()), intent, edit, "continued")

    def _answers(self, decision: Decision) -> list[Placed]:
        return self.tail.answers.get(decision.id, [])

    def _goes_on(self, past: Past) -> bool:
        """Is it a recorded continue that has not been struck out?"""
        edit = self.edits.of(past)
        return isinstance(past.submitted.intent, i.Continue) and not (edit is not None and edit.struck)

    def _answer(self, decision: Decision, who: str) -> None:
        given = self.answers.get((decision.id, who))
        if given is not None:
            intent, outcome = self._given(decision, who, given), "answered"
        else:
            intent, outcome = self.system.default(State(self.play, self.timeline.ledger), decision, who), "defaulted"
        submitted = Submitted(
            id=_made_id(f"{decision.id}|{who}"), seat="gm", nonce=decision.nonce, intent=intent, answers=decision.id
        )
        self._step(Past(source=(), submitted=submitted, act="", at=self._before()), intent, None, outcome)

    def _parsed(self, raw: dict[str, Any]) -> i.Intent:
        """The GM's other choice for an act. Raises Rejected: no intent at all, or one that is no act."""
        try:
            intent = parse(self.system, raw)
        except msgspec.ValidationError as error:
            raise Rejected("bad_edit", problem=str(error)) from error
        if intent.ledger or intent.by == "server" or isinstance(intent, i.Rewind | i.Redo | i.Amend | i.Close):
            raise Rejected("bad_edit", problem=f"{raw.get('type')} is no act at the table")
        return intent

    def _given(self, decision: Decision, who: str, raw: dict[str, Any]) -> i.Intent:
        """The GM's answer for one who was not asked then. Raises Rejected where it is none, or the rules refuse."""
        intent = self._parsed(raw)
        if not intent.is_answer or getattr(intent, "who", who) != who:
            raise Rejected("bad_edit", problem=f"{raw.get('type')} does not answer for {who}")
        state = State(self.play, self.timeline.ledger)
        check_rules(self.system, state, intent, Asker("gm", "gm", "gm", decision.opened_at))
        return intent

    def _decide(self, past: Past, intent: i.Intent, edit: i.Edit | None) -> None:
        is_target = self.timeline.whole(past.source[0]) == self.target and self.edits
        self._step(self._meant(past, intent), intent, edit, "amended" if is_target else "")

    def _meant(self, past: Past, intent: i.Intent) -> Past:
        """The act with the question that it answers: what the GM makes an answer of had none."""
        sent = past.submitted
        if sent.answers is not None or sent.intent.is_answer or not intent.is_answer:
            return past
        question = self._question(past, self._asker(past).audience, intent)
        answers = question.id if question is not None else None
        return replace(past, submitted=replace(sent, answers=answers))

    def _step(self, past: Past, intent: i.Intent, edit: i.Edit | None, outcome: str) -> None:
        draft = self._draft(past, edit)
        decide(draft, intent)
        events = tuple(event for event in draft.events if not event.ledger)
        if not outcome:
            outcome = "stands" if events == of_play(past.events) else "changed"
        self.play = draft.play
        self.closed |= {event.decision for event in events if isinstance(event, e.DecisionClosed)}
        sent = past.submitted
        self.steps.append(
            e.Step(
                source=past.source,
                intent=intent,
                id=sent.id,
                seat=sent.seat,
                nonce=sent.nonce,
                at=past.at,
                answers=sent.answers,
                act=draft.act,
                edit=edit,
                outcome=outcome,
                evidence=draft.evidence,
                events=events,
            )
        )

    def _draft(self, past: Past, edit: i.Edit | None) -> Draft:
        state = State(self.play, self.timeline.ledger)
        act = self.play.act_for(past.submitted.id, past.submitted.answers)
        faces, terms = self.edits.in_force(act, past, edit, self.index)
        return Draft(
            self.system,
            state,
            self.timeline.play_at,
            act=act,
            answers=past.submitted.answers,
            seat=past.submitted.seat,
            nonce=past.submitted.nonce,
            now=past.at,
            dice=RecordedDice(self.tail.faces, faces),
            overrides=terms,
        )

    def _nothing(self, past: Past, edit: i.Edit | None, outcome: str, code: str = "") -> None:
        sent = past.submitted
        self.steps.append(
            e.Step(
                source=past.source,
                intent=sent.intent,
                id=sent.id,
                seat=sent.seat,
                nonce=sent.nonce,
                at=past.at,
                answers=sent.answers,
                act=past.act,
                edit=edit,
                outcome=outcome,
                code=code,
            )
        )


def _made_id(text: str) -> bytes:
    """The id of a step that nobody submitted: derived, so that a preview and its confirmation agree."""
    return hashlib.sha256(text.encode()).digest()[:16]
