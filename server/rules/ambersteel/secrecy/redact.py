"""What the declarations of Ambersteel's events and state can't say (3.4).

A player's character is an open book to all who see it. Of an NPC everybody sees what happens (faces, totals, what is
in its hand and in what state it is); its numbers are the GM's, unless the table says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.disclosure import NAME, OPEN, WHOLE, Disclosure
from server.core.knowing.viewer import Viewer, Witness
from server.core.memo import Memo
from server.kit.between import unperceived_told
from server.kit.order import order_told
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.sheet import Sheet
from server.rules.ambersteel.state.state import Arm, Combatant
from server.rules.ambersteel.things.items import Shield, Weapon

Told = dict[str, Any]


def _combatant(viewer: Viewer, one: Combatant, who: str) -> Told:
    """Of a stranger: what it holds, and how loaded. Whom it does not perceive its own player alone knows."""
    unperceived = unperceived_told(viewer, one.unperceived, who)
    aware_of = viewer.seen(one.aware_of) if one.aware_of is not None and viewer.plays(who) else None
    told: Told = {"unperceived": unperceived, "aware_of": aware_of}
    if viewer.reads(who):
        return {**told, "sheet": one.sheet, "arms": one.arms}
    return told | _CLOSED.of((one.sheet, one.arms), (one.main, one.off), _closed, one)


_CLOSED = Memo(64)
"""A combatant changes all the time, its sheet and what it holds seldom: then strangers know the same objects."""


def _closed(one: Combatant) -> Told:
    hands = (one.main, one.off)
    return {"sheet": closed_sheet(one.sheet, *hands), "arms": _closed_arms(one.arms, *hands)}


def _closed_arms(arms: dict[str, Arm], main: str, off: str) -> dict[str, Arm]:
    return {id: Arm(loaded=arm.loaded, stuck=arm.stuck) for id, arm in arms.items() if id in (main, off)}


def closed_sheet(sheet: Sheet, main: str, off: str) -> Sheet:
    """What it holds, nothing about how well it fights."""
    hands = (main, off)
    weapons = {id: _closed_weapon(weapon) for id, weapon in sheet.weapons.items() if id in hands}
    shields = {id: Shield(name=shield.name) for id, shield in sheet.shields.items() if id in hands}
    return Sheet(is_pc=sheet.is_pc, weapons=weapons, shields=shields)


def _closed_weapon(weapon: Weapon) -> Weapon:
    return Weapon(name=weapon.name, weapon_class=weapon.weapon_class, range_types=weapon.range_types)


def _added(viewer: Viewer, event: e.CombatantAdded, who: str) -> Told:
    sheet = event.sheet
    if viewer.reads(who):
        return {"sheet": sheet}
    return {"sheet": closed_sheet(sheet, sheet.wielded.main or "", sheet.wielded.off or "")}


def _order(witness: Witness, event: e.OrderSet, _who: str) -> Told | None:
    return order_told(witness, event, witness.hidden)


OPEN_VALUES = ("status", "flag", "actions", "death_failures", "stuck")


def _adjusted(viewer: Viewer, event: e.GmAdjusted, who: str) -> Told | None:
    """Rulings are public, but for numbers of closed sheets."""
    if event.value_of in OPEN_VALUES or viewer.reads(who):
        return WHOLE
    return {}


REDACT: dict[type[Any], Callable[[Any, Any, str], Told | None]] = {
    Combatant: _combatant,
    e.CombatantAdded: _added,
    e.OrderSet: _order,
    e.GmAdjusted: _adjusted,
}

TOPIC: dict[str, Disclosure] = {
    "action": OPEN, "who": NAME, "target": NAME, "subject": NAME, "kind": OPEN, "total": OPEN, "reach_cm": OPEN,
}  # fmt: skip
