"""Paths on the map: how distances are compared, where a path leaves a circle, how two close on each other. In whole
centimetres, as `server.core.space` has them.

Who leaves the reach of others on its way is stopped at each exit, at a place that is still inside:

    for left in exits(piece.at, deed.path, {who: (others[who].at, 150) for who in near}):
        walked, rest = left.split(deed.path)                # to left.point, where left.whose is asked; and from there

Who walks on from such a place leaves the same circle once more: whoever was asked there has been asked about the first
exit of its circle from there on.

Brink compares rounded distances, and stops a centimetre earlier; Ambersteel's zones of control end exactly at their
border. In Tactics two who close on each other share the gap between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from math import cos, hypot, radians, sin

import msgspec
from msgspec.structs import replace

from server.core.draft import Draft
from server.core.events import Moved
from server.core.space import CM_PER_M, Point, distance_cm, path_cm
from server.core.state import Play

Circle = tuple[Point, int]
"""Its centre and its radius."""

Comparison = Callable[[Point, Point, int], bool]
"""Is the second place no farther from the first than so many centimetres?"""

# --- distances -------------------------------------------------------------------------------------------------------


def squared_cm(a: Point, b: Point) -> int:
    """The square of a distance, which is exact."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def rounded(a: Point, b: Point, reach_cm: int) -> bool:
    """A comparison of distances that are rounded to the nearest centimetre."""
    return distance_cm(a, b) <= reach_cm


def exact(a: Point, b: Point, reach_cm: int) -> bool:
    """A comparison of squares, without rounding."""
    return squared_cm(a, b) <= reach_cm * reach_cm


def segments(start: Point, path: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    """The straight parts of a path."""
    for point in path:
        yield start, point
        start = point


# --- out of a circle -------------------------------------------------------------------------------------------------


class Exit(msgspec.Struct, frozen=True):
    """Where a path leaves a circle. `whose`: the circle's; `index`: on which straight part of the path; `cm`: how far
    from where this begins; `point`: the last place inside."""

    whose: str
    index: int
    cm: float
    point: Point

    def split(self, path: tuple[Point, ...]) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """The path that is left here: as far as this place, and on from it."""
        return (*path[: self.index], self.point), path[self.index :]


def exits(
    start: Point, path: Iterable[Point], circles: Mapping[str, Circle], within: Comparison = exact, early_cm: int = 0
) -> Iterator[Exit]:
    """Where a path leaves these circles, in its order; of two that it leaves at once, first the one named first.
    `within`: what is inside; `early_cm`: so far before the border is the last place. A circle is not left where the
    path has no whole centimetre in it."""
    for index, (a, b) in enumerate(segments(start, path)):
        found = (_exit(a, b, whose, circle, index, within, early_cm) for whose, circle in circles.items())
        yield from sorted((each for each in found if each is not None), key=lambda each: each.cm)


def _exit(
    a: Point, b: Point, whose: str, circle: Circle, index: int, within: Comparison, early_cm: int
) -> Exit | None:  # fmt: skip
    span = _chord(a, b, circle)
    if span is None:
        return None
    enters, leaves = span
    length = hypot(b[0] - a[0], b[1] - a[1])
    for back in count(early_cm):
        part = max(0.0, leaves - back / length)
        point = along(a, b, part)
        if within(point, *circle):
            return Exit(whose, index, leaves * length, point)
        if part <= enters:
            return None
    raise AssertionError("endless")


def _chord(a: Point, b: Point, circle: Circle) -> tuple[float, float] | None:
    """The part (from 0 to 1) of a segment that lies in a circle; None where it does not leave it again."""
    centre, radius = circle
    if a == b or exact(b, centre, radius):
        return None
    dx, dy, x, y = b[0] - a[0], b[1] - a[1], a[0] - centre[0], a[1] - centre[1]
    square = dx * dx + dy * dy
    half = (x * dx + y * dy) / square
    root = half * half - (x * x + y * y - radius * radius) / square
    if exact(a, centre, radius):
        return 0.0, max(0.0, -half + root**0.5)
    if root <= 0 or not 0 < -half < 1:
        return None
    return -half - root**0.5, -half + root**0.5


# --- coming closer ---------------------------------------------------------------------------------------------------


def along(a: Point, b: Point, part: float, of: float = 1) -> Point:
    """The whole centimetre on the line from one place to another, after `part` of its `of` parts."""
    x, y = (round(start + (end - start) * part / of) for start, end in zip(a, b, strict=True))
    return x, y


def place_to_strike(own: Point, other: Point, reach_cm: int, most_cm: int) -> Point | None:
    """On the straight line to another, where it comes within reach, if so short a path leads there; None where it
    already is. One centimetre more than needed, for places are whole centimetres."""
    away = distance_cm(own, other)
    needed = away - reach_cm
    return along(own, other, min(needed + 1, most_cm - 1), away) if needed > 0 else None


def share_gap(gap_cm: int, a_cm: int, b_cm: int, reach_cm: int) -> tuple[int, int]:
    """How far each goes of two that close on each other, who could go so far: together to within reach, in proportion
    to what they could. An odd centimetre is the second's."""
    needed = max(0, gap_cm - reach_cm)
    both = a_cm + b_cm
    if both <= needed:
        return a_cm, b_cm
    first = needed * a_cm // both
    return first, needed - first


# --- going -----------------------------------------------------------------------------------------------------------


def length_of(play: Play, who: str, path: tuple[Point, ...]) -> int:
    """How long somebody's path is, in centimetres; of one without a place on the map it begins at its first point."""
    if not path:
        return 0
    piece = play.pieces.get(who)
    return path_cm(piece.at if piece is not None and piece.at is not None else path[0], path)


def go(draft: Draft, who: str, path: tuple[Point, ...], act: str) -> None:
    """Somebody goes along a path. `act`: of which act this is a part, e.g. the id of its frame, for whoever reads the
    log."""
    draft.emit(Moved(who=who, path=path, length_cm=length_of(draft.play, who, path), act=act))


def at_end_of(play: Play, who: str, path: tuple[Point, ...]) -> Play:
    """The situation as it will be when somebody has gone along a path."""
    piece = play.pieces.get(who)
    if piece is None or not path:
        return play
    return replace(play, pieces={**play.pieces, who: replace(piece, at=path[-1])})


# --- what goes astray -----------------------------------------------------------------------------------------------

DEGREES_PER_HOUR = 30
"""Directions are told by a clock."""


def landing_at(thrower: Point, target: Point, hour: int, length: int) -> Point:
    """So many metres from the target: 12 is farther on, 3 to the right of the thrower; whole centimetres."""
    away_x, away_y = target[0] - thrower[0], target[1] - thrower[1]
    away = hypot(away_x, away_y)
    ahead_x, ahead_y = (away_x / away, away_y / away) if away else (0.0, 1.0)
    angle, reach = radians(hour * DEGREES_PER_HOUR), length * CM_PER_M
    x = target[0] + reach * (cos(angle) * ahead_x + sin(angle) * ahead_y)
    y = target[1] + reach * (cos(angle) * ahead_y - sin(angle) * ahead_x)
    return round(x), round(y)
