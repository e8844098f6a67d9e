"""The values that the GM may set (T-GM-1), as options. They are made of sheets, hands and weapons alone, so that they
stay the same while the fight goes on; what a value is now stands in the view (of ammunition: here)."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.options import Option, Param
from server.core.state import Play
from server.rules.tirakan.state.state import Combatant
from server.rules.tirakan.state.values import HANDLING, NUMBERS, PLAIN, SCORES, SETTABLE


def plain_options(play: Play, who: Param) -> list[Option]:
    """Few options for any time: what anybody has, and conditions."""
    people = _people(play)
    return [SETTABLE.option(who, people, *PLAIN), SETTABLE.option(who, people, "condition")]


def set_options(play: Play, who: Param) -> list[Option]:
    """One option for each value of anybody, then for each combatant what needs a key of its own."""
    people = _people(play)
    plain = [name for name in PLAIN if name != "rerolls" or play.game.options.dice_in_rolls]
    found = [SETTABLE.option(who, people, name) for name in (*plain, "condition")]
    found.append(SETTABLE.option(who, people, "sheet", keys=SCORES))
    found += [SETTABLE.option(who, people, "sheet", keys=key) for key in NUMBERS if key not in SCORES]
    return found + [option for each in play.pieces for option in _of_one(each, play.game.combatants[each])]


def _people(play: Play) -> list[Combatant]:
    return [play.game.combatants[who] for who in play.pieces]


def _of_one(who: str, combatant: Combatant) -> list[Option]:
    """Ammunition, whether a weapon is at hand and what it is good for, protection units."""
    one = [combatant]
    found = [SETTABLE.option(who, one, "ammo", keys=(id,)) for id in SETTABLE.table["ammo"](combatant)]
    if combatant.sheet.weapons:
        handled = SETTABLE.option(who, one, *HANDLING, label="weapon")
        about, key, value = handled.params
        found.append(replace(handled, params=(about, replace(key, label="weapon"), value)))
    if SETTABLE.table["unit"](combatant):
        found.append(SETTABLE.option(who, one, "unit"))
    return found
