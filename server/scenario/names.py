"""How the rolls and decisions of a system are called, as its scenarios show: authors need these names for dice by name,
for amendments and for answers.

Names are made while a fight is played and listed nowhere, so the scenarios are played to learn them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import msgspec

from server.core.system import System
from server.encounter.file import BadFile
from server.scenario.file import Scenario, load, scenario_files
from server.scenario.run import run
from server.scenario.trace import Trace, name_of


class Names(msgspec.Struct, frozen=True):
    """The dice of each roll (`d6`) and the kinds of each decision, by name."""

    rolls: dict[str, set[str]]
    decisions: dict[str, set[str]]

    def lines(self) -> list[str]:
        """All names, in order of the alphabet."""
        parts = (("rolls", self.rolls), ("decisions", self.decisions))
        return [line for title, found in parts for line in (title, *_listed(found))]


def _listed(found: Mapping[str, Collection[str]]) -> list[str]:
    return [f"  {name:<48} {', '.join(sorted(found[name]))}".rstrip() for name in sorted(found)] or ["  none"]


def names(system: System, paths: Iterable[Path], systems: Mapping[str, System]) -> Names | None:
    """The names that come up in the scenarios of these files and folders; None: none of them is of this system. What is
    no scenario file is passed over: `fray check` says what is wrong with it."""
    scenarios = [
        scenario for path in scenario_files(list(paths)) for scenario in _read(path, systems)
        if scenario.system is system
    ]  # fmt: skip
    found = Names({}, {})
    for scenario in scenarios:
        _collect(found, scenario)
    return found if scenarios else None


def _read(path: Path, systems: Mapping[str, System]) -> list[Scenario]:
    try:
        return load(path, systems)
    except BadFile:
        return []


def _collect(found: Names, scenario: Scenario) -> None:
    people = {id.lower() for id in scenario.spec.combatants}

    def note(step: Trace) -> None:
        for die in step.dice:
            found.rolls.setdefault(pattern(die.roll, people), set()).add(f"d{die.sides}")
        for decision in step.questions():
            found.decisions.setdefault(pattern(name_of(decision), people), set()).add(decision.kind)

    run(scenario, note)


def pattern(name: str, people: Collection[str]) -> str:
    """The name with `<who>` for each combatant and `<n>` for each number."""
    parts = re.split(r"([.|,/])", name)
    return "".join("<who>" if part.lower() in people else re.sub(r"\d+", "<n>", part) for part in parts)
