"""Weapons, shields and armour of the samples, which a sheet only names, and whole sheets that are only named."""

from __future__ import annotations

import msgspec
import pytest

from server.conformance.fights import SYSTEMS, options
from server.encounter.bad_file import BadFile
from server.encounter.file import parse_encounter
from server.rules.tactics import SYSTEM
from server.rules.tactics.state.intents import AddCombatant
from server.rules.tactics.state.sheet import ARMOUR, ITEMS, SHEETS, Armour, Item, Sheet
from server.scenario.rehearsal import Rehearsal

DUEL = """
title = "Duel"
system = "tactics"

[combatants.ann]
name = "Ann"
side = "a"
at = [0, 0]
sheet = { weapons = { sword = "sword", spare = "dagger" }, shield = "round_shield", armour = "leather" }

[combatants.bob]
name = "Bob"
side = "b"
at = [1, 0]
sheet = { weapons = { sword = { name = "Long sword", skill = "sword", base_W = 6 } } }
"""


def test_a_thing_that_is_only_named_is_the_sample_of_that_name() -> None:
    """Beside others that are described; what was described stays as it was."""
    table = Rehearsal(SYSTEM, parse_encounter(DUEL, "duel", SYSTEMS), None)
    ann, bob = (table.state.play.game.combatants[who] for who in ("ann", "bob"))
    assert ann.item("sword") == Item(name="Sword", skill="sword", q_off=1, q_def=1, base_W=5)
    assert ann.item("spare") == Item(name="Dagger", skill="dagger", sizes=(2,), q_off=1, base_W=3)
    assert ann.item("shield") == Item(name="Round shield", kind="shield", q_def=2)
    assert ann.sheet.armour == Armour(name="Leather", value=2, size=2)
    assert ann.armour_value == 2
    assert bob.item("sword") == Item(name="Long sword", skill="sword", base_W=6)


def test_a_sheet_is_kept_with_what_the_samples_were() -> None:
    """Another release may have other samples: what is stored does not need them."""
    sheet = msgspec.convert({"weapons": {"bow": "bow"}, "armour": "hide"}, Sheet)
    stored = msgspec.to_builtins(sheet)
    assert stored["weapons"]["bow"]["ammo"] == 6
    assert stored["armour"] == {"name": "Hide", "value": 3, "size": 3, "tier": 2}
    assert msgspec.convert(stored, Sheet) == sheet


@pytest.mark.parametrize(("right", "wrong", "path"), [
    ('spare = "dagger"', 'spare = "excalibur"', "combatants.ann.sheet.weapons"),
    ('shield = "round_shield"', 'shield = "leather"', "combatants.ann.sheet.shield"),
    ('armour = "leather"', 'armour = "sword"', "combatants.ann.sheet.armour"),
])  # fmt: skip
def test_a_name_that_no_sample_has_is_refused(right: str, wrong: str, path: str) -> None:
    """With the place in the file, and a kind that clients say in their languages."""
    with pytest.raises(BadFile) as refused:
        parse_encounter(DUEL.replace(right, wrong), "duel", SYSTEMS)
    assert (refused.value.kind, refused.value.path[: len(path)]) == ("not_allowed", path)


def test_every_kind_of_weapon_and_armour_is_among_the_samples() -> None:
    """To fight with each rule once, nobody has to describe anything."""
    assert {item.kind for item in ITEMS.values()} == {"melee", "shield", "ranged", "area"}
    assert {item.fire for item in ITEMS.values()} == {"single", "pump", "burst", "auto"}
    assert {armour.size for armour in ARMOUR.values()} == {2, 3, 4}


def test_a_combatant_whose_sheet_is_only_named_is_the_sample() -> None:
    """In a file, beside others that are described."""
    described = DUEL.partition('name = "Ann"')[2].partition("sheet = ")[2].partition("\n")[0]
    file = DUEL.replace(described, '"marauder"')
    table = Rehearsal(SYSTEM, parse_encounter(file, "duel", SYSTEMS), None)
    ann = table.state.play.game.combatants["ann"]
    assert (ann.W, ann.S, ann.armour_value) == (18, 14, 3)
    assert ann.item("axe") == Item(name="Great axe", skill="axe", sizes=(4,), tier=2, q_def=-1, base_W=8)


def test_a_sheet_that_no_sample_has_is_refused_with_those_there_are() -> None:
    """As every name of a sample."""
    with pytest.raises(BadFile) as refused:
        parse_encounter(DUEL.replace("sheet = { weapons = { sword = { name", 'sheet = "dragon" # '), "duel", SYSTEMS)
    assert (refused.value.kind, refused.value.path) == ("not_allowed", "combatants.bob.sheet")
    assert refused.value.detail["allowed"] == ", ".join(sorted(SHEETS))


def test_the_gm_adds_somebody_by_the_name_of_a_sample() -> None:
    """All of them are offered; what comes is a newcomer with all that the sample has, also where the log is read."""
    table = Rehearsal(SYSTEM, parse_encounter(DUEL, "duel", SYSTEMS), None)
    (option,) = (option for option in options(table, "gm") if option.key == "add_combatant")
    (samples,) = (param for param in option.params if param.name == "sheet")
    assert [choice.value for choice in samples.choices] == [*SHEETS]
    for choice in samples.choices:
        more = {"who": choice.value, "name": choice.value.title(), "side": "b", "sheet": choice.value}
        table.play("gm", {"type": "add_combatant", **more})
    last = table.timeline.commits[-1].submitted.intent
    assert isinstance(last, AddCombatant)
    assert last.sheet == SHEETS["hound"]
    fighter, hound = (table.state.play.game.combatants[who] for who in ("fighter", "hound"))
    assert (fighter.W, fighter.item("shield")) == (14, ITEMS["round_shield"])
    assert (hound.sheet.move_m, hound.armour_value) == (6, 1)


def test_every_sample_can_be_planned_for() -> None:
    """Each of them has a weapon that it knows how to use, and words in both languages."""
    for name, sheet in SHEETS.items():
        skills = {each.skill for each in sheet.items.values() if each.kind != "shield"}
        assert skills, name
        assert skills <= sheet.skills.keys(), name
        assert all(name in SYSTEM.catalog["labels"][language] for language in ("en", "de")), name
