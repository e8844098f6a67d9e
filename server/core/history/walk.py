"""Deciding a recorded tail again, act by act, with its dice and the edits. Appends and rolls nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.commit import Submitted
from server.core.deciding.decide import decide
from server.core.deciding.standing import standing
from server.core.dice import RecordedDice, Supposed, SupposedDice
from server.core.draft import Draft
from server.core.errors import Absent, NeedsDice, Rejected
from server.core.history.edits import Edits
from server.core.history.names import Names
from server.core.history.recorded import RecordedAct, of_play
from server.core.history.recorded_tail import Placed, RecordedTail, act_in
from server.core.history.retake import given, meant, parsed, refusal
from server.core.ids import GM, Position
from server.core.secrecy import not_seen_by_all
from server.core.state import Decision, Play, State
from server.core.telling.tell import EvolvedStep, told_of
from server.core.terms import Term
from server.core.timeline.timeline import Timeline

MOST_NEW = 32
"""How many new questions and continues may come before a recorded act; then the walk gives it up."""

FEW = 3
"""With so many faces it is tried what an act lacks, whatever its dice show."""


class Need(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Dice that were never rolled, and the position whose act now needs them; the walk stops there.

    People throw them together: so all rolls are named that this act comes to, whatever they show."""

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
    is_open: bool = True
    """Would all have seen that roll then? Else it is drawn for the GM alone, whatever all see by now."""


class _Stand(msgspec.Struct, kw_only=True):
    """How far a walk has come. What lies in it does not change, so whoever keeps a copy can go back there."""

    play: Play
    steps: tuple[e.Step, ...] = ()
    closed: frozenset[str] = frozenset()
    late: tuple[Placed, ...] = ()
    """Acts of which somebody was not told, and which could not be taken in their places (see `Walk._make_way`)."""
    told: RecordedAct | None = None
    """The last that was decided of the acts of which all were told, continues included, with its time."""
    stop: str = ""
    """The last stop that all know of, while it went on from there only for some."""
    forward: frozenset[tuple[Position, ...]] = frozenset()
    """Continues that came in the place of others, before their own."""
    index: int = -1
    """The act that is being decided: the one that is taken, or one before it that was late."""


class Walk:
    """One pass over the tail."""

    def __init__(
        self,
        timeline: Timeline,
        target: Position,
        tail: RecordedTail,
        edits: Sequence[i.Edit],
        answers: Sequence[i.GivenAnswer],
    ) -> None:
        self.timeline = timeline
        self.system = timeline.system
        self.target = timeline.whole(target)
        self.tail = tail
        self.edits = Edits(timeline, tail, edits)
        self.answers = {(answer.decision, answer.who): answer.intent for answer in answers}
        self.here = _Stand(play=tail.base)
        self.needs: list[Need] = []
        self.names = Names()
        self.supposed: Supposed | None = None
        """What dice show that were never rolled, while it is found out whether they could help; None: they are
        lacking."""
        self._taken = 0
        self._passed = 0
        """So many acts lie before what is made up now: all, where it comes at the end of the tail."""
        self._undecided: tuple[RecordedAct, i.Intent, i.Edit | None] | None = None
        """What lacked some dice last."""

    def terms(self) -> list[tuple[str, str, tuple[Term, ...]]]:
        """The terms of every roll of the first act, decided once more: roll, roller, terms. Raises NeedsDice."""
        self.here.index, past = 0, self.tail.acts[0]
        edit = self.edits.of(past)
        intent = self._intended(past, edit)
        draft = self._draft(meant(self._state(past), past, intent), edit, self.supposed)
        decide(draft, intent)
        return draft.terms.all()

    @property
    def is_done(self) -> bool:
        """Is the end of the tail reached, or are dice needed that were never rolled?"""
        return bool(self.needs) or self._taken == len(self.tail.acts)

    def step(self) -> None:
        """Take the next act. Raises Absent, with nothing changed."""
        self.here.index, past = self._taken, self.tail.acts[self._taken]
        self._passed = self._taken
        before = copy(self.here)
        try:
            self.needs = self._taken_without(past)
        except Absent:
            self.here = before
            raise
        self._taken += 1

    def _taken_without(self, past: RecordedAct) -> list[Need]:
        """Take the next act: the dice without which it can't be."""
        try:
            self._take(past, self.here.index)
            if self._taken + 1 == len(self.tail.acts):
                self._passed = self._taken + 1
                self._catch_up(self.here.index)
                self._pass_unseen()
        except NeedsDice as needs:
            return self._needs(needs.sides)
        return []

    def _state(self, past: RecordedAct | None = None) -> State:
        """The state that an act meets. Who plays which combatant is as it was at the recorded act; for a made-up one,
        at the act that is being decided."""
        own = past if past is not None and past.source else self.tail.acts[self.here.index]
        return State(self.here.play, self.tail.ledger(own))

    def _refusal(self, past: RecordedAct, intent: i.Intent) -> Rejected | None:
        return refusal(self.system, self._state(past), self._now(past), intent)

    def _now(self, past: RecordedAct) -> RecordedAct:
        """The act as an answer to what is asked now instead of its question, where that is not asked any more."""
        sent = past.submitted
        answers = sent.answers
        if answers is None or not sent.intent.is_answer or answers in self.here.closed:
            return past
        if any(decision.id == answers for decision in self.here.play.decisions):
            return past
        who = getattr(sent.intent, "who", sent.seat)
        found = self.tail.stand_in(past, who, self.here.play.decisions)
        return past if found is None else replace(past, submitted=replace(sent, answers=found.id))

    def _needs(self, sides: int) -> list[Need]:
        """Roll by roll what was not decided lacks, whether dice show little or much, all the same or each another."""
        faces = range(1, sides + 1, max(1, sides // FEW))
        found = [self._lacking(Supposed(face, step)) for step in (0, 1) for face in faces]
        return [need for name, need in found[0].items() if all(name in others for others in found)]

    def _lacking(self, supposed: Supposed) -> dict[tuple[Any, ...], Need]:
        """The first die that is missing of each roll, which says how many are; each that comes of one that exploded."""
        assert self._undecided is not None
        past, intent, edit = self._undecided
        with suppress(Rejected):  # of very many who tie the act may hold too much
            decide(self._draft(past, edit, supposed), intent)
        at = self.tail.acts[self.here.index].source[0]
        found: dict[tuple[Any, ...], Need] = {}
        for needs in supposed.lacking:
            name = needs.roll, needs.who, needs.sides, needs.depth, needs.depth and needs.index
            found.setdefault(name, _need_of(needs, at))
        return found

    def _take(self, past: RecordedAct, index: int) -> None:
        if past.source in self.here.forward:
            return None
        edit = self.edits.of(past)
        if edit is not None and edit.struck:
            return self._nothing(past, edit, "struck")
        intent = self._intended(past, edit)
        refused = self._make_way(past, intent, index)
        if refused is None:
            return self._decide(past, intent, edit)
        if any(step.source == past.source for step in self.here.steps):
            return None  # a continue that was made anew before its turn
        if past.events and self.tail.is_secret(past):  # what came to nothing then has nothing to make up for
            self.here.late += (Placed(index, past),)
        is_moot = past.submitted.answers is not None and not self._asks(past)
        return self._nothing(past, edit, "moot" if is_moot else "falls", "" if is_moot else refused.code)

    def _intended(self, past: RecordedAct, edit: i.Edit | None) -> i.Intent:
        return past.submitted.intent if edit is None or edit.intent is None else parsed(self.system, edit.intent)

    def _asks(self, past: RecordedAct) -> bool:
        """Does its question still exist, and is it put to the same combatant?"""
        decision = self.here.play.opened(self._now(past).submitted.answers)
        return decision is not None and getattr(past.submitted.intent, "who", past.submitted.seat) in decision.asks

    def _make_way(self, past: RecordedAct, intent: i.Intent, index: int) -> Rejected | None:
        """Answer new questions and go on, if that lets the intent be taken; what refuses it in the end, when all that
        was in its way is answered.

        If it does not help, all that was tried is undone and the questions stay open. Before a secret act, of which
        somebody was not told, nothing is tried, for such an answer would tell that the act exists. It is late instead:
        it waits until it can be taken before an act that all were told of."""
        if self.tail.is_secret(past):
            return self._refusal(past, intent)
        self._settle_secrets(past, intent, index)
        if not self.answers and self._refusal(past, intent) is None:
            return None
        self._give_answers(past, intent, index)
        before = copy(self.here)
        try:
            still = self._clear(past, intent, index)
        except NeedsDice as needs:
            still = self._with_any_face(needs.sides, before, past, intent, index)
            if still is None:
                self.here = copy(before)
                still = self._clear(past, intent, index)  # which lacks the dice again, and is worth them
        if still is not None:
            self.here = before
        return still

    def _clear(self, past: RecordedAct, intent: i.Intent, index: int) -> Rejected | None:
        """Answer and go on until the intent can be taken (None), or nothing more may help."""
        still, is_core = self._refusal(past, intent), type(intent) in i.CORE_INTENTS
        for _ in range(MOST_NEW):
            if still is None:
                return None
            may_help = self.tail.is_of_secret(self.here.play.decision) if is_core else self._may_help(past, index)
            if not may_help or not self._step_aside(past, index):
                break
            self._settle_secrets(past, intent, index)
            still = self._refusal(past, intent)
        return still

    def _with_any_face(
        self, sides: int, before: _Stand, past: RecordedAct, intent: i.Intent, index: int
    ) -> Rejected | None:
        """What refuses the intent whatever the dice show that were never rolled; None where some faces would help.
        Nobody is asked for dice of which nothing can come."""
        still: Rejected | None = None
        try:
            for face in range(1, sides + 1):
                self.supposed = Supposed(face)
                self.here = copy(before)
                still = self._clear(past, intent, index)
                if still is None:
                    return None
        finally:
            self.supposed = None
        return still

    def _give_answers(self, past: RecordedAct, intent: i.Intent, index: int) -> None:
        """The GM's answers to questions that are open now and were not asked then."""
        for _ in range(MOST_NEW):
            decision = self.here.play.decision
            asked = self._newly_asked(past, decision, index) if decision is not None else []
            who = next((who for who in asked if decision and (decision.id, who) in self.answers), None)
            if decision is None or who is None:
                return
            self._answer(decision, who)
            self._settle_secrets(past, intent, index)

    def _newly_asked(self, past: RecordedAct, decision: Decision, index: int) -> list[str]:
        asked = self.tail.newly_asked(past, decision, index)
        self.names.asked.update((decision.id, who) for who in asked)
        return asked

    def _settle_secrets(self, past: RecordedAct, intent: i.Intent, index: int) -> None:
        """Before an act that all were told of: what was late, and what would keep it waiting for somebody hidden."""
        self._let_late_in(past, intent, index)
        self._pass_unseen(past)

    def _let_late_in(self, past: RecordedAct, intent: i.Intent, index: int) -> None:
        """Take late acts first, but not where they would keep this one from being taken: then they wait on."""
        if not self.here.late:
            return
        before, could_be = copy(self.here), self._refusal(past, intent) is None
        self._catch_up(index)
        if could_be and self._refusal(past, intent) is not None:
            self.here = before

    def _catch_up(self, index: int) -> None:
        """Take those late acts that can be taken now, oldest first."""
        late = iter(self.here.late)
        while (placed := next(late, None)) is not None:
            edit = self.edits.of(placed.past)
            intent = self._intended(placed.past, edit)
            if self._refusal(placed.past, intent) is None:
                fallen = next(step for step in self.here.steps if step.source == placed.past.source)
                self.here.index = placed.place
                self._decide(placed.past, intent, edit)
                self.here.late = tuple(one for one in self.here.late if one is not placed)
                self.here.steps = tuple(step for step in self.here.steps if step is not fallen)
                self.here.index, late = index, iter(self.here.late)  # an older one may be possible now

    def _may_help(self, past: RecordedAct, index: int) -> bool:
        """Can the intent still come after what is open now?

        Not where its own question is open or was closed in this walk, nor where its act is over, nor where what is
        open now came behind it in the record."""
        decision, question = self.here.play.decision, past.submitted.answers
        if decision is None:
            return question is None and self._unseen_end() is not None
        if self.tail.opened.get(decision.id, -1) >= index:
            return False
        if question is None:
            return True
        is_alive = any(d.act == act_in(past) for d in self.here.play.decisions)
        return is_alive and question != decision.id and question not in self.here.closed

    def _step_aside(self, past: RecordedAct, index: int) -> bool:
        """Close the open decision, or answer one question of it that was not asked then; end a turn that is unseen."""
        decision = self.here.play.decision
        if decision is None:
            return self._end_unseen()
        if _is_ready(decision):
            self._continue(decision)
            return True
        asked = self._newly_asked(past, decision, index)
        if asked:
            self._answer(decision, asked[0])
        return bool(asked)

    def _pass_unseen(self, past: RecordedAct | None = None) -> None:
        """Let hidden combatants pass where they were not asked, and end turns of theirs that were not on then, before
        this act or at the end of the tail, and go on behind what was done in secret. Else what all see next would come
        later than if nobody were hidden, and so tell that somebody is."""
        for _ in range(MOST_NEW):
            if past is not None and self._answers_unseen(past):
                continue
            if not self._stands_behind_secret(past) and not (self._is_unseen_anew(past) and self._end_unseen()):
                return
            self._go_on_unseen()

    def _go_on_unseen(self) -> None:
        """Go on until somebody is asked, or what all see next has to wait, or the GM struck out that it went on."""
        while (decision := self.here.play.decision) and _is_ready(decision) and not self._is_struck(decision):
            if self._waits(decision):
                return
            is_end = self._is_next_struck() and self._is_told_to_all(self._going_on_as(None, decision, decision.id))
            self._continue(decision)
            if is_end:
                return

    def _is_next_struck(self) -> bool:
        """Behind the last act that was decided of those of which all were told: was the next one a continue that is
        struck out?"""
        following: RecordedAct | None = None
        for place in range(self.here.index, -1, -1):
            past = self.tail.acts[place]
            if self.here.told is not None and past.source == self.here.told.source:
                break
            following = following if self.tail.is_secret(past) else past
        is_continue = following is not None and isinstance(following.submitted.intent, i.Continue)
        return following is not None and is_continue and self._is_struck_out(following)

    def _waits(self, decision: Decision) -> bool:
        """Would all be told that it goes on from this stop, and were not then before the next act of which they were?
        That hangs on where hidden turns are, and on whether somebody hidden is asked: so it goes on where it did then,
        or before an act that can't be taken else. But whoever is not hidden any more has its turn where it had it then.
        """
        if self._due(decision) is not None:
            return False
        then = self._recorded(decision)
        return self._is_open(decision, then, None) and not self._is_as_then(decision, then)

    def _is_as_then(self, decision: Decision, then: RecordedAct | None) -> bool:
        """Does the same come of it as when it went on then?"""
        if then is None:
            return False
        now = self._tried(self._going_on_as(then, decision, ""))
        return of_play(now.events) == of_play(then.events)

    def _due(self, decision: Decision) -> RecordedAct | None:
        """The recorded continue of which all were told that came behind this stop, if it is the next act of those that
        all were told of."""
        told = sorted(self.tail.told_behind(self.here.stop or decision.id), key=self._is_past)
        found = next(filter(self._goes_on, told), None)
        if found is None:
            return None
        between = self.tail.acts[self._taken : self.tail.place(found)]
        is_next = all(self.tail.is_secret(past) or past.source in self.here.forward for past in between)
        return found if is_next else None

    def _answers_unseen(self, past: RecordedAct) -> bool:
        """One of those of whom not all know that they are asked gives the answer that it was not asked for then."""
        decision, unseen = self.here.play.decision, not_seen_by_all(self._state())
        is_secret = self.tail.is_of_secret(decision)
        if decision is None or not (is_secret or unseen):
            return False
        asked = self._newly_asked(past, decision, self.here.index)
        who = next((who for who in asked if is_secret or who in unseen), None)
        if who is not None:
            self._answer(decision, who)
        return who is not None

    def _stands_behind_secret(self, past: RecordedAct | None) -> bool:
        """Does the game stand where a secret act came to its end, or where one began then, and did not stand there
        then?"""
        decision = self.here.play.decision
        if decision is None or not _is_ready(decision) or not self._borders_on_secret(decision):
            return False
        is_new = self._then(past).opened(decision.id) is None
        return is_new and not self._is_struck(decision) and not self._waits(decision)

    def _borders_on_secret(self, decision: Decision) -> bool:
        """Is it of a secret act, or a stop from which it has gone on only for some, now or then?"""
        then = self._recorded(decision)
        is_gone_from = bool(self.here.stop) or (then is not None and self.tail.is_unseen(then))
        return is_gone_from or self.tail.is_of_secret(decision)

    def _is_unseen_anew(self, past: RecordedAct | None) -> bool:
        """Is it the turn of one whom not all see, and was it not then? One that the same has in another round comes
        behind another stop, and only what the same does itself is done in it."""
        end = self._unseen_end()
        if end is None:
            return False
        if self.here.stop != self.tail.stop_before(past):
            return past is None or _who(past.submitted.intent) != _who(end)
        return end != self.system.turn_end(State(self._then(past), self.timeline.ledger))

    def _then(self, past: RecordedAct | None) -> Play:
        """How the game stood then before this act, or at the end."""
        timeline = self.timeline
        return timeline.state.play if past is None else timeline.play_at(timeline.before[past.source[0]])

    def _unseen_end(self) -> i.Intent | None:
        """Ends the turn of one whom not all see, if it is on."""
        intent = self.system.turn_end(self._state()) if self.here.play.phase == "running" else None
        return intent if _who(intent) in not_seen_by_all(self._state()) else None

    def _end_unseen(self) -> bool:
        intent = self._unseen_end()
        if intent is None:
            return False
        id = _made_id(f"{self.target}|{self.timeline.version}|{len(self.here.steps)}")
        submitted = Submitted(id=id, seat="gm", nonce=b"", intent=intent)
        past = self._made_up(submitted)
        can_end = self._refusal(past, intent) is None
        if can_end:
            self._step(past, intent, None, "defaulted")
        return can_end

    def _made_up(self, submitted: Submitted) -> RecordedAct:
        """An act that nobody submitted. It gets its time, and whether it is vouched for, from the last act before that
        all were told of: the act for which it is made up may be a secret."""
        before = reversed(self.tail.acts[: self._passed])
        like = next((past for past in before if not self.tail.is_secret(past)), self.tail.acts[0])
        return RecordedAct(source=(), submitted=submitted, act="", at=like.at, unvouched=like.unvouched)

    def _continue(self, decision: Decision) -> None:
        """Go on before its turn, or where nothing of it is recorded."""
        then = self._recorded(decision)
        if then is not None:
            self._take_out(then)
        self._go_on_from(decision, then, "continued")

    def _recorded(self, decision: Decision) -> RecordedAct | None:
        """The continue that is recorded of it."""
        return next(filter(self._goes_on, self.tail.answers_to(decision)), None)

    def _go_on_from(self, decision: Decision, then: RecordedAct | None, outcome: str) -> None:
        """Go on from a stop. What all are told of is what all were told of behind the last stop that they know, with
        its edits, and, where it is an act of its own, its id, which is in all that is born in it and in the names of
        its dice; whether or not there was a hidden turn between, or somebody hidden was asked, then or now."""
        stop, told = self.here.stop or decision.id, self._told_behind(decision, then)
        if self._is_open(decision, then, told):
            self._go(self._going_on_as(told, decision, stop), told, then, outcome)
            self.here.stop = ""
            return
        secret = then if then is not None and self.tail.is_unseen(then) else None
        self._go(self._going_on_as(secret, decision, f"{decision.id}|unseen"), secret, then, outcome)
        if self.here.stop or self.tail.may_be_known(decision):
            self.here.stop = stop

    def _is_open(self, decision: Decision, then: RecordedAct | None, told: RecordedAct | None) -> bool:
        """Will all be told that it goes on from a stop, as `told`? What is recorded of it as a secret may stay one."""
        is_secret = then is not None and self.tail.is_unseen(then)
        stays_secret = is_secret and self._stays_secret(self._going_on_as(then, decision, ""))
        return not stays_secret and self._is_told_to_all(self._going_on_as(told, decision, decision.id))

    def _told_behind(self, decision: Decision, then: RecordedAct | None) -> RecordedAct | None:
        """The recorded continue that all are told of now: the one that is due behind this stop, else the one that comes
        now."""
        return self._due(decision) or (None if then is None or self.tail.is_unseen(then) else then)

    def _going_on_as(self, past: RecordedAct | None, decision: Decision, name: str) -> RecordedAct:
        """The recorded continue, as the one that goes on from here; if all were told of it, not before what they were
        told of since. One that nobody submitted, where there is none."""
        made_up = self._made_up(_going_on(decision, name))
        if past is None:
            return made_up
        sent = replace(past.submitted, intent=i.Continue(decision=decision.id), answers=decision.id)
        at = past.at if self.tail.is_unseen(past) else max(past.at, made_up.at)
        return replace(past, submitted=sent, at=at)

    def _go(self, past: RecordedAct, recorded: RecordedAct | None, then: RecordedAct | None, outcome: str) -> None:
        """Go on as decided; `then` has no part in it any more where another continue, or a new one, takes its place."""
        index = self.here.index
        if recorded is not then:
            outcome = "continued"
            if then is not None:
                self._nothing(then, self.edits.of(then), "moot")
            if recorded is not None:
                self._bring_forward(recorded)
        self._step(past, past.submitted.intent, None if recorded is None else self.edits.of(recorded), outcome)
        self.here.index = index

    def _bring_forward(self, past: RecordedAct) -> None:
        """It comes now, and not in its own place any more."""
        self._take_out(past)
        self.here.forward |= {past.source}
        self.here.index = self.tail.place(past)

    def _take_out(self, past: RecordedAct) -> None:
        """What stands of it so far, as it is decided now."""
        self.here.steps = tuple(step for step in self.here.steps if step.source != past.source)

    def _is_told_to_all(self, past: RecordedAct) -> bool:
        """Will everybody be told of it, or of nothing that comes of it, whoever is hidden?"""
        state = self._state(past)
        if not not_seen_by_all(state):
            return True
        draft = self._tried(past)
        return self._only_closes(past, draft) or self._told_now(past, draft).issuperset(state.ledger.audiences())

    def _only_closes(self, past: RecordedAct, draft: Draft) -> bool:
        """Does nothing come of it but that the stop of an act that all know of is over? Nobody is told of that, and it
        comes so whether or not somebody is hidden."""
        if self.tail.is_of_secret(self.here.play.opened(past.submitted.answers)):
            return False
        return all(isinstance(event, e.DecisionClosed) for event in of_play(draft.events))

    def _stays_secret(self, past: RecordedAct) -> bool:
        """Is nobody told of a secret act now who was not told then? Of some the game master alone is, though nobody is
        hidden: that a round begins, for instance, in which nobody has a turn yet."""
        return self._told_now(past, self._tried(past)) <= told_of(self.timeline, past.source)

    def _told_now(self, past: RecordedAct, draft: Draft) -> set[str]:
        """Who will be told of what comes of it."""
        ledger = self._state(past).ledger
        step = _step_of(past, past.submitted.intent, draft.act, outcome="continued", events=of_play(draft.events))
        evolved = EvolvedStep(self.timeline, self.here.play, step, ledger)
        return {audience for audience in ledger.audiences() if evolved.told_to(audience)}

    def _tried(self, past: RecordedAct) -> Draft:
        """What would come of it. Dice that were never rolled show anything."""
        draft = self._draft(past, None, self.supposed or Supposed(1))
        decide(draft, past.submitted.intent)
        return draft

    def _is_past(self, past: RecordedAct) -> bool:
        """Has it had its place already, and come to nothing there?"""
        return self.tail.place(past) < self._taken

    def _goes_on(self, past: RecordedAct) -> bool:
        """Is it a recorded continue that has neither been struck out nor come already?"""
        is_continue = isinstance(past.submitted.intent, i.Continue)
        return is_continue and not self._is_struck_out(past) and past.source not in self.here.forward

    def _is_struck_out(self, past: RecordedAct) -> bool:
        edit = self.edits.of(past)
        return edit is not None and edit.struck

    def _is_struck(self, decision: Decision) -> bool:
        """Has the GM struck out that it goes on?"""
        answers = self.tail.answers_to(decision)
        return any(isinstance(past.submitted.intent, i.Continue) and self._is_struck_out(past) for past in answers)

    def _answer(self, decision: Decision, who: str) -> None:
        raw = self.answers.get((decision.id, who))
        if raw is not None:
            intent, outcome = given(self.system, self._state(), decision, who, raw), "answered"
        else:
            passes = who in standing(self.system, self._state(), decision)
            intent, outcome = self.system.default(self._state(), decision, who), "standing" if passes else "defaulted"
        submitted = Submitted(
            id=_made_id(f"{decision.id}|{who}"), seat="gm", nonce=decision.nonce, intent=intent, answers=decision.id
        )
        self._step(self._made_up(submitted), intent, None, outcome)

    def _decide(self, past: RecordedAct, intent: i.Intent, edit: i.Edit | None) -> None:
        is_target = self.timeline.whole(past.source[0]) == self.target and self.edits
        outcome = "amended" if is_target else ""
        stop = self.here.play.opened(intent.decision) if isinstance(intent, i.Continue) else None
        if stop is None:
            return self._step(meant(self._state(past), self._now(past), intent), intent, edit, outcome)
        if self.tail.is_unseen(past) and self._waits(stop):
            return self._nothing(past, edit, "moot")
        return self._go_on_from(stop, past, outcome)

    def _timed(self, past: RecordedAct) -> RecordedAct:
        """A continue comes when it came then. But where it follows another act than then it comes at once, counted from
        the last of which all were told: for it may be a secret one that it follows, or followed. What is nobody's
        business but the game master's keeps its time."""
        told = self.here.told
        if told is None or not isinstance(past.submitted.intent, i.Continue):
            return past
        then = self.tail.told_before(past) if past.source else None
        is_as_then = then is not None and (then.source, then.at) == (told.source, told.at)
        return past if is_as_then or self._is_the_gms(past) else replace(past, at=told.at)

    def _is_the_gms(self, past: RecordedAct) -> bool:
        """Was nobody but the game master told of it, and will nobody be?"""
        return bool(past.source) and told_of(self.timeline, past.source) <= {GM} and self._stays_secret(past)

    def _step(self, past: RecordedAct, intent: i.Intent, edit: i.Edit | None, outcome: str) -> None:
        past = self._timed(past)
        if past.source and not self.tail.is_secret(past):
            self.here.told = past
        self._undecided = past, intent, edit
        draft = self._draft(past, edit, self.supposed)
        decide(draft, intent)
        self.names.note(draft)
        events = of_play(draft.events)
        if not outcome:
            outcome = "stands" if events == of_play(past.events) else "changed"
        self.here.play = draft.play
        self.here.closed |= {event.decision for event in events if isinstance(event, e.DecisionClosed)}
        step = _step_of(past, intent, draft.act, edit=edit, outcome=outcome, evidence=draft.evidence, events=events)
        self.here.steps += (step,)

    def _draft(self, past: RecordedAct, edit: i.Edit | None, supposed: Supposed | None) -> Draft:
        act = self.here.play.act_for(past.submitted.id, past.submitted.answers)
        is_made_up = past.source != self.tail.acts[self.here.index].source
        faces, terms = self.edits.in_force(act, past, edit, self.here.index, is_made_up)
        recorded = RecordedDice(self.tail.faces, faces)
        dice, state = SupposedDice(recorded, supposed) if supposed else recorded, self._state(past)
        return Draft(self.system, state, self.timeline.play_at, past.submitted, now=past.at, dice=dice, overrides=terms)

    def _nothing(self, past: RecordedAct, edit: i.Edit | None, outcome: str, code: str = "") -> None:
        step = _step_of(past, past.submitted.intent, past.act, edit=edit, outcome=outcome, code=code)
        self.here.steps += (step,)


def _need_of(needs: NeedsDice, at: Position) -> Need:
    return Need(
        at=at, act=needs.act, roll=needs.roll, who=needs.who, sides=needs.sides, count=needs.count, index=needs.index,
        depth=needs.depth, is_open=needs.is_open,
    )  # fmt: skip


def _is_ready(decision: Decision) -> bool:
    """Is nobody asked any more, so that it goes on?"""
    return decision.silent and not decision.unanswered()


def _who(intent: i.Intent | None) -> str:
    """Whose act it is; nobody's: what only the game master does."""
    return getattr(intent, "who", "")


def _step_of(past: RecordedAct, intent: i.Intent, act: str, **more: Any) -> e.Step:
    sent = past.submitted
    return e.Step(
        source=past.source,
        intent=intent,
        id=sent.id,
        seat=sent.seat,
        nonce=sent.nonce,
        at=past.at,
        answers=sent.answers,
        act=act,
        unvouched=past.unvouched,
        **more,
    )


def _going_on(stop: Decision, name: str) -> Submitted:
    """A continue that nobody submitted, for whoever stopped; its id comes of a name."""
    intent = i.Continue(decision=stop.id)
    return Submitted(id=_made_id(name), seat=stop.seat, nonce=stop.nonce, intent=intent, answers=stop.id)


def _made_id(text: str) -> bytes:
    """The id of a step that nobody submitted: derived, so that a preview and its confirmation agree."""
    return hashlib.sha256(text.encode()).digest()[:16]
