"""The dice of an abandoned line, which come again where the table keeps them. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from server.core import events as e
from server.core.dice import Kept, KeptKey, Origin, Rolled
from server.core.ids import Position
from server.core.timeline import Timeline


def kept_faces(timeline: Timeline) -> dict[KeptKey, tuple[int, Origin]]:
    """Of the line that the newest rewind has abandoned, each combatant's first roll of a name that has not come again.

    Rolls come again whole and in their order: the third attack's dice are never mixed with the second's."""
    back = next((position for position in timeline.line() if _rewind(timeline, position) is not None), None)
    change = _rewind(timeline, back) if back is not None else None
    if back is None or change is None:
        return {}
    again = {rolled.by for commit in timeline.commits[back.version :] for rolled in commit.evidence}
    kept: dict[KeptKey, tuple[int, Origin]] = {}
    taken: dict[tuple[str, str], tuple[Position, str]] = {}
    for position in _abandoned(timeline, change):
        evidence = _evidence(timeline, position)
        gone = {(x.roll, x.who, x.act) for i, x in enumerate(evidence) if Kept(position, i) in again}
        for number, rolled in enumerate(evidence):
            name, whole = (rolled.roll, rolled.who), (position, rolled.act)
            if (*name, rolled.act) not in gone and taken.setdefault(name, whole) == whole:
                key = (rolled.roll, rolled.who, rolled.index, rolled.depth, rolled.sides)
                kept[key] = (rolled.face, Kept(position, number))
    return kept


def _rewind(timeline: Timeline, position: Position) -> e.Rewound | None:
    """The rewind that a position is, if it is one and no redo."""
    for event in timeline.commit(position.version).events:
        if isinstance(event, e.Rewound) and not event.redo:
            return event
    return None


def _abandoned(timeline: Timeline, change: e.Rewound) -> Iterator[Position]:
    """The positions that a rewind left behind, oldest first."""
    stays, left = set(timeline.before.line(change.to)), []
    for here in timeline.before.line(change.left):
        if here in stays:
            break
        left.append(here)
    return reversed(left)


def _evidence(timeline: Timeline, position: Position) -> Sequence[Rolled]:
    """The dice of a position; a step of an amendment has its own, its last one stands for the whole."""
    change = timeline.amendment(position.version)
    if change is None:
        return timeline.commit(position.version).evidence
    return change.steps[(position.step or len(change.steps)) - 1].evidence if change.steps else ()
