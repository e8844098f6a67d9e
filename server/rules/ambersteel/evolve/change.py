"""Changes of one combatant, and what everybody sees of its health then."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from server.rules.ambersteel.state.derived import hp_max
from server.rules.ambersteel.state.facts import LYING, is_in
from server.rules.ambersteel.state.state import Combatant, Game, Health


def change(game: Game, who: str, **changes: Any) -> Game:
    """The game with changes of one combatant."""
    if who not in game.combatants:
        return game
    return replace(game, combatants={**game.combatants, who: replace(game.combatants[who], **changes)})


def settle(game: Game, who: str, **changes: Any) -> Game:
    """The same where its health or what it is in changes. Who stands up again may make the fight go on, so that its end
    is proposed anew later."""
    before = game.combatants.get(who)
    if before is None:
        return game
    after = in_band(replace(before, **changes))
    is_back = before.health == "down" and after.health != "down"
    game = replace(game, combatants={**game.combatants, who: after})
    return replace(game, end_proposed=False) if is_back and game.end_proposed else game


def in_band(one: Combatant) -> Combatant:
    """3.4: healthy, hurt or down."""
    health = health_of(one)
    return one if health == one.health else replace(one, health=health)


def health_of(one: Combatant) -> Health:
    """3.4."""
    if is_in(one, *LYING):
        return "down"
    return "healthy" if one.hp >= hp_max(one.sheet) else "hurt"
