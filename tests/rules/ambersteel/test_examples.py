"""The scenarios that stand for rules without a worked example are there, and claim these rules."""

from __future__ import annotations

import re
from pathlib import Path

from server.rules.ambersteel import SYSTEM
from server.scenario.file import load

FOLDER = Path(__file__).resolve().parents[2] / "scenarios/ambersteel"
ROW = re.compile(r"^\| (A-[A-Z]+-\d+) \| `(.+?)`: (.+) \|$", re.MULTILINE)


def test_each_rule_without_an_example_has_the_scenario_that_is_named_for_it() -> None:
    """The folder's README lists them."""
    rows = ROW.findall((FOLDER / "README.md").read_text("utf-8"))
    assert len(rows) == 26
    for rule, file, title in rows:
        claimed = [each.rules for each in load(FOLDER / file, {SYSTEM.name: SYSTEM}) if title in each.title]
        assert claimed, (rule, file, title)
        assert all(rule in rules for rules in claimed), (rule, file, title)
