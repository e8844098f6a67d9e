"""The conformance suite takes small systems: one player, few intents with anything to fill in."""

from __future__ import annotations

from dataclasses import replace as with_fields

import pytest
from msgspec.structs import replace
from skirmish import Begin, EndTurn

from protocol.codec import JSON
from server.conformance import test_edges, test_handed_over
from server.conformance.fights import SYSTEMS, demo
from server.conformance.worlds import hidden
from server.core.create import EncounterSpec
from server.core.ids import GM

NAME = "skirmish"


@pytest.fixture
def alone() -> EncounterSpec:
    """The demo with one player; the GM plays the others."""
    spec = demo(NAME)
    seat = next(iter(spec.seats))
    people = {who: one if one.seat == seat else replace(one, seat=GM) for who, one in spec.combatants.items()}
    return replace(spec, seats={seat: spec.seats[seat]}, combatants=people)


def test_the_only_player_never_sees_whoever_is_hidden(alone: EncounterSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody would be left who may not notice anything, nor who could ask for something."""
    monkeypatch.setattr(hidden, "_demo", lambda _name: alone)
    for does in (hidden.undoes, hidden.meddles):
        seed = next(seed for seed in range(200) if does(seed) and hidden.has_knower(seed))
        assert not hidden.pair(NAME, seed).differences


def test_somebody_of_the_gms_can_be_handed_over_to_the_only_player(
    alone: EncounterSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else is there to take him."""
    monkeypatch.setattr(test_handed_over, "demo", lambda _name: alone)
    test_handed_over.test_a_sheet_is_open_to_those_who_see_whose_it_is(NAME)


def test_intents_may_have_nothing_that_could_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """To begin a fight, there is nothing to say; to end a turn, only who."""
    monkeypatch.setitem(SYSTEMS, NAME, with_fields(SYSTEMS[NAME], intents=(Begin, EndTurn)))
    test_edges.test_each_part_of_an_intent_is_taken_up_to_its_bound(NAME, JSON)
