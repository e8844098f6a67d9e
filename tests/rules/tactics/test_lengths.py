"""How long a burst or a spray may be in a plan that is put together from what is offered."""

from __future__ import annotations

from collections import defaultdict

from server.conformance.fights import SYSTEMS, options
from server.core.options import Choice, Param
from server.encounter.file import parse_encounter
from server.rules.tactics import SYSTEM
from server.scenario.rehearsal import Rehearsal

(MODERN,) = SYSTEM.more_demos


def planning() -> tuple[Rehearsal, Param]:
    """A fight with a submachine gun, at its plans, and what may be put into its owner's."""
    table = Rehearsal(SYSTEM, parse_encounter(MODERN, "modern", SYSTEMS), None)
    for kind in ("encounter_start", "gm_lock_phase"):
        table.play("gm", {"type": kind})
    (plan,) = (option for option in options(table, "kit") if option.key == "actions_declare")
    return table, plan.params[0]


def test_bursts_and_sprays_are_offered_at_every_length() -> None:
    """D-BURST-4, D-SPRAY-1: from two rounds to all that the weapon can fire, under one name each."""
    _, plan = planning()
    found: defaultdict[str, list[Choice]] = defaultdict(list)
    for choice in plan.choices:
        if choice.row:
            found[choice.row].append(choice)
    lengths = {row: [choice.value["count"] for choice in choices] for row, choices in found.items()}
    assert lengths == {"Submachine gun ×n": [*range(2, 9)], "Submachine gun n×1": [*range(2, 9)]}
    checks = {row: [choice.uses["checks"] for choice in choices] for row, choices in found.items()}
    assert checks == {"Submachine gun ×n": [1] * 7, "Submachine gun n×1": [*range(2, 9)]}


def test_a_short_burst_is_taken_as_it_is_offered() -> None:
    """Three rounds, no more: the plan holds what was chosen."""
    table, plan = planning()
    burst = next(each.value for each in plan.choices if each.label == "Submachine gun ×3")
    table.play("kit", {"type": "actions_declare", "who": "kit", "plan": [burst]})
    (action,) = table.state.play.game.combatants["kit"].record.plan
    assert (action.kind, action.weapon, action.count) == ("burst", "smg", 3)
