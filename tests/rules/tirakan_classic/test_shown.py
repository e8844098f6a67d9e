"""What people see of a combatant: what is loaded, what it carries to throw."""

from server.cli.sentences import Sentences
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


def test_what_is_carried_to_be_thrown_stands_on_the_sheet_by_its_name():
    """By which the log calls it: events have its id."""
    assert _table().view("seat:ilva").combatants["ilva"].facts["thing.grenade"] == "Grenade · 15 m"


def test_a_throw_is_told_as_one_of_the_thing_and_not_of_whom_it_is_thrown_at():
    """What follows the word is what flies."""
    said = {
        "type": "ActDeclared",
        "who": "ilva",
        "kind": "throw_object",
        "target": "foe",
        "deed": {"object": "grenade"},
    }
    sentences = Sentences(SYSTEM.catalog, "en")
    sentences.names |= {"ilva": "Ilva", "foe": "Foe"}
    assert sentences.of(said) == "Ilva throws at Foe: grenade."
