"""Whom one may be out to hurt."""

from __future__ import annotations

from server.core.state import Play
from server.rules.tactics.state.facts import are_foes, is_able


def foes(play: Play, who: str) -> list[str]:
    """Everybody of another side who lives; those who can still do something come first."""
    found = [other for other in play.pieces if are_foes(play, who, other)]
    living = [other for other in found if "dead" not in play.game.combatants[other].statuses]
    return sorted(living, key=lambda other: not is_able(play, other))
