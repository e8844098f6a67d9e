"""What the suites look at beside names bites: numbers of closed sheets that may be noticed somewhere else, answers that
may be changed, parts of a game that tell of nobody in sight."""

from __future__ import annotations

from functools import cache

import pytest

from server.conformance.fights import SYSTEMS, demo
from server.conformance.worlds import answers, showing, unnamed
from server.conformance.worlds.learned import Happened
from server.core.ids import GM
from server.core.knowing.viewer import hidden_from
from tests.secrecy.leaks import stake
from tests.secrecy.leaks.explained import EXPLAINED
from tests.secrecy.leaks.planted import Leak, planted
from tests.secrecy.leaks.sought import ENOUGH, LEARNED, SELDOM, TWICE, Sought

SHEETS = (
    Leak("three_cups", "Sheet", "weary"),
    Leak("toy_two", "Struck", "hearts"),
    Leak("skirmish", "Sheet", "quickness"),
    Leak("skirmish", "Struck", "need"),
)


PAIRS = range(1, 21)
"""Tried until it is noticed, whatever amount is tried elsewhere."""


@pytest.mark.parametrize("leak", SHEETS, ids=str)
def test_a_number_that_shows_where_it_may_not_is_noticed(leak: Leak) -> None:
    """Though the value of the sheet may be noticed in what happens; one of them is of somebody hidden."""
    system = SYSTEMS[leak.system]
    assert any(_is_noticed(leak, pair) for pair in showing.pairs(system, demo(leak.system), PAIRS))


def _is_noticed(leak: Leak, pair: showing.Pair) -> bool:
    """In this pair, in which nothing shows otherwise?"""
    system = SYSTEMS[leak.system]
    assert not list(pair.wrongs(system))
    with planted(leak, system):
        return any(f"{leak.kind}.{leak.what}" in wrong for wrong in pair.wrongs(system))


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


@cache
def _fights(name: str, count: int = 24) -> list[list[Happened]]:
    return list(unnamed.fought_in_turn(name, range(count)))


def test_what_something_else_keeps_too_is_told_from_what_keeps_nothing() -> None:
    """Only those know of the question about a parry who see the one who may parry, and whom else it names nobody."""
    system, leak = SYSTEMS["skirmish"], Leak("skirmish", "topic", "target")
    looks = [
        look
        for fight in _fights("skirmish")
        for here in fight
        for audience in here.after.ledger.audiences()[1:]
        for look in stake.at_event(system, here, audience, leak)
    ]
    unseen = [look for look in looks if look.value["target"] in look.viewer.hidden]
    assert 0 < len(unseen) < len(looks)
    assert stake.withheld(leak, system, looks) == len(unseen)
    assert not stake.withheld(leak, system, [look for look in looks if look not in unseen])


def test_a_part_of_the_game_is_looked_at_for_whom_it_is_about() -> None:
    """The sheets of the GM's are closed to all, and those of players to whoever does not see them."""
    system, leak = SYSTEMS["skirmish"], Leak("skirmish", "Sheet", "skill")
    state = _fights("skirmish", 1)[0][-1].after
    people = state.play.game.combatants.keys()
    seat = next(seat for seat in map(state.ledger.controller, people) if seat != GM)
    looks = list(stake.at_game(system, state, f"seat:{seat}", leak))
    closed = {who for who in people if state.ledger.controller(who) == GM} | hidden_from(state, f"seat:{seat}")
    assert {look.subject for look in looks} == people > closed
    assert stake.withheld(leak, system, looks) == len(closed) > 0


def test_a_leak_is_accounted_for_only_where_nobody_learns_anything_by_it() -> None:
    """However often the declaration withholds something, and whatever is said of it."""
    leak = Leak("tirakan", "InitiativeTieBroken", "tells")
    assert Sought(True, ENOUGH).verdict(leak).startswith(LEARNED)
    assert Sought(False, ENOUGH).verdict(leak).startswith(TWICE)
    assert Sought(False, ENOUGH - 1).verdict(leak) == EXPLAINED[str(leak)]
    assert Sought(False, ENOUGH - 1).verdict(Leak("core", "nothing", "tells")).startswith(SELDOM)
    assert Sought(False, 3) | Sought(True, 4) == Sought(True, 7)


def test_a_field_of_what_is_not_told_at_all_is_kept_twice() -> None:
    """Whose turn it is nobody is told who does not see that one; but the name in it is withheld on its own, too."""
    system, leak = SYSTEMS["skirmish"], Leak("skirmish", "TurnStarted", "who")
    looks = [
        look
        for here in _fights("skirmish", 1)[0]
        for audience in here.after.ledger.audiences()[1:]
        for look in stake.at_event(system, here, audience, leak)
    ]
    unseen = [look for look in looks if look.value.who in look.viewer.hidden]
    assert 0 < stake.withheld(leak, system, looks) == len(unseen)
