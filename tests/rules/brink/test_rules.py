"""Every rule of the specification has an id, lines of code that keep it, and words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.rules import brink
from server.rules.brink import SYSTEM
from server.rules.brink.deciding.value import NUMBERS, SETTABLE, STATUSES
from server.rules.brink.evolve.frames import KINDS
from server.rules.brink.state.moment import PHASES
from server.rules.brink.words.labels import LABELS
from server.scenario.coverage import coverage

FILES = [path for path in Path(brink.__file__).parent.rglob("*.py") if path.name != "rules.py"]
SOURCES = "".join(path.read_text("utf-8") for path in FILES)
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "brink"
EMITTED = re.compile(
    r"""\.use\([^,]+, [^,]+, "(\w+)"|(?:reason|purpose|label)="(\w+)"|fizzle\([^"]+"(\w+)"|return "(\w+)"\n"""
)
"""Where the code writes a key that people will read: terms, reasons, purposes, labels of parameters."""


def test_the_code_names_the_rules_that_it_keeps_and_no_others():
    """Whoever disputes a number finds the lines that made it; a range in a docstring names its ends."""
    ids = set(
        re.findall(
            r"B-(?!A-)[A-Z]+-\d+", SOURCES.replace((Path(brink.__file__).parent / "words/rules.py").read_text(), "")
        )
    )
    assert ids - set(SYSTEM.rules) == set()
    assert not [rule for rule in SYSTEM.rules if rule not in ids and rule not in _between(ids)]


def _between(ids):
    """`B-READY-5 to B-READY-8`, `B-SKILL-*`."""
    found = set()
    for family, first, last in re.findall(r"B-([A-Z]+)-(\d+) to B-[A-Z]+-(\d+)", SOURCES):
        found |= {f"B-{family}-{k}" for k in range(int(first), int(last) + 1)}
    families = re.findall(r"B-([A-Z]+)-\*", SOURCES)
    return found | {rule for rule in SYSTEM.rules if rule.split("-")[1] in families}


def test_every_rule_is_told_by_a_scenario():
    """Not by a test's name alone: scenarios are what people read."""
    assert not [one.rule for one in coverage(SYSTEM, [SCENARIOS]) if not one.scenarios]


@pytest.mark.parametrize("option", [name for name in SYSTEM.options_type.__struct_fields__ if name != "disciplines"])
def test_every_table_option_is_tried_in_a_scenario(option):
    """At another value than its default."""
    files = "".join(path.read_text("utf-8") for path in SCENARIOS.glob("*.toml"))
    assert re.search(rf"(options\s*=\s*\{{[^\n]*\b{option} = )|(options\.{option}\b)", files), option


def test_every_key_that_the_rules_write_has_words():
    """Phases, questions, statuses, what the GM sets, terms, reasons, purposes, labels."""
    written = {key for keys in EMITTED.findall(SOURCES) for key in keys if key}
    keys = {*KINDS, *PHASES.values(), *STATUSES, *NUMBERS, *SETTABLE.table, *written} - {
        "stop",
        "threat",
    }  # a stop asks nobody, a threat begins the fight
    assert keys - set(LABELS) == set()
