"""Tirakan's fights as transcripts; see `tests.rules.transcripts`."""

from __future__ import annotations

import random
import sys
from typing import Any

from server.rules.tirakan import SYSTEM
from server.rules.tirakan.state.facts import is_able
from tests.rules.tirakan.fights.chooser import step
from tests.rules.transcripts import FOLDER, Fight, chosen, write

BRIDGE, HARBOUR = SYSTEM.demo, (FOLDER / "harbour.toml").read_text()
LUCK = "f"
"""Another letter chooses other fights; this one's hold nearly everything that can happen."""

HOUSE: dict[str, Any] = {
    "react_to_reactions": "defence_only", "reaction_timing": "before_roll", "move_negates": "always",
    "steal_takes_saved": True, "aim_lost_on": "wound", "cover_stacking": "sequential", "shield_needs_weapon": False,
    "shield_block_rounding": "exact", "coup_result": "dying", "deviation_dice": "2d6",
    "dice_in_rolls": True,
}  # fmt: skip
"""Every house rule turned round."""

FIGHTS = {
    "bridge": Fight(system=SYSTEM, file=BRIDGE),
    "bridge-by-house-rules": Fight(system=SYSTEM, file=BRIDGE, options=HOUSE),
    "bridge-with-a-hidden-archer": Fight(system=SYSTEM, file=BRIDGE, hidden=("ilva",)),
    "bridge-without-a-map": Fight(system=SYSTEM, file=BRIDGE, map=False),
    "harbour": Fight(system=SYSTEM, file=HARBOUR),
    "harbour-by-house-rules": Fight(system=SYSTEM, file=HARBOUR, options=HOUSE),
    "harbour-with-a-hidden-sniper": Fight(system=SYSTEM, file=HARBOUR, hidden=("sniper",)),
    "harbour-without-a-map": Fight(system=SYSTEM, file=HARBOUR, map=False),
}


def choose(name: str) -> list[str]:
    """Other choices for a fight."""
    return chosen(FIGHTS[name], name, random.Random(name + LUCK), step, is_able)


if __name__ == "__main__":
    write(FIGHTS, choose, sys.argv[1:])
