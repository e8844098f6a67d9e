"""Applying events to things: weapons, armour, and what the GM sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.rules.ambersteel.evolve.change import change, settle
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import weapon_of
from server.rules.ambersteel.state.state import Arm, Combatant, Game
from server.rules.ambersteel.things.items import Armour


def _arm(game: Game, who: str, weapon: str, **changes: Any) -> Game:
    one = game.combatants[who]
    arm = one.arms.get(weapon, Arm())
    return change(game, who, arms={**one.arms, weapon: replace(arm, **changes)})


def _progressed(game: Game, event: e.ReloadProgressed) -> Game:
    """A-RNG-9: a static reload binds from its first step on."""
    game = _arm(game, event.who, event.weapon, progress=event.progress)
    is_static = weapon_of(game.combatants[event.who], event.weapon).is_static
    return change(game, event.who, static_lock=event.weapon) if is_static else game


def _abandoned(game: Game, event: e.ReloadAbandoned) -> Game:
    game = _arm(game, event.who, event.weapon, loaded=False, progress=0)
    one = game.combatants[event.who]
    return change(game, event.who, static_lock="") if one.static_lock == event.weapon else game


def _ammo(game: Game, event: e.AmmoTaken) -> Game:
    one = game.combatants[event.who]
    return change(game, event.who, ammo={**one.ammo, event.ammo: max(0, event.left)})


def _readied(game: Game, event: e.WeaponReadied) -> Game:
    """A two-handed weapon takes both hands; nothing is in two of them otherwise."""
    one = game.combatants[event.who]
    main, off = (event.item, one.off) if event.hand == "main" else (one.main, event.item)
    if main and main == off:
        main, off = (main, "") if event.hand == "main" else ("", off)
    if off and _needs_both(one, main):
        main, off = (main, "") if event.hand == "main" else ("", off)
    return change(game, event.who, main=main, off=off)


def _needs_both(one: Combatant, weapon: str) -> bool:
    return bool(weapon) and "two_handed" in weapon_of(one, weapon).tags


# --- armour ----------------------------------------------------------------------------------------------------------


def _piece(game: Game, who: str, armour: str, **changes: Any) -> Game:
    worn = game.combatants[who].armour
    return change(game, who, armour=tuple(replace(piece, **changes) if piece.id == armour else piece for piece in worn))


def _worn(worn: tuple[Armour, ...], id: str, piece: Armour | None) -> tuple[Armour, ...]:
    left = tuple(each for each in worn if each.id != id)
    return left if piece is None else (*left, piece)


# --- the GM ----------------------------------------------------------------------------------------------------------


def _adjusted(game: Game, event: e.GmAdjusted) -> Game:
    """3.2: a value that the GM sets."""
    one = game.combatants.get(event.who)
    if one is None:
        return game
    who, key, value = event.who, event.key, event.value
    match event.value_of:
        case "hp" | "sp" | "death_failures":
            return settle(game, who, **{event.value_of: value})
        case "flag":
            flags = tuple(flag for flag in one.flags if flag != key)
            return change(game, who, flags=(*flags, key) if value else flags)
        case "actions":
            return change(game, who, actions=replace(one.actions, **{key: value}))
        case "ammo":
            return change(game, who, ammo={**one.ammo, key: value})
        case "cp":
            return _piece(game, who, key, cp=value)
        case "armour":
            return change(game, who, armour=_worn(one.armour, key, event.armour))
        case "loaded" | "stuck":
            return _arm(game, who, key, **{event.value_of: value}, progress=0)
        case "sheet":
            return settle(game, who, sheet=replace(one.sheet, **{key: value}))
        case _:  # what somebody is in is said by the events behind it
            return game


def _held(game: Game, event: e.HoldSet) -> Game:
    return change(game, event.who, hold=event.on) if event.who else replace(game, hold_all=event.on)


GEAR: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.ReloadProgressed: _progressed,
    e.WeaponLoaded: lambda game, event: _arm(game, event.who, event.weapon, loaded=True),
    e.AmmoTaken: _ammo,
    e.ReloadAbandoned: _abandoned,
    e.StanceChanged: lambda game, event: _arm(game, event.who, event.weapon, stance=event.stance),
    e.WeaponReadied: _readied,
    e.WeaponStuck: lambda game, event: _arm(game, event.who, event.weapon, stuck=True),
    e.WeaponFreed: lambda game, event: _arm(game, event.who, event.weapon, stuck=False),
    e.ArmourConditionLost: lambda game, event: _piece(game, event.who, event.armour_id, cp=event.cp),
    e.ArmourRepaired: lambda game, event: _piece(game, event.who, event.armour_id, cp=None),
    e.GmAdjusted: _adjusted,
    e.HoldSet: _held,
}
