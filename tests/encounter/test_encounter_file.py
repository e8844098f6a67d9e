"""Encounter files: what is taken, what is refused and in which words, and the JSON Schema for editors."""

import dataclasses
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta
from three_cups import SYSTEM as THREE_CUPS

from server.core.errors import Rejected
from server.core.system import System
from server.encounter.file import BadFile, load, parse_encounter, schema
from server.encounter.installed import systems
from server.scenario.rehearsal import Rehearsal


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing on a sheet."""

    kind: Literal["blade", "axe"] = "blade"
    dice: Annotated[int, Meta(ge=0, le=9)] = 0


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet with everything that can be wrong."""

    hearts: int = 3
    gear: dict[str, Gear] = {}
    marks: list[Gear] = []
    main_hand: str = ""

    def __post_init__(self) -> None:
        if self.main_hand and self.main_hand not in self.gear:
            raise ValueError(f"main_hand {self.main_hand!r} is none of {sorted(self.gear)}")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options with an enum."""

    world: Literal["old", "new"] = "old"


def made() -> System:
    """Three Cups with a richer sheet."""
    return dataclasses.replace(THREE_CUPS, sheet_type=Sheet, options_type=Options)


SYSTEMS = {"three_cups": made()}

GOOD = """
title = "A duel"
system = "three_cups"

[options]
world = "new"

[table]
window_s = 30

[seats.bob]
name = "Bob"

[combatants.ann]
name = "Anna"
side = "x"
at = [1.5, 2]

[combatants.ben]
name = "Ben"
side = "y"
seat = "bob"
hidden = true

[combatants.ben.sheet]
hearts = 2
main_hand = "axe"
gear.axe = { kind = "axe", dice = 2 }
"""


def problem(text: str) -> str:
    """What is said about a file."""
    with pytest.raises(BadFile) as caught:
        parse_encounter(text, "duel.toml", SYSTEMS)
    return str(caught.value)


def test_encounter_is_read() -> None:
    """A good file becomes a spec."""
    spec = parse_encounter(GOOD, "duel.toml", SYSTEMS)
    assert spec.table.window_s == 30
    assert spec.combatants["ann"].at == (1.5, 2.0)
    assert spec.combatants["ben"].sheet["gear"]["axe"]["dice"] == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "A duel"', "title =", "duel.toml: this is no TOML: Invalid value (at line 2, column 8)"),
        ('title = "A duel"', "", "Object missing required field `title`"),
        ('title = "A duel"', "title = 7", "duel.toml: title: Expected `str`, got `int`, got 7"),
        ('"three_cups"', '"chess"', "duel.toml: system: got 'chess'; allowed are three_cups"),
        ('"new"', '"newer"', "duel.toml: options.world: Invalid enum value 'newer', got 'newer'; allowed are new, old"),
        ("window_s", "windows", "duel.toml: table: Object contains unknown field `windows`; allowed are"),
        ("[seats.bob]", "[seats.Bob]", "duel.toml: seats.Bob: 'Bob' is no id; allowed are a small letter"),
        ("[seats.bob]", "[seats.gm]", "duel.toml: seats.gm: 'gm' is no id"),
        ('name = "Bob"', 'role = "king"', "duel.toml: seats.bob.role: got 'king'; allowed are gm, player, spectator"),
        ('seat = "bob"', 'seat = "bib"', "duel.toml: combatants.ben.seat: got 'bib'; the seats are gm, bob"),
        ("hidden = true", 'seen_by = ["spectator"]', "combatants.ben.seen_by: got 'spectator'; the seats are gm, bob"),
        ("[combatants.ann]", "[combatants.7]", "duel.toml: combatants.7: '7' is no id"),
        ("at = [1.5, 2]", 'at = [1.5, "x"]', "duel.toml: combatants.ann.at[1]: Expected `float`, got `str`, got 'x'"),
        ("at = [1.5, 2]", "at = [1]", "duel.toml: combatants.ann.at: "),
        ("hidden = true", "hidden = 1", "duel.toml: combatants.ben.hidden: Expected `bool`, got `int`, got 1"),
        ("hearts = 2", 'hearts = "2"', "duel.toml: combatants.ben.sheet.hearts: Expected `int`, got `str`, got '2'"),
        (
            "hearts = 2",
            "harts = 2",
            "combatants.ben.sheet: Object contains unknown field `harts`; allowed are gear, hearts",
        ),
        (
            'kind = "axe"',
            'kind = "ax"',
            "combatants.ben.sheet.gear.axe.kind: Invalid enum value 'ax', got 'ax'; allowed are axe, blade",
        ),
        ("dice = 2", "dice = 12", "combatants.ben.sheet.gear.axe.dice: Expected `int` <= 9, got 12"),
        (
            "hearts = 2",
            "marks = [{ dice = 1 }, { dice = -1 }]",
            "combatants.ben.sheet.marks[1].dice: Expected `int` >= 0, got -1",
        ),
        ('name = "Bob"', 'name = "Bob\u00a0"', "seats.bob.name: a space at an end (U+00A0) at 3"),
        ('name = "Bob"', 'name = "\ud7b0"', "seats.bob.name: a part of a syllable without its beginning (U+D7B0) at 0"),
        ('side = "x"', 'side = "__proto__"', "combatants.ann.side: no text, but a property of every map (__proto__)"),
        ('main_hand = "axe"', 'main_hand = "ax"', "combatants.ben.sheet: main_hand 'ax' is none of ['axe']"),
    ],
)
def test_what_is_wrong_is_said_with_place_value_and_what_is_allowed(old: str, new: str, said: str) -> None:
    """Each kind of mistake names file, path, value and what would be right."""
    assert old in GOOD
    assert said in problem(GOOD.replace(old, new, 1))


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The system's own words about a file that can't be read, with its name."""
    with pytest.raises(BadFile, match=r"duel.toml: .*No such file"):
        load(tmp_path / "duel.toml", SYSTEMS)


def test_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    """Bytes that are no UTF-8."""
    (tmp_path / "duel.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(BadFile, match=r"duel.toml: .*utf-8"):
        load(tmp_path / "duel.toml", SYSTEMS)


@pytest.mark.parametrize("system", [made(), THREE_CUPS, *systems().values()], ids=lambda system: system.name)
def test_schema_describes_the_files_of_a_system(system: System) -> None:
    """All references resolve, options and sheet are the system's, and the name is fixed."""
    shape = schema(system)
    spec, combatant = shape["$defs"]["EncounterSpec"], shape["$defs"]["CombatantSpec"]
    assert shape["$ref"] == "#/$defs/EncounterSpec"
    assert spec["properties"]["system"] == {"const": system.name}
    assert set(spec["required"]) == {"title", "system"}
    found = combatant["properties"]["sheet"]
    sheet = shape["$defs"][found.get("anyOf", [found])[0]["$ref"].rsplit("/", 1)[1]]
    assert set(sheet["properties"]) == {field.encode_name for field in msgspec.structs.fields(system.sheet_type)}
    for ref in references(shape):
        assert ref.rsplit("/", 1)[1] in shape["$defs"]


def references(node: Any) -> list[str]:
    """All `$ref`s in a schema."""
    if isinstance(node, dict):
        found = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return found + [ref for value in node.values() for ref in references(value)]
    return [ref for value in node for ref in references(value)] if isinstance(node, list) else []


@pytest.mark.parametrize("system", [s for s in systems().values() if s.demo], ids=lambda system: system.name)
def test_demo_of_a_system_is_a_good_file(system: System) -> None:
    """What a system ships as its demo can be played."""
    for text in (system.demo, *system.more_demos):
        spec = parse_encounter(text, f"{system.name}.toml", systems())
        assert spec.system == system.name
        assert spec.combatants


@pytest.mark.parametrize("name", ["ambersteel", "brink", "tirakan"])
def test_a_fight_has_room_for_so_many(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Laid with the encounter, or come later: one more is refused with the number, and is not offered."""
    system = systems()[name]
    spec = parse_encounter(system.demo, name, systems())
    played = Rehearsal(system, spec, None)
    one = next(iter(spec.combatants.values()))
    added = {"type": "add_combatant", "name": "One more", "side": one.side, "sheet": one.sheet}
    if name != "brink":
        added["who"] = "more"
    monkeypatch.setattr("server.core.create.MOST_COMBATANTS", len(spec.combatants) + 1)
    played.submit("gm", added)
    again = {**added, "who": "still_more"} if name != "brink" else {**added, "name": "Still more"}
    with pytest.raises(Rejected) as refused:
        played.submit("gm", again)
    assert (refused.value.code, refused.value.detail) == ("too_many_combatants", {"most": len(spec.combatants) + 1})
    offered = {option.key for option in system.options(played.state, played.asker("gm")) if not option.reason}
    assert "add_combatant" not in offered


def named(seats: str, combatants: str) -> str:
    """An encounter with these tables."""
    return f'title = "T"\nsystem = "three_cups"\n{seats}\n{combatants}'


@pytest.mark.parametrize(
    ("text", "path", "kind"),
    [
        (named('[seats.ann]\nname = "Ann"\n[seats.bob]\nname = "\u0410nn"', ""), "seats.bob.name", "look_alike"),
        (named('[seats.ann]\nname = "G\u041c"', ""), "seats.ann.name", "look_alike"),
        (
            named("", '[combatants.a]\nname = "Orc"\nside = "x"\n[combatants.b]\nname = "\u041erc"\nside = "x"'),
            "combatants.b.name",
            "look_alike",
        ),
        (named("[seats.ann]\nname = 'q\u0320\u0320\u0320\u0320'", ""), "seats.ann.name", "character"),
        (named("[seats.ann]\nname = 'An\u200dn'", ""), "seats.ann.name", "character"),
        (named("[seats.constructor]", ""), "seats", "no_key"),
        (named("[options.prototype]", ""), "options", "no_key"),
        (named("[__proto__]", ""), "", "no_key"),
    ],
)
def test_names_that_deceive_are_refused(text: str, path: str, kind: str) -> None:
    """Look-alikes at one table, the GM's own name too; what is stacked or not seen; keys that maps seem to have."""
    with pytest.raises(BadFile) as caught:
        parse_encounter(text, "file", {"three_cups": THREE_CUPS})
    assert (caught.value.path, caught.value.kind) == (path, kind)


def test_robbers_may_share_a_name() -> None:
    """The very same one deceives nobody."""
    two = '[combatants.a]\nname = "Orc"\nside = "x"\n[combatants.b]\nname = "Orc"\nside = "x"'
    assert len(parse_encounter(named("", two), "file", {"three_cups": THREE_CUPS}).combatants) == 2
