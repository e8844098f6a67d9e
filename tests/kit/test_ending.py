"""Is the fight over? When that is suggested, and how."""

from __future__ import annotations

import pytest

from server.core.options import Option
from server.core.state import Piece, Play
from server.kit.ending import SIDE_OUT, beaten_by, left, suggested

END = Option(key="end_fight", intent={"type": "end_fight"}, group="end", goal="end")
BEATEN = beaten_by(lambda able, who: who in able)


def _play(able: str, sides: str = "aabb", phase: str = "running") -> Play:
    """People called 0, 1, 2, … of these sides; those who are able."""
    pieces = {str(n): Piece(name=f"No. {n}", side=side) for n, side in enumerate(sides)}
    return Play(phase=phase, pieces=pieces, game=frozenset(able))


@pytest.mark.parametrize(
    ("play", "beaten", "fighting", "is_suggested"),
    [
        (_play("0123"), (), ("a", "b"), False),
        (_play("13"), (), ("a", "b"), False),
        (_play("1"), ("b",), ("a",), True),
        (_play(""), ("a", "b"), (), True),
        (_play("0", sides="aaa"), (), ("a",), False),  # nobody was ever against them
        (_play("01", sides="abc"), ("c",), ("a", "b"), False),  # two still fight each other
        (_play("1", phase="ended"), ("b",), ("a",), False),
        (_play("", sides=""), (), (), False),
    ],
)
def test_the_end_is_suggested_where_at_most_one_of_several_sides_fights(
    play: Play, beaten: tuple[str, ...], fighting: tuple[str, ...], is_suggested: bool
) -> None:
    """By the intent that ends it at any time, under a key of its own, with the sides that are out."""
    assert (BEATEN(play), left(play, BEATEN)) == (beaten, fighting)
    found = suggested(play, BEATEN, END)
    assert bool(found) is is_suggested
    for one in found:
        assert (one.key, one.intent, one.sides) == (SIDE_OUT, END.intent, beaten)
