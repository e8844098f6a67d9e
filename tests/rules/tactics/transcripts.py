"""Tactics' fights as transcripts; see `tests.rules.transcripts`."""

from __future__ import annotations

import random
import sys
from typing import Any

from server.conformance.fights import step
from server.rules.tactics import SYSTEM
from tests.rules.transcripts import Fight, chosen, write

LUCK = "a"
"""Another letter chooses other fights; these hold nearly everything that can happen."""

HOUSE: dict[str, Any] = {
    "superior_mode": "reroll_set", "init_tie": "auto", "npc_stance": "exact", "max_revisions": 1,
    "movement_mode": "simultaneous_start", "multi_attack_run_penalty": "half", "charge_applies": "all",
    "full_defense_until": "next_go", "unaware_dT": True, "armor_rule": "always_reduce", "armor_sunder_on": "injury",
    "sunder_trigger": "any_block", "unarmed_fail": "extra", "counter_stack": "sum", "cp_mode": "per_point",
    "spray_recoil": True, "area_damage": "per_target", "waive_forced_change": True,
}  # fmt: skip
"""Every house rule turned round."""


BOUNDS: dict[str, Any] = {"start": {"type": "encounter_start"}, "end": {"type": "encounter_end"}}


def _fight(file: str, hidden: str = "nix", **more: Any) -> Fight:
    return Fight(system=SYSTEM, file=file, hidden=(hidden,), **BOUNDS, **more)


FIGHTS = {
    "hedge": _fight(SYSTEM.demo),
    "hedge-by-house-rules": _fight(SYSTEM.demo, options=HOUSE),
    "hedge-without-a-map": _fight(SYSTEM.demo, map=False),
    "depot": _fight(SYSTEM.more_demos[0], hidden="sniper"),
}


def choose(name: str) -> list[str]:
    """Other choices for a fight."""
    return chosen(FIGHTS[name], name, random.Random(name + LUCK), step, _is_able)


def _is_able(game: Any, who: str) -> bool:
    return bool(game.combatants[who].is_able)


if __name__ == "__main__":
    write(FIGHTS, choose, sys.argv[1:])
