"""The GM's word applied: what `gm_set` sets, and rulings on acts (T-GM-1). Facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.kit.between import EVOLVES
from server.rules.tirakan.events import gm
from server.rules.tirakan.evolve.gear import change
from server.rules.tirakan.state.facts import HELPLESS
from server.rules.tirakan.state.state import Combatant, Frame, Game, Ruling

Changes = dict[str, Any]


def with_condition(combatant: Combatant, key: str, level: int) -> Changes:
    """T-ROUND-6, T-COND-2 to T-COND-5: whoever becomes helpless loses what actions were left."""
    conditions = {condition: each for condition, each in combatant.conditions.items() if condition != key}
    if level > 0:
        conditions[key] = level
    lost = {"actions": 0, "quick_reaction": False} if level > 0 and key in HELPLESS else {}
    return {"conditions": conditions, **lost}


def _condition(combatant: Combatant, key: str, value: int) -> Changes:
    """T-SHIELD-6: a raised shield sinks too."""
    sunk = {"block": None} if value > 0 and key in HELPLESS else {}
    return {**with_condition(combatant, key, value), **sunk}


def _weapon(field: str) -> Callable[[Combatant, str, int], Changes]:
    """T-SPEC-KO-1, T-SPEC-SUP-1: what this weapon is good for."""

    def change(combatant: Combatant, key: str, value: int) -> Changes:
        weapon = replace(combatant.sheet.weapons[key], **{field: bool(value)})
        return _sheet(combatant, weapons={**combatant.sheet.weapons, key: weapon})

    return change


def _arm(combatant: Combatant, key: str, **changes: Any) -> Changes:
    return {"arms": {**combatant.arms, key: replace(combatant.arms[key], **changes)}}


def _sheet(combatant: Combatant, **changes: Any) -> Changes:
    return {"sheet": replace(combatant.sheet, **changes)}


def _unit(combatant: Combatant, key: str, value: int) -> Changes:
    spent = tuple(unit for unit in combatant.spent if unit != key)
    return {"spent": spent if value else (*spent, key)}


FOUND = {"ready": True, "lost": False, "stuck_in": ""}
"""What is made ready is also found again and freed."""

RULED: dict[str, Callable[[Combatant, str, int], Changes]] = {
    "wounds": lambda one, _, value: {"wounds": min(one.sheet.max_wounds, max(0, value))},  # T-WOUND-3: no surplus
    "quick_reaction": lambda _one, _, value: {"quick_reaction": bool(value)},
    "condition": _condition,
    "ammo": lambda one, key, value: _arm(one, key, ammo=max(0, value)),
    "ready": lambda one, key, value: _arm(one, key, **FOUND) if value else _arm(one, key, ready=False),
    "unit": _unit,
    "sheet": lambda one, key, value: _sheet(one, **{key: value}),
    "blunt": _weapon("blunt"),
    "supportable": _weapon("supportable"),
    "may_dual_wield": lambda one, _, value: _sheet(one, may_dual_wield=bool(value)),
}
"""Whatever else can be set is a number of the combatant's own."""


def set_by_gm(combatant: Combatant, value_of: str, key: str, value: int) -> Changes:
    """What of the combatant changes."""
    change = RULED.get(value_of)
    return {value_of: max(0, value)} if change is None else change(combatant, key, value)


# --- who stands how to whom ------------------------------------------------------------------------------------------


def _cover(game: Game, event: gm.CoverSet) -> Game:
    cover = {
        source: level for source, level in game.combatants[event.target].cover_from.items() if source != event.source
    }
    if event.level or event.source != "*":
        cover[event.source] = event.level
    return change(game, event.target, cover_from=cover)


RELATIONS: dict[type[Event], Callable[[Game, Any], Game]] = {**EVOLVES, gm.CoverSet: _cover}


# --- rulings on acts -------------------------------------------------------------------------------------------------

KEPT = ("cost", "from_behind", "cover", "distance_cm", "modifier", "nullify", "awaken")
"""What stays as it was said before where it is left out."""


def ruled(frame: Frame, event: gm.GMRuled) -> Frame:
    """The act with what was ruled on it, or on a reaction that is announced to it."""
    if event.reaction:
        return replace(frame, rulings={**frame.rulings, event.reaction: _merged(Ruling(), event)})
    return replace(frame, ruling=_merged(frame.ruling, event))


def _merged(ruling: Ruling, event: gm.GMRuled) -> Ruling:
    said = {field: value for field in KEPT if (value := getattr(event, field)) is not None}
    if event.ruling == "custom":
        said |= {"check": event.check, "difficulty": event.difficulty, "refuse": event.refuse}
    return replace(ruling, **said)
