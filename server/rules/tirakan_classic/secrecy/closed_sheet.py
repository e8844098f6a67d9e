"""What is left of a sheet that is closed."""

from __future__ import annotations

from server.rules.tirakan_classic.state.sheet import Armour, Object, Sheet, Weapon
from server.rules.tirakan_classic.state.state import Arm, Combatant

MOST_LINEAGE = 20
"""Of more actions than a lineage may have the rest is told beside it."""


def closed_arms(own: Combatant) -> dict[str, Arm]:
    """Of a stranger's weapons the one in hand, and nothing of its ammunition."""
    return {own.in_hand: Arm()} if own.in_hand in own.arms else {}


def closed_sheet(sheet: Sheet, own: Combatant | None = None) -> Sheet:
    """What one sees of a stranger: how often it acts, what it holds and wears, nothing about how well."""
    hand = sheet.in_hand if own is None else own.in_hand
    actions = max(0, sheet.lineage_actions + sheet.template_actions)
    lineage = min(actions, MOST_LINEAGE)
    weapon, object = sheet.weapons.get(hand), sheet.objects.get(hand)
    return Sheet(
        lineage_actions=lineage, template_actions=actions - lineage, actions=sheet.actions,
        stolen_next=sheet.stolen_next, bonus_dice=sheet.bonus_dice, destiny_dice=sheet.destiny_dice,
        wounds=sheet.wounds, max_wounds=1000, status=sheet.status, posture=sheet.posture, in_hand=hand,
        weapons={hand: Weapon(name=weapon.name, weapon_class=weapon.weapon_class)} if weapon is not None else {},
        objects={hand: Object(name=object.name)} if object is not None else {},
        armour={id: Armour(name=each.name) for id, each in sheet.armour.items()},
    )  # fmt: skip
