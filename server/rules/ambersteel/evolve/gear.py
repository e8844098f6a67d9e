"""Applying events to things: weapons, armour, and what the GM sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.rules.ambersteel.evolve.change import change, settle
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import hp_max, sp_max, weapon_of
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
    return _unlocked(_arm(game, event.who, event.weapon, loaded=False, progress=0), event.who, event.weapon)


def _unlocked(game: Game, who: str, weapon: str) -> Game:
    """A-RNG-9: nothing binds it to this weapon any more."""
    return change(game, who, static_lock="") if game.combatants[who].static_lock == weapon else game


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


def _stance(game: Game, event: e.StanceChanged) -> Game:
    """A stance may take both hands, too."""
    game = _arm(game, event.who, event.weapon, stance=event.stance)
    one = game.combatants[event.who]
    return change(game, event.who, off="") if one.off and _needs_both(one, one.main) else game


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
    """3.2: a value that the GM sets. What somebody is in is said by the events behind it."""
    one = game.combatants.get(event.who)
    apply = _SETS.get(event.value_of)
    return game if one is None or apply is None else apply(game, one, event)


def _number(game: Game, _one: Combatant, event: e.GmAdjusted) -> Game:
    return settle(game, event.who, **{event.value_of: event.value})


def _flag(game: Game, one: Combatant, event: e.GmAdjusted) -> Game:
    flags = tuple(flag for flag in one.flags if flag != event.key)
    return change(game, event.who, flags=(*flags, event.key) if event.value else flags)


def _loaded(game: Game, _one: Combatant, event: e.GmAdjusted) -> Game:
    return _arm(_unlocked(game, event.who, event.key), event.who, event.key, loaded=event.value, progress=0)


def _sheet(game: Game, one: Combatant, event: e.GmAdjusted) -> Game:
    """A-GEN-7: what is had is no more than the new most."""
    sheet = replace(one.sheet, **{event.key: event.value})
    return settle(game, event.who, sheet=sheet, hp=min(one.hp, hp_max(sheet)), sp=min(one.sp, sp_max(sheet)))


_SETS: dict[str, Callable[[Game, Combatant, e.GmAdjusted], Game]] = {
    "hp": _number,
    "sp": _number,
    "death_failures": _number,
    "flag": _flag,
    "loaded": _loaded,
    "sheet": _sheet,
    "actions": lambda game, one, event: change(
        game, event.who, actions=replace(one.actions, **{event.key: event.value})
    ),
    "ammo": lambda game, one, event: change(game, event.who, ammo={**one.ammo, event.key: event.value}),
    "cp": lambda game, _one, event: _piece(game, event.who, event.key, cp=event.value),
    "armour": lambda game, one, event: change(game, event.who, armour=_worn(one.armour, event.key, event.armour)),
    "stuck": lambda game, _one, event: _arm(game, event.who, event.key, stuck=event.value),
}


def _held(game: Game, event: e.HoldSet) -> Game:
    return change(game, event.who, hold=event.on) if event.who else replace(game, hold_all=event.on)


GEAR: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.ReloadProgressed: _progressed,
    e.WeaponLoaded: lambda game, event: _arm(game, event.who, event.weapon, loaded=True),
    e.AmmoTaken: _ammo,
    e.ReloadAbandoned: _abandoned,
    e.StanceChanged: _stance,
    e.WeaponReadied: _readied,
    e.WeaponStuck: lambda game, event: _arm(game, event.who, event.weapon, stuck=True),
    e.WeaponFreed: lambda game, event: _arm(game, event.who, event.weapon, stuck=False),
    e.ArmourConditionLost: lambda game, event: _piece(game, event.who, event.armour_id, cp=event.cp),
    e.ArmourRepaired: lambda game, event: _piece(game, event.who, event.armour_id, cp=None),
    e.GmAdjusted: _adjusted,
    e.HoldSet: _held,
}
