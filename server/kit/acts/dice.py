"""Dice given up for actions: a bonus die makes one, a destiny die steals one from an opponent.

Who may, and what is taken of whom, is the system's. A combatant has `actions`, `bonus_dice` and `destiny_dice`.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from server.core.disclosure import Open, Who
from server.core.events import Event
from server.core.state import Play


class BonusDieSpent(Event, frozen=True, kw_only=True):
    """A bonus die is given up for an action."""

    who: Who
    left: Open[int]


class DestinyDieSpent(Event, frozen=True, kw_only=True):
    """A destiny die is given up for an action of somebody else."""

    who: Who
    left: Open[int]


class ActionStolen(Event, frozen=True, kw_only=True):
    """The thief has one more. `now`: of the actions that the victim has; `next_turn`: of its next refresh."""

    thief: Who
    victim: Who
    when: Open[Literal["now", "next_turn"]]


EVENTS = (BonusDieSpent, DestinyDieSpent, ActionStolen)


def with_bonus_die(play: Play, who: str) -> Play:
    """As it would be once a bonus die is spent for an action."""
    own = play.game.combatants[who]
    spent = replace(own, bonus_dice=own.bonus_dice - 1, actions=own.actions + 1)
    return replace(play, game=replace(play.game, combatants={**play.game.combatants, who: spent}))
