"""What somebody is told who asks for each of its combatants what it would be to stand somewhere else."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.secrecy import owns
from server.core.space import Point
from server.core.system import Asker
from server.core.timeline.timeline import Timeline
from server.past.questions import answer
from server.past.reach import Reach

STEPS: tuple[Point, ...] = ((0, 0), (250, -150))
"""From where it stands."""


def asked(timeline: Timeline, asker: Asker, *strangers: str) -> list[Any]:
    """The answers for all of its own who are on the map, and what it is told of these, who are not its own."""
    state = timeline.state
    mine = [who for who, piece in state.play.pieces.items() if piece.at and owns(state, asker.audience, who)]
    found = [_said(timeline, asker, who, at) for who in mine for at in _around(state.play.pieces[who].at)]
    return [*found, *(_said(timeline, asker, who, (0, 0)) for who in strangers)]


def _around(at: Point | None) -> list[Point]:
    return [] if at is None else [(at[0] + x, at[1] + y) for x, y in STEPS]


def _said(timeline: Timeline, asker: Asker, who: str, at: Point) -> Any:
    try:
        return answer(timeline, asker, Reach(who=who, at=at))
    except Rejected as refusal:
        return [refusal.code, repr(sorted(refusal.detail.items()))]
