"""How long a burst or a spray may be in a plan that is put together from what is offered."""

from __future__ import annotations

from collections import defaultdict
from copy import deepcopy

from msgspec.structs import replace

from client_demo.choice import put
from server.conformance.fights import SYSTEMS, options
from server.core.options import Choice, Option, Param
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


def volleys(table: Rehearsal, way: str) -> dict[str, Option]:
    """The options for bursts and sprays of this kind that Kit has, by what follows it in their keys."""
    found = (option for option in options(table, "kit") if option.who == "kit")
    return {option.key.removeprefix(way): option for option in found if option.key.startswith(way)}


def bounds(option: Option) -> tuple[int, int]:
    """Of the length."""
    (length,) = (param for param in option.params if param.kind == "number")
    return length.least, length.most


def test_a_burst_of_any_length_is_planned_beside_the_editor() -> None:
    """As an answer of its own: at whom, and of how many rounds."""
    table, _ = planning()
    found = volleys(table, "plan_")
    assert {key: bounds(found[key]) for key in ("burst", "spray")} == {"burst": (2, 8), "spray": (2, 8)}
    burst = found["burst"]
    assert (burst.answers, burst.label) == (True, "Submachine gun")
    intent = deepcopy(burst.intent)
    put(intent, ["plan", "0", "targets"], "guard")
    put(intent, ["plan", "0", "count"], 4)
    assert [param.name for param in burst.params] == ["plan.0.targets", "plan.0.count"]
    table.play("kit", intent)
    (action,) = table.state.play.game.combatants["kit"].record.plan
    assert (action.kind, action.count, action.among) == ("burst", 4, ("guard",))


def test_what_was_sprayed_shortens_the_next_spray_unless_it_takes_its_place() -> None:
    """D-SPRAY-2: all sprays of a round together; to change the plan one may choose a length as well."""
    table, _ = planning()
    spray = {"kind": "spray", "weapon": "smg", "count": 5, "targets": "hound"}
    table.play("kit", {"type": "actions_declare", "who": "kit", "plan": [spray]})
    table.play("gm", {"type": "gm_lock_phase"})
    while table.state.play.game.turn != "kit":
        table.play("gm", {"type": "go_end", "who": table.state.play.game.turn})
    added, instead = volleys(table, "add_"), volleys(table, "replace_")
    assert {key: bounds(each) for key, each in added.items()} == {"burst": (2, 8), "spray": (2, 3)}
    assert {key: bounds(each) for key, each in instead.items()} == {"burst": (2, 8), "spray": (2, 8)}
    put(intent := deepcopy(instead["burst"].intent), ["replace", "1", "count"], 3)
    table.play("kit", intent)
    (action,) = table.state.play.game.combatants["kit"].record.plan
    assert (action.kind, action.count) == ("burst", 3)


def test_who_has_bare_hands_only_is_offered_no_bursts() -> None:
    """There is no item behind them that could say so."""
    spec = parse_encounter(MODERN, "modern", SYSTEMS)
    kit = spec.combatants["kit"]
    bare = replace(kit, sheet={**kit.sheet, "weapons": {}})
    table = Rehearsal(SYSTEM, replace(spec, combatants={**spec.combatants, "kit": bare}), None)
    table.play("gm", {"type": "encounter_start"})
    table.play("gm", {"type": "gm_lock_phase"})
    keys = [option.key for option in options(table, "kit") if option.who == "kit"]
    assert "plan_strike" in keys
    assert not {"plan_burst", "plan_spray"} & set(keys)
