"""What paths cost on difficult ground (B-MOVE-2), and where they leave a circle (B-A-05)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from server.core import view
from server.core.space import distance_cm, path_cm
from server.rules.brink.state import terrain
from server.rules.brink.state.options import Area
from tests.rules.brink.tables import combatant, laid

places = st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000))
metres = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
areas = st.lists(st.builds(lambda a, b: Area(corner=a, opposite=b), metres, metres), max_size=3)


def test_a_path_across_a_fence_of_one_metre_costs_one_metre_more():
    """The specification's `path 3n 1d = 5`."""
    fence = terrain.boxes([Area(corner=(2, -5), opposite=(3, 5))])
    assert terrain.cost_cm((0, 0), [(400, 0)], fence) == 500
    assert terrain.cost_cm((0, 0), [(250, 0)], fence) == 300
    assert terrain.cost_cm((0, 0), [(150, 0), (150, 100)], fence) == 250


def test_ground_that_lies_under_two_areas_counts_double_only_once():
    """Difficult is difficult."""
    areas = [Area(corner=(0, 0), opposite=(4, 1)), Area(corner=(6, 1), opposite=(2, 0))]
    assert terrain.cost_cm((-100, 50), [(700, 50)], terrain.boxes(areas)) == 800 + 600


@given(start=places, path=st.lists(places, min_size=1, max_size=4), areas=areas)
def test_a_path_costs_between_once_and_twice_its_length(start, path, areas):
    """Also on any mixture of grounds."""
    cost, length = terrain.cost_cm(start, path, terrain.boxes(areas)), path_cm(start, path)
    assert length - 1 <= cost <= 2 * length + 1


@given(start=places, to=places, areas=areas, reach=st.integers(1, 6000))
def test_ground_out_of_reach_does_not_matter(start, to, areas, reach):
    """What the options name of it is enough to tell what a path costs."""
    near = terrain.outlines_near(start, reach, areas)
    boxes = [box for area, box in zip(areas, terrain.boxes(areas), strict=True) if terrain.outline(area) in near]
    if path_cm(start, [to]) <= reach:
        assert terrain.cost_cm(start, [to], boxes) == terrain.cost_cm(start, [to], terrain.boxes(areas))


@given(a=places, b=places, centre=places, radius=st.integers(50, 900))
def test_a_path_leaves_a_circle_where_its_edge_is(a, b, centre, radius):
    """The point just before is still within reach."""
    part = terrain.leaving(a, b, centre, radius)
    inside = distance_cm(a, centre) < radius - 2
    if part is None:
        assert not inside or distance_cm(b, centre) <= radius + 1
        return
    assert distance_cm(terrain.just_before(a, b, part), centre) <= radius


def test_everybody_sees_the_ground_on_the_map():
    """B-MOVE-2: as outlines with their names, in whole centimetres."""
    fence = {"corner": [7, -1], "opposite": [6, 2.5]}
    table = laid({"ana": combatant("ana", (0, 0))}, terrain={"12": fence})
    corners = ((600, -100), (700, -100), (700, 250), (600, 250))
    for audience in ("gm", "seat:ana", "public"):
        assert table.view(audience).areas == {"area.12": view.Area(corners, "12")}
    table.play("gm", {"type": "set_terrain", "name": "12"})
    assert table.view("public").areas == {}
