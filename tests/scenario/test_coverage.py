"""What proves a rule: scenario files and tests that name it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from three_cups import SYSTEM

from server.cli.main import main
from server.scenario.coverage import coverage, render

RULES = {"C-1": "Choosing", "C-11": "Striking", "C-2-A": "Riposte"}
CUPS = dataclasses.replace(SYSTEM, rules=RULES)

SCENARIO = """
rules = ["C-1"]
[[scenario]]
title = "one"
rules = ["C-2-A"]
"""
TEST = '''
def test_striking():
    """C-11: not what is like it, C-22."""

def helper():
    """C-2-A: is no test."""

def test_c_2_a_by_its_name(): ...
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a scenario file and a file of tests."""
    (tmp_path / "cups.toml").write_text(SCENARIO)
    (tmp_path / "test_cups.py").write_text(TEST)
    return tmp_path


def test_scenarios_and_tests_are_found_by_the_rules_they_name(folder: Path) -> None:
    """In the file or one scenario of it; in a test's docstring or name, as a whole word."""
    found = {one.rule: (one.scenarios, one.tests) for one in coverage(CUPS, [folder])}
    assert found == {
        "C-1": (("cups.toml",), ()),
        "C-11": ((), ("test_cups.py::test_striking",)),
        "C-2-A": (("cups.toml",), ("test_cups.py::test_c_2_a_by_its_name",)),
    }


def test_what_nothing_proves_is_named(folder: Path) -> None:
    """With a scenario only, the rule of the test is bare."""
    found = coverage(CUPS, [folder / "cups.toml"])
    assert [one.rule for one in found if not one.is_covered] == ["C-11"]
    assert render(found).splitlines()[-1] == "2 of 3 rules covered; not covered: C-11"


def test_the_command_fails_where_a_rule_is_bare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing in an empty folder covers anything; a folder that is not there is an error of its own."""
    assert main(["systems", "tirakan", "--rules", str(tmp_path)]) == 1
    assert "not covered: T-DICE-1" in capsys.readouterr().out
    assert main(["systems", "tirakan", "--rules", str(tmp_path / "nowhere")]) == 1
    assert "there is no" in capsys.readouterr().err
