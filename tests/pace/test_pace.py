"""Nobody is asked more than need be, and nobody loses a reaction by that (`make pace` prints the figures)."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from server.core.options import Option
from server.core.state import State
from server.core.system import Asker
from server.encounter.installed import systems
from tests.pace.fight import ATTACKS, FIGHTS, Fight
from tests.pace.measure import measured

NAMES = sorted(path.stem for path in FIGHTS.glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_the_fight_is_the_same_with_fewer_questions(name: str) -> None:
    """The same game events whether people are asked at everything or as usual; hardly an answer that does nothing, and
    no question to which there is no other; few taps for an attack."""
    found = measured(name)
    assert found.missed == []
    assert found.usual.attacks >= ATTACKS
    assert found.usual.reactions == found.everything.reactions


def test_every_system_has_its_fight() -> None:
    """Two players and two of the GM's combatants; a system that is new here brings its own."""
    here = {"ambersteel", "brink", "skirmish", "tactics", "three_cups", "tirakan", "tirakan_classic", "toy_two"}
    assert here & set(systems()) <= set(NAMES)
    for name in NAMES:
        state = Fight(name, "usual").table.state
        seats = [state.ledger.controller(who) for who in state.play.pieces]
        assert (len(set(seats)), seats.count("gm")) == (3, 2)


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        ("brink", "aimed_at_me"),
        ("skirmish", "hit_me"),
        ("three_cups", "struck_me"),
        ("tirakan", "protection"),
        ("tirakan_classic", "hit_me"),
        ("ambersteel", "attacked"),
        ("tactics", "attacked"),
    ],
)
def test_a_stop_that_is_skipped_is_noticed(name: str, moment: str) -> None:
    """Somebody who wanted to react is not asked: another fight comes of it."""
    system = systems()[name]
    assert system.stops is not None
    usual = tuple(each for each in system.stops.usual if each != moment)
    stops = replace(system.stops, usual=usual, others=(*system.stops.others, moment))
    assert "another fight" in measured(name, dataclasses.replace(system, stops=stops)).missed


def test_a_question_to_which_there_is_no_other_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is struck can only bear it, and is asked all the same."""
    system = systems()["three_cups"]

    def options(state: State, asker: Asker) -> list[Option]:
        found, decision = system.options(state, asker), state.play.decision
        if decision is None or decision.kind != "riposte":
            return found
        return [each for each in found if not each.answers or each.goal == "end"]

    monkeypatch.setattr("server.core.deciding.standing._can_do_more", lambda *_: True)
    missed = measured("three_cups", dataclasses.replace(system, options=options)).missed
    assert "prompts with nothing but to pass" in missed
