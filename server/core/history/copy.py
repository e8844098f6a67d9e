"""Making an encounter from a prefix of another's line: what is copied, and what begins anew. Pure.

Copied are the events of play, position by position, and who played whom meanwhile. All else of the ledger begins anew:
the seats as they are now, with new dice and new links. What was undone in the original is not copied, nor are its
rewinds: the line that remains tells the same story without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice, takewhile
from typing import NamedTuple

from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.create import first_door, plain
from server.core.dice import Kept, Recorded, Rolled, salt_of
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.history.edits import in_force_at
from server.core.ids import GM, START, Position
from server.core.state import Seat, Tips
from server.core.telling.asked import Asking
from server.core.telling.asking import CLOSED, amended_at, decided_at
from server.core.timeline.timeline import Timeline

NOT_COPIED = (e.Rewound, e.Opened, e.StopsSet, e.AskedInPerson, e.WindowHeld)
"""Events of play that only say how the line came about, or what somebody wants of this table."""


class Original(NamedTuple):
    """A position that is copied, the act that it belongs to, and who is played by which seat from it on."""

    position: Position
    act: str
    step: e.Step
    control: Mapping[str, str]
    asked: Mapping[str, str] | None = None
    """Who was played by which seat when the act was decided first, where an amendment decided it again after a
    hand-over. The position as of which that is stands beside its own in `Step.source`."""
    over: frozenset[str] = frozenset()
    """The questions that the same amendment closes, as far as it is copied."""


def check_source(timeline: Timeline, position: Position) -> None:
    """Raises Rejected where no encounter can begin: an unknown position, or the reveal at the start is going on."""
    if not timeline.exists(position) or position == START:
        raise Rejected("unknown_position", to=str(position), head=str(timeline.head))
    if timeline.ledger.copying:
        raise Rejected("copying")
    if timeline.play_at(position).starting is not None:
        raise Rejected("protected_position", to=str(position))


def unbegun(timeline: Timeline) -> Position:
    """The last position before the fight began. Raises Rejected."""
    begun = timeline.ledger.begun
    line = timeline.before.line(Position(begun)) if begun else iter(())
    found = (here for here in line if here.version < begun and timeline.play_at(here).starting is None)
    position = next(found, START)
    if position == START:
        raise Rejected("not_started")
    return position


def originals(timeline: Timeline, line: Sequence[Position], is_vouched: bool = True) -> Iterator[Original]:
    """What is copied of a line, oldest first, and who was handed over meanwhile and later. `is_vouched`: this server
    has seen it happen; what the other encounter had copied itself is marked as it was there.

    A hand-over is a copy of its own, before what happened at its position, of which others may be told than of the
    hand-over. One that lies beside the line is copied, too, for hand-overs are never undone."""
    control, here, index = _control(timeline, 1), line[0], -1
    for position, is_on_line in _with_ledgers(timeline, line):
        index += is_on_line
        step = _step(timeline, position)
        if step is None:
            continue
        here = position if is_on_line else here
        given = _given(timeline, position.version, here, control)
        if given:
            control = {**control, **given}
            bare = replace(step, intent=i.Copy(), outcome="copied", evidence=(), events=())  # no act of the branch
            yield _original(timeline, position, bare, control, is_vouched)
        if is_on_line and (step.events or step.outcome != "copied"):
            yield _asked(timeline, line, index, _original(timeline, position, step, control, is_vouched))


def _asked(timeline: Timeline, line: Sequence[Position], index: int, original: Original) -> Original:
    """With who was asked in it."""
    as_of = _decided_at(timeline, line[index])
    asked = _control(timeline, as_of or line[index].version)
    if asked == _control(timeline, line[index].version):
        return original
    of = _amendment(timeline, line[index])
    together = takewhile(lambda here: _amendment(timeline, here) == of, islice(line, index, None))
    over = CLOSED.of(tuple(_decided(timeline, here) for here in together))
    step = replace(original.step, source=(*original.step.source, Position(as_of)))
    return original._replace(step=step, asked=asked, over=over)


def _decided_at(timeline: Timeline, position: Position) -> int:
    change = timeline.amendment(position.version)
    if change is None:
        return decided_at(timeline, (position,))
    return amended_at(timeline, change.steps, (position.step or len(change.steps)) - 1)


def _amendment(timeline: Timeline, position: Position) -> tuple[bool, int]:
    """What all acts have in common that one amendment decided again, here or in the origin."""
    copied = timeline.copied(position.version)
    return (False, position.version) if copied is None else (True, copied.source.version)


def _decided(timeline: Timeline, position: Position) -> e.Step:
    change, copied = timeline.amendment(position.version), timeline.copied(position.version)
    if change is not None:
        return change.steps[(position.step or len(change.steps)) - 1]
    if copied is None:
        raise AssertionError("an act that was decided again, but by no amendment")
    return copied.step


def _given(timeline: Timeline, version: int, here: Position, control: Mapping[str, str]) -> dict[str, str]:
    """Who of those who are there was in other hands at a version."""
    given = _control(timeline, version).items() - control.items()
    there = timeline.play_at(here).pieces if given else {}
    return {who: seat for who, seat in sorted(given) if who in there}


def _with_ledgers(timeline: Timeline, line: Sequence[Position]) -> Iterator[tuple[Position, bool]]:
    """The positions of the line, and in their places those beside or behind it where the ledger changed; which it is.

    One by one, for there may be very many."""
    newest = 0
    ledgers = ((version, True, Position(version)) for version, _ in timeline.ledgers)
    for version, is_ledger, position in merge(((here.version, False, here) for here in line), ledgers):
        if not is_ledger:
            newest = version
            yield position, True
        elif version != newest:
            yield position, False


def _control(timeline: Timeline, version: int) -> dict[str, str]:
    """Who was played by a seat that comes along; the GM plays the others."""
    seats = seats_of(timeline)
    return {who: seat if seat in seats else GM for who, seat in timeline.ledger_at(version).control.items()}


def _original(
    timeline: Timeline, position: Position, step: e.Step, control: Mapping[str, str], is_vouched: bool
) -> Original:
    evidence = tuple(_first_thrown(timeline, rolled) for rolled in step.evidence)
    step = replace(step, source=(position,), evidence=evidence, unvouched=step.unvouched or not is_vouched)
    return Original(position, timeline.commit(position.version).act, step, control)


def _step(timeline: Timeline, position: Position) -> e.Step | None:
    """The position as a step; None where an amendment has none."""
    change, copied = timeline.amendment(position.version), timeline.copied(position.version)
    if change is not None:
        step = change.steps[(position.step or len(change.steps)) - 1] if change.steps else None
        if step is None:
            return None
        return replace(step, edit=in_force_at(timeline, position), events=_copied(step.events))
    if copied is not None:
        return copied.step
    commit = timeline.commit(position.version)
    sent = commit.submitted
    return e.Step(
        source=(position,),
        intent=sent.intent,
        id=sent.id,
        seat=sent.seat,
        nonce=sent.nonce,
        at=commit.at,
        answers=sent.answers,
        act=commit.act,
        outcome="copied",
        evidence=commit.evidence,
        events=_copied(commit.events),
    )


def _copied(events: Sequence[e.Event]) -> tuple[e.Event, ...]:
    return tuple(event for event in events if not event.ledger and not isinstance(event, NOT_COPIED))


def _first_thrown(timeline: Timeline, rolled: Rolled) -> Rolled:
    """The die with the origin that it had first: in another encounter the positions of this one mean nothing."""
    by = rolled.by
    while isinstance(by, Recorded | Kept):
        step = _step(timeline, by.position)
        if step is None:
            break
        by = step.evidence[by.i].by
    return replace(rolled, by=by)


# --- the new encounter's commits -------------------------------------------------------------------------------------


def seats_of(timeline: Timeline) -> dict[str, Seat]:
    """The seats that the new encounter has."""
    return {id: seat for id, seat in timeline.ledger.seats.items() if not seat.revoked}


def create(
    draft: Draft, origin: Timeline, position: Position, head: bytes, new: e.Created, tokens: Mapping[str, bytes]
) -> None:
    """Emit the first commit. `new`: title, id and tips; the rest is the origin's."""
    ledger, seats = origin.ledger, seats_of(origin)
    draft.emit(
        replace(
            new,
            options=plain(ledger.options),
            table=ledger.table,
            origin=origin.encounter,
            position=position,
            head=head,
        )
    )
    for id, place in seats.items():
        draft.emit(e.SeatOpened(seat=id, name=place.name, role=place.role, token=tokens[id]))
    first_door(draft)
    _hand_over(draft, _control(origin, 1))


def copy(draft: Draft, original: Original, origin_h: bytes) -> None:
    """Emit the copy of one position."""
    if original.asked is not None:
        draft.asking = Asking(replace(draft.ledger, control=dict(original.asked)), original.over)
    draft.emit(e.Copied(source=original.position, origin_h=origin_h, step=original.step))
    _hand_over(draft, original.control)


def _hand_over(draft: Draft, control: Mapping[str, str]) -> None:
    for who, seat in control.items():
        if draft.ledger.controller(who) != seat:
            draft.emit(e.ControlGiven(who=who, seat=seat))


def open_table(draft: Draft, begun: int) -> None:
    """Emit the end of the copy. A fight that goes on has no reveal of its own: nobody contributes to its dice."""
    draft.emit(e.Opened(at=draft.now, begun=begun))
    if begun:
        draft.emit(e.SaltFixed(salt=salt_of(bytes.fromhex(draft.ledger.encounter), {})))


def begun_of(origin: Timeline, copied: list[Original], last: Position) -> int:
    """The new version of the position at which the fight began; the copies begin with version 2. 0: after `last`."""
    begun = origin.ledger.begun
    if not 0 < begun <= last.version:
        return 0
    return next((n for n, original in enumerate(copied, start=2) if original.position.version >= begun), 0)


def created(encounter: str, title: str, origin: Timeline, tips: Tips, signer: bytes = b"") -> e.Created:
    """The new encounter's own part of `Created`."""
    system = origin.system
    return e.Created(
        encounter=encounter,
        title=title,
        system=system.name,
        system_version=system.version,
        options={},
        table=origin.ledger.table,
        tips=tips,
        signer=signer,
    )


__all__ = [
    "Original",
    "begun_of",
    "check_source",
    "copy",
    "create",
    "created",
    "open_table",
    "originals",
    "seats_of",
    "unbegun",
]
