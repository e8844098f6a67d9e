"""Who is interrupted as usual, and by how much: the game master not by its own side."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.create import EncounterSpec, SeatSpec
from server.core.deciding.standing import standing
from server.core.state import TableOptions
from server.rules.brink import SYSTEM
from server.rules.brink.offers.stops import STOPS
from server.scenario.rehearsal import Rehearsal
from tests.rules.brink.tables import combatant, offered

PEOPLE = {
    "chief": replace(combatant("ogre", at=(0, 0)), side="foes", seat="gm"),
    "thug": replace(combatant("ogre", at=(1, 0)), side="foes", seat="gm"),
    "ana": replace(combatant("ana", at=(2, 0)), side="heroes", seat="ana"),
    "bram": replace(combatant("ana", at=(0, 1)), side="heroes", seat="ana"),
}


def begun(*turns: int) -> Rehearsal:
    """Chief and Ana hold an action ready; initiative in the order of the list."""
    table = TableOptions(stops="usual")
    spec = EncounterSpec(
        title="A ford", system="brink", seats={"ana": SeatSpec(name="Ana")}, combatants=PEOPLE, table=table
    )
    fight = Rehearsal(SYSTEM, spec, [*turns] + [10] * 40)
    fight.play("gm", {"type": "start_combat"})
    return fight


def acting(fight: Rehearsal, who: str, target: str) -> Rehearsal:
    """All before it end their turns ready; then it strikes, and the window is open."""
    while (turn := fight.state.play.game.turn) != who:
        fight.play(fight.state.ledger.controller(turn), {"type": "end_turn", "who": turn, "ready": {turn: True}})
    fight.submit(fight.state.ledger.controller(who), {"type": "attack", "who": who, "target": target})
    return fight


def test_the_game_master_is_not_asked_to_interrupt_its_own_side() -> None:
    """The rules ask whoever holds an action ready; at whom it is aimed is interrupted, the actor's friend is not."""
    fight = acting(begun(20, 5, 15, 1), "thug", "ana")
    decision = fight.state.play.decision
    assert decision is not None
    assert decision.unanswered() == ["chief", "ana"]
    assert standing(SYSTEM, fight.state, decision) == ["chief"]
    assert "ally_acts" in STOPS.others


def test_a_window_has_one_no_for_each_who_is_asked_and_one_for_the_table() -> None:
    """Beside them stands nothing else that does nothing."""
    fight = acting(begun(20, 15, 1, 5), "bram", "chief")
    decision = fight.state.play.decision
    assert decision is not None
    asked = decision.unanswered()
    no = [(option.key, option.who) for option in offered(fight, "gm") if option.answers and option.goal == "end"]
    assert sorted(no) == sorted([("gm_close_window", ""), *(("pass_readied", who) for who in asked)])
