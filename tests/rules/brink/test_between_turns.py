"""Between two turns: whoever waits with a turn may come in then; nobody else is called for it (B-DELAY-7)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from server.core.create import EncounterSpec, SeatSpec
from server.core.deciding.standing import standing
from server.core.state import TableOptions
from server.rules.brink import SYSTEM
from server.scenario.rehearsal import Rehearsal
from tests.rules.brink.tables import combatant


def begun(stops: Any) -> Rehearsal:
    """Whoever had the first turn has ended it ready, and the server has not gone on; each has a player."""
    people = {who: replace(combatant(who), seat=who) for who in ("ana", "ogre")}
    seats = {who: SeatSpec(name=who) for who in people}
    table = TableOptions(stops=stops)
    spec = EncounterSpec(title="A ford", system="brink", seats=seats, combatants=people, table=table)
    fight = Rehearsal(SYSTEM, spec, [20, 1] + [10] * 20)
    fight.play("gm", {"type": "start_combat"})
    who = fight.state.play.game.turn
    fight.submit(who, {"type": "end_turn", "who": who, "ready": {who: True}})
    return fight


def test_who_holds_a_readied_action_is_not_called_between_two_turns_unless_wished() -> None:
    """The rules ask there; with the usual stops nobody who is asked is interrupted, with all of them each is."""
    for stops, calls in (("usual", False), ("everything", True)):
        fight = begun(stops)
        decision = fight.state.play.decision
        assert decision is not None
        assert decision.kind == "boundary"
        assert decision.unanswered()
        assert bool(standing(SYSTEM, fight.state, decision)) is not calls


@pytest.mark.parametrize("language", ["en", "de"])
def test_between_two_turns_it_is_said_what_is_asked(language: str) -> None:
    """Its name alone is no question."""
    labels, lines = SYSTEM.catalog["labels"][language], SYSTEM.catalog["lines"][language]
    assert not labels["boundary"].endswith("?")
    assert lines["boundary"].endswith("?")
