"""The numbers and comparisons of a system's rules changed one at a time: does a scenario notice each?

    python -m tests.rules.mutants ambersteel                  prints every change that no scenario notices
    python -m tests.rules.mutants ambersteel acts/stamina.py  of one file only

A number becomes one more; `<` becomes `<=`, `==` becomes `!=`, `in` becomes `not in`, and so on. Each change is tried
in a process of its own, which stops at the first scenario that fails. What others see of it (words, options, secrecy)
and the shapes of events and intents are left out: other tests are for these.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
BESIDE = ("words", "offers", "secrecy", "state/events.py", "state/intents.py", "state/registry.py", "things/samples.py")
"""No rules of the fight."""
BOUNDS = ("Meta", "Value", "Track")
"""Numbers inside these calls say what may be written, or how it is drawn."""
SWAPPED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
SIGNS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip


class Mutant(NamedTuple):
    """A change: in which file, on which line, what it is, and the whole text with it."""

    path: Path
    line: int
    what: str
    text: str


def mutants(path: Path) -> Iterator[Mutant]:
    """All changes of one file."""
    text = path.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = text.encode()

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    for node in _nodes(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            start, end = at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)
            new = f"({node.value + 1})"
            yield Mutant(path, node.lineno, f"{node.value} → {new}", (raw[:start] + new.encode() + raw[end:]).decode())
        elif isinstance(node, ast.Compare):
            left, right = node.left, node.comparators[0]
            start, end = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
            old, new = SIGNS[type(node.ops[0])], SWAPPED[type(node.ops[0])]
            between = raw[start:end].decode()
            changed = between.replace(old, new, 1)
            yield Mutant(path, node.lineno, f"{old} → {new}", (raw[:start] + changed.encode() + raw[end:]).decode())


def _nodes(node: ast.AST) -> Iterator[ast.Constant | ast.Compare]:
    for child in ast.iter_child_nodes(node):
        is_bound = isinstance(child, ast.Call) and getattr(child.func, "id", "") in BOUNDS
        if is_bound or isinstance(child, ast.Subscript | ast.JoinedStr):
            continue
        is_number = isinstance(child, ast.Constant) and type(child.value) is int
        is_comparison = isinstance(child, ast.Compare) and len(child.ops) == 1
        if is_number or is_comparison:
            yield child  # type: ignore[misc]
        yield from _nodes(child)


class _Loader(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):  # type: ignore[misc]
    """Gives the changed text for one module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        parts = mutant.path.relative_to(ROOT).with_suffix("").parts
        self.module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """Of that module alone."""
        return importlib.util.spec_from_loader(name, self) if name == self.module else None

    def get_filename(self, fullname: str) -> str:
        """Where it is found."""
        return str(self.mutant.path)

    def get_data(self, path: str | bytes) -> bytes:
        """Its text."""
        return self.mutant.text.encode()

    def path_stats(self, path: str) -> dict[str, int]:
        """Nothing that is compiled already serves."""
        raise OSError


def survives(mutant: Mutant, system: str) -> bool:
    """Does no scenario notice it? In a process of its own."""
    child = os.fork()
    if child == 0:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        try:
            sys.meta_path.insert(0, _Loader(mutant))
            code = 0 if _passes(system) else 1
        except BaseException:
            code = 1
        os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def _passes(system: str) -> bool:
    from server.encounter.installed import systems
    from server.scenario.file import load, scenario_files
    from server.scenario.run import run

    found = systems()
    paths = scenario_files([ROOT / "tests" / "scenarios" / system])
    return all(run(scenario) is None for path in paths for scenario in load(path, found))


def main(system: str, only: list[str]) -> int:
    """Print what survives; how many of how many."""
    for name in ("server.encounter.file", "server.scenario.run", "server.kit.order", "server.kit.offering"):
        importlib.import_module(name)
    folder = ROOT / "server" / "rules" / system
    paths = [folder / name for name in only] or sorted(
        path for path in folder.rglob("*.py") if not str(path.relative_to(folder)).startswith(BESIDE)
    )
    tried = survived = 0
    for mutant in (mutant for path in paths for mutant in mutants(path)):
        tried += 1
        if survives(mutant, system):
            survived += 1
            print(f"{mutant.path.relative_to(folder)}:{mutant.line}: {mutant.what}", flush=True)
    print(f"{survived} of {tried} changes are noticed by no scenario")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
