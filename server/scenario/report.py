"""Checking scenario files: `check_file` plays them, `render` says how they came out. Knows no rule system.

Reading the files is in `server.scenario.file`, playing in `run`, comparing in `match`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from server.core.system import System
from server.encounter.file import BadFile
from server.scenario.file import Scenario, load
from server.scenario.run import Failure, run


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one scenario came out. `problem`: why the file can't be used at all."""

    file: str
    title: str = ""
    rules: tuple[str, ...] = ()
    failure: Failure | None = None
    problem: str = ""

    @property
    def is_passed(self) -> bool:
        """Did everything come out as written?"""
        return self.failure is None and not self.problem


class Report(msgspec.Struct, frozen=True):
    """How all scenarios came out, in the order of their files."""

    results: tuple[Result, ...]

    @property
    def failed(self) -> int:
        """Number of scenarios that failed."""
        return sum(not result.is_passed for result in self.results)

    @property
    def passed(self) -> int:
        """Number of scenarios that passed."""
        return len(self.results) - self.failed

    def rules(self) -> dict[str, list[str]]:
        """The titles of the passed scenarios by the rule ids that they cover."""
        covered: dict[str, list[str]] = {}
        for result in self.results:
            for rule in result.rules if result.is_passed else ():
                covered.setdefault(rule, []).append(result.title)
        return covered


def check_file(path: Path, systems: Mapping[str, System]) -> Iterator[Result]:
    """Play the scenarios of one file. `systems`: the rule systems by name."""
    try:
        scenarios = load(path, systems)
    except BadFile as bad:
        yield Result(file=str(path), problem=str(bad))
        return
    for scenario in scenarios:
        yield played(scenario, str(path))


def played(scenario: Scenario, file: str = "") -> Result:
    """Play one scenario."""
    return Result(file=file, title=scenario.title, rules=scenario.rules, failure=run(scenario))


def render(report: Report) -> str:
    """The report for people: what failed and how, then `N passed, N failed`."""
    parts = [_shown(result) for result in report.results if not result.is_passed]
    return "\n".join([*parts, f"{report.passed} passed, {report.failed} failed"])


def _shown(result: Result) -> str:
    if result.failure is None:
        return f"FAILED {result.problem}\n"
    failure = result.failure
    label = f" ({failure.label})" if failure.label else ""
    lines = [f"FAILED {result.file}: {result.title}", f"  step {failure.number}{label}: {failure.deed}"]
    return "\n".join([*lines, *(f"    {line}" for line in failure.lines), ""])
