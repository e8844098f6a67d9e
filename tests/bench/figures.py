"""What a benchmark says: one figure beside its floor of the same run, and whether it meets its target."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec


class Target(msgspec.Struct, frozen=True):
    """`of`: is the value bounded, or its ratio to the floor? No verdict hangs on `aim`, which is better."""

    of: Literal["value", "ratio"]
    bound: Literal["most", "least"]
    limit: float
    aim: float | None = None

    def is_met(self, value: float, ratio: float | None) -> bool:
        """Does a figure meet it?"""
        measured = value if self.of == "value" else ratio
        if measured is None:
            return False
        return measured <= self.limit if self.bound == "most" else measured >= self.limit

    def text(self, unit: str) -> str:
        """For people."""
        sign = "≤" if self.bound == "most" else "≥"
        limit = f"{sign} {self.limit:g} {unit}" if self.of == "value" else f"{sign} {self.limit:g} × floor"
        return limit if self.aim is None else f"{limit} (aim {self.aim:g})"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table. `floor` is in the unit of `value`; `note` is for people only."""

    figure: str
    value: float
    unit: str
    floor: float | None
    ratio: float | None
    target: str
    verdict: Literal["met", "missed", "told"]
    note: str = ""


def row(figure: str, value: float, unit: str, target: Target, floor: float | None = None, note: str = "") -> Row:
    """A figure with its verdict."""
    ratio = value / floor if floor else None
    verdict: Literal["met", "missed"] = "met" if target.is_met(value, ratio) else "missed"
    return Row(figure=figure, value=value, unit=unit, floor=floor, ratio=ratio, target=target.text(unit),
               verdict=verdict, note=note)  # fmt: skip


def told(figure: str, value: float, unit: str, floor: float, note: str = "") -> Row:
    """A figure beside another, of which nothing is asked."""
    ratio = value / floor if floor else None
    return Row(figure=figure, value=value, unit=unit, floor=floor, ratio=ratio, target="–", verdict="told", note=note)


def ratio_most(limit: float) -> Target:
    """At most so many times the floor."""
    return Target("ratio", "most", limit)


def ratio_least(limit: float, aim: float | None = None) -> Target:
    """At least so many times the floor."""
    return Target("ratio", "least", limit, aim)


def most(limit: float) -> Target:
    """At most this."""
    return Target("value", "most", limit)


def least(limit: float) -> Target:
    """At least this."""
    return Target("value", "least", limit)


def interleaved(rounds: int, measures: Sequence[Callable[[], float]]) -> list[float]:
    """The median of each measure; each round takes them all in turn, so that a noisy neighbour meets all alike."""
    values: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for measure, of_measure in zip(measures, values, strict=True):
            of_measure.append(measure())
    return [statistics.median(of_measure) for of_measure in values]


def table(rows: Sequence[Row]) -> str:
    """All rows for people, with the notes below."""
    heads = ("figure", "value", "unit", "floor", "ratio", "target", "verdict")
    cells = [(one.figure, shown(one.value), one.unit, shown(one.floor), shown(one.ratio), one.target, one.verdict)
             for one in rows]  # fmt: skip
    widths = [max(len(line[k]) for line in [heads, *cells]) for k in range(len(heads))]
    form = "  ".join(f"{{:{'>' if k in (1, 3, 4) else '<'}{width}}}" for k, width in enumerate(widths))
    lines = [form.format(*line) for line in [heads, tuple("-" * width for width in widths), *cells]]
    notes = [f"  {one.figure}: {one.note}" for one in rows if one.note]
    return "\n".join([*lines, *(["", "Notes"] if notes else []), *notes])


def shown(value: float | None) -> str:
    """Three significant digits, or all before the point."""
    if value is None:
        return "–"
    if value and abs(value) < 0.01:
        return f"{value:.2g}"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"
