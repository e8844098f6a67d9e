"""Ambersteel's fights as transcripts; see `tests.rules.transcripts`."""

from __future__ import annotations

import random
import sys
from typing import Any

from client_demo.choice import choose as chosen_by
from server.conformance.fights import plain
from server.conformance.storms import meddle
from server.core.ids import GM
from server.rules.ambersteel import SYSTEM
from server.rules.ambersteel.state.facts import is_able
from server.scenario.rehearsal import Rehearsal
from tests.rules.transcripts import Fight, chosen, write

HOUSE: dict[str, Any] = {
    "tie_winner": "defender", "crit_double": "after_protection", "layers": "sum", "range_overflow": "falls_short",
    "shield_parries_projectiles": False, "much_heavier_steps": 1, "zoc_radius_m": 2.5, "riposte_chain_max": 1,
    "surprise_defence": "after_first_attack", "surprised_may_aoo": True, "breather_allows_movement": False,
    "overdraw_triggers_check": True, "overexerted_affects_damage": True, "deathsave_crit_face": 20,
    "blunt_floor_hp": 2, "execution_on_pc": "deaths_door", "execution_costs_stamina": False,
    "prone_easy_for_ranged": True, "improvised_throw_cost": 4, "cp_loss_when_absorbed": False,
}  # fmt: skip
"""Every house rule turned round, but that allies' zones count."""

(YARD,) = SYSTEM.more_demos
BEGIN: dict[str, Any] = {"type": "encounter_start"}
AMBUSH: dict[str, Any] = {"type": "encounter_start", "surprised_parties": ["defenders"]}
END: dict[str, Any] = {"type": "encounter_end"}

FIGHTS = {
    "ford": Fight(system=SYSTEM, file=SYSTEM.demo, start=BEGIN, end=END),
    "yard": Fight(system=SYSTEM, file=YARD, hidden=("sly",), start=BEGIN, end=END),
    "yard-ambushed": Fight(system=SYSTEM, file=YARD, hidden=("sly",), start=AMBUSH, end=END),
    "yard-by-house-rules": Fight(system=SYSTEM, file=YARD, options=HOUSE, start=AMBUSH, end=END),
}


MEDDLED = 0.06
"""So often the GM makes use of a power before somebody acts."""


def step(table: Rehearsal, luck: random.Random) -> None:
    """Some seat, players first, does something that it is offered; now and then the GM sets something."""
    if luck.random() < MEDDLED and table.state.play.phase == "running":
        meddle(table, luck)
        return
    seats = [id for id, seat in table.state.ledger.seats.items() if seat.role != "spectator"]
    for seat in sorted(seats, key=lambda id: id == GM):
        found = chosen_by(*plain(table, seat), luck)
        if found is not None:
            table.submit(seat, *found)
            return


def choose(name: str) -> list[str]:
    """Other choices for a fight."""
    return chosen(FIGHTS[name], name, random.Random(name), step, is_able)


if __name__ == "__main__":
    write(FIGHTS, choose, sys.argv[1:])
