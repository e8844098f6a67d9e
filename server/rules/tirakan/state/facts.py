"""Questions about the state that many rules ask. Pure look-ups and sums; nothing is refused, rolled or changed here."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Literal

from server.core.memo import Memo
from server.core.space import CM_PER_M, cm
from server.kit.acts.reactions import reserved
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.intents import Attack
from server.rules.tirakan.state.sheet import UNARMED, Armour, Shield, Weapon
from server.rules.tirakan.state.state import Arm, Block, Combatant, Frame, Game, Strike

HELPLESS = ("dead", "dying", "unconscious", "sleeping")
"""Conditions without actions, the gravest first (T-ROUND-6, T-COND-4)."""

HANDS = Weapon(name=UNARMED, hands=0, type=UNARMED, range_m=n.UNARMED_RANGE_M, blunt=True)
STRONG_HANDS = Weapon(name=UNARMED, hands=0, type=UNARMED, range_m=n.UNARMED_RANGE_M, blunt=True, piercing=1)

INNATE = "innate"
"""Where a combatant's own protection units come from."""

UNITS = Memo(256)
"""Many questions of one decision count the same units."""


# --- combatants ------------------------------------------------------------------------------------------------------


def helpless(combatant: Combatant) -> str:
    """The gravest condition that takes all actions; empty if none does."""
    if not combatant.conditions:
        return ""
    return next((condition for condition in HELPLESS if condition in combatant.conditions), "")


def is_able(game: Game, who: str) -> bool:
    """Can it act and react at all?"""
    combatant = game.combatants.get(who)
    return combatant is not None and not combatant.gone and not helpless(combatant)


def is_surprised(combatant: Combatant) -> bool:
    """T-QUICK-4: failed the check, and the own first turn has not begun."""
    return combatant.quick_check == "failed" and not combatant.had_turn


def actions_max(combatant: Combatant) -> int:
    """T-TURN-3, T-COND-2 to T-COND-5, T-SPEC-DUAL-3: what a refresh gives."""
    if helpless(combatant):
        return 0
    sheet = combatant.sheet
    return max(0, sheet.base_actions + sheet.template_actions + (1 if is_dual_wielding(combatant) else 0))


def is_dual_wielding(combatant: Combatant) -> bool:
    """T-SPEC-DUAL-1, T-SPEC-DUAL-2: two ready one-handed weapons of one type, and the skill for it."""
    if not combatant.sheet.may_dual_wield:
        return False
    main = held_weapon(combatant, combatant.main_hand)
    off = held_weapon(combatant, combatant.off_hand)
    return main is not None and off is not None and main.type == off.type and main.hands == off.hands == 1


def held_weapon(combatant: Combatant, weapon: str) -> Weapon | None:
    """A weapon that is in hand and ready."""
    arm = combatant.arms.get(weapon)
    return combatant.sheet.weapons.get(weapon) if arm is not None and is_at_hand(arm) else None


def is_at_hand(arm: Arm) -> bool:
    """Can it be used at once?"""
    return arm.ready and not arm.stuck_in and not arm.lost


def weapon_of(combatant: Combatant, weapon: str) -> Weapon | None:
    """The weapon of that id; bare hands too (T-UNARMED-1 to T-UNARMED-3)."""
    return bare_hands(combatant) if weapon == UNARMED else combatant.sheet.weapons.get(weapon)


def bare_hands(combatant: Combatant) -> Weapon:
    """T-UNARMED-2: strength above 2 pierces. (The extra die of T-UNARMED-3 is a term of the roll.)"""
    return STRONG_HANDS if combatant.sheet.strength >= n.UNARMED_FROM else HANDS


def main_weapon(combatant: Combatant) -> str:
    """What an attack is made with when nothing else is said."""
    return combatant.main_hand or UNARMED


def attacks_with(combatant: Combatant, deed: Attack) -> str:
    """The weapon of an attack: the named one, else that in the named hand."""
    return deed.weapon or (combatant.off_hand if deed.hand == "off" else "") or main_weapon(combatant)


def hand_of(combatant: Combatant, weapon: str, hand: str) -> Literal["main", "off"]:
    """T-SPEC-DUAL-4: which hand holds the weapon; `hand` counts only where both do."""
    if not weapon or weapon != combatant.off_hand or (weapon == combatant.main_hand and hand != "off"):
        return "main"
    return "off"


def shield_of(combatant: Combatant) -> Shield | None:
    """The shield in the off hand."""
    return combatant.sheet.shields.get(combatant.off_hand)


def is_shield_usable(game: Game, combatant: Combatant) -> bool:
    """T-SHIELD-1, H-22: beside a one-handed weapon, with the option also beside an empty hand."""
    weapon = held_weapon(combatant, combatant.main_hand)
    return weapon.hands == 1 if weapon is not None else not game.options.shield_needs_weapon


def load(combatant: Combatant) -> int:
    """T-DODGE-4: encumbrance of what is worn and held; what lies on the ground weighs nothing."""
    worn: list[Armour | Shield | Weapon | None] = [*combatant.sheet.armour.values(), shield_of(combatant)]
    worn += [held_weapon(combatant, hand) for hand in {combatant.main_hand, combatant.off_hand}]
    return sum(each.encumbrance for each in worn if each is not None)


def base_dodge(combatant: Combatant) -> int:
    """T-DODGE-3: half of quickness and deftness, rounded up."""
    return ceil((combatant.sheet.quickness + combatant.sheet.deftness) / 2)


def units(combatant: Combatant) -> Mapping[str, str]:
    """T-PROT-3: the kind of every protection unit by its id, spent ones too."""
    return UNITS.of((combatant.sheet,), combatant.off_hand, _units, combatant)


def _units(combatant: Combatant) -> dict[str, str]:
    sheet = combatant.sheet
    shield = shield_of(combatant)
    sources = [(id, armour.protection) for id, armour in sheet.armour.items()]
    if shield is not None:
        sources.append((combatant.off_hand, shield.protection))
    sources.append((INNATE, sheet.innate_protection))
    return {f"{id}/{number}": kind for id, kinds in sources for number, kind in enumerate(kinds, 1)}


def whole_units(combatant: Combatant) -> Mapping[str, str]:
    """The units that are not spent."""
    if not combatant.spent:
        return units(combatant)
    return UNITS.of((combatant.sheet, combatant.spent), combatant.off_hand, _whole, combatant)


def _whole(combatant: Combatant) -> dict[str, str]:
    return {id: kind for id, kind in units(combatant).items() if id not in combatant.spent}


def usable_actions(game: Game, who: str) -> int:
    """T-REACT-2: actions and quick reaction, without those reserved for declared reactions."""
    combatant = game.combatants[who]
    return combatant.actions + combatant.quick_reaction - reserved(game, who)


# --- places ----------------------------------------------------------------------------------------------------------


def range_cm(weapon: Weapon) -> int:
    """T-RANGE-1."""
    return cm(weapon.range_m)


def walk_cm(game: Game, combatant: Combatant, base_m: int) -> int:
    """T-MOVE-1, T-MOVE-3, T-SHIELD-5: how far walking or running leads, in centimetres."""
    return _behind_shield(game, combatant.block, max(0, combatant.sheet.quickness + base_m))


def crawl_cm(game: Game, combatant: Combatant) -> int:
    """T-MOVE-4."""
    return _behind_shield(game, combatant.block, max(0, ceil(combatant.sheet.quickness / 2 + n.CRAWL_BASE_M)))


def _behind_shield(game: Game, block: Block | None, metres: int) -> int:
    """T-SHIELD-5, H-24: half behind a raised shield."""
    if block is None:
        return metres * CM_PER_M
    halves = {"up": -(-metres // 2) * CM_PER_M, "down": metres // 2 * CM_PER_M, "exact": metres * CM_PER_M // 2}
    return halves[game.options.shield_block_rounding]


def protection_question(frame: Frame, strike: Strike) -> str:
    """What the question of protection (3.3 step 10) is called in its act."""
    return f"{frame.name}protection.{strike.target}"


def actor_frame(game: Game) -> Frame | None:
    """The act of the actor, or the phase of the round: the lowest frame, but for hits that wait for its end."""
    lowest = game.frames[0] if game.frames else None
    return next((frame for frame in game.frames if frame.kind != "hits"), lowest)
