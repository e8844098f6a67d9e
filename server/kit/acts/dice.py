"""Dice given up for actions: a bonus die makes one, a destiny die steals one from an opponent.

Who may, and what is taken of whom, is the system's. A combatant has `actions`, `bonus_dice` and `destiny_dice`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from server.core.disclosure import Open, Who
from server.core.events import Event
from server.core.options import Param
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


class Price(Struct, frozen=True):
    """For what an action is to be had together with the reaction that it pays for, as one answer."""

    cost: str
    says: Mapping[str, Any] = {}
    """What the answer's intent says of it."""
    params: tuple[Param, ...] = ()
    """What of that is open."""


BONUS_DIE = Price("1 bonus_die", {"bonus": True})


def with_action(play: Play, who: str) -> Play:
    """As it would be once a die is given up for an action: what else that changes is nothing to a reaction."""
    own = play.game.combatants[who]
    richer = replace(own, actions=own.actions + 1)
    return replace(play, game=replace(play.game, combatants={**play.game.combatants, who: richer}))
