"""Applying events about weapons: ammunition, hands, aim, support. Facts only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.rules.tirakan import events as e
from server.rules.tirakan.state.state import Accurate, Aim, Game


def change(game: Game, who: str, **changes: Any) -> Game:
    """The game with one combatant changed."""
    combatant = replace(game.combatants[who], **changes)
    return replace(game, combatants={**game.combatants, who: combatant})


def change_arm(game: Game, who: str, weapon: str, **changes: Any) -> Game:
    """The game with one weapon of a combatant changed."""
    arms = game.combatants[who].arms
    return change(game, who, arms={**arms, weapon: replace(arms[weapon], **changes)})


def _ammo_spent(game: Game, event: e.AmmoSpent) -> Game:
    return _ammo(game, event.who, event.weapon, event.left, gone=True)


def _ammo_returned(game: Game, event: e.AmmoReturned) -> Game:
    return _ammo(game, event.who, event.weapon, event.left, gone=False)


def _ammo(game: Game, who: str, weapon: str, left: int, gone: bool) -> Game:
    """T-MODE-4: a thrown weapon that counts no ammunition leaves the hand itself."""
    if game.combatants[who].arms[weapon].ammo is None:
        return change_arm(game, who, weapon, lost=gone, ready=not gone)
    return change_arm(game, who, weapon, ammo=left)


def _reloaded(game: Game, event: e.Reloaded) -> Game:
    return change_arm(game, event.who, event.weapon, ammo=event.ammo, reload_progress=0)


def _readied(game: Game, event: e.WeaponReadied) -> Game:
    """What was in the hand is put away; two hands hold nothing else. T-ACT-3: progress of reloading is lost."""
    combatant = game.combatants[event.who]
    hands = {"main": combatant.main_hand, "off": combatant.off_hand}
    away = {hands[event.hand]} | ({*hands.values()} if combatant.sheet.weapons[event.weapon].hands > 1 else set())
    for id in away - {event.weapon}:
        if id in combatant.arms:
            game = change_arm(game, event.who, id, ready=False, reload_progress=0)
    held = {hand: "" if id in away or id == event.weapon else id for hand, id in hands.items()}
    held[event.hand] = event.weapon
    game = change_arm(game, event.who, event.weapon, ready=True, lost=False)
    return change(game, event.who, main_hand=held["main"], off_hand=held["off"], supported="")


def _disarmed(game: Game, event: e.Disarmed) -> Game:
    """T-SPEC-SUP-3: what it rested on no longer holds it."""
    if game.combatants[event.who].supported == event.weapon:
        game = change(game, event.who, supported="")
    return change_arm(game, event.who, event.weapon, lost=True, ready=False, reload_progress=0)


def _accurate(game: Game, event: e.AccurateChanged) -> Game:
    return change(game, event.who, accurate=Accurate(event.weapon, event.stacks) if event.stacks else None)


GEAR: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.AmmoSpent: _ammo_spent,
    e.AmmoReturned: _ammo_returned,
    e.ReloadProgressed: lambda game, event: change_arm(game, event.who, event.weapon, reload_progress=event.progress),
    e.Reloaded: _reloaded,
    e.WeaponReadied: _readied,
    e.Disarmed: _disarmed,
    e.WeaponStuck: lambda game, event: change_arm(game, event.who, event.weapon, stuck_in=event.target),
    e.WeaponFreed: lambda game, event: change_arm(game, event.who, event.weapon, stuck_in=""),
    e.WeaponSupported: lambda game, event: change(game, event.who, supported=event.weapon),
    e.WeaponUnsupported: lambda game, event: change(game, event.who, supported=""),
    e.AimChanged: lambda game, event: change(
        game, event.who, aim=Aim(event.weapon, event.target, event.bonus) if event.bonus else None
    ),
    e.AccurateChanged: _accurate,
}
