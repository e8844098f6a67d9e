"""Dice as events keep them."""

import msgspec
import pytest

from server.core.dice import ThrownDie, thrown, total


def test_with_advantage_the_better_of_two_counts() -> None:
    assert thrown(20, ((12,), (17,)), 1) == (ThrownDie(20, (12,), False), ThrownDie(20, (17,)))
    assert thrown(20, ((12,), (17,)), 1, lowest=True) == (ThrownDie(20, (12,)), ThrownDie(20, (17,), False))


def test_of_equal_dice_the_first_counts() -> None:
    assert [die.kept for die in thrown(20, ((9,), (9,)), 1)] == [True, False]


def test_an_exploded_die_is_worth_all_its_faces() -> None:
    dice = thrown(6, ((6, 1), (5,), (3,)), 2)
    assert [die.kept for die in dice] == [True, True, False]
    assert total(dice) == 12


@pytest.mark.parametrize(("die", "stored"), [
    (ThrownDie(20, (17,)), {"sides": 20, "faces": [17]}),
    (ThrownDie(20, (12,), False), {"sides": 20, "faces": [12], "kept": False}),
])  # fmt: skip
def test_a_die_survives_its_bytes(die: ThrownDie, stored: object) -> None:
    data = msgspec.msgpack.encode(die)
    assert msgspec.msgpack.decode(data) == stored
    assert msgspec.msgpack.decode(data, type=ThrownDie) == die
