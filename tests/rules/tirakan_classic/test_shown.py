"""What people see of a combatant: what is loaded, what it carries to throw."""

from server.core.ids import GM
from server.encounter.file import parse_encounter
from server.rules.tirakan_classic import SYSTEM
from server.scenario.rehearsal import Rehearsal

SYSTEMS = {SYSTEM.name: SYSTEM}
FIGHT = """
title = "Two soldiers"
system = "tirakan_classic"

[seats.ilva]
name = "Ilva"

[combatants.ilva]
name = "Ilva"
side = "heroes"
seat = "ilva"
sheet = "soldier"

[combatants.foe]
name = "Foe"
side = "foes"
sheet = "soldier"
"""


def _table() -> Rehearsal:
    return Rehearsal(SYSTEM, parse_encounter(FIGHT, "any", SYSTEMS), None)


def test_whoever_reads_the_sheet_sees_how_many_rounds_are_loaded():
    """Else nothing would say why a burst is not possible any more (L-AMMO-1)."""
    table = _table()
    table.play(GM, {"type": "start_combat"})
    table.play(GM, {"type": "gm_set", "who": "ilva", "value_of": "ammo", "key": "rifle", "value": 1})
    loaded = table.view("seat:ilva").combatants["ilva"].tracks["loaded"]
    assert (loaded.value, loaded.max) == (1, 30)
    assert table.view(GM).combatants["foe"].tracks["loaded"].value == 30
    assert "loaded" not in table.view("seat:ilva").combatants["foe"].tracks
