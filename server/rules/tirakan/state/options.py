"""The house rules of Tirakan (specification 4.1): what a table may choose, and what is fixed at its default."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The world and the eleven house rules that are real options."""

    world: Literal["fantasy", "modern"] = "fantasy"
    react_to_reactions: Literal["none", "defence_only"] = "none"
    """H-05: may the target of a reaction attack defend itself?"""
    reaction_timing: Literal["after_roll", "before_roll"] = "after_roll"
    """H-06: are the dice known when reactions are declared?"""
    move_negates: Literal["gm_confirm", "always", "never"] = "gm_confirm"
    """H-09: does a target that moved out of reach make the act void?"""
    steal_takes_saved: bool = False
    """H-10: does a destiny die take a saved action at once?"""
    aim_lost_on: Literal["hit", "wound"] = "hit"
    """H-18."""
    cover_stacking: Literal["best", "sequential"] = "best"
    """H-20: one cover roll for the best source, or one for each?"""
    shield_needs_weapon: bool = True
    """H-22: is a shield useless with an empty main hand?"""
    shield_block_rounding: Literal["up", "down", "exact"] = "up"
    """H-24: halved movement behind a raised shield."""
    coup_result: Literal["dead", "dying"] = "dead"
    """H-33."""
    deviation_dice: Literal["d12", "2d6"] = "d12"
    """H-34."""
    dice_in_rolls: bool = False
    """H-37, T-DICE-6: do bonus and destiny dice and rerolls serve rolls too?"""


INIT_FINAL_TIE = "roll_off"  # H-01
SURPRISED_MAY_BUY = False  # H-02
FIRST_START_TRIGGER = "instigator"  # H-03
LAST_ACTOR_PHASE_REACTION = True  # H-04
LAPSED_REFUND = True  # H-07
NULLIFIED_REFUND = "ammo"  # H-08
STEAL_PENDING = False  # H-11
WALK_WITH_ACT = True  # H-12
HUNKERED_BLOCKS_WALKING = True  # H-13
RECOIL_SCOPE = "all_recoil_weapons"  # H-15
MEGA_SHIFT = False  # H-16
AIM_BINDING = "target_weapon"  # H-17
MODERN_THROW_AIM = False  # H-19
COVER_BEFORE_REACTION = False  # H-21
SHIELD_PARRY_VS_RANGED = True  # H-23
BLOCK_EFFECTIVE = "next_round"  # H-25
BEHIND_BLOCKS_PARRY = False  # H-26
CRIT_SUCCESS_IN_CHECKS = False  # H-27
ACCURATE_IN_BURST = False  # H-28
ACCURATE_BROKEN_BY_REACTION = True  # H-29
MASSIVE_CAP = "dice"  # H-30
DISARM_USES_PROTECTION = False  # H-31
KO_LEVEL = "shortfall"  # H-32
OBJECT_PARRY = "gm"  # H-35
CONDITIONS_MODULE = True  # H-36
FANTASY_AMMO = True  # H-38
REACTION_TARGETS = "any"  # H-39
REACTION_ASKING = "all_first"  # H-40
