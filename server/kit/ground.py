"""The ground: difficult areas and what a path over them costs, obstacles and clear lines. In whole centimetres.

Difficult ground is a house rule of a system, `terrain`, which the GM changes in the fight by SetTerrain:

    class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
        terrain: dict[str, Area] = {}

    most, areas = cm(sheet.move_m), game.options.terrain.values()
    if cost_cm(piece.at, deed.path, boxes(areas)) > most:                       # in `check`
        raise Rejected("not_enough_movement")
    way = path(most, outlines_near(piece.at, most, areas))                      # in `options`, of `kit.forms`
    Wish(intent=Move(who=who, path=(piece.at,)), group="move", params=(way,))

In Brink and Ambersteel it counts double. Ambersteel asks for clear lines; obstacles are areas, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import hypot
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from server.core import view
from server.core.disclosure import Open, Tells
from server.core.draft import Draft
from server.core.events import Event
from server.core.intents import Intent
from server.core.options import Option
from server.core.space import Point, cm, metres
from server.kit.forms import option
from server.kit.paths import segments

Box = tuple[int, int, int, int]
"""left, bottom, right, top"""

# --- areas -----------------------------------------------------------------------------------------------------------

Metre = Annotated[float, Meta(ge=-100_000, le=100_000)]


class Area(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Difficult ground between two opposite corners, in metres."""

    corner: tuple[Metre, Metre]
    opposite: tuple[Metre, Metre]


def boxes(areas: Iterable[Area]) -> list[Box]:
    """Areas as rectangles in centimetres."""
    return [_box(area) for area in areas]


@lru_cache(maxsize=256)
def _box(area: Area) -> Box:
    xs, ys = sorted((area.corner[0], area.opposite[0])), sorted((area.corner[1], area.opposite[1]))
    return cm(xs[0]), cm(ys[0]), cm(xs[1]), cm(ys[1])


def outline(area: Area) -> tuple[Point, ...]:
    """The corners of an area, one after another."""
    left, bottom, right, top = _box(area)
    return (left, bottom), (right, bottom), (right, top), (left, top)


def outlines_near(point: Point, reach_cm: int, areas: Iterable[Area]) -> list[tuple[Point, ...]]:
    """The areas that a path of this length can come to."""
    return [outline(area) for area in areas if _away_cm(point, _box(area)) <= reach_cm]


def shown(areas: Mapping[str, Area]) -> dict[str, view.Area]:
    """Named areas as the map shows them (`Shown.areas`)."""
    return {f"area.{name}": view.Area(outline(area), name) for name, area in areas.items()}


def _away_cm(point: Point, box: Box) -> float:
    dx = max(box[0] - point[0], 0, point[0] - box[2])
    dy = max(box[1] - point[1], 0, point[1] - box[3])
    return hypot(dx, dy)


class SetTerrain(Intent, frozen=True, kw_only=True):
    """Difficult ground: an area (metres) or two opposite corners (centimetres); without it is taken away."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    area: Area | None = None
    corner: Point | None = None
    opposite: Point | None = None

    @property
    def whole(self) -> Area | None:
        """The area, however it was said."""
        if self.corner is None or self.opposite is None:
            return self.area
        (left, bottom), (right, top) = self.corner, self.opposite
        return Area(corner=(metres(left), metres(bottom)), opposite=(metres(right), metres(top)))


class TerrainSet(Event, frozen=True, kw_only=True):
    """Difficult ground; None: it is gone."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    name: Open[str]
    area: Open[Area | None] = None


def options(terrain: Iterable[str]) -> list[Option]:
    """The GM's menu: to mark ground between two corners, and to clear each of these areas (`clear_terrain`)."""
    clears = (option(SetTerrain, label=name, fixed={"name": name}) for name in terrain)
    return [MARKS, *(replace(each, key="clear_terrain") for each in clears)]


MARKS = option(SetTerrain, "name", "corner", "opposite")


def decide(draft: Draft, intent: SetTerrain) -> None:
    """What the GM says is so."""
    draft.emit(TerrainSet(name=intent.name, area=intent.whole))


def evolve(game: Any, event: TerrainSet) -> Any:
    """The game with its terrain as it is now: a changed area comes last."""
    areas = {name: area for name, area in game.options.terrain.items() if name != event.name}
    if event.area is not None:
        areas[event.name] = event.area
    return replace(game, options=replace(game.options, terrain=areas))


# --- what a path costs -----------------------------------------------------------------------------------------------


def cost_cm(start: Point, path: Iterable[Point], difficult: list[Box]) -> int:
    """What a path costs: each centimetre of difficult ground counts as two."""
    return round(sum(_segment_cost(a, b, difficult) for a, b in segments(start, path)))


def _segment_cost(a: Point, b: Point, difficult: list[Box]) -> float:
    length = hypot(b[0] - a[0], b[1] - a[1])
    spans = [span for box in difficult if (span := _inside(a, b, box)) is not None]
    return length * (1 + _union(spans))


def _inside(a: Point, b: Point, box: Box) -> tuple[float, float] | None:
    """The part (from 0 to 1) of a segment that lies in a rectangle (Liang and Barsky)."""
    enter, leave = 0.0, 1.0
    for step, low, high in ((b[0] - a[0], box[0] - a[0], box[2] - a[0]), (b[1] - a[1], box[1] - a[1], box[3] - a[1])):
        if step == 0:
            if low > 0 or high < 0:
                return None
            continue
        first, last = sorted((low / step, high / step))
        enter, leave = max(enter, first), min(leave, last)
    return (enter, leave) if enter < leave else None


def _union(spans: list[tuple[float, float]]) -> float:
    """How much of a segment the spans cover together."""
    covered, reached = 0.0, 0.0
    for enter, leave in sorted(spans):
        covered += max(0.0, leave - max(enter, reached))
        reached = max(reached, leave)
    return covered


# --- obstacles -------------------------------------------------------------------------------------------------------


def has_clear_line(a: Point, b: Point, obstacles: Iterable[Box]) -> bool:
    """Does nothing lie between two places? A line along the edge of an obstacle, or past its corner, is clear."""
    return not any(_crosses(a, b, box) for box in obstacles)


def _crosses(a: Point, b: Point, box: Box) -> bool:
    """Does the line have a part inside the box, its edges not counted? In fractions, so that from both ends it is the
    same line."""
    enter, leave = Fraction(0), Fraction(1)
    for start, end, low, high in ((a[0], b[0], box[0], box[2]), (a[1], b[1], box[1], box[3])):
        if start == end:
            if not low < start < high:
                return False
            continue
        first, last = sorted((Fraction(low - start, end - start), Fraction(high - start, end - start)))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave
