"""What is wrong with a file as a kind with its details, and that every kind has its sentence in both languages."""

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from protocol.errors import CODES
from server.encounter.bad_file import KINDS, MOST_FOUND
from server.encounter.file import BadFile, _node, parse_encounter
from server.encounter.installed import systems
from server.encounter.setup import setup
from server.rules.ambersteel.state import sheet as ambersteel
from server.rules.ambersteel.things import items as ambersteel_things
from server.rules.brink.state import sheet as brink
from server.rules.tirakan.state import sheet as tirakan
from server.rules.tirakan_classic.state import sheet as classic

CLIENT = Path(__file__).resolve().parents[2] / "client_demo/src/words"

GOOD = """
title = "Duel"
system = "tirakan"

[seats.bob]
name = "Bob"

[combatants.ann]
name = "Ann"
side = "x"
at = [1, 2]

[combatants.ann.sheet]
quickness = 2
"""


@pytest.mark.parametrize(
    ("old", "new", "kind", "path", "detail"),
    [
        ('title = "Duel"', "", "missing", "", {"field": "title"}),
        ("quickness = 2", "quick = 2", "unknown_field", "combatants.ann.sheet", {"field": "quick"}),
        ("= 2", '= "2"', "wrong_type", "combatants.ann.sheet.quickness", {"wanted": "int", "got": "str"}),
        ("= 2", "= 99", "too_big", "combatants.ann.sheet.quickness", {"bound": "60", "value": "99"}),
        ("= 2", "= -99", "too_small", "combatants.ann.sheet.quickness", {"bound": "-20", "value": "-99"}),
        ("[1, 2]", "[1]", "wrong_length", "combatants.ann.at", {"bound": "2", "count": "1"}),
        ("[1, 2]", "[1, 90000]", "no_place", "combatants.ann.at", {"most": 10_000}),
        ("[1, 2]", "[1, nan]", "not_exact", "combatants.ann.at[1]", {"value": "nan"}),
        ("[1, 2]", "2020-01-01", "no_value", "combatants.ann.at", {"got": "date"}),
        ('"tirakan"', '"chess"', "not_allowed", "system", {"value": "chess", "allowed": ", ".join(sorted(systems()))}),
        ('name = "Bob"', 'role = "king"', "not_allowed", "seats.bob.role", {"value": "king"}),
        ('side = "x"', 'side = "x"\nseat = "eve"', "no_seat", "combatants.ann.seat", {"allowed": "gm, bob"}),
        ("[seats.bob]", "[seats.Bob]", "no_id", "seats.Bob", {"value": "Bob"}),
        ('title = "Duel"', f'title = "{"D" * 201}"', "too_long", "title", {"count": 201, "bound": 200}),
        ('name = "Ann"', 'name = " "', "too_short", "combatants.ann.name", {"bound": 1}),
        ('"Duel"', '"Du\\u0007el"', "character", "title", {"code": "U+0007", "at": 2}),
        ('"Duel"', '"Due\\u0301l"', "not_nfc", "title", {}),
        ("quickness = 2", f"x = {'[' * 16}1{']' * 16}", "too_deep", None, {"most": 16}),
        ("quickness = 2", 'main_hand = "axe"', "not_carried", "combatants.ann.sheet", {"value": "axe", "allowed": "–"}),
    ],
)  # fmt: skip
def test_a_mistake_has_a_kind_with_its_numbers(
    old: str, new: str, kind: str, path: str | None, detail: dict[str, Any]
) -> None:
    """From the file's text to what a client says in its own words."""
    assert old in GOOD
    with pytest.raises(BadFile) as caught:
        parse_encounter(GOOD.replace(old, new, 1), "duel.toml", systems())
    bad = caught.value
    assert bad.kind == kind
    assert path is None or bad.path == path
    assert {**bad.detail, **detail} == bad.detail
    assert kind in KINDS or kind in setup(systems()["tirakan"]).problems["de"]


SEVERAL = """
system = "tirakan"

[table]
windows = 3

[seats.bob]
role = "king"

[combatants.ann]
name = "Ann"
side = "x"
at = [1, "two"]

[combatants.ann.sheet]
quickness = "two"
quick = 1

[combatants.ben]
name = "Ben"
side = 7

[combatants.ben.sheet]
quickness = 99
"""


def test_what_is_allowed_is_worked_out_once_for_each_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """To make a schema takes milliseconds, and whoever sends files with many mistakes would keep the server busy."""
    made: list[Any] = []

    def schema(kind: Any) -> dict[str, Any]:
        made.append(kind)
        return json_schema(kind)

    json_schema = msgspec.json.schema
    monkeypatch.setattr(msgspec.json, "schema", schema)
    _node.cache_clear()
    for _ in range(3):
        with pytest.raises(BadFile):
            parse_encounter(SEVERAL, "duel.toml", systems())
    assert len(made) == len(set(made)) > 0


def test_all_that_is_wrong_is_said_at_once() -> None:
    """Whatever part of the file it is in, and in whatever order; what can't be asked before the rest is right comes
    then."""
    with pytest.raises(BadFile) as caught:
        parse_encounter(SEVERAL, "duel.toml", systems())
    bad = caught.value
    assert {(each.path, each.kind) for each in (bad, *bad.also)} == {
        ("", "missing"),
        ("table", "unknown_field"),
        ("combatants.ann.at[1]", "wrong_type"),
        ("combatants.ben.side", "wrong_type"),
        ("combatants.ann.sheet.quickness", "wrong_type"),
        ("combatants.ann.sheet", "unknown_field"),
        ("combatants.ben.sheet.quickness", "too_big"),
    }
    assert str(bad).count("duel.toml: ") == 1 + len(bad.also)


def test_people_are_told_no_more_than_they_can_mend() -> None:
    """Of a file that is wrong throughout."""
    text = GOOD + "\n".join(f"x{at} = 1" for at in range(100))
    with pytest.raises(BadFile) as caught:
        parse_encounter(text, "duel.toml", systems())
    assert len(caught.value.also) == MOST_FOUND - 1


@pytest.mark.parametrize(("meant", "given"), [("tirakan", "tirakan_classic"), ("tirakan_classic", "tirakan")])
def test_a_file_of_another_system_is_told_by_its_sheets(meant: str, given: str) -> None:
    """Not by the first field that the system which it names does not know."""
    text = systems()[meant].demo.replace(f'system = "{meant}"', f'system = "{given}"')
    with pytest.raises(BadFile, match=f"got '{given}'; house rules and sheets are those of '{meant}'") as caught:
        parse_encounter(text, "other.toml", systems())
    assert (caught.value.kind, caught.value.path) == ("other_system", "system")
    assert caught.value.detail == {"value": given, "other": meant}


@pytest.mark.parametrize(
    ("meant", "given", "sheet"),
    [
        ("tirakan", "tirakan_classic", 'weapons.bow = { name = "Bow", weapon_class = "ranged" }'),
        ("tirakan", "tirakan_classic", 'armour.mail = { name = "Mail", protection = ["N", "S"] }'),
        ("tirakan_classic", "tirakan", 'weapons.gun = { name = "Gun", weapon_class = "firearm" }'),
        ("tirakan_classic", "tirakan", 'armour.mail = { name = "Mail", protection = 2 }'),
    ],
)
def test_so_is_one_whose_fields_are_called_alike(meant: str, given: str, sheet: str) -> None:
    """Both editions know weapon classes and protection, but other ones."""
    text = GOOD.replace('"tirakan"', f'"{given}"') + sheet
    with pytest.raises(BadFile, match=f"got '{given}'; house rules and sheets are those of '{meant}'") as caught:
        parse_encounter(text, "other.toml", systems())
    assert caught.value.kind == "other_system"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_kind_has_its_sentence(language: str) -> None:
    """The home page says each in both languages."""
    words = (CLIENT / language / "home_words.ts").read_text("utf-8")
    assert [kind for kind in KINDS if f'"wrong.{kind}":' not in words] == []


def test_every_code_of_the_protocol_is_said_in_german() -> None:
    """No more and no fewer, with no gap that the code has no detail for."""
    rows = re.findall(r'^  (\w+): "(.*)",$', (CLIENT / "de/code_words.ts").read_text("utf-8"), re.MULTILINE)
    assert {code for code, _ in rows} == set(CODES)
    gaps = {code: set(re.findall(r"\{\w+\}", text)) for code, text in CODES.items()}
    assert [code for code, text in rows if not set(re.findall(r"\{\w+\}", text)) <= gaps[code]] == []


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("tirakan", [tirakan]),
        ("tirakan_classic", [classic]),
        ("brink", [brink]),
        ("ambersteel", [ambersteel, ambersteel_things]),
    ],
)
def test_what_does_not_fit_on_a_sheet_is_said_in_german(name: str, modules: list[ModuleType]) -> None:
    """Every code that a system's sheets raise has a sentence, and every sentence its code."""
    calls = [
        node for node in ast.walk(ast.parse("\n".join(map(inspect.getsource, modules)))) if isinstance(node, ast.Call)
    ]
    codes = {ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "Unfit"}
    assert codes == set(setup(systems()[name]).problems["de"])
