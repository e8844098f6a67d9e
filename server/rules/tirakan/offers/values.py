"""The values that the GM may set, each with its bounds (T-GM-1). They are made of sheets, hands and weapons alone, so
that they stay the same while the fight goes on; what a value is now stands in the view (of ammunition: here)."""

from __future__ import annotations

from collections.abc import Callable

from server.core.options import Choice, Option, Param
from server.core.state import Play
from server.rules.tirakan.checks.gm import CONDITIONS
from server.rules.tirakan.evolve.gm import NUMBERS
from server.rules.tirakan.state.facts import units
from server.rules.tirakan.state.sheet import Sheet
from server.rules.tirakan.state.state import Combatant

MOST_ACTIONS, MOST_DICE, MOST_LEVEL = 20, 200, 20
SCORES = LEAST_SCORE, MOST_SCORE = NUMBERS["strength"]

PLAIN: dict[str, Callable[[Sheet], int]] = {
    "wounds": lambda sheet: sheet.max_wounds,
    "boost": lambda _: MOST_DICE,
    "actions": lambda _: MOST_ACTIONS,
    "quick_reaction": lambda _: 1,
    "bonus_dice": lambda _: MOST_DICE,
    "destiny_dice": lambda _: MOST_DICE,
    "rerolls": lambda _: MOST_DICE,
    "stolen_next": lambda _: MOST_ACTIONS,
    "recoil_chain": lambda _: MOST_ACTIONS,
    "may_dual_wield": lambda _: 1,
}
"""Values that need no key, and the most that each can be."""


HANDLING = ("ready", "blunt", "supportable")
"""What is said of a weapon by yes (1) or no (0)."""


def plain_options(play: Play, who: Param) -> list[Option]:
    """Few options for any time: what anybody has, and conditions."""
    value_of = Param(
        name="value_of", kind="choice", label="value_of", choices=tuple(Choice(key, key) for key in PLAIN)
    )  # fmt: skip
    most = max((limit(each.sheet) for each in play.game.combatants.values() for limit in PLAIN.values()), default=0)
    anything = Option(key="gm_set", intent={"type": "gm_set"}, group="gm", params=(who, value_of, _number(most)))
    return [anything, _option("condition", who, _key(*CONDITIONS), _number(MOST_LEVEL))]


def set_options(play: Play, who: Param) -> list[Option]:
    """One option for each value of anybody, then for each combatant what needs a key of its own."""
    people: dict[str, Combatant] = {each: play.game.combatants[each] for each in play.pieces}
    found = [
        _option(key, who, _number(max(most(each.sheet) for each in people.values())))
        for key, most in PLAIN.items()
        if key != "rerolls" or play.game.options.dice_in_rolls
    ]
    found.append(_option("condition", who, _key(*CONDITIONS), _number(MOST_LEVEL)))
    scores = [key for key, limits in NUMBERS.items() if limits == SCORES]
    found.append(_option("sheet", who, _key(*scores), _number(MOST_SCORE, LEAST_SCORE)))
    for key, (least, most) in NUMBERS.items():
        if key not in scores:
            found.append(_option("sheet", who, _number(most, least), key=key))
    return found + [option for each, combatant in people.items() for option in _of_one(each, combatant)]


def _of_one(who: str, combatant: Combatant) -> list[Option]:
    """Ammunition, whether a weapon is at hand and what it is good for, protection units."""
    sheet = combatant.sheet
    counted = [
        _option("ammo", _key(id, name=weapon.name), _rounds(combatant, id, weapon.capacity or MOST_DICE), who=who)
        for id, weapon in sheet.weapons.items()
        if weapon.ammo is not None or weapon.capacity is not None
    ]
    weapons = tuple(Choice(id, weapon.name) for id, weapon in sheet.weapons.items())
    about = Param(
        name="value_of", kind="choice", label="value_of", choices=tuple(Choice(each, each) for each in HANDLING)
    )  # fmt: skip
    key = Param(name="key", kind="choice", label="weapon", choices=weapons)
    handling = {"type": "gm_set", "who": who}
    handled = [Option(key="gm_set", intent=handling, group="gm", params=(about, key, _number(1)), label="weapon")]
    worn = units(combatant)
    guarded = [_option("unit", _key(*worn), _number(1), who=who)] if worn else []
    return [*counted, *(handled if weapons else []), *guarded]


def _key(*keys: str, name: str = "") -> Param:
    return Param(name="key", kind="choice", label="key", choices=tuple(Choice(key, name or key) for key in keys))


def _rounds(combatant: Combatant, weapon: str, most: int) -> Param:
    arm = combatant.arms.get(weapon)
    return _number(most, now=arm.ammo if arm is not None else None)


def _number(most: int, least: int = 0, now: int | None = None) -> Param:
    return Param(name="value", kind="number", label="value", least=least, most=most, initial=now)


def _option(value_of: str, *params: Param, **fixed: str) -> Option:
    intent = {"type": "gm_set", "value_of": value_of, **fixed}
    return Option(key="gm_set", intent=intent, group="gm", params=params, label=fixed.get("key", value_of))
