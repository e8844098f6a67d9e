"""How large the rule systems and what they share are: lines of code, and lines as `wc -l` counts them.

    python -m tests.size

A line of code is neither blank nor only a comment nor part of a docstring. Of each system alone, and of all together.
What a system may have at most is said without its words, demos and samples.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


BESIDES = ("words", "demo", "samples")
"""How folders and files begin in which no rules are."""


class Size(NamedTuple):
    """Of some source files. `rules`: the code that is neither words nor demo nor samples."""

    code: int
    lines: int
    rules: int


def size_of(source: str) -> Size:
    """Of one file's text."""
    code = len(_code(source) - _docstrings(source))
    return Size(code, source.count("\n"), code)


def size_under(folder: Path) -> Size:
    """Of all Python files in a folder and below it."""
    return _sum(_size_in(folder, path) for path in folder.rglob("*.py"))


def _size_in(folder: Path, path: Path) -> Size:
    size = size_of(path.read_text("utf-8"))
    is_beside = any(part.startswith(BESIDES) for part in path.relative_to(folder).parts)
    return size._replace(rules=0) if is_beside else size


def _sum(sizes: Iterable[Size]) -> Size:
    found = list(sizes)
    return Size(*(sum(figures) for figures in zip(*found, strict=True)))


def _code(source: str) -> set[int]:
    """The lines on which something stands that is no comment; a string of many lines stands on all of them."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {line for token in tokens if token.type not in NO_CODE for line in range(token.start[0], token.end[0] + 1)}


def _docstrings(source: str) -> set[int]:
    """The lines of strings that are statements of their own: also what describes a field is for readers only."""
    return {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def measured() -> dict[str, Size]:
    """Each system, all systems together, the kit that they share, and the example that is written on it, whose words
    and demo don't count."""
    systems = {
        folder.name: size_under(folder) for folder in sorted((ROOT / "server" / "rules").iterdir())
        if (folder / "__init__.py").exists()
    }  # fmt: skip
    found = {**systems, "all systems": _sum(systems.values())}
    example = ROOT / "tests" / "skirmish" / "skirmish" / "__init__.py"
    return {**found, "kit": size_under(ROOT / "server" / "kit"), "skirmish": size_of(example.read_text("utf-8"))}


def table(sizes: dict[str, Size]) -> str:
    """As people read it."""
    rows = [f"{'':<16}{'code':>8}{'wc -l':>8}{'rules':>8}"]
    figures = (f"{name:<16}{size.code:>8,}{size.lines:>8,}{size.rules:>8,}" for name, size in sizes.items())
    return "\n".join([*rows, *figures])


if __name__ == "__main__":
    print(table(measured()))
