"""What the GM may set (L-GM-1)."""

from __future__ import annotations

from typing import get_args

from server.core.bounds import bounds
from server.kit.values import FLAG, Settable, Value, by_key, numbers, same
from server.rules.tirakan_classic.state.intents import MOST_ACTIONS, GmSet
from server.rules.tirakan_classic.state.sheet import Posture, Sheet, Status
from server.rules.tirakan_classic.state.state import Combatant

MOST_DICE, MOST_WOUNDS = 200, 1000

PLAIN = {
    "wounds": same(Value((0, MOST_WOUNDS), offered=(0, 20))),
    "actions": same(Value((0, MOST_ACTIONS))),
    "stolen_next": same(Value((0, MOST_ACTIONS))),
    "bonus_dice": same(Value((0, MOST_DICE), offered=(0, 20))),
    "destiny_dice": same(Value((0, MOST_DICE), offered=(0, 20))),
    "status": same(Value(choices=get_args(Status))),
    "posture": same(Value(choices=get_args(Posture))),
    "round_over": same(FLAG),
}
"""Values that everybody has, and that need no key."""

FIRST = ("actions", "stolen_next", "bonus_dice", "destiny_dice", "wounds", "speed")
"""Numbers on the sheet that are only the first value of a combatant's own, or may be none."""
NUMBERS = numbers(Sheet, *(field for field in bounds(Sheet) if field not in FIRST))


def _ammo(one: Combatant) -> dict[str, Value]:
    weapons = one.sheet.weapons
    return {
        id: Value(
            (0, MOST_DICE), offered=(0, weapons[id].capacity or MOST_DICE), name=weapons[id].name or id, now=arm.ammo
        )
        for id, arm in one.arms.items()
        if arm.ammo is not None
    }


def _in_hand(one: Combatant) -> dict[str, Value]:
    return {"": Value(choices=("", *one.sheet.weapons, *one.sheet.objects))}


SETTABLE = Settable(GmSet, {**PLAIN, "in_hand": _in_hand, "ammo": _ammo, "sheet": by_key(NUMBERS)})
