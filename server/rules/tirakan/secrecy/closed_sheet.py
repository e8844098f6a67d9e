"""What is left of a sheet that is closed, or partly so. Who may read it is for `known` to say."""

from __future__ import annotations

from msgspec.structs import replace

from server.rules.tirakan.state.sheet import MOST_BASE_ACTIONS, Armour, Sheet, Shield, Weapon
from server.rules.tirakan.state.state import Arm, Combatant


def closed_arms(combatant: Combatant) -> dict[str, Arm]:
    """Of a stranger's weapons: those in hand, and nothing of their ammunition."""
    in_hand = (combatant.main_hand, combatant.off_hand)
    return {id: _closed_arm(combatant.arms[id]) for id in in_hand if id in combatant.arms}


def _closed_arm(arm: Arm) -> Arm:
    return Arm(ready=arm.ready, stuck_in=arm.stuck_in, lost=arm.lost)


def without_protection(sheet: Sheet) -> Sheet:
    """An open book but for what stops hits."""
    armour = {id: replace(each, protection=()) for id, each in sheet.armour.items()}
    shields = {id: replace(each, protection=()) for id, each in sheet.shields.items()}
    return replace(sheet, armour=armour, shields=shields, innate_protection=())


def closed_sheet(sheet: Sheet, combatant: Combatant | None = None) -> Sheet:
    """What one sees of a stranger: how often it acts, what it holds and wears, nothing about how well."""
    main, off = (
        (combatant.main_hand, combatant.off_hand) if combatant is not None else (sheet.main_hand, sheet.off_hand)
    )
    actions = max(0, sheet.base_actions + sheet.template_actions)
    base_actions = min(actions, MOST_BASE_ACTIONS)  # of more than a sheet's base may be, the rest is told beside it
    return Sheet(
        base_actions=base_actions, template_actions=actions - base_actions,
        bonus_dice=sheet.bonus_dice, destiny_dice=sheet.destiny_dice, rerolls=sheet.rerolls, wounds=sheet.wounds,
        conditions=sheet.conditions, max_wounds=1000, main_hand=main, off_hand=off,
        weapons={id: _closed_weapon(sheet.weapons[id]) for id in (main, off) if id in sheet.weapons},
        shields={off: _closed_shield(sheet.shields[off])} if off in sheet.shields else {},
        armour={id: Armour(name=each.name, category=each.category) for id, each in sheet.armour.items()},
    )  # fmt: skip


def _closed_shield(shield: Shield) -> Shield:
    """How big it is anybody can see."""
    return Shield(name=shield.name, cover=shield.cover)


def _closed_weapon(weapon: Weapon) -> Weapon:
    return Weapon(
        name=weapon.name, weapon_class=weapon.weapon_class, type=weapon.type, hands=weapon.hands, ready=weapon.ready
    )
