"""Places and lengths on the table's map, in whole centimetres so that folding is exact. Nothing random, no rules."""

from collections.abc import Iterable
from math import dist

Point = tuple[int, int]
"""x to the right and y upward, in whole centimetres."""

CM_PER_M = 100

MOST_CM = 1_000_000
"""So far from the middle, in either direction, a combatant may stand."""


def cm(metres: float) -> int:
    """Metres as whole centimetres, rounded to the nearest."""
    return round(metres * CM_PER_M)


def metres(length_cm: int) -> float:
    """Centimetres as metres, for messages."""
    return length_cm / CM_PER_M


def distance_cm(a: Point, b: Point) -> int:
    """The straight line between two points, rounded to the nearest centimetre."""
    return round(dist(a, b))


def path_cm(start: Point, path: Iterable[Point]) -> int:
    """The length of a path that leads from `start` over its points."""
    total, here = 0.0, start
    for point in path:
        total += dist(here, point)
        here = point
    return round(total)
