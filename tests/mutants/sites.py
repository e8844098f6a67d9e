"""What is changed in a file of rules: the numbers that have a name, and the operators of comparisons."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

SWAPPED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: (r"<", "<="),
    ast.LtE: (r"<=", "<"),
    ast.Gt: (r">", ">="),
    ast.GtE: (r">=", ">"),
    ast.Eq: (r"==", "!="),
    ast.NotEq: (r"!=", "=="),
    ast.In: (r"\bin\b", "not in"),
    ast.NotIn: (r"\bnot\s+in\b", "in"),
}
"""Operator -> how it is written, and what takes its place: an edge is shifted, an equality turned round. `is` only
parts what is there from what is not, which the types prove."""


class Site(NamedTuple):
    """One place. `name`: where it is, without numbers of lines, so that it stays the same while the file grows."""

    name: str
    line: int
    start: int
    end: int
    new: str

    def changed(self, source: str) -> str:
        """The file with this one change; its lines stay where they are."""
        data = source.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def sites(source: str) -> list[Site]:
    """All of a file, in its order. Places are counted in bytes, as `ast` does."""
    data, found, seen = source.encode(), [], Counter[str]()
    starts, lines = _line_starts(data), source.split("\n")
    for where, line, (start, end), new in _found(ast.parse(source), data, starts, ""):
        shown = re.sub(r"\s+", " ", lines[line - 1].strip())
        name = f"{where}: {shown} [{data[start:end].decode()} → {new}]"
        seen[name] += 1
        found.append(Site(f"{name} ({seen[name]})" if seen[name] > 1 else name, line, start, end, new))
    return found


Found = tuple[str, int, tuple[int, int], str]


def _found(node: ast.AST, source: bytes, starts: list[int], where: str) -> Iterator[Found]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        where = f"{where}.{node.name}".lstrip(".")
    if isinstance(node, ast.Module):
        yield from _numbers(node, starts)
    if isinstance(node, ast.Compare):
        yield from _comparisons(node, source, starts, where or "(module)")
    for below in ast.iter_child_nodes(node):
        yield from _found(below, source, starts, where)


def _numbers(module: ast.Module, starts: list[int]) -> Iterator[Found]:
    """`NAME = 6`, `ONE, TWO = 1, 2`."""
    for node in module.body:
        if not isinstance(node, ast.Assign):
            continue
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        for value in values:
            if isinstance(value, ast.Constant) and type(value.value) is int:
                span = _at(starts, value.lineno, value.col_offset), _at(starts, value.lineno, value.end_col_offset or 0)
                yield "(number)", value.lineno, span, str(value.value + 1)


def _comparisons(node: ast.Compare, source: bytes, starts: list[int], where: str) -> Iterator[Found]:
    parts = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, parts, parts[1:], strict=False):
        if type(op) not in SWAPPED:
            continue
        pattern, new = SWAPPED[type(op)]
        begin = _at(starts, left.end_lineno or 0, left.end_col_offset or 0)
        between = source[begin : _at(starts, right.lineno, right.col_offset)].decode("ascii", "replace")
        match = re.search(pattern, between)
        if match is not None:
            line = (left.end_lineno or 0) + between[: match.start()].count("\n")
            yield where, line, (begin + match.start(), begin + match.end()), new


def _line_starts(source: bytes) -> list[int]:
    starts = [0]
    for line in source.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _at(starts: list[int], line: int, column: int) -> int:
    return starts[line - 1] + column
