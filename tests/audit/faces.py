"""The faces of the server's dice: are all equally likely, and does none tell of another one?

Along four axes, where a mistake would show: neighbouring streams, epochs, counters (as acts use them up, die by die)
and numbers of sides. Of each axis the faces by themselves (chi-squared against an even spread), and pairs of neighbours
(chi-squared of their coming together, and their correlation). The seeds are fixed: the verdict is always the same.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from server.core import dice
from server.core.dice import Dice, Seeds, ServerDice, next_counters, previous_seed
from tests.audit.finding import Finding, judged

MANY = 10_000_000
"""Draws along each axis."""
PARTS = 40
"""So many encounters share them, each with seeds of its own."""
MOST = 5.5
"""Standard deviations from what chance gives. Of a run's 430 figures one is beyond that by chance in one run of
sixty thousand."""
SIDES = (6, 10, 20, 100)
ALL_SIDES = range(2, 101)
STREAMS = ("gm", "secret", *(f"seat:{number}" for number in range(8)))
EPOCHS = 10
OF_AN_ACT = 7
"""Dice that an act throws."""
LAGS = (1, 2, 3, OF_AN_ACT)


class Row(NamedTuple):
    """Faces of dice with so many sides."""

    sides: int
    faces: Sequence[int]


Draws = tuple[list[Row], Iterable[tuple[Row, Row]]]
"""What was drawn, and rows that lie beside one another: their faces make pairs."""


# --- what is drawn ---------------------------------------------------------------------------------------------------


def streams(part: int, count: int) -> Draws:
    """The same counters of neighbouring streams."""
    rows = [_row(part, stream, SIDES[part % 4], count // len(STREAMS)) for stream in STREAMS]
    return rows, pairwise(rows)


def epochs(part: int, count: int) -> Draws:
    """The same counters of a stream in neighbouring epochs."""
    rows, seed = [], _seed(part)
    for _ in range(EPOCHS):
        rows.append(_row(part, "gm", SIDES[part % 4], count // EPOCHS, seed))
        seed = previous_seed(seed)
    return rows, pairwise(rows)


def counters(part: int, count: int) -> Draws:
    """Dice of act after act, the way a table throws them: near ones, and the same die of the next act."""
    sides, used, faces = SIDES[part % 4], dict[str, int](), list[int]()
    seeds, encounter = Seeds(_seed(part), _seed(part)), _encounter(part)
    for _ in range(count // OF_AN_ACT):
        thrown = Dice("act", ServerDice(encounter, seeds, 0, used, b"salt", "gm", b""))
        faces += (face for (face,) in thrown.roll("roll", "who", sides, OF_AN_ACT, explode=False, is_open=True))
        used = next_counters(used, thrown.evidence)
    row = Row(sides, faces)
    return [row], [(row, Row(sides, faces[lag:])) for lag in LAGS]


def sides(part: int, count: int) -> Draws:
    """The same counters for dice of 2 to 100 sides: beside one more, and beside twice as many."""
    rows = {sides: _row(part, "gm", sides, count // len(ALL_SIDES)) for sides in ALL_SIDES}
    beside = [(row, rows[other]) for one, row in rows.items() for other in (one + 1, 2 * one) if other in rows]
    return list(rows.values()), beside


AXES: dict[str, Callable[[int, int], Draws]] = {
    "streams": streams,
    "epochs": epochs,
    "counters": counters,
    "sides": sides,
}


def _row(part: int, stream: str, sides: int, count: int, seed: bytes = b"") -> Row:
    """The first so many faces of a stream."""
    seed, encounter = seed or _seed(part), _encounter(part)
    return Row(sides, [dice.draw(seed, encounter, stream, k, b"salt", b"", sides) for k in range(count)])


def _seed(part: int) -> bytes:
    return hashlib.sha256(b"seed %d" % part).digest()


def _encounter(part: int) -> bytes:
    return hashlib.sha256(b"encounter %d" % part).digest()[:16]


# --- what is made of it ----------------------------------------------------------------------------------------------


class Tally:
    """How often each face came, and each pair of neighbours."""

    def __init__(self) -> None:
        self.faces: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.pairs: defaultdict[tuple[int, int], Counter[tuple[int, int]]] = defaultdict(Counter)

    def add(self, draws: Draws) -> None:
        """Count what was drawn."""
        for row in draws[0]:
            self.faces[row.sides].update(row.faces)
        for one, other in draws[1]:
            self.pairs[one.sides, other.sides].update(zip(one.faces, other.faces, strict=False))

    def join(self, other: Tally) -> None:
        """Count what another one has counted."""
        for sides, faces in other.faces.items():
            self.faces[sides].update(faces)
        for both, pairs in other.pairs.items():
            self.pairs[both].update(pairs)

    def figures(self) -> Iterator[tuple[str, float]]:
        """By name: how many standard deviations from what chance gives."""
        for sides, faces in self.faces.items():
            yield f"faces of d{sides}", deviation(unevenness(faces, sides), sides - 1)
        for (one, other), pairs in self.pairs.items():
            yield f"pairs of d{one} and d{other}", deviation(togetherness(pairs, one, other), (one - 1) * (other - 1))
            yield f"correlation of d{one} and d{other}", correlation(pairs, one, other)


def unevenness(counts: Counter[int] | Counter[tuple[int, int]], kinds: int) -> float:
    """Chi-squared against an even spread over so many kinds."""
    return sum(count * count for count in counts.values()) * kinds / counts.total() - counts.total()


def togetherness(pairs: Counter[tuple[int, int]], sides: int, others: int) -> float:
    """Chi-squared of the pairs, without what comes from faces that are uneven by themselves. So it holds for pairs that
    share a face, too: such pairs' products are uncorrelated."""
    first, second = Counter[int](), Counter[int]()
    for (one, other), count in pairs.items():
        first[one] += count
        second[other] += count
    return unevenness(pairs, sides * others) - unevenness(first, sides) - unevenness(second, others)


def deviation(chi_squared: float, free: int) -> float:
    """In standard deviations of the normal law (Wilson and Hilferty 1931); `free`: the degrees of freedom."""
    scale = 2 / (9 * free)
    return (math.cbrt(chi_squared / free) - 1 + scale) / math.sqrt(scale)


def correlation(pairs: Counter[tuple[int, int]], sides: int, others: int) -> float:
    """Pearson's, with the means and variances that even dice have, times the root of the number of pairs."""
    mean, other_mean = (sides + 1) / 2, (others + 1) / 2
    product = sum(count * (one - mean) * (other - other_mean) for (one, other), count in pairs.items())
    variance = pairs.total() * ((sides * sides - 1) / 12) * ((others * others - 1) / 12)
    return product / math.sqrt(variance)


def tallied(axis: str, count: int, part: int) -> Tally:
    """One part of an axis."""
    tally = Tally()
    tally.add(AXES[axis](part, count))
    return tally


def verdict(tally: Tally) -> tuple[list[str], str]:
    """What is too far from chance, and a line of figures."""
    figures = dict(tally.figures())
    furthest = max(figures, key=lambda name: abs(figures[name]))
    drawn = sum(faces.total() for faces in tally.faces.values())
    line = f"{drawn:,} draws, {len(figures)} figures, furthest {figures[furthest]:+.1f} σ ({furthest})"
    return [f"{name}: {value:+.1f} σ" for name, value in figures.items() if abs(value) > MOST], line


def run(many: int = MANY) -> list[Finding]:
    """The part of the audit."""
    findings = []
    with ProcessPoolExecutor(os.cpu_count(), initializer=os.nice, initargs=(10,)) as processes:
        for axis in AXES:
            whole = Tally()
            for tally in processes.map(partial(tallied, axis, many // PARTS), range(PARTS)):
                whole.join(tally)
            findings.append(judged(f"faces: neighbouring {axis}", *verdict(whole)))
    return findings
