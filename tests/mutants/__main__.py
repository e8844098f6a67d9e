"""The command. Every change is tried in a process of its own, which has loaded all but the system."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.machinery import SourceFileLoader
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from server.scenario.file import Scenario, load, scenario_files
from server.scenario.run import run
from tests.mutants.sites import Site, sites

ROOT = Path(__file__).resolve().parents[2]
NO_RULES = {"words", "offers", "secrecy"}
"""Folders of a system that hold no rules: what is offered and told is proved by the conformance suite."""
SHARED = {"tirakan_classic": ("server/kit/acts/buying.py", "server/kit/acts/reacting.py", "server/kit/acts/stops.py")}
"""What a system shares of the kit in what it offers. No scenario looks at options: tests of the system's own do."""
PATIENCE_S = 60
"""A change by which a fight never ends is noticed, too. Seconds of the processor: however busy the machine is."""


class Rules(NamedTuple):
    """A system's files, and the scenarios that prove them."""

    name: str
    module: str
    attribute: str
    folder: Path
    files: tuple[Path, ...]
    scenarios: tuple[Path, ...]

    def where(self, path: Path) -> str:
        """A file's name in what is printed: in the system's folder, else in the project."""
        return path.relative_to(self.folder if path.is_relative_to(self.folder) else ROOT).with_suffix("").as_posix()

    @property
    def shared(self) -> tuple[Path, ...]:
        """Files of the kit that are changed along with it."""
        return tuple(ROOT / path for path in SHARED.get(self.name, ()))

    def system(self) -> Any:
        """Loaded now, in this process."""
        return getattr(importlib.import_module(self.module), self.attribute)


def rules_of(name: str) -> Rules:
    """Raises KeyError where no such system is installed."""
    module, _, attribute = entry_points(group="fray.systems")[name].value.partition(":")
    spec = find_spec(module)
    assert spec is not None
    folder = Path(spec.origin or "").parent
    files = [path for path in sorted(folder.rglob("*.py")) if not NO_RULES.intersection(path.relative_to(folder).parts)]
    return Rules(
        name, module, attribute, folder, tuple(files), tuple(scenario_files([ROOT / "tests/scenarios" / name]))
    )


# --- one change ------------------------------------------------------------------------------------------------------


def changing(path: Path, source: str) -> None:
    """From here on this file is loaded with another text."""
    unchanged: Any = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        is_this = Path(self.path) == path
        return compile(source, str(path), "exec") if is_this else unchanged(self, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  (mypy)


def passes(scenario: Scenario) -> bool:
    """Also what is broken so that it fails otherwise does not pass."""
    try:
        return run(scenario) is None
    except Exception:
        return False


def is_noticed(rules: Rules, path: Path, source: str, files: Sequence[Path]) -> bool:
    """Does a scenario of these files fail?"""
    changing(path, source)
    try:
        systems = {rules.name: rules.system()}
        return not all(passes(scenario) for file in files for scenario in load(file, systems))
    except Exception:
        return True


def is_noticed_in_tests(rules: Rules, path: Path, source: str) -> bool:
    """Does a test of what the system offers fail?"""
    changing(path, source)
    found = [str(each) for each in sorted((ROOT / "tests/rules" / rules.name).glob("test_*.py"))]
    return pytest.main(["-q", "-x", "-p", "no:cacheprovider", *found]) != pytest.ExitCode.OK


def apart(what: Callable[[], bool]) -> bool:
    """The answer of a child process; True where it never answers."""
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE_S)
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  (the process ends here)
        os._exit(0 if what() else 1)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) != 1


# --- which scenarios could notice it ---------------------------------------------------------------------------------


def lines_run(rules: Rules) -> dict[str, dict[Path, set[int]]]:
    """By file of the system: file of scenarios -> the lines that it runs. What runs when it is loaded is in none."""
    system = {rules.name: rules.system()}
    names = {str(path): path for path in rules.files}
    found: dict[str, dict[Path, set[int]]] = {name: {} for name in names}
    for file in rules.scenarios:
        scenarios = load(file, system)
        with_lines = {name: set[int]() for name in names}

        def trace(frame: FrameType, _event: str, _arg: object, lines: dict[str, set[int]] = with_lines) -> Any:
            here = lines.get(frame.f_code.co_filename)
            if here is None:
                return None

            def line(frame: FrameType, event: str, _arg: object, here: set[int] = here) -> Any:
                if event == "line":
                    here.add(frame.f_lineno)
                return line

            return line

        sys.settrace(trace)
        for scenario in scenarios:
            passes(scenario)
        sys.settrace(None)
        for name, lines in with_lines.items():
            found[name][file] = lines
    return found


def told_by_child(rules: Rules) -> dict[str, dict[Path, set[int]]]:
    """The same, worked out in another process, so that this one does not load the system."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        found = lines_run(rules)
        plain = {name: {str(file): sorted(lines) for file, lines in by.items()} for name, by in found.items()}
        with os.fdopen(writer, "w") as pipe:
            pipe.write(repr(plain))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        plain = eval(pipe.read())  # of our own child
    os.waitpid(child, 0)
    return {name: {Path(file): set(lines) for file, lines in by.items()} for name, by in plain.items()}


def likely(rules: Rules, site: Site, runs: dict[Path, set[int]]) -> list[Path]:
    """The files of scenarios that run the line, the shortest first; all where it runs only when it is loaded."""
    able = [file for file, lines in runs.items() if site.line in lines]
    return able or list(rules.scenarios)


# --- all of a system -------------------------------------------------------------------------------------------------


def unnoticed(rules: Rules, only: str) -> Iterator[tuple[str, bool]]:
    """Each change, and whether it was noticed."""
    yield from unnoticed_in_kit(rules, only)
    runs = told_by_child(rules)
    for path in rules.files:
        where = rules.where(path)
        if only not in where:
            continue
        source = path.read_text("utf-8")
        for site in sites(source):
            files = likely(rules, site, runs[str(path)])
            yield f"{where}/{site.name}", apart(partial(is_noticed, rules, path, site.changed(source), files))


def unnoticed_in_kit(rules: Rules, only: str) -> Iterator[tuple[str, bool]]:
    """The same of what it shares."""
    for path in rules.shared:
        where, source = rules.where(path), path.read_text("utf-8")
        for site in sites(source) if only in where else ():
            yield f"{where}/{site.name}", apart(partial(is_noticed_in_tests, rules, path, site.changed(source)))


def tried(name: str, only: str) -> bool:
    """Prints what came; True where all is noticed or explained."""
    explained: dict[str, str] = tomllib.loads((Path(__file__).parent / "explained.toml").read_text("utf-8")).get(
        name, {}
    )
    rules, left, count, noticed = rules_of(name), [], 0, set()
    for change, is_seen in unnoticed(rules, only):
        count += 1
        if is_seen:
            noticed.add(change)
        elif change not in explained:
            left.append(change)
            print(f"unnoticed: {change}", flush=True)
    known = count - len(noticed) - len(left)
    print(f"{name}: {count} changes, {len(noticed)} noticed, {known} explained, {len(left)} left", flush=True)
    wrong = [] if only else sorted(set(explained) & noticed)
    for change in wrong:
        print(f"explained, but noticed: {change}")
    return not left and not wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("systems", nargs="*", help="all that have scenarios by default")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    given = parser.parse_args(arguments)
    installed = [each.name for each in entry_points(group="fray.systems")]
    names = given.systems or [name for name in sorted(installed) if (ROOT / "tests/scenarios" / name).is_dir()]
    return 0 if all([tried(name, given.only) for name in names]) else 1


if __name__ == "__main__":
    sys.exit(main())
