"""Brink's fights as transcripts; see `tests.rules.transcripts`."""

from __future__ import annotations

import random
import sys
from typing import Any

from server.rules.brink import SYSTEM
from server.rules.brink.state.sheet import ABLE
from tests.rules.brink.tables import step
from tests.rules.transcripts import Fight, chosen, write

LUCK = "b"
"""Another letter chooses other fights; these hold nearly everything that can happen."""

HOUSE: dict[str, Any] = {
    "ep_regain_at": "end", "ep_step": 2, "ep_after_roll": True, "provoke_on_pass": True, "readied_expires": "never",
    "readied_tie": "turn_order", "delay_mid_turn": True, "delay_keeps_place": False, "brink_failure": "gm",
    "auto_end": False, "forfeit_any_time": True, "morale_draw": -1, "refund_on_fizzle": True,
    "interrupt_cancels": "on_hit", "shift_avoids": "the_attack",
}  # fmt: skip
"""Every house rule turned round, but that opportunities are asked for."""

FIGHTS = {
    "boathouse": Fight(system=SYSTEM, file=SYSTEM.demo),
    "boathouse-by-house-rules": Fight(system=SYSTEM, file=SYSTEM.demo, options=HOUSE),
    "boathouse-with-a-hidden-bowman": Fight(system=SYSTEM, file=SYSTEM.demo, hidden=("bowman",)),
    "boathouse-without-a-map": Fight(system=SYSTEM, file=SYSTEM.demo, map=False),
}


def choose(name: str) -> list[str]:
    """Other choices for a fight."""
    return chosen(FIGHTS[name], name, random.Random(name + LUCK), step, _is_able)


def _is_able(game: Any, who: str) -> bool:
    return game.combatants[who].status in ABLE


if __name__ == "__main__":
    write(FIGHTS, choose, sys.argv[1:])
