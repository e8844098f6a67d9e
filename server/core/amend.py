"""Changing one past ruling and deciding again what followed, with the same dice. Previews; appends and rolls nothing.

The walk takes the recorded acts behind the target one after another, at their recorded times, with their recorded
dice and the edits of this and of earlier amendments. Each ends in one outcome:

stands       the same events                      changed    it stands with other numbers
moot         its question no longer exists        falls      the rules now refuse it (with the code)
struck       dropped by the GM                    amended    the disputed act itself
answered     a question that did not arise then, answered by the GM
defaulted    the same, with its default           continued  the server's own step, made anew
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.check import check_moment, check_rules
from server.core.commit import Commit, Submitted
from server.core.decide import decide, parse
from server.core.dice import Key, Origin, Recorded, RecordedDice, Rolled
from server.core.draft import Draft
from server.core.errors import NeedsDice, Rejected
from server.core.ids import Position, act_of, audience_of
from server.core.secrecy import known
from server.core.state import Decision, Play, State
from server.core.system import Asker
from server.core.terms import TermKey
from server.core.timeline import Timeline

MOST_NEW = 32
"""So many new questions and continues may come before a recorded act until the walk gives it up."""


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """One recorded act of the tail: where, what was submitted, and what came of it then."""

    source: tuple[Position, ...]
    submitted: Submitted
    act: str
    at: int
    edit: i.Edit | None = None
    evidence: tuple[Rolled, ...] = ()
    events: tuple[Any, ...] = ()


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that were never rolled, and the position whose act now needs them; the walk stops there."""

    at: Position
    act: str
    roll: str
    who: str
    sides: int
    count: int


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What an amendment would do. `digest` confirms exactly this, at this head."""

    steps: tuple[e.Step, ...]
    needs: tuple[Need, ...]
    play: Play
    digest: bytes
    rules_changed: tuple[Position, ...] = ()
    """Acts that come out differently although nothing was edited: the rules' code has changed since."""


def digest_of(value: Any) -> bytes:
    """16 bytes that stand for exactly this value."""
    return hashlib.sha256(msgspec.msgpack.encode(value)).digest()[:16]


def preview(timeline: Timeline, target: Position, edits: Sequence[i.Edit], answers: Sequence[i.Answer] = ()) -> Preview:
    """Decide the tail behind `target` again. `target` must lie on the line."""
    tail = recorded(timeline, target)
    unchanged = _Walk(timeline, target, tail, (), ())
    unchanged.run()
    walk = _Walk(timeline, target, tail, edits, answers)
    walk.run()
    then = {past.source: _of_play(past.events) for past in tail}
    changed = tuple(step.source[0] for step in unchanged.steps if step.source and step.events != then[step.source])
    digest = digest_of([timeline.encounter, timeline.version, target, edits, answers, walk.steps])
    return Preview(
        steps=tuple(walk.steps), needs=tuple(walk.needs), play=walk.play, digest=digest, rules_changed=changed
    )


# --- what is recorded ------------------------------------------------------------------------------------------------


def recorded(timeline: Timeline, target: Position) -> list[Past]:
    """The acts from `target` to the head of the line, oldest first; a parked act with its dice is one."""
    line: list[Position] = []
    for position in timeline.line():
        line.append(position)
        if timeline.whole(position) == timeline.whole(target):
            break
    acts: list[Past] = []
    parked: list[Position] = []
    for position in reversed(line):
        past = _past(timeline, position)
        if past is None:
            continue
        parks = [event for event in past.events if isinstance(event, e.ActParked)]
        if parked or parks:
            parked.append(position)
        if not parks:
            acts.append(_joined(timeline, parked, past) if parked else past)
            parked = []
    return [past for past in acts if not _dropped(past)]


def _past(timeline: Timeline, position: Position) -> Past | None:
    commit = timeline.commit(position.version)
    change = timeline.amendment(position.version)
    if change is not None:
        return _past_step(position, change.steps[(position.step or len(change.steps)) - 1]) if change.steps else None
    copied = timeline.copied(position.version)
    if copied is not None:
        return None if copied.step.intent.ledger else _past_step(position, copied.step)
    submitted = commit.submitted
    if submitted.intent.ledger or isinstance(submitted.intent, i.Rewind | i.Redo | i.Close):
        return None
    return Past(
        source=(position,),
        submitted=submitted,
        act=commit.act,
        at=commit.at,
        evidence=commit.evidence,
        events=commit.events,
    )


def _past_step(position: Position, step: e.Step) -> Past:
    submitted = Submitted(id=step.id, seat=step.seat, nonce=step.nonce, intent=step.intent, answers=step.answers)
    return Past(
        source=(position,),
        submitted=submitted,
        act="",
        at=step.at,
        edit=step.edit,
        evidence=step.evidence,
        events=step.events,
    )


def _joined(timeline: Timeline, positions: list[Position], last: Past) -> Past:
    """The parked act as it would stand had the dice been there at once."""
    first = _past(timeline, positions[0])
    if first is None:
        raise AssertionError("a parked act without a commit")
    ends = next(k for k, event in enumerate(last.events) if isinstance(event, e.ActUnparked))
    dropped = last.events[ends].dropped
    return replace(
        first, source=tuple(positions), evidence=last.evidence, events=() if dropped else last.events[ends + 1 :]
    )


def edited_before(timeline: Timeline, target: Position) -> list[Past]:
    """The acts of the line before `target` that earlier amendments have edited, oldest first."""
    older = iter(timeline.line())
    for position in older:
        if timeline.whole(position) == timeline.whole(target):
            break
    pasts = [_past(timeline, position) for position in older if timeline.amendment(position.version) is not None]
    return [past for past in reversed(pasts) if past is not None and past.edit is not None]


def _dropped(past: Past) -> bool:
    return len(past.source) > 1 and not past.events


# --- the walk --------------------------------------------------------------------------------------------------------


class _Walk:
    """One pass over the tail."""

    def __init__(
        self,
        timeline: Timeline,
        target: Position,
        tail: Sequence[Past],
        edits: Sequence[i.Edit],
        answers: Sequence[i.Answer],
    ) -> None:
        self.timeline = timeline
        self.system = timeline.system
        self.target = timeline.whole(target)
        self.tail = tail
        self.before = edited_before(timeline, self.target)
        self.edits = {timeline.whole(edit.at): edit for edit in edits}
        self.answers = {(answer.decision, answer.who): answer.intent for answer in answers}
        self.play = timeline.play_at(timeline.before[self.target])
        self.faces = _faces(tail)
        self.steps: list[e.Step] = []
        self.needs: list[Need] = []
        self.closed: set[str] = set()
        self.index = 0
        self.opened = {
            event.decision.id: index
            for index, past in enumerate(tail)
            for event in past.events
            if isinstance(event, e.DecisionOpened)
        }
        """Which act of the tail opened a decision then."""

    def run(self) -> None:
        """Walk until the end of the tail, or until dice are needed that were never rolled."""
        for index, past in enumerate(self.tail):
            self.index = index
            try:
                self._take(past, index)
            except NeedsDice as needs:
                self._lacks(past, needs)
                return

    def _lacks(self, past: Past, needs: NeedsDice) -> None:
        self.needs.append(
            Need(at=past.source[0], act=needs.act, roll=needs.roll, who=needs.who, sides=needs.sides, count=needs.count)
        )

    def _take(self, past: Past, index: int) -> None:
        edit = self._edit_of(past)
        if edit is not None and edit.struck:
            return self._nothing(past, edit, "struck")
        intent = past.submitted.intent
        if edit is not None and edit.intent is not None:
            intent = parse(self.system, edit.intent)
        refusal = self._make_way(past, intent, index)
        if refusal is None:
            return self._decide(past, intent, edit)
        is_moot = past.submitted.answers is not None and not self._asks(past)
        return self._nothing(past, edit, "moot" if is_moot else "falls", "" if is_moot else refusal.code)

    def _asks(self, past: Past) -> bool:
        """Does its question still exist, and is it put to the same combatant?"""
        decision = next((d for d in self.play.decisions if d.id == past.submitted.answers), None)
        return decision is not None and getattr(past.submitted.intent, "who", past.submitted.seat) in decision.asks

    def _make_way(self, past: Past, intent: i.Intent, index: int) -> Rejected | None:
        """Answer new questions and go on, if that lets the intent be taken; what refuses it in the end.

        Where nothing helps, the questions stay open as if nobody had tried."""
        self._give_answers(index)
        refusal = self._refusal(past, intent)
        if refusal is None or type(intent) in i.CORE_INTENTS:
            return refusal
        before = (self.play, list(self.steps), set(self.closed))
        for _ in range(MOST_NEW):
            if not self._may_help(past, index) or not self._step_aside(past, index):
                break
            if self._refusal(past, intent) is None:
                return None
        self.play, self.steps, self.closed = before
        return refusal

    def _give_answers(self, index: int) -> None:
        """The GM's answers to questions that are open now and were not asked then."""
        past = self.tail[index]
        while (decision := self.play.decision) is not None:
            asked = self._newly_asked(past, decision, index)
            who = next((who for who in asked if (decision.id, who) in self.answers), None)
            if who is None:
                return
            self._answer(past, decision, who)

    def _may_help(self, past: Past, index: int) -> bool:
        """Can the intent still come after what is open now?

        Not where its own question is open or was closed in this walk, nor where its act is over, nor where what is
        open now came behind it in the record."""
        decision, question = self.play.decision, past.submitted.answers
        if decision is None or self.opened.get(decision.id, -1) >= index:
            return False
        if question is None:
            return True
        is_alive = any(d.act == self._act_of(past) for d in self.play.decisions)
        return is_alive and question != decision.id and question not in self.closed

    def _step_aside(self, past: Past, index: int) -> bool:
        """Close the open decision, or answer one question of it that was not asked then."""
        decision = self.play.decision
        if decision is None:
            return False
        if decision.silent and not decision.unanswered():
            self._continue(past, decision)
            return True
        asked = self._newly_asked(past, decision, index)
        if asked:
            self._answer(past, decision, asked[0])
        return bool(asked)

    def _refusal(self, past: Past, intent: i.Intent) -> Rejected | None:
        state = State(self.play, self.timeline.ledger)
        if isinstance(intent, i.Continue | i.Expire):
            return self._stale(intent)
        asker = self._asker(past)
        seen = known(self.system, state, asker.audience)
        try:
            if past.submitted.answers is not None and not isinstance(intent, i.CloseDecision):
                self._same_question(past)
            check_moment(seen, intent, None)
            check_rules(self.system, seen, intent, asker)
        except Rejected as refusal:
            return refusal
        return None

    def _same_question(self, past: Past) -> None:
        if self.play.decision is None or self.play.decision.id != past.submitted.answers:
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
        audience = audience_of(seat, role) if place is not None else "gm"
        return Asker(seat, role, audience, past.at)

    def _newly_asked(self, past: Past, decision: Decision, index: int) -> list[str]:
        """Those who are asked now, were not asked then, and give no answer in the rest of the tail."""
        then = self.timeline.play_at(self.timeline.before[past.source[0]]).decisions
        asked = next((d.asks for d in then if d.id == decision.id), {})
        answers = [p.submitted for p in self.tail[index:] if p.submitted.answers == decision.id]
        if any(isinstance(sent.intent, i.Expire | i.CloseDecision) for sent in answers):
            return []
        later = {getattr(sent.intent, "who", sent.seat) for sent in answers}
        return [who for who in decision.unanswered() if who not in later and who not in asked]

    def _continue(self, past: Past, decision: Decision) -> None:
        then = next((p for p in self.tail if p.submitted.answers == decision.id and self._goes_on(p)), None)
        source, edit = ((), None) if then is None else (then.source, self._edit_of(then))
        intent = i.Continue(decision=decision.id)
        submitted = Submitted(
            id=_made_id(decision.id), seat=decision.seat, nonce=decision.nonce, intent=intent, answers=decision.id
        )
        self._step(Past(source=source, submitted=submitted, act=decision.act, at=past.at), intent, edit, "continued")

    def _goes_on(self, past: Past) -> bool:
        """Is it a recorded continue that has not been struck out?"""
        edit = self._edit_of(past)
        return isinstance(past.submitted.intent, i.Continue) and not (edit is not None and edit.struck)

    def _answer(self, past: Past, decision: Decision, who: str) -> None:
        given = self.answers.get((decision.id, who))
        if given is not None:
            intent, outcome = parse(self.system, given), "answered"
        else:
            intent, outcome = self.system.default(State(self.play, self.timeline.ledger), decision, who), "defaulted"
        submitted = Submitted(
            id=_made_id(f"{decision.id}|{who}"), seat="gm", nonce=decision.nonce, intent=intent, answers=decision.id
        )
        self._step(Past(source=(), submitted=submitted, act=decision.act, at=past.at), intent, None, outcome)

    def _decide(self, past: Past, intent: i.Intent, edit: i.Edit | None) -> None:
        is_target = self.timeline.whole(past.source[0]) == self.target and self.edits
        self._step(past, intent, edit, "amended" if is_target else "")

    def _step(self, past: Past, intent: i.Intent, edit: i.Edit | None, outcome: str) -> None:
        draft = self._draft(past, edit)
        decide(draft, intent)
        events = tuple(event for event in draft.events if not event.ledger)
        if not outcome:
            outcome = "stands" if events == _of_play(past.events) else "changed"
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
                edit=edit,
                outcome=outcome,
                evidence=draft.evidence,
                events=events,
            )
        )

    def _draft(self, past: Past, edit: i.Edit | None) -> Draft:
        state = State(self.play, self.timeline.ledger)
        decision = next((d for d in self.play.decisions if d.id == past.submitted.answers), None)
        act = decision.act if decision is not None else act_of(past.submitted.id)
        edits = self._edits_for(act, past, edit)
        dice = [die for change in edits for die in change.faces]
        faces = {Key(act, die.roll, die.who, die.index, die.depth): die.face for die in dice}
        terms: Mapping[TermKey, int] = {
            (act, term.roll, term.who, term.key): term.value for change in edits for term in change.terms
        }
        return Draft(
            self.system,
            state,
            self.timeline.play_at,
            act=act,
            seat=past.submitted.seat,
            nonce=past.submitted.nonce,
            now=past.at,
            dice=RecordedDice(self.faces, faces),
            overrides=terms,
        )

    def _edits_for(self, act: str, past: Past, own: i.Edit | None) -> list[i.Edit]:
        """What is edited of an act up to its part that is decided now; an edit changes nothing before its position.

        Earlier amendments' edits were not in force where the act was simply played on behind them."""
        pasts = [p for p in (*self.before, *self.tail[: self.index + 1]) if self._act_of(p) == act]
        is_played = bool(past.source) and self.timeline.amendment(past.source[0].version) is None
        old = [] if is_played else [p.edit if p in self.before else self._edit_of(p) for p in pasts]
        new = [self.edits.get(self.timeline.whole(p.source[0])) for p in pasts]
        return [edit for edit in (*old, *new, own) if edit is not None]

    def _edit_of(self, past: Past) -> i.Edit | None:
        """What this and earlier amendments change at a recorded act."""
        old = past.edit
        for earlier in self.tail[: self.tail.index(past)] if old is not None else ():
            newer = self.edits.get(self.timeline.whole(earlier.source[0]))
            if old is not None and newer is not None and self._act_of(earlier) == self._act_of(past):
                old = without(old, newer)
        return merged(old, self.edits.get(self.timeline.whole(past.source[0])))

    def _act_of(self, past: Past) -> str:
        """The act whose dice and terms an edit at this position means."""
        answers = past.submitted.answers
        return answers.split("/", 1)[0] if answers else act_of(past.submitted.id)

    def _nothing(self, past: Past, edit: i.Edit | None, outcome: str, code: str = "") -> None:
        if isinstance(past.submitted.intent, i.Continue) and outcome != "struck":
            return
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
                edit=edit,
                outcome=outcome,
                code=code,
            )
        )


def merged(old: i.Edit | None, new: i.Edit | None) -> i.Edit | None:
    """An earlier amendment's edit with a newer one on top."""
    if old is None or new is None:
        return new if old is None else old
    faces = {(die.roll, die.who, die.index, die.depth): die for die in (*old.faces, *new.faces)}
    terms = {(term.roll, term.who, term.key): term for term in (*old.terms, *new.terms)}
    return i.Edit(
        at=new.at,
        intent=new.intent if new.intent is not None else old.intent,
        faces=tuple(faces.values()),
        terms=tuple(terms.values()),
        struck=new.struck,
    )


def without(old: i.Edit, new: i.Edit) -> i.Edit:
    """An earlier amendment's edit without what a newer one, at an earlier position of the same act, sets anew."""
    faces = {(die.roll, die.who, die.index, die.depth) for die in new.faces}
    terms = {(term.roll, term.who, term.key) for term in new.terms}
    return replace(
        old, faces=tuple(die for die in old.faces if (die.roll, die.who, die.index, die.depth) not in faces),
        terms=tuple(term for term in old.terms if (term.roll, term.who, term.key) not in terms),
    )  # fmt: skip


def _of_play(events: Sequence[e.Event]) -> tuple[e.Event, ...]:
    return tuple(event for event in events if not event.ledger)


def _faces(tail: Sequence[Past]) -> dict[Key, tuple[int, Origin]]:
    """Every face of the tail by act, roll, combatant, index and depth."""
    found: dict[Key, tuple[int, Origin]] = {}
    for past in tail:
        for number, rolled in enumerate(past.evidence):
            origin: Origin = rolled.by if isinstance(rolled.by, Recorded) else Recorded(past.source[-1], number)
            found[Key(rolled.act, rolled.roll, rolled.who, rolled.index, rolled.depth)] = (rolled.face, origin)
    return found


def _made_id(text: str) -> bytes:
    """The id of a step that nobody submitted: derived, so that a preview and its confirmation agree."""
    return hashlib.sha256(text.encode()).digest()[:16]


__all__ = ["Commit", "Need", "Past", "Preview", "digest_of", "merged", "preview", "recorded"]
