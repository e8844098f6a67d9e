"""Names that eyes can't tell apart: one of them is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core.words.look_alike import _SAME, look_alike, skeleton


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Hagen", "\u041dagen"),  # of Cyrillic
        ("Hagen", "H\u0430g\u0435n"),
        ("Sela", "\u0405e\u04cf\u0430"),
        ("Rob", "R\u03bfb"),  # of Greek
        ("Ian", "lan"),
        ("Orc 0", "Orc O"),
        ("Wolf 1", "Wolf I"),
        ("Hagen", "\uff28agen"),  # wide
        ("Hagen", "\U0001d407agen"),  # bold
        ("Two words", "Two\u00a0words"),
        ("Two words", "Two  words "),
        ("Jean-Luc", "Jean\u2010Luc"),
        ("O'Hara", "O\u2019Hara"),
        ("\u8449", "\u8449\U000e0100"),
        ("\u8449\u8449", "\u8449\u200d\u8449"),
    ],
)
def test_they_look_the_same(name: str, other: str) -> None:
    """In either order, and whoever else is there."""
    assert look_alike(name, ["Somebody", other]) == other
    assert look_alike(other, [name]) == name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Robber", "Robber"),
        ("Robber 1", "Robber 2"),
        ("Sela", "S\u00e9la"),
        ("Hagen", "hagen"),
        ("Anna", "Anne"),
        ("\u0412\u0430\u0441\u044f", "\u0412\u0430\u043d\u044f"),
        ("\u0391\u03bd\u03bd\u03b1", "\u0391\u03bd\u03c4\u03b1"),
    ],
)
def test_they_do_not(name: str, other: str) -> None:
    """The very same name may be there twice, as robbers are; accents, case and letters are seen."""
    assert look_alike(name, [other]) is None


@given(st.text(max_size=20))
def test_a_skeleton_is_its_own(name: str) -> None:
    """What is alike is alike however often it is looked at."""
    assert skeleton(skeleton(name)) == skeleton(name)


def test_each_letter_has_one_look() -> None:
    """Nothing stands in the table twice."""
    letters = [one for those, _ in _SAME for one in those]
    assert len(letters) == len(set(letters))
