"""Fights of Tirakan Classic as transcripts; see `tests.rules.transcripts`."""

from __future__ import annotations

import random
import sys
from typing import Any

from server.conformance.fights import plain, seats
from server.conformance.fights import step as by_chance
from server.conformance.storms import meddle
from server.rules.tirakan_classic import SYSTEM
from server.rules.tirakan_classic.state.facts import is_able
from server.scenario.rehearsal import Rehearsal
from tests.rules.transcripts import Fight, chosen, write

LUCK = "b"
"""Another letter chooses other fights; these hold nearly everything that can happen."""

HOUSE: dict[str, Any] = {
    "fire_modes": False, "dice_in_combat_rolls": True, "explode_in_combat": True, "explode_initiative": True,
    "tie": "gm", "walk_penalty": "minimum_roll", "crawl_rounding": "up", "crawl_needs_down": False,
    "full_auto": "single", "full_only_binds": True, "full_auto_allows_bought": True, "empty_pool": "miss",
    "evade_harder_by_hits": True, "parry": "gm", "unarmed_bonus_always": True, "behind_blocks_parry": True,
    "steal_saved": True, "bought_before_first_turn": False, "throw_modifiers": True, "dying": "gm",
}  # fmt: skip
"""Every house rule turned round."""

GRANARY = SYSTEM.more_demos[0]

FIGHTS = {
    "ambush": Fight(system=SYSTEM, file=SYSTEM.demo),
    "ambush-by-house-rules": Fight(system=SYSTEM, file=SYSTEM.demo, options=HOUSE),
    "ambush-with-a-hidden-soldier": Fight(system=SYSTEM, file=SYSTEM.demo, hidden=("soldier",)),
    "ambush-without-a-map": Fight(system=SYSTEM, file=SYSTEM.demo, map=False),
    "granary": Fight(system=SYSTEM, file=GRANARY, hidden=("jost",)),
}


RULED, DEFENDED = 0.1, 0.6
"""So often the GM makes use of a power, and so often whoever can defend itself does."""
DEFENCES = ("evade", "parry")


def step(table: Rehearsal, luck: random.Random) -> object:
    """Somebody does something that is offered."""
    if table.state.play.phase == "running" and luck.random() < RULED:
        meddle(table, luck)
        return True
    if luck.random() < DEFENDED and (found := _defence(table, luck)) is not None:
        return table.submit(*found)
    return by_chance(table, luck)


def _defence(table: Rehearsal, luck: random.Random) -> tuple[str, dict[str, Any]] | None:
    """A seat, and a defence that it is offered."""
    found = [
        (seat, option["intent"])
        for seat in seats(table)
        for option in plain(table, seat)[0]
        if option["key"] in DEFENCES and "reason" not in option and not option.get("params")
    ]
    return luck.choice(found) if found else None


def choose(name: str) -> list[str]:
    """Other choices for a fight."""
    return chosen(FIGHTS[name], name, random.Random(name + LUCK), step, is_able)


if __name__ == "__main__":
    write(FIGHTS, choose, sys.argv[1:])
