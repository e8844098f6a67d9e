"""Which rules of a system are proved by what: scenario files that name a rule, tests that name it in name or docstring.

Reads files only; nothing is run, and no system is named here.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from server.core.system import System


class Covered(msgspec.Struct, frozen=True):
    """A rule, the scenario files (`file.toml`) and the tests (`test_file.py::test_name`) that name it."""

    rule: str
    title: str
    scenarios: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def is_covered(self) -> bool:
        """Does anything prove it?"""
        return bool(self.scenarios or self.tests)


def coverage(system: System, paths: Iterable[Path]) -> list[Covered]:
    """Every rule of the system with what names it in these files and folders."""
    scenarios: dict[str, list[str]] = {}
    tests: dict[str, list[str]] = {}
    for path in sorted(_files(paths)):
        if path.suffix == ".toml":
            for rule in rules_of_file(path.read_text()):
                scenarios.setdefault(rule, []).append(path.name)
        else:
            for name, text in tests_in(path.read_text()):
                for rule in named(text, system.rules):
                    tests.setdefault(rule, []).append(f"{path.name}::{name}")
    return [
        Covered(rule, title, _once(scenarios.get(rule, [])), _once(tests.get(rule, [])))
        for rule, title in system.rules.items()
    ]


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_file():
            yield path
        else:
            yield from path.rglob("*.toml")
            yield from path.rglob("test_*.py")


def _once(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def rules_of_file(text: str) -> list[str]:
    """The rules that a scenario file names, for itself or for one of its scenarios; none if it is no such file."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return []
    each = [one for one in raw.get("scenario", []) if isinstance(one, dict)]
    return [str(rule) for part in (raw, *each) for rule in part.get("rules", [])]


def tests_in(source: str) -> Iterator[tuple[str, str]]:
    """Every test function: its name; name and docstring as one text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, f"{node.name.replace('_', '-')} {ast.get_docstring(node) or ''}"


def named(text: str, rules: Iterable[str]) -> list[str]:
    """The rule ids that stand in a text as whole words; in a test's name small letters will do."""
    words = {word.upper() for word in re.findall(r"[\w-]*\d", text)}
    found = {rule for rule in rules if rule.upper() in words}
    return [rule for rule in rules if rule in found or _is_in_name(text, rule)]


def _is_in_name(text: str, rule: str) -> bool:
    name = text.split(" ", 1)[0].lower()
    return f"-{rule.lower()}-" in f"{name}-"


def render(found: list[Covered]) -> str:
    """One line a rule; what nothing proves is marked. The last line counts."""
    lines = [f"  {one.rule:<16} {one.title:<38} {_proof(one)}" for one in found]
    bare = [one.rule for one in found if not one.is_covered]
    last = f"{len(found) - len(bare)} of {len(found)} rules covered"
    return "\n".join([*lines, f"{last}; not covered: {', '.join(bare)}" if bare else last])


def _proof(one: Covered) -> str:
    parts = [", ".join(one.scenarios), ", ".join(one.tests)]
    return "; ".join(part for part in parts if part) or "NOT COVERED"
