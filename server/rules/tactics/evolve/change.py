"""A combatant, its record or an item with other values."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from server.rules.tactics.state.state import Combatant, Game


def change(game: Game, who: str, **changes: Any) -> Game:
    """The game with changes of one combatant."""
    if who not in game.combatants:
        return game
    return replace(game, combatants={**game.combatants, who: replace(game.combatants[who], **changes)})


def record(combatant: Combatant, **changes: Any) -> Combatant:
    """The combatant with changes in what it has planned and done."""
    return replace(combatant, record=replace(combatant.record, **changes))


def gear(game: Game, who: str, item: str, **changes: Any) -> Game:
    """The game with changes of one item."""
    mine = game.combatants[who].gear
    return change(game, who, gear={**mine, item: replace(mine[item], **changes)}) if item in mine else game
