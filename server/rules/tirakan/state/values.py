"""What the GM may set (T-GM-1). A menu keeps within what makes sense; what lies beyond is cut where it is applied."""

from __future__ import annotations

from typing import get_args

from server.core.bounds import bounds
from server.kit.values import Settable, Value, by_key, numbers, same
from server.rules.tirakan.state.facts import units
from server.rules.tirakan.state.intents import GmSet
from server.rules.tirakan.state.sheet import Condition, Sheet
from server.rules.tirakan.state.state import Combatant

MOST_ACTIONS, MOST_DICE, MOST_LEVEL = 20, 200, 20


def _upto(most: int, name: str = "", now: int | None = None) -> Value:
    return Value(bounds(GmSet)["value"], offered=(0, most), name=name, now=now)


ACTIONS, DICE, FLAG = same(_upto(MOST_ACTIONS)), same(_upto(MOST_DICE)), same(_upto(1))

PLAIN = {
    "wounds": lambda one: {"": _upto(one.sheet.max_wounds)},
    "boost": DICE,
    "actions": ACTIONS,
    "quick_reaction": FLAG,
    "bonus_dice": DICE,
    "destiny_dice": DICE,
    "rerolls": DICE,
    "stolen_next": ACTIONS,
    "recoil_chain": ACTIONS,
    "may_dual_wield": FLAG,
}
"""Values that need no key."""

NUMBERS = numbers(Sheet, *(field for field in bounds(Sheet) if field not in PLAIN))
"""The numbers on a sheet; what is only the first value of a combatant's own is set there."""

SCORES = [field for field, value in NUMBERS.items() if value.bounds == NUMBERS["strength"].bounds]

HANDLING = ("ready", "blunt", "supportable")
"""What is said of a weapon by yes (1) or no (0)."""


def _weapons(combatant: Combatant) -> dict[str, Value]:
    return {id: _upto(1, weapon.name) for id, weapon in combatant.sheet.weapons.items()}


def _ammo(combatant: Combatant) -> dict[str, Value]:
    weapons = combatant.sheet.weapons
    return {
        id: _upto(weapons[id].capacity or MOST_DICE, weapons[id].name, arm.ammo)
        for id, arm in combatant.arms.items()
        if arm.ammo is not None
    }


SETTABLE = Settable(
    GmSet,
    {
        **PLAIN,
        "condition": by_key(dict.fromkeys(get_args(Condition), _upto(MOST_LEVEL))),
        "ammo": _ammo,
        **dict.fromkeys(HANDLING, _weapons),
        "unit": lambda one: dict.fromkeys(units(one), _upto(1)),
        "sheet": by_key(NUMBERS),
    },
)
