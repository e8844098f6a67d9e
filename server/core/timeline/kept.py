"""A timeline as values: all that it takes to go on from a version without the commits before it.

What a snapshot holds; `server.store.snapshots` turns it into bytes. Nothing in here folds.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from server.core import dice
from server.core.ids import Position
from server.core.state import Ledger, Looks, Play
from server.core.timeline.lines import Ids, Jump, Numbers
from server.core.timeline.marked import Marked
from server.core.timeline.timeline import Timeline


class Kept(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A timeline at its head. `looks`: by version, what of the ledger looked different from the one before."""

    encounter: str
    version: int
    play: Play
    ledger: Ledger
    looks: list[tuple[int, Looks]]
    times: bytes
    again: list[tuple[int, dice.Kept]]
    aside: bytes
    turns: bytes
    jumps: dict[int, Jump]
    numbers: dict[str, bytes]
    ids: dict[int, bytes]
    marks: dict[str, bytes]
    words: list[str]
    """Of the marks."""


def kept(timeline: Timeline) -> Kept:
    """The timeline as it stands."""
    return Kept(
        encounter=timeline.encounter,
        version=timeline.version,
        play=timeline.state.play,
        ledger=timeline.ledger,
        looks=_looks(timeline.ledgers),
        times=timeline.times.tobytes(),
        again=timeline.again,
        aside=timeline.aside.packed(),
        turns=timeline.turns.tobytes(),
        jumps=timeline.before.jumps,
        numbers={audience: numbers.packed() for audience, numbers in timeline.numbers.items()},
        ids=timeline.ids.packed(),
        marks=timeline.marked.packed(),
        words=timeline.marked.words,
    )


def restore(timeline: Timeline, found: Kept) -> None:
    """Make an empty timeline what it was, with the head's play alone."""
    timeline.commits.skip(found.version)
    timeline.ledger = found.ledger
    timeline.head = Position(found.version)
    timeline.before.versions = found.version
    timeline.before.jumps = found.jumps
    timeline.ids = Ids(found.ids)
    timeline.numbers = {audience: Numbers.unpacked(packed) for audience, packed in found.numbers.items()}
    timeline.marked = Marked(found.words, found.marks)
    timeline.times.frombytes(found.times)
    timeline.again = list(found.again)
    timeline.aside = Numbers.unpacked(found.aside)
    timeline.turns.frombytes(found.turns)
    timeline.ledgers = _ledgers(found)
    timeline.bring(timeline.head, found.play)


def _looks(ledgers: list[tuple[int, Ledger]]) -> list[tuple[int, Looks]]:
    found, last = [], Ledger()
    for version, ledger in ledgers:
        changed = {name: getattr(ledger, name) for name in Looks.__struct_fields__ if _differs(ledger, last, name)}
        found.append((version, Looks(**changed)))
        last = ledger
    return found


def _differs(ledger: Ledger, last: Ledger, name: str) -> bool:
    return getattr(ledger, name) is not getattr(last, name)


def _ledgers(found: Kept) -> list[tuple[int, Ledger]]:
    """The ledgers of then, as far as they show; the last of them looks as the ledger does now."""
    ledgers: list[tuple[int, Ledger]] = []
    now: dict[str, Any] = {"encounter": found.encounter, "system": found.ledger.system}
    for version, looks in found.looks:
        now |= _said(looks)
        ledgers.append((version, Ledger(**now)))
    return [*ledgers[:-1], *((version, found.ledger) for version, _ in ledgers[-1:])]


def _said(looks: Looks) -> dict[str, Any]:
    return {name: value for name in Looks.__struct_fields__ if (value := getattr(looks, name)) is not UNSET}
