"""The house rules of Ambersteel (specification 1.3), and what lies on the map. Every default is the specification's."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.kit.ground import Area


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may choose."""

    tie_winner: Literal["attacker", "defender"] = "attacker"
    """A-ATK-10, A-AMB-1: who wins with equal totals."""
    crit_double: Literal["before_protection", "after_protection"] = "before_protection"
    """A-CRIT-2, A-AMB-2."""
    layers: Literal["topmost", "sum"] = "topmost"
    """A-ARM-2, A-AMB-11."""
    range_overflow: Literal["disadvantage", "disadvantage_and_steps", "falls_short"] = "disadvantage"
    """A-RNG-5 to A-RNG-7, A-AMB-20."""
    range_step_penalty: Annotated[int, Meta(ge=-20, le=0)] = -2
    """A-RNG-6."""
    shield_parries_projectiles: bool = True
    """A-RNG-2, A-AMB-8."""
    much_heavier_steps: Annotated[int, Meta(ge=1, le=5)] = 2
    """A-DEF-5."""
    zoc_radius_m: Annotated[float, Meta(ge=0, le=100)] = 1.5
    """A-ZOC-1, A-AMB-13: of those whose sheet says nothing."""
    aoo_offer_allies: bool = True
    """A-ZOC-5: does leaving the zone of an ally offer anything?"""
    riposte_chain_max: Annotated[int, Meta(ge=0, le=20)] = 8
    """A-RIP-5, A-AMB-14."""
    surprise_defence: Literal["normal", "after_first_attack", "none"] = "normal"
    """A-SUR-6, A-AMB-9."""
    surprised_may_aoo: bool = False
    """A-SUR-6."""
    breather_allows_movement: bool = True
    """A-TURN-6, A-AMB-24."""
    overdraw_triggers_check: bool = False
    """A-STA-5, A-AMB-7."""
    overexerted_affects_damage: bool = False
    """A-STA-6, A-AMB-26."""
    deathsave_crit_face: Annotated[int, Meta(ge=1, le=20)] = 1
    """A-HP-6, A-AMB-16."""
    blunt_floor_hp: Annotated[int, Meta(ge=1, le=100)] = 1
    """A-DMG-3, A-AMB-17."""
    execution_on_pc: Literal["reject", "deaths_door"] = "reject"
    """A-EXE-3, A-AMB-18."""
    execution_costs_stamina: bool = True
    """A-EXE-5."""
    prone_easy_for_ranged: bool = False
    """A-EASY-2, A-AMB-19."""
    improvised_throw_cost: Annotated[int, Meta(ge=0, le=100)] = 2
    """A-THR-6, A-AMB-31."""
    cp_loss_when_absorbed: bool = True
    """A-ARM-3, A-AMB-12: does armour wear that has taken all damage?"""
    terrain: dict[str, Area] = {}
    """A-TURN-4: difficult ground by name."""
    obstacles: dict[str, Area] = {}
    """A-ATK-1: what blocks the line between two, by name."""
