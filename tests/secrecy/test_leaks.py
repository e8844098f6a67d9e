"""What the suites look at beside names bites: numbers of closed sheets that may be noticed somewhere else, answers that
may be changed, parts of a game that tell of nobody in sight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from server.conformance import test_closed
from server.conformance.fights import SYSTEMS, demo
from server.conformance.worlds import answers, showing, unnamed
from server.conformance.worlds.learned import Happened
from tests.secrecy.leaks.planted import Leak, planted

SHEETS = (
    Leak("three_cups", "Sheet", "weary"),
    Leak("toy_two", "Struck", "hearts"),
    Leak("skirmish", "Sheet", "quickness"),
    Leak("skirmish", "Struck", "need"),
)


@pytest.mark.parametrize("leak", SHEETS, ids=str)
def test_a_number_that_shows_where_it_may_not_is_noticed(leak: Leak) -> None:
    """Though the value of the sheet may be noticed in what happens; one of them is of somebody hidden."""
    assert not list(_shown(leak.system))
    with planted(leak, SYSTEMS[leak.system]):
        assert any(f"{leak.kind}.{leak.what}" in wrong for wrong in _shown(leak.system))


def _shown(name: str) -> Iterator[str]:
    return (wrong for pair in _pairs(name) for wrong in pair.wrongs(SYSTEMS[name]))


@cache
def _pairs(name: str) -> list[showing.Pair]:
    return list(showing.pairs(SYSTEMS[name], demo(name), test_closed.SHOWING))


def test_an_answer_that_is_told_while_it_may_be_changed_is_noticed() -> None:
    """The cup under which others look only later."""
    system, fights = SYSTEMS["three_cups"], _fights("three_cups")
    assert not any(wrong for fight in fights for wrong in answers.wrongs(system, fight))
    with planted(Leak("three_cups", "CupChosen", "cup"), system):
        assert any(wrong for fight in fights for wrong in answers.wrongs(system, fight))


def test_a_part_of_the_game_about_nobody_in_sight_is_noticed() -> None:
    """A blow between two who are hidden: no name is told, but that it takes place."""
    system, fights = SYSTEMS["skirmish"], _fights("skirmish")
    assert not any(wrong for fight in fights for wrong in unnamed.wrongs(system, fight))
    with planted(Leak("skirmish", "Blow", "tells"), system):
        assert any(wrong for fight in fights for wrong in unnamed.wrongs(system, fight))


def _fights(name: str) -> list[list[Happened]]:
    return list(unnamed.fought_in_turn(name, range(8)))
