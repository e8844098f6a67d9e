"""What paths cost over difficult ground, and what lies between two places."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core import view
from server.core.space import path_cm
from server.kit.ground import (
    Area,
    SetTerrain,
    TerrainSet,
    boxes,
    cost_cm,
    evolve,
    has_clear_line,
    options,
    outline,
    outlines_near,
    shown,
)

places = st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000))
metres = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
areas = st.lists(st.builds(lambda a, b: Area(corner=a, opposite=b), metres, metres), max_size=3)

FENCE = Area(corner=(2, -5), opposite=(3, 5))
WALL = (200, -500, 300, 500)


class Options(msgspec.Struct, frozen=True):
    """House rules of a system that has difficult ground."""

    terrain: dict[str, Area] = {}


class Game(msgspec.Struct, frozen=True):
    """And its state."""

    options: Options = Options()


# --- difficult ground ------------------------------------------------------------------------------------------------


def test_a_path_across_a_fence_of_one_metre_costs_one_metre_more():
    """Four metres, one of them difficult, are five."""
    fence = boxes([FENCE])
    assert cost_cm((0, 0), [(400, 0)], fence) == 500
    assert cost_cm((0, 0), [(250, 0)], fence) == 300
    assert cost_cm((0, 0), [(150, 0), (150, 100)], fence) == 250


def test_ground_that_lies_under_two_areas_counts_double_only_once():
    """Difficult is difficult."""
    both = [Area(corner=(0, 0), opposite=(4, 1)), Area(corner=(6, 1), opposite=(2, 0))]
    assert cost_cm((-100, 50), [(700, 50)], boxes(both)) == 800 + 600


@given(start=places, path=st.lists(places, min_size=1, max_size=4), areas=areas)
def test_a_path_costs_between_once_and_twice_its_length(start, path, areas):
    """Also on any mixture of grounds."""
    cost, length = cost_cm(start, path, boxes(areas)), path_cm(start, path)
    assert length - 1 <= cost <= 2 * length + 1


@given(start=places, to=places, areas=areas, reach=st.integers(1, 6000))
def test_ground_out_of_reach_does_not_matter(start, to, areas, reach):
    """What the options name of it is enough to tell what a path costs."""
    near = outlines_near(start, reach, areas)
    close = [box for area, box in zip(areas, boxes(areas), strict=True) if outline(area) in near]
    if path_cm(start, [to]) <= reach:
        assert cost_cm(start, [to], close) == cost_cm(start, [to], boxes(areas))


def test_the_gm_marks_ground_by_an_area_or_by_two_corners_on_the_map():
    """Corners are in centimetres, areas in metres; without either it is cleared."""
    assert SetTerrain(name="fence", area=FENCE).whole == FENCE
    assert SetTerrain(name="fence", corner=(200, -500), opposite=(300, 500)).whole == FENCE
    assert SetTerrain(name="fence").whole is None


def test_what_the_gm_marks_takes_the_place_of_what_had_its_name():
    """It comes last then; None clears it."""
    bog = Area(corner=(0, 0), opposite=(1, 1))
    game = Game(Options({"fence": FENCE, "bog": bog}))
    marked = evolve(game, TerrainSet(name="fence", area=bog)).options.terrain
    assert list(marked.items()) == [("bog", bog), ("fence", bog)]
    assert evolve(game, TerrainSet(name="fence")).options.terrain == {"bog": bog}


def test_the_gm_may_mark_ground_and_clear_what_is_marked():
    """By its name."""
    mark, clear = options({"fence": FENCE})
    assert (mark.key, [param.name for param in mark.params]) == ("set_terrain", ["name", "corner", "opposite"])
    assert (clear.key, clear.label, clear.params) == ("clear_terrain", "fence", ())
    assert clear.intent == {"type": "set_terrain", "name": "fence"}


def test_areas_are_shown_as_outlines_with_their_names():
    """Whichever corners they were given by."""
    corners = ((200, -500), (300, -500), (300, 500), (200, 500))
    assert shown({"12": Area(corner=(3, -5), opposite=(2, 5))}) == {"area.12": view.Area(corners, "12")}


# --- clear lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "is_clear"),
    [
        ((0, 0), (500, 0), False),
        ((0, 0), (199, 0), True),
        ((0, 0), (200, 0), True),  # up to the wall
        ((0, 0), (201, 0), False),
        ((200, -900), (200, 900), True),  # along it
        ((201, -900), (201, 900), False),
        ((0, 500), (500, 500), True),
        ((100, 400), (300, 600), True),  # past its corner
        ((101, 400), (301, 600), False),
        ((250, 0), (250, 0), False),  # in it
        ((0, 0), (0, 0), True),
    ],
)
def test_only_what_lies_between_two_places_is_in_the_way(a, b, is_clear):
    """Edges and corners are not."""
    assert has_clear_line(a, b, [WALL]) is is_clear
    assert has_clear_line(b, a, [WALL]) is is_clear


@given(a=places, b=places, areas=areas)
def test_whom_one_sees_sees_one(a, b, areas):
    """The line is the same from both ends."""
    assert has_clear_line(a, b, boxes(areas)) == has_clear_line(b, a, boxes(areas))


@given(a=places, b=places, areas=areas)
def test_a_line_is_not_clear_on_which_a_place_lies_inside_an_obstacle(a, b, areas):
    """Looked at in a hundred places between the two."""
    parts = [Fraction(n, 100) for n in range(101)]
    line = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for part in parts]
    for left, bottom, right, top in boxes(areas):
        if any(left < x < right and bottom < y < top for x, y in line):
            assert not has_clear_line(a, b, boxes(areas))


@given(a=places, b=places, areas=areas)
def test_whoever_goes_along_a_line_that_is_not_clear_comes_into_an_obstacle(a, b, areas):
    """Its edges included: a path that touches none costs its length, were they difficult ground."""
    if a != b and not has_clear_line(a, b, boxes(areas)):
        assert outlines_near(a, path_cm(a, [b]) + 1, areas)
