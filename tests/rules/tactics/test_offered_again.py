"""D-GEN-10: what the GM has said about two of them is offered again, each round, until it is taken back."""

from __future__ import annotations

from typing import Any

from server.conformance.fights import laid, options
from server.core.options import Option
from server.scenario.rehearsal import Rehearsal


def standing(table: Rehearsal) -> list[Option]:
    """The modifiers that can be changed with one number, for nobody has to be chosen."""
    return [option for option in options(table, "gm") if option.key == "gm_modifier" and len(option.params) == 1]


def next_round(table: Rehearsal) -> None:
    """Nobody does anything."""
    now = table.state.play.game.round
    while table.state.play.game.round == now:
        table.play("gm", passing(table))


def passing(table: Rehearsal) -> dict[str, Any]:
    """Ties go as suggested."""
    who = table.state.play.game.turn
    if who:
        return {"type": "go_end", "who": who}
    suggested = (option for option in options(table, "gm") if option.key == "order_suggested")
    return next((option.intent for option in suggested), {"type": "gm_lock_phase"})


def test_a_modifier_is_offered_again_each_round_with_what_it_is() -> None:
    """Until the GM takes it back with 0."""
    table = laid("tactics")
    table.play("gm", {"type": "encounter_start"})
    assert standing(table) == []
    flanking = {"type": "gm_modifier", "attacker": "ash", "target": "maren", "n": 3}
    table.play("gm", flanking)
    for _ in range(2):
        (offered,) = standing(table)
        assert (offered.label, offered.params[0].initial) == ("Ash → Maren +3", 3)
        assert offered.intent == {"type": "gm_modifier", "attacker": "ash", "target": "maren"}
        next_round(table)
    table.play("gm", {**flanking, "n": 0})
    assert standing(table) == []
