"""Of a turn in which nobody can do anything the log says what happens in it, not that it is somebody's turn."""

import pytest

from server.core.ids import GM
from server.encounter.file import parse_encounter
from server.rules.ambersteel import SYSTEM
from server.scenario.rehearsal import Rehearsal

EVENTS = {"unconscious": "TurnEnded", "deaths_door": "DeathSaveRolled", "stunned": "CheckRolled"}


def _told(table: Rehearsal) -> list[str]:
    return [type(event).__name__ for sealed in table.sealed for event in sealed.commit.events]


def _sentence(first: str, second: str) -> str:
    lines = SYSTEM.catalog["lines"]["en"]
    return str(lines.get(f"{first}:{second}", lines[first]))


@pytest.mark.parametrize(("status", "follows"), EVENTS.items())
def test_the_turn_of_one_who_cant_act_is_not_announced(status: str, follows: str) -> None:
    table = Rehearsal(SYSTEM, parse_encounter(SYSTEM.demo, "any", {SYSTEM.name: SYSTEM}), None)
    table.play(GM, {"type": "encounter_start"})
    first = table.state.play.game.turn
    who = next(each for each in table.state.play.game.order if each != first)
    table.play(GM, {"type": "gm_set", "who": who, "value_of": "status", "key": status, "value": True})
    since = len(_told(table))
    table.play(GM, {"type": "turn_end", "who": first})
    told = _told(table)[since:]
    at = told.index("TurnStarted")
    assert told[at + 1] == follows
    assert not _sentence(*told[at : at + 2])


def test_the_turn_of_one_who_can_act_is() -> None:
    assert "turn" in _sentence("TurnStarted", "StatusLost")
    assert "turn" in _sentence("TurnStarted", "DecisionOpened")
