"""The house rules (specification 4), each with the number of the ambiguity that it settles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from server.core.errors import Rejected


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may choose. Every default is the specification's reading."""

    fire_modes: bool = True
    """L-MODE-1."""
    dice_in_combat_rolls: bool = False
    """L-DICE-5: may bonus and destiny dice improve rolls?"""
    explode_in_combat: bool = False
    """L-A-02."""
    explode_initiative: bool = False
    """L-A-02."""
    tie: Literal["roll", "gm"] = "roll"
    """L-A-03: who breaks a complete tie, a die or the GM?"""
    walk_penalty: Literal["dice", "minimum_roll"] = "dice"
    """L-A-04."""
    crawl_rounding: Literal["none", "up", "down"] = "none"
    """L-A-06."""
    crawl_needs_down: bool = True
    """L-A-06."""
    full_auto: Literal["per_action", "single"] = "per_action"
    """L-A-12: an attack for each action, or one for all of them?"""
    full_only_binds: bool = False
    """L-A-13: does a weapon bind that has no other mode?"""
    full_auto_allows_bought: bool = False
    """L-A-14: may actions be bought and used after the round has ended for somebody?"""
    empty_pool: Literal["refuse", "miss"] = "refuse"
    """L-A-16."""
    evade_harder_by_hits: bool = False
    """L-A-18."""
    parry: Literal["roll", "gm", "off"] = "roll"
    """L-A-19."""
    unarmed_bonus_always: bool = False
    """L-A-20: does the bonus wound of bare hands need no other wound?"""
    behind_blocks_parry: bool = False
    """L-A-21."""
    steal_saved: bool = False
    """L-A-22: is a saved action stolen at once?"""
    bought_before_first_turn: bool = True
    """L-A-23."""
    throw_modifiers: bool = False
    """L-A-24: does cover count for thrown objects?"""
    dying: Literal["auto", "gm"] = "auto"
    """L-A-26: who says that somebody is dying?"""


CONSTANTS: Mapping[str, bool | str] = {"reaction_order": "after", "evade_reaction_attacks": False}
"""L-A-07, L-A-08: what is named as an option but can't be chosen otherwise."""


def changed(options: Options, changes: Mapping[str, bool | str]) -> Options:
    """The house rules with these changes. Raises Rejected where there is no such rule or value."""
    raw: dict[str, Any] = msgspec.to_builtins(options)
    for option, value in changes.items():
        if not _is_available(option, value):
            raise Rejected("option_not_available", option=option, value=value)
        raw |= {} if option in CONSTANTS else {option: value}
    return msgspec.convert(raw, Options)


def _is_available(option: str, value: bool | str) -> bool:
    if option in CONSTANTS:
        return CONSTANTS[option] == value
    try:
        msgspec.convert({option: value}, Options)
    except msgspec.ValidationError:
        return False
    return True
