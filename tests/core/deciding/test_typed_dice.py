"""Typed dice of one roll: which die a face that people typed belongs to, and what the server adds."""

import pytest

from server.core.deciding.typed_dice import TypedDice
from server.core.dice import Dice, ScriptedDice, Typed
from server.core.errors import NeedsDice

NAME = "hit|a"


def roll(typed, count, server=(), by_server=()):
    """An exploding roll of d6 with these faces typed for it, and these left to the server."""
    dice = Dice("act", TypedDice({NAME: typed}, by_server, "ann", ScriptedDice(server)))
    return dice.roll("hit", "a", 6, count, explode=True, is_open=True), dice.evidence


def lacking(typed, count):
    with pytest.raises(NeedsDice) as needs:
        roll(typed, count)
    return needs.value.count


def test_dice_thrown_together_are_typed_together():
    """A six beside a five is no six thrown again: the five is the other die's."""
    assert roll([6, 5, 3], 2)[0] == ((6, 3), (5,))


def test_all_sixes_are_thrown_again_together():
    """As at the table: three dice, then two of them, then one."""
    assert lacking([], 3) == 3
    assert lacking([6, 2, 6], 3) == 2
    assert lacking([6, 2, 6, 1, 6], 3) == 1
    assert roll([6, 2, 6, 1, 6, 4], 3)[0] == ((6, 1), (2,), (6, 6, 4))


def test_what_was_typed_in_part_stands():
    """Nobody types a face twice."""
    assert lacking([6], 3) == 2
    assert lacking([6, 2], 3) == 1
    assert roll([6, 2, 3, 5], 3)[0] == ((6, 5), (2,), (3,))


def test_the_server_throws_only_what_was_not_typed():
    """Whoever leaves the last die to the server keeps those that lie on the table."""
    dice, evidence = roll([6, 5], 2, server=[6, 4], by_server=[NAME])
    assert dice == ((6, 6, 4), (5,))
    assert [isinstance(rolled.by, Typed) for rolled in evidence] == [True, False, False, True]
