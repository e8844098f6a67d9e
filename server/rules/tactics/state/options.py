"""The house rules of Tactics (specification 1.3 and 4). Every default is the specification's reading."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

CRITICALS = {"3": -10, "4": -5, "17": 26, "18": 31}


class SizeTable(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """D-AMB-25: the numbers of sizes, for armour that is named by its weight."""

    tiny: int = 1
    light: int = 2
    medium: int = 3
    heavy: int = 4
    huge: int = 5


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may choose."""

    superior_mode: Literal["extra_die", "reroll_set"] = "extra_die"
    """D-AMB-3: Superior +N are N dice more, or all three thrown N times more, of which the best set counts."""
    crit_table: Annotated[dict[str, Annotated[int, Meta(ge=-1_000, le=1_000)]], Meta(max_length=16)] = msgspec.field(
        default_factory=CRITICALS.copy
    )
    """D-AMB-4, D-GEN-4: what a natural total counts as."""
    init_tie: Literal["gm", "auto"] = "gm"
    """D-INIT-3."""
    npc_stance: Literal["label", "exact"] = "label"
    """D-TAC-3: do players learn the numbers of the GM's combatants?"""
    max_revisions: Annotated[int, Meta(ge=1, le=1_000)] = 20
    """D-TAC-5: after so many own changes the GM is asked to lock the phase."""
    phase_timeout_s: Annotated[int, Meta(ge=1, le=86_400)] = 120
    """D-TAC-5: how long people may plan."""
    movement_mode: Literal["closing_first", "on_go", "simultaneous_start"] = "closing_first"
    """D-AMB-12."""
    multi_attack_run_penalty: Literal["full", "half"] = "full"
    """D-AMB-10."""
    charge_applies: Literal["first_attack", "all"] = "first_attack"
    """D-AMB-28."""
    full_defense_until: Literal["round_end", "next_go"] = "round_end"
    """D-AMB-14."""
    unaware_dT: bool = False
    """D-AMB-19: does the defensive half of the tactics count for the unaware and the helpless?"""
    armor_rule: Literal["larger_converts", "always_reduce"] = "larger_converts"
    """D-AMB-9."""
    size_table: SizeTable = SizeTable()
    armor_sunder_on: Literal["hit", "injury"] = "hit"
    """D-AMB-23."""
    sunder_trigger: Literal["contact", "any_block", "off_for_same_tier"] = "contact"
    """D-AMB-22, D-AMB-6."""
    unarmed_fail: Literal["convert", "extra"] = "convert"
    """D-AMB-20."""
    counter_stack: Literal["best", "sum"] = "best"
    """D-AMB-21."""
    cp_mode: Literal["steps5", "per_point"] = "steps5"
    """D-AMB-7."""
    spray_recoil: bool = False
    """D-SPRAY-4: does recoil change the penalty of a spray?"""
    area_damage: Literal["once", "per_target"] = "once"
    """D-AREA-3."""
    waive_forced_change: bool = False
    """D-AMB-16, D-AMB-18: is it free to change an action whose target has fallen?"""
