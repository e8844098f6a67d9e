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
from server.scenario.trace import Trace


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one scenario came out. `problem`: why the file can't be used at all."""

    file: str
    title: str = ""
    rules: tuple[str, ...] = ()
    failure: Failure | None = None
    problem: str = ""
    trace: tuple[str, ...] = ()
    """What happened step by step, where that was wanted."""

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


def check_file(path: Path, systems: Mapping[str, System], trace: bool = False) -> Iterator[Result]:
    """Play the scenarios of one file; `trace`: note what happens in each step."""
    try:
        scenarios = load(path, systems)
    except BadFile as bad:
        yield Result(file=str(path), problem=str(bad))
        return
    for scenario in scenarios:
        yield _played(scenario, str(path), trace)


def _played(scenario: Scenario, file: str, trace: bool) -> Result:
    lines: list[str] = []

    def note(step: Trace) -> None:
        lines.extend(step.lines() if trace else ())

    failure = run(scenario, note)
    return Result(file=file, title=scenario.title, rules=scenario.rules, failure=failure, trace=tuple(lines))


def render(report: Report) -> str:
    """The report for people: what happened where that was noted, what failed and how, then `N passed, N failed`."""
    parts = [shown for result in report.results for shown in (*_traced(result), *_shown(result))]
    return "\n".join([*parts, f"{report.passed} passed, {report.failed} failed"])


def _traced(result: Result) -> Iterator[str]:
    if result.trace:
        yield "\n".join([f"{result.file}: {result.title}", *(f"  {line}" for line in result.trace), ""])


def _shown(result: Result) -> Iterator[str]:
    if result.problem:
        yield f"FAILED {result.problem}\n"
    if result.failure is not None:
        yield _failed(result, result.failure)


def _failed(result: Result, failure: Failure) -> str:
    label = f" ({failure.label})" if failure.label else ""
    lines = [f"FAILED {result.file}: {result.title}", f"  step {failure.number}{label}: {failure.deed}"]
    return "\n".join([*lines, *(f"    {line}" for line in failure.lines), ""])
