"""3.6: whoever names somebody whom it does not see is answered as if there were nobody of that name, to the byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.conformance.fights import laid, options
from server.core.errors import Rejected
from server.scenario.rehearsal import Rehearsal

HIDDEN, INVENTED = "nix", "nyx"
SWORD = {"kind": "attack", "weapon": "sword"}
PLANNING: dict[str, dict[str, Any]] = {
    "an attack": {"type": "actions_declare", "who": "maren", "plan": [{**SWORD, "targets": "?"}]},
    "one of several": {"type": "actions_declare", "who": "maren", "plan": [{**SWORD, "targets": ["ash", "?"]}]},
    "a move": {"type": "actions_declare", "who": "maren", "plan": [{"kind": "move", "targets": "?"}]},
    "an area": {"type": "actions_declare", "who": "maren", "plan": [{"kind": "area", "targets": "?"}]},
    "another's plan": {"type": "actions_declare", "who": "?", "plan": []},
    "another's word": {"type": "phase_settle", "who": "?"},
}  # fmt: skip
ON_TURN: dict[str, dict[str, Any]] = {
    "an attack": {"type": "action_perform", "who": "maren", "id": "1", "target": "?"},
    "giving way": {"type": "go_yield", "who": "maren", "to": "?"},
    "a change": {"type": "actions_change", "who": "maren", "replace": {"1": {**SWORD, "targets": ["?"]}}},
    "something more": {"type": "actions_change", "who": "maren", "add": [{"kind": "talk", "targets": "?"}]},
    "another's go": {"type": "go_end", "who": "?"},
    "another's change": {"type": "actions_change", "who": "?", "add": [{"kind": "talk"}]},
    "another's defence": {"type": "defend", "who": "?", "kind": "dodge"},
    "helping": {"type": "guard", "who": "?", "kind": "parry", "item": "sword"},
}


def planning() -> Rehearsal:
    """Nix stands behind the hedge."""
    table = laid("tactics")
    for kind in ("encounter_start", "gm_lock_phase"):
        table.play("gm", {"type": kind})
    assert table.state.play.pieces[HIDDEN].seen_by == ()
    return table


def on_turn() -> Rehearsal:
    """It is Maren's go, with an attack at whoever will do; Nix's is still to come, or over."""
    table = planning()
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": [SWORD]})
    table.play("gm", {"type": "gm_lock_phase"})
    while (turn := table.state.play.game.turn) != "maren":
        suggested = (option.intent for option in options(table, "gm") if option.key == "order_suggested")
        table.play("gm", {"type": "go_end", "who": turn} if turn else next(suggested))
    return table


def answer(table: Rehearsal, intent: dict[str, Any], name: str) -> bytes:
    """What comes back to Maren's player."""
    named = json.loads(json.dumps(intent).replace("?", name))
    with pytest.raises(Rejected) as refused:
        table.submit("maren", named)
    said = {"code": refused.value.code, "message": str(refused.value), "detail": refused.value.detail}
    return json.dumps(said, sort_keys=True).replace(name, "?").encode()


@pytest.mark.parametrize("what", PLANNING)
def test_a_hidden_name_in_a_plan_is_as_good_as_an_invented_one(what: str) -> None:
    """Whatever it is named for."""
    table = planning()
    assert answer(table, PLANNING[what], HIDDEN) == answer(table, PLANNING[what], INVENTED)


@pytest.mark.parametrize("what", ON_TURN)
def test_a_hidden_name_in_a_go_is_as_good_as_an_invented_one(what: str) -> None:
    """In the order somebody hidden has its place, too; nobody learns of it."""
    table = on_turn()
    assert answer(table, ON_TURN[what], HIDDEN) == answer(table, ON_TURN[what], INVENTED)
