"""What the line holds behind a position, act by act, as an amendment reads it. Decides nothing.

A parked act with its dice is one act; what belongs to the ledger, rewinds and closings are no acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.commit import Submitted
from server.core.dice import Die, Key, Origin, Recorded, Rolled, Threw
from server.core.ids import START, Position, act_of
from server.core.timeline.timeline import Timeline


class RecordedAct(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One recorded act of the tail: where, what was submitted, and what came of it then."""

    source: tuple[Position, ...]
    submitted: Submitted
    act: str
    at: int
    origins: tuple[Position, ...] = ()
    """Of an amendment's step: the positions that it was decided anew from."""
    edit: i.Edit | None = None
    evidence: tuple[Rolled, ...] = ()
    events: tuple[Any, ...] = ()
    unvouched: bool = False


def act_end(timeline: Timeline, start: Position) -> Position:
    """Where the act that begins at a position of the line ends: what waited for typed dice spans several commits."""
    here = timeline.whole(start)
    while here != timeline.head and timeline.play_at(here).parked is not None:
        here = timeline.before.behind(here, timeline.head)
    return here


def recorded(timeline: Timeline, target: Position, last: Position | None = None) -> list[RecordedAct]:
    """The acts of the line from `target` to `last` (None: the head), oldest first; a parked one has its dice."""
    acts: list[RecordedAct] = []
    for _ in recording(timeline, target, timeline.head if last is None else last, acts):
        continue
    return acts


def recording(timeline: Timeline, target: Position, last: Position, acts: list[RecordedAct]) -> Iterator[None]:
    """Adds them to `acts` position by position, for there may be very many."""
    line: list[Position] = []
    for position in timeline.before.line(last):
        line.append(position)
        if timeline.whole(position) == timeline.whole(target):
            break
        yield
    timeline.commits.need(target.version, last.version)
    parked: list[Position] = []
    for position in reversed(line):
        yield
        past = _past(timeline, position)
        if past is None:
            continue
        parks = [event for event in past.events if isinstance(event, e.ActParked)]
        if parked or parks:
            parked.append(position)
        if not parks:
            found = _joined(timeline, parked, past) if parked else past
            acts += [] if _dropped(found) else [found]
            parked = []


def begun_before(timeline: Timeline, target: Position, acts: Set[str]) -> Iterator[RecordedAct | None]:
    """What these acts, which go on at `target`, began with before it. Position by position, None where none began."""
    missing, here = set(acts), timeline.before[target]
    while missing and here != START:
        past = _past(timeline, here)
        act = "" if past is None else act_of(past.submitted.id)
        yield past if act in missing else None
        missing.discard(act)
        here = timeline.before[here]


def _past(timeline: Timeline, position: Position) -> RecordedAct | None:
    commit = timeline.commit(position.version)
    change = timeline.amendment(position.version)
    if change is not None:
        return _past_step(position, change.steps[(position.step or len(change.steps)) - 1]) if change.steps else None
    copied = timeline.copied(position.version)
    if copied is not None:
        # what its sources were is in the other encounter
        return None if copied.step.intent.ledger else replace(_past_step(position, copied.step), origins=())
    submitted = commit.submitted
    if submitted.intent.ledger or isinstance(submitted.intent, i.Rewind | i.Redo | i.Close):
        return None
    return RecordedAct(
        source=(position,),
        submitted=submitted,
        act=commit.act,
        at=commit.at,
        evidence=commit.evidence,
        events=commit.events,
    )


def _past_step(position: Position, step: e.Step) -> RecordedAct:
    submitted = Submitted(id=step.id, seat=step.seat, nonce=step.nonce, intent=step.intent, answers=step.answers)
    return RecordedAct(
        source=(position,),
        submitted=submitted,
        act=step.act,
        at=step.at,
        origins=step.source,
        edit=step.edit,
        evidence=step.evidence,
        events=step.events,
        unvouched=step.unvouched,
    )


def _joined(timeline: Timeline, positions: list[Position], last: RecordedAct) -> RecordedAct:
    """The parked act as it would be recorded if the dice had been there at once: without the events that give a
    question its whole time again after the wait."""
    first = _past(timeline, positions[0])
    if first is None:
        raise AssertionError("a parked act without a commit")
    ends = next(k for k, event in enumerate(last.events) if isinstance(event, e.ActUnparked))
    decided = () if last.events[ends].dropped else last.events[ends + 1 :]
    events = tuple(event for event in decided if not isinstance(event, e.TimeGiven))
    return replace(first, source=tuple(positions), evidence=last.evidence, events=events)


def edited_before(timeline: Timeline, target: Position) -> list[RecordedAct]:
    """The acts of the line before `target` that earlier amendments have edited, oldest first."""
    if not any(jump.steps for jump in timeline.before.jumps.values()):
        return []
    older = iter(timeline.line())
    for position in older:
        if timeline.whole(position) == timeline.whole(target):
            break
    pasts = [_past(timeline, position) for position in older if timeline.amendment(position.version) is not None]
    return [past for past in reversed(pasts) if past is not None and past.edit is not None]


def _dropped(past: RecordedAct) -> bool:
    return len(past.source) > 1 and not past.events


def of_play(events: Sequence[e.Event]) -> tuple[e.Event, ...]:
    """The events but for those that change only the ledger."""
    return tuple(event for event in events if not event.ledger)


def facing(timeline: Timeline, tail: Sequence[RecordedAct], found: dict[Die, Threw]) -> Iterator[None]:
    """Adds every face of the tail to `found`, act by act: by act, roll, combatant, index, depth and sides.

    What an earlier amendment left unused of an act's dice (because it fell, or rolled fewer) is still that act's, and
    so is what the GM had drawn for it. Other lines' dice are not here: on those, other acts were decided."""
    for drawn in timeline.ledger.drawn:
        key = Key(drawn.act, drawn.roll, drawn.who, drawn.index, drawn.depth)
        found[key, drawn.sides] = Threw(drawn.face, Recorded(drawn.at, drawn.i))
    for past in tail:
        yield
        for position, evidence in reversed(list(_thrown(timeline, past))):
            for number, rolled in enumerate(evidence):
                origin: Origin = rolled.by if isinstance(rolled.by, Recorded) else Recorded(position, number)
                key = Key(rolled.act, rolled.roll, rolled.who, rolled.index, rolled.depth)
                found[key, rolled.sides] = Threw(rolled.face, origin)


def _thrown(timeline: Timeline, past: RecordedAct | None) -> Iterator[tuple[Position, Sequence[Rolled]]]:
    """An act's dice, newest first: those it has now, those of the positions it was decided anew from."""
    while past is not None:
        yield past.source[-1], past.evidence
        past = _past(timeline, past.origins[-1]) if past.origins else None
