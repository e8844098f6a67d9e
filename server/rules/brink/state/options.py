"""The house rules of Brink (specification 4), and the table's terrain and disciplines."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.kit.ground import Area
from server.rules.brink.state.sheet import Skill

DeedKind = Literal["attack", "skill", "move", "shift", "swap", "reload"]
KINDS: tuple[DeedKind, ...] = ("attack", "skill", "move", "shift", "swap", "reload")
"""B-TURN-2: what a standard action can be."""


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may choose. Every default is the specification's reading."""

    opening_attack: bool = True
    """B-A-01: may an attack open the fight, before initiative?"""
    ep_regain_at: Literal["start", "end"] = "start"
    """B-A-02: when in the turn energy returns."""
    ep_step: Annotated[int, Meta(ge=0, le=100)] = 1
    """B-A-03: how much one ep improves a roll."""
    ep_after_roll: bool = False
    """B-A-03: may the attacker add ep once the die is known?"""
    opportunity: Literal["ask", "auto", "off"] = "ask"
    """B-A-05."""
    provoke_on_pass: bool = False
    """B-A-05: does leaving the reach of those who are passed provoke too?"""
    readied_expires: Literal["next_turn", "never"] = "next_turn"
    """B-A-06."""
    readied_tie: Literal["announced", "turn_order"] = "announced"
    """B-A-07: which of two readied actions of one rank goes first."""
    delay_mid_turn: bool = False
    """B-A-08: may the rest of a turn be delayed?"""
    delay_keeps_place: bool = True
    """B-A-09: is the new place in the order kept?"""
    brink_target: Annotated[int, Meta(ge=1, le=21)] = 10
    """B-A-10: from this on one stays at the brink."""
    brink_failure: Literal["down", "dead", "gm"] = "down"
    """B-A-10."""
    auto_end: bool = True
    """B-A-11: without it the server asks the GM whether the fight is over."""
    forfeit_any_time: bool = False
    """B-A-13: may one forfeit who is not at the brink?"""
    readied_kinds: tuple[DeedKind, ...] = KINDS
    """B-A-16: what a readied action may be."""
    morale_draw: Annotated[int, Meta(ge=-1, le=0)] = 0
    """B-A-21: what a draw does to everybody's morale."""
    refund_on_fizzle: bool = False
    """B-A-22."""
    interrupt_cancels: Literal["never", "on_hit", "on_damage"] = "never"
    """B-A-23: does a readied basic attack cancel what it interrupts?"""
    shift_avoids: Literal["recheck", "the_attack"] = "recheck"
    """B-A-24: does a readied shift make the attack miss in any case?"""
    terrain: dict[str, Area] = {}
    """B-MOVE-2: difficult ground by name, e.g. a fence."""
    disciplines: dict[str, dict[str, Skill]] = {}
    """B-SKILL-3: the skills of each discipline; whoever has it knows them all."""
