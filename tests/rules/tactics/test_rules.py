"""Every rule of the specification has an id, lines of code that keep it, a scenario, and words in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import msgspec.inspect
import pytest

from server.rules import tactics
from server.rules.tactics import SYSTEM
from server.rules.tactics.checks.gm import SETTABLE
from server.rules.tactics.state.helpers import FAR, FULL_DEFENSE, NOT_NEEDED, UNABLE
from server.rules.tactics.state.moment import PHASES
from server.rules.tactics.state.plan import PACES
from server.rules.tactics.state.sheet import HELPLESS
from server.rules.tactics.words.labels import LABELS
from server.scenario.coverage import coverage

FOLDER = Path(tactics.__file__).parent
SOURCES = "".join(path.read_text("utf-8") for path in FOLDER.rglob("*.py") if path.name != "rules.py")
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "tactics"
FILES = "".join(path.read_text("utf-8") for path in SCENARIOS.glob("*.toml"))
ID = r"D-(?!AMB|EX)[A-Z]+-\d+"


def test_the_code_names_the_rules_that_it_keeps_and_no_others() -> None:
    """Whoever disputes a number finds the lines that made it; a range in a docstring names its ends."""
    ids = set(re.findall(ID, SOURCES))
    assert ids - set(SYSTEM.rules) == set()
    assert not [rule for rule in SYSTEM.rules if rule not in ids and rule not in _between()]


def _between() -> set[str]:
    """`D-WND-3 to D-WND-5`."""
    found = set()
    for family, first, last in re.findall(r"D-([A-Z]+)-(\d+) to D-[A-Z]+-(\d+)", SOURCES):
        found |= {f"D-{family}-{k}" for k in range(int(first), int(last) + 1)}
    return found


def test_every_rule_is_told_by_a_scenario() -> None:
    """Not by a test's name alone: scenarios are what people read."""
    assert not [one.rule for one in coverage(SYSTEM, [SCENARIOS]) if not one.scenarios]


def _other_values() -> list[tuple[str, str]]:
    """By option the values that are not its default, where they are a few words."""
    info: Any = msgspec.inspect.type_info(SYSTEM.options_type)
    words = [(each, getattr(each.type, "values", ()) or ("",)) for each in info.fields]
    return [(each.name, str(value)) for each, values in words for value in values if value != each.default]


@pytest.mark.parametrize(("option", "value"), _other_values())
def test_every_table_option_is_tried_in_a_scenario(option: str, value: str) -> None:
    """At every value but its default."""
    assert re.search(rf'options = \{{[^\n]*\b{option} = "?{value}', FILES), (option, value)


@pytest.mark.parametrize("code", sorted(set(re.findall(r'Rejected\("(\w+)"', SOURCES))))
def test_every_refusal_is_met_in_a_scenario(code: str) -> None:
    """With its code."""
    assert f'refused = "{code}"' in FILES, code


def test_every_key_that_the_rules_write_has_words() -> None:
    """Phases, statuses, what the GM sets, paces, terms."""
    terms = set(re.findall(r"""\buse\("(\w+)",""", SOURCES))
    keys = {*PHASES.values(), *HELPLESS, *SETTABLE.table, *PACES, *terms}
    assert {key for key in keys if key not in LABELS and f"term.{key}" not in LABELS} == set()


def _words_refused_with() -> Iterator[str]:
    """What is put into refusals as it stands, and is no name."""
    yield from (FAR, FULL_DEFENSE, NOT_NEEDED, UNABLE)
    for path in FOLDER.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Rejected":
                parts = (part for detail in call.keywords for part in ast.walk(detail.value))
                said = (part.value for part in parts if isinstance(part, ast.Constant))
                yield from (each for each in said if isinstance(each, str) and each != ", ")


def test_the_words_in_a_refusal_are_said_in_the_reader_s_language() -> None:
    """Why somebody can't guard another, who decides: clients look them up among the labels."""
    words = set(_words_refused_with())
    assert {"nobody", "the GM", "more"} <= words
    assert words - LABELS.keys() == set()
