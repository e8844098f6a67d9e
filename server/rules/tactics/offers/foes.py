"""Whom one may be out to hurt."""

from __future__ import annotations

from server.core.memo import Memo, Newest
from server.core.state import Play
from server.kit.roster import roster
from server.rules.tactics.state.facts import is_able


def foes(play: Play, who: str) -> tuple[str, ...]:
    """Everybody of another side who lives; those who can still do something come first."""
    return BY_SIDE.of(play)[play.pieces[who].side] if who in play.pieces else ()


def _by_side(play: Play) -> dict[str, tuple[str, ...]]:
    """The foes of each side. Whoever is offered everything asks for all who are there, at every moment; it hardly ever
    changes."""
    statuses = tuple([play.game.combatants[who].statuses for who in play.pieces])
    return SIDES.of((roster(play),), statuses, _of_sides, play)


def _of_sides(play: Play) -> dict[str, tuple[str, ...]]:
    living = [who for who in play.pieces if "dead" not in play.game.combatants[who].statuses]
    people = sorted(living, key=lambda who: not is_able(play, who))
    sides = {piece.side for piece in play.pieces.values()}
    return {side: tuple(who for who in people if play.pieces[who].side != side) for side in sides}


BY_SIDE, SIDES = Newest(_by_side), Memo(32)
