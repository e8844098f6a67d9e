"""What it would be to stand somewhere else: the question behind a tap on the ground. Answered from what the asker knows
now, by the system's own movement and reach; nothing is changed, logged or rolled."""

from __future__ import annotations

from collections.abc import Generator

from server.core.create import check_place
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.knowing.viewer import reads
from server.core.secrecy import known, owns
from server.core.space import Point
from server.core.state import State
from server.core.system import Asker
from server.core.telling.reached import Reached, joined
from server.core.timeline.timeline import Timeline
from server.past.question import Question


class Reach(Question, frozen=True, kw_only=True):
    """What it costs one of the asker's combatants to come to a place, whom it reaches from there, who reaches it."""

    who: str
    at: Point


def reaching(timeline: Timeline, asker: Asker, question: Reach) -> Generator[None, None, Reached]:
    """The answer in the making, one other combatant after another. Raises Rejected: not_your_combatant,
    unknown_combatant, oversized, closed, no_place."""
    with timeline.shelf:
        state = known(timeline.system, timeline.state, asker.audience)
    who, at = question.who, question.at
    _check(state, asker, who, at)
    parts = []
    for part in timeline.system.reach(state, who, at):
        parts.append(part)
        yield
    closed = tuple(other for other in state.play.pieces if _is_closed(state, asker, who, other))
    return joined([*parts, Reached(closed=closed)])


def _check(state: State, asker: Asker, who: str, at: Point) -> None:
    check_place(at)
    piece = state.play.pieces.get(who)
    if asker.audience != GM and (piece is None or not owns(state, asker.audience, who)):
        raise Rejected("not_your_combatant", who=piece.name if piece is not None else "that combatant")
    if piece is None:
        raise Rejected("unknown_combatant", who=who)
    if state.ledger.closed:
        raise Rejected("closed")
    if piece.at is None:
        raise Rejected("no_place", who=piece.name)


def _is_closed(state: State, asker: Asker, who: str, other: str) -> bool:
    pieces = state.play.pieces
    return pieces[other].side != pieces[who].side and not reads(state, asker.audience, other)
