"""What `gm_set` may set, and how: one entry per kind of value (T-GM-1). Facts only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.rules.tirakan.sheet import Sheet
from server.rules.tirakan.state import Combatant

Changes = dict[str, Any]


def _plain(field: str) -> Callable[[Combatant, str, int], Changes]:
    return lambda _combatant, _key, value: {field: max(0, value)}


def _condition(combatant: Combatant, key: str, value: int) -> Changes:
    conditions = {condition: level for condition, level in combatant.conditions.items() if condition != key}
    return {"conditions": {**conditions, key: value} if value > 0 else conditions}


def _ammo(combatant: Combatant, key: str, value: int) -> Changes:
    return {"arms": {**combatant.arms, key: replace(combatant.arms[key], ammo=max(0, value))}}


def _ready(combatant: Combatant, key: str, value: int) -> Changes:
    """Ready is also found again and freed."""
    arm = combatant.arms[key]
    arm = replace(arm, ready=True, lost=False, stuck_in="") if value else replace(arm, ready=False)
    return {"arms": {**combatant.arms, key: arm}}


def _unit(combatant: Combatant, key: str, value: int) -> Changes:
    spent = tuple(unit for unit in combatant.spent if unit != key)
    return {"spent": spent if value else (*spent, key)}


def _sheet(combatant: Combatant, key: str, value: int) -> Changes:
    return {"sheet": replace(combatant.sheet, **{key: value})}


RULED: dict[str, Callable[[Combatant, str, int], Changes]] = {
    "wounds": _plain("wounds"),
    "boost": _plain("boost"),
    "actions": _plain("actions"),
    "bonus_dice": _plain("bonus_dice"),
    "destiny_dice": _plain("destiny_dice"),
    "stolen_next": _plain("stolen_next"),
    "recoil_chain": _plain("recoil_chain"),
    "quick_reaction": lambda _combatant, _key, value: {"quick_reaction": bool(value)},
    "condition": _condition,
    "ammo": _ammo,
    "ready": _ready,
    "unit": _unit,
    "sheet": _sheet,
}

NUMBERS = tuple(
    field for field in Sheet.__struct_fields__
    if isinstance(getattr(Sheet(), field), int) and not isinstance(getattr(Sheet(), field), bool)
)  # fmt: skip
"""The numbers on a sheet that the GM can set."""
