"""What is expected of dice, against all that they can show."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from server.kit import rolls


@pytest.mark.parametrize("minimum", range(1, 13))
def test_a_pool_is_expected_to_bring_what_its_dice_bring_on_average(minimum: int) -> None:
    """A six is thrown again and adds up: with two throws a die all minima up to twelve are decided."""
    throws = [6 + more if first == 6 else first for first, more in product(range(1, 7), repeat=2)]
    once = Fraction(sum(total >= minimum for total in throws), len(throws))
    assert rolls.pool(3, minimum) == 3 * once


def test_a_sum_is_no_higher_as_often_as_it_is() -> None:
    """Also where some sums count as others."""
    assert rolls.no_higher(3, 6, 10) == Fraction(1, 2)
    assert rolls.no_higher(3, 6, 2) == 0
    assert rolls.no_higher(3, 6, 18) == 1
    assert rolls.no_higher(3, 6, 17, ((18, 0), (3, 30))) == Fraction(215, 216)


def test_a_die_shows_one_of_so_many_faces() -> None:
    """Never less than none of them, nor more than all."""
    assert [rolls.one_in(faces, 20) for faces in (-3, 0, 5, 20, 30)] == [0, 0, Fraction(1, 4), 1, 1]
