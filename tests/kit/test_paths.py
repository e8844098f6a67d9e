"""Where paths leave circles, and how two come closer to each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core.draft import Draft
from server.core.events import Moved
from server.core.space import distance_cm
from server.core.state import Piece, Play
from server.kit.paths import (
    along,
    at_end_of,
    exact,
    exits,
    go,
    length_of,
    place_to_strike,
    rounded,
    segments,
    share_gap,
    squared_cm,
)

places = st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000))
ways = st.lists(places, min_size=1, max_size=4)
reaches = st.integers(50, 900)
lengths = st.integers(0, 5000)


def test_distances_are_compared_rounded_or_exactly():
    """(150, 10) is 150.33 cm away: within 150 only where that is rounded."""
    assert rounded((0, 0), (150, 10), 150)
    assert not exact((0, 0), (150, 10), 150)
    assert exact((0, 0), (90, 120), 150)


# --- out of a circle -------------------------------------------------------------------------------------------------


def test_who_walks_out_of_a_zone_of_control_stops_at_its_border():
    """A-EX-T5: from 1 m beside Anna to 6 m, out of a circle of 1.5 m."""
    (left,) = exits((100, 0), [(600, 0)], {"anna": ((0, 0), 150)})
    assert (left.whose, left.index, left.point) == ("anna", 0, (150, 0))
    assert left.cm == pytest.approx(50)


def test_coming_into_a_circle_and_walking_in_it_leaves_nothing():
    """A-EX-19."""
    assert not list(exits((300, 0), [(100, 0), (0, 120)], {"anna": ((0, 0), 150)}))


def test_who_stands_on_the_border_leaves_with_the_first_step_outward():
    """It is still inside there."""
    (left,) = exits((150, 0), [(150, 100)], {"anna": ((0, 0), 150)})
    assert (left.point, left.cm) == ((150, 0), 0)


def test_circles_are_left_in_the_order_of_the_path():
    """And of those that are left at once the one named first; each exit counts anew."""
    circles = {"far": ((300, 0), 100), "near": ((0, 0), 100), "like_near": ((0, 0), 100)}
    path = [(600, 0), (-600, 0)]
    found = [(left.whose, left.index, left.point) for left in exits((0, 0), path, circles)]
    there = [("near", 0, (100, 0)), ("like_near", 0, (100, 0)), ("far", 0, (400, 0))]
    back = [("far", 1, (200, 0)), ("near", 1, (-100, 0)), ("like_near", 1, (-100, 0))]
    assert found == there + back


def test_a_path_is_split_where_a_circle_is_left():
    """What is walked ends there, and the rest leads on from it."""
    path = ((300, 0), (600, 0), (600, 600))
    (left,) = exits((0, 0), path, {"anna": ((400, 0), 100)})
    assert left.split(path) == (((300, 0), (500, 0)), ((600, 0), (600, 600)))


def test_one_can_be_stopped_a_little_earlier():
    """So that there is a whole step left inside."""
    (left,) = exits((100, 0), [(600, 0)], {"ogre": ((0, 0), 150)}, rounded, 1)
    assert left.point == (149, 0)


@given(start=places, path=ways, centre=places, reach=reaches, early=st.integers(0, 2))
@pytest.mark.parametrize("within", [exact, rounded])
def test_the_last_place_counts_as_inside_and_the_way_there_leaves_nothing(start, path, centre, reach, early, within):
    """Whatever the comparison."""
    for left in exits(start, path, {"x": (centre, reach)}, within, early):
        a, b = list(segments(start, path))[left.index]
        assert within(left.point, centre, reach)
        assert distance_cm(a, left.point) <= distance_cm(a, b) + 1
        assert -2 <= left.cm - distance_cm(a, left.point) <= 2 * reach + 2


@given(a=places, b=places, centre=places, reach=reaches)
def test_who_begins_inside_and_ends_outside_has_left_and_nobody_who_ends_inside_has(a, b, centre, reach):
    """Decided without rounding."""
    found = list(exits(a, [b], {"x": (centre, reach)}))
    if squared_cm(b, centre) <= reach * reach:
        assert not found
    elif squared_cm(a, centre) <= reach * reach:
        assert len(found) == 1


@given(start=places, path=ways, centre=places, reach=reaches)
def test_whoever_goes_on_from_the_last_place_inside_leaves_the_circle_at_once(start, path, centre, reach):
    """So what was asked there was asked about the first exit from there on."""
    for left in exits(start, path, {"x": (centre, reach)}):
        again = next(exits(left.point, path[left.index :], {"x": (centre, reach)}))
        assert again.index == 0


# --- coming closer ---------------------------------------------------------------------------------------------------


def test_two_who_close_share_the_gap():
    """D-EX-32: 8 m apart, each can go 4 m, the reach is 2 m."""
    assert share_gap(800, 400, 400, 200) == (300, 300)
    assert share_gap(800, 400, 200, 200) == (400, 200)
    assert share_gap(800, 400, 100, 200) == (400, 100)
    assert share_gap(150, 400, 400, 200) == (0, 0)
    assert share_gap(801, 400, 400, 200) == (300, 301)


@given(gap=lengths, a=lengths, b=lengths, reach=lengths)
def test_nobody_goes_farther_than_it_can_nor_than_is_needed(gap, a, b, reach):
    """And whoever can go farther goes no shorter way, but for an odd centimetre."""
    first, second = share_gap(gap, a, b, reach)
    assert 0 <= first <= a
    assert 0 <= second <= b
    assert first + second == min(a + b, max(0, gap - reach))
    assert first + 1 >= second if a >= b else second >= first


@given(own=places, other=places, reach=reaches, most=st.integers(1, 3000))
def test_one_strikes_from_where_the_straight_way_comes_within_reach(own, other, reach, most):
    """Where it leads so far; and no farther than is needed."""
    place, away = place_to_strike(own, other, reach, most), distance_cm(own, other)
    if place is None:
        assert away <= reach
        return
    assert distance_cm(own, place) <= most
    if most - 1 > away - reach:
        assert reach - 2 <= distance_cm(place, other) <= reach


@given(a=places, b=places, parts=st.integers(1, 100))
def test_the_ends_of_a_line_are_its_ends(a, b, parts):
    """However it is divided."""
    assert along(a, b, 0, parts) == a
    assert along(a, b, parts, parts) == b


def test_a_path_begins_where_somebody_stands():
    """Or at its first point, where that is nowhere."""
    play = Play(pieces={"ana": Piece("Ana", "us", (0, 0)), "bram": Piece("Bram", "us")})
    path = ((300, 400), (300, 500))
    assert length_of(play, "ana", path) == 600
    assert length_of(play, "bram", path) == length_of(play, "nobody", path) == 100
    assert length_of(play, "ana", ()) == 0


def test_who_goes_a_path_has_moved_its_length(monkeypatch):
    """In the act that it belongs to."""
    emitted = []
    draft = Draft.__new__(Draft)
    monkeypatch.setattr(Draft, "play", Play(pieces={"ana": Piece("Ana", "us", (0, 0))}), raising=False)
    monkeypatch.setattr(Draft, "emit", lambda _draft, event: emitted.append(event))
    go(draft, "ana", ((300, 400),), "walk")
    assert emitted == [Moved(who="ana", path=((300, 400),), length_cm=500, act="walk")]


def test_the_situation_at_the_end_of_a_path_is_another_in_nothing_else():
    """Without a path, and for one who is not there, it is the same."""
    play = Play(pieces={"ana": Piece("Ana", "us", (0, 0)), "ogre": Piece("Ogre", "them", (9, 9))})
    assert at_end_of(play, "ana", ()) is play
    assert at_end_of(play, "nobody", ((1, 1),)) is play
    there = at_end_of(play, "ana", ((1, 1), (2, 2)))
    assert there.pieces == {"ana": Piece("Ana", "us", (2, 2)), "ogre": Piece("Ogre", "them", (9, 9))}
