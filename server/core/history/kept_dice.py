"""The dice of an abandoned line, which come again where the table keeps them. Decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

from server.core.dice import Kept, KeptKey, Origin, Rolled
from server.core.ids import Position
from server.core.timeline.notes import Note
from server.core.timeline.timeline import Timeline

ABANDONED: Note[list[tuple[Position, Sequence[Rolled]]]] = Note(outlives_head=True)
"""By the version of a rewind: the positions that it left behind, oldest first, with their dice. No later commit
changes it, and every roll asks for it until the next rewind."""


def kept_faces(timeline: Timeline) -> dict[KeptKey, tuple[int, Origin]]:
    """The dice of the line that the newest rewind has abandoned: of the rolls of one name by one combatant, the first
    that has not come again.

    So rolls come again whole and in their order, and the third attack's dice never mix with the second's."""
    jumps = timeline.before.jumps_down(timeline.head)
    back = next((version for version, jump in jumps if jump.takes_back), 0)
    if not back:
        return {}
    abandoned = timeline.notes.find(ABANDONED, back)
    if abandoned is None:
        abandoned = [(here, _evidence(timeline, here)) for here in _abandoned(timeline, back)]
        timeline.notes.keep(ABANDONED, back, abandoned)
    again = {kept for version, kept in timeline.again if version > back}
    kept: dict[KeptKey, tuple[int, Origin]] = {}
    taken: dict[tuple[str, str], tuple[Position, str]] = {}
    for position, evidence in abandoned:
        gone = {(x.roll, x.who, x.act) for i, x in enumerate(evidence) if Kept(position, i) in again}
        for number, rolled in enumerate(evidence):
            name, whole = (rolled.roll, rolled.who), (position, rolled.act)
            if (*name, rolled.act) not in gone and taken.setdefault(name, whole) == whole:
                key = (rolled.roll, rolled.who, rolled.index, rolled.depth, rolled.sides)
                kept[key] = (rolled.face, Kept(position, number))
    return kept


def _abandoned(timeline: Timeline, back: int) -> list[Position]:
    """The positions that the rewind of this version left behind, oldest first."""
    to, left = timeline.before.jumps[back].base, []
    for here in timeline.before.line(Position(back - 1)):
        if timeline.before.leads(here, to):
            break
        left.append(here)
    timeline.commits.need_all(here.version for here in left)
    return left[::-1]


def _evidence(timeline: Timeline, position: Position) -> Sequence[Rolled]:
    """The dice of a position; a step of an amendment has its own, its last one stands for the whole."""
    change = timeline.amendment(position.version)
    if change is None:
        return timeline.commit(position.version).evidence
    return change.steps[(position.step or len(change.steps)) - 1].evidence if change.steps else ()
