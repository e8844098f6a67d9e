"""What is done with bare hands is called so: beside the same with an item one must not have to guess."""

from __future__ import annotations

from server.conformance.fights import SYSTEMS, options
from server.encounter.file import parse_encounter
from server.rules.tactics import SYSTEM
from server.scenario.rehearsal import Rehearsal


def test_a_defence_with_bare_hands_is_named() -> None:
    """Maren has a sword and a shield; each way of defending herself has a name of its own. First comes what is worth
    most, last to do nothing: who is new reads from the top."""
    table = Rehearsal(SYSTEM, parse_encounter(SYSTEM.demo, "demo", SYSTEMS), None)
    table.play("gm", {"type": "encounter_start"})
    table.play("gm", {"type": "gm_lock_phase"})
    blow = {"kind": "attack", "targets": ["maren"]}
    table.play("gm", {"type": "actions_declare", "who": "ash", "plan": [blow]})
    table.play("gm", {"type": "gm_range", "pair": ["ash", "maren"], "m": 1})
    table.play("gm", {"type": "gm_lock_phase"})
    while table.state.play.game.turn != "ash":
        who = table.state.play.game.turn
        assert who, "somebody is on turn"
        table.play("gm", {"type": "go_end", "who": who})
    table.play("gm", {"type": "action_perform", "who": "ash", "id": "1"})
    found = [(option.key, option.label) for option in options(table, "maren") if option.key.startswith("defend_")]
    assert found == [
        ("defend_parry", "Round shield +4"), ("defend_block", "Round shield +4"),
        ("defend_parry", "Sword +3"), ("defend_block", "Sword +3"),
        ("defend_dodge", "+2"), ("defend_parry_bare", "+2"), ("defend_block_bare", "+2"),
        ("defend_fully", "Round shield +4"), ("defend_none", "+0"),
    ]  # fmt: skip
    labels = SYSTEM.catalog["labels"]["de"]
    assert labels["defend_parry_bare"] == "Mit bloßen Händen parieren"
