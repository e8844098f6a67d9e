"""Values that follow from attributes and gear (A-ATT-*). Pure arithmetic."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from server.core.space import cm
from server.rules.ambersteel.state.sheet import Sheet
from server.rules.ambersteel.state.state import Combatant, Ruling, Throw
from server.rules.ambersteel.things.items import UNARMED, Cost, Shield, Weapon, in_stance

STR_MODS = (-5, -4, -3, -3, -2, -2, -1, -1, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5)
"""A-ATT-1: by strength from 1 on."""
PRECISION = (-5, -4, -3, -2, -1, -1, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
"""A-ATT-2: by dexterity from 1 on."""
AVERAGE = 10
"""Only what an attribute has above this counts for the modifiers below."""


def str_mod(sheet: Sheet) -> int:
    """A-ATT-1."""
    return STR_MODS[sheet.str - 1]


def precision(sheet: Sheet) -> int:
    """A-ATT-2."""
    return PRECISION[sheet.dex - 1]


def _half_above(*attributes: int) -> int:
    return sum(max(0, each - AVERAGE) for each in attributes) // 2


def initiative_mod(sheet: Sheet) -> int:
    """A-ATT-3."""
    return _half_above(sheet.spd, sheet.perc)


def parry_mod(sheet: Sheet) -> int:
    """A-ATT-4, without what is parried with."""
    return _half_above(sheet.str, sheet.perc)


def dodge_mod(combatant: Combatant) -> int:
    """A-ATT-5."""
    return _half_above(combatant.sheet.dex, combatant.sheet.spd) - esp(combatant)


def encumbrance(combatant: Combatant) -> int:
    """A-ATT-6: of all that is worn, broken or not, and what is carried."""
    return combatant.sheet.encumbrance_carried + sum(piece.encumbrance for piece in combatant.armour)


def esp(combatant: Combatant) -> int:
    """A-ATT-6: the encumbrance stamina penalty."""
    return encumbrance(combatant) // 2


def hp_max(sheet: Sheet) -> int:
    """A-ATT-7."""
    return 5 * sheet.con if sheet.hp_max is None else sheet.hp_max


def first_hp(sheet: Sheet) -> int:
    """What it begins with, never more than A-ATT-7 gives."""
    return hp_max(sheet) if sheet.hp is None else min(sheet.hp, hp_max(sheet))


def sp_max(sheet: Sheet) -> int:
    """A-ATT-8."""
    return 2 * sheet.end if sheet.sp_max is None else sheet.sp_max


def sp_regen(sheet: Sheet) -> int:
    """A-ATT-8."""
    return max(1, sheet.end // 2) if sheet.sp_regen is None else sheet.sp_regen


def allowance_cm(sheet: Sheet) -> int:
    """A-ATT-9: how far a turn's movement leads."""
    return cm(max(1, sheet.spd))


def weapon_of(combatant: Combatant, id: str) -> Weapon:
    """A weapon of this combatant as it is held now; bare hands where there is none of this id."""
    weapon = combatant.sheet.weapons.get(id)
    if weapon is None:
        return UNARMED
    arm = combatant.arms.get(id)
    return in_stance(weapon, arm.stance if arm is not None else weapon.stance)


def melee_weapon(combatant: Combatant) -> str:
    """A-ZOC-6: what its own opportunity attacks are made with: the weapon in the main hand, else bare hands."""
    arm = combatant.arms.get(combatant.main)
    is_ready = arm is not None and not arm.stuck and "melee" in weapon_of(combatant, combatant.main).range_types
    return combatant.main if is_ready else ""


def item_name(combatant: Combatant, id: str) -> str:
    """What people call one of its things; empty for bare hands."""
    sheet = combatant.sheet
    thing = sheet.weapons.get(id) or sheet.shields.get(id) or sheet.objects.get(id)
    return (thing.name or id) if thing is not None else id


def parries_with(combatant: Combatant, id: str) -> Weapon | Shield:
    """A-DEF-1: the weapon or shield of this id; bare hands where it is empty."""
    return combatant.sheet.shields.get(id) or weapon_of(combatant, id)


def cost_of(combatant: Combatant, cost: Cost | None, weapon: Weapon | Shield | None = None) -> int:
    """A-STA-1: with the encumbrance penalty where the entry carries it, and one more for an unbalanced weapon."""
    if cost is None:
        return 0
    extra = int(isinstance(weapon, Weapon) and "unbalanced" in weapon.tags)
    return cost.base + extra + (esp(combatant) if cost.esp else 0)


DODGE = Cost(base=2, esp=True)
"""A-DEF-2."""


def ruled(throw: Throw, said: Ruling) -> Throw:
    """A-THR-7: what the GM put in the place of what the die says."""
    return Throw(
        reach_cm=throw.reach_cm if said.reach_cm is None else said.reach_cm,
        damage=throw.damage if said.damage is None else said.damage,
        type=said.damage_type or throw.type,
    )


NOTHING_RULED = Ruling()


def both(earlier: Ruling, later: Ruling) -> Ruling:
    """A-GEN-6: what the GM said before the die of a throw still counts behind it, where nothing else is said then."""
    said = {name: value for name, value in asdict(later).items() if value != getattr(NOTHING_RULED, name)}
    return replace(earlier, **said)


QUIET_ROUNDS = 2
"""A-STA-7."""


def is_rested(combatant: Combatant) -> bool:
    """A-STA-7: asked at the end of its own round. The round in which it began does not count."""
    if "overexerted" not in combatant.statuses or combatant.sp <= 0:
        return False
    return good_rounds(combatant) >= QUIET_ROUNDS


def good_rounds(combatant: Combatant) -> int:
    """A-STA-7: full rounds in a row, with the one that ends now, in which it spent no more than half of what it
    regained."""
    ledger = combatant.ledger
    if ledger.is_fresh:
        return 0
    return ledger.good_rounds + 1 if ledger.spent <= ledger.regained // 2 else 0
