"""B-MOVE-2: paths over difficult ground. Lengths in centimetres; parts of a metre count in proportion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from server.core.space import Point, cm
from server.rules.brink.state.options import Area

Box = tuple[int, int, int, int]
"""left, bottom, right, top"""

Span = tuple[float, float]
"""A part of a segment: from 0 to 1."""


def boxes(areas: Iterable[Area]) -> list[Box]:
    """Areas as rectangles in centimetres."""
    return [_box(area) for area in areas]


def _box(area: Area) -> Box:
    xs, ys = sorted((area.corner[0], area.opposite[0])), sorted((area.corner[1], area.opposite[1]))
    return cm(xs[0]), cm(ys[0]), cm(xs[1]), cm(ys[1])


def outline(area: Area) -> tuple[Point, ...]:
    """The corners of an area, one after another."""
    left, bottom, right, top = _box(area)
    return (left, bottom), (right, bottom), (right, top), (left, top)


def cost_cm(start: Point, path: Iterable[Point], difficult: list[Box]) -> int:
    """What a path costs: each centimetre of difficult ground counts as two."""
    return round(sum(_segment_cost(a, b, difficult) for a, b in segments(start, path)))


def segments(start: Point, path: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    """The straight parts of a path."""
    for point in path:
        yield start, point
        start = point


def _segment_cost(a: Point, b: Point, difficult: list[Box]) -> float:
    length = hypot(b[0] - a[0], b[1] - a[1])
    spans = [span for box in difficult if (span := _inside(a, b, box)) is not None]
    return length * (1 + _union(spans))


def _inside(a: Point, b: Point, box: Box) -> Span | None:
    """The part of a segment that lies in a rectangle (Liang and Barsky)."""
    enter, leave = 0.0, 1.0
    for step, low, high in ((b[0] - a[0], box[0] - a[0], box[2] - a[0]), (b[1] - a[1], box[1] - a[1], box[3] - a[1])):
        if step == 0:
            if low > 0 or high < 0:
                return None
            continue
        first, last = sorted((low / step, high / step))
        enter, leave = max(enter, first), min(leave, last)
    return (enter, leave) if enter < leave else None


def _union(spans: list[Span]) -> float:
    """How much of a segment the spans cover together."""
    covered, reached = 0.0, 0.0
    for enter, leave in sorted(spans):
        covered += max(0.0, leave - max(enter, reached))
        reached = max(reached, leave)
    return covered


def outlines_near(point: Point, reach_cm: int, areas: Iterable[Area]) -> list[tuple[Point, ...]]:
    """The difficult areas that a path of this length can come to."""
    return [outline(area) for area in areas if _away_cm(point, _box(area)) <= reach_cm]


def _away_cm(point: Point, box: Box) -> float:
    dx = max(box[0] - point[0], 0, point[0] - box[2])
    dy = max(box[1] - point[1], 0, point[1] - box[3])
    return hypot(dx, dy)


def leaving(a: Point, b: Point, centre: Point, radius_cm: int) -> float | None:
    """Where (0 to 1) a segment leaves a circle; None where it does not."""
    dx, dy, x, y = b[0] - a[0], b[1] - a[1], a[0] - centre[0], a[1] - centre[1]
    square = dx * dx + dy * dy
    if square == 0:
        return None
    half = (x * dx + y * dy) / square
    root = half * half - (x * x + y * y - radius_cm * radius_cm) / square
    if root <= 0:
        return None
    out = float(-half + root**0.5)
    return out if 0 < out < 1 else None


def just_before(a: Point, b: Point, part: float) -> Point:
    """The whole centimetre of a segment about one centimetre before a part of it."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    part = max(0.0, part - 1 / length) if length else 0.0
    return round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part)
