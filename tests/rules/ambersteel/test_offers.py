"""What is offered where no scenario looks: whom the server proposes to surprise, throws at a bare place, what is paid
with granted actions, and what the game master may rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.options import Option
from server.rules.ambersteel import SYSTEM
from server.rules.ambersteel.state.events import HitsRolled
from server.scenario.rehearsal import Rehearsal

BLIND: dict[str, Any] = {"aware_of": []}


def table(**sheets: Mapping[str, Any]) -> Rehearsal:
    """Anna and Clara, who have a seat, against Boris: sheets by name, a metre between any two."""
    sides = {"anna": "blue", "clara": "blue", "boris": "red"}
    people = {
        who: CombatantSpec(
            name=who.title(), side=side, seat="gm" if side == "red" else "ann", at=(place, 0),
            sheet=dict(sheets.get(who, {})),
        )
        for place, (who, side) in enumerate(sides.items())
    }  # fmt: skip
    spec = EncounterSpec(title="A yard", system="ambersteel", seats={"ann": SeatSpec(name="Ann")}, combatants=people)
    return Rehearsal(SYSTEM, spec, None)


def offered(made: Rehearsal, seat: str, key: str, who: str = "") -> list[Option]:
    """The options of this key."""
    found = SYSTEM.options(made.state, made.asker(seat))
    return [option for option in found if option.key == key and who in ("", option.who)]


def test_what_prepares_begins_with_reloading() -> None:
    """What stands first is suggested: to load what was shot, rather than to throw a mug somewhere."""
    sheet = {"wielded": {"main": "light_crossbow"}, "carried": ["mug"]}
    made = table(anna=sheet)
    made.play("gm", {"type": "encounter_start"})
    while made.state.play.game.turn != "anna":
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})
    found = SYSTEM.options(made.state, made.asker("ann"))
    prepares = [option.key for option in found if option.who == "anna" and option.goal == "prepare"]
    assert prepares[0] == "reload"
    assert "throw_there" in prepares


@pytest.mark.parametrize(
    ("sheets", "proposed"),
    [
        ({}, []),
        ({"boris": BLIND}, ["red"]),
        ({"anna": BLIND}, []),
        ({"anna": BLIND, "clara": BLIND}, ["blue"]),
        ({"anna": BLIND, "clara": {**BLIND, "statuses": ["unconscious"]}}, ["blue"]),
        ({"anna": {"aware_of": ["clara"]}, "clara": {"aware_of": ["anna"]}}, ["blue"]),
        ({"anna": BLIND, "clara": BLIND, "boris": BLIND}, []),
    ],
)
def test_a_party_none_of_whom_knows_of_a_foe_is_proposed_as_surprised(
    sheets: dict[str, Any], proposed: list[str]
) -> None:
    """A-SUR-1, A-SUR-7. Not all of them: somebody must be able to surprise."""
    *found, free = offered(table(**sheets), "gm", "surprise_encounter")
    assert [option.intent["surprised_parties"] for option in found] == ([proposed] if proposed else [])
    assert [option.params for option in found] == [()] * len(found)
    assert [param.name for param in free.params] == ["surprised_parties"]


def test_the_game_master_says_who_is_surprised_whoever_is_proposed() -> None:
    """A-SUR-1, A-SUR-7: one party or several, but not all."""
    people = {
        who: CombatantSpec(name=who.title(), side=side, seat="gm", at=(place, 0), sheet=BLIND if who == "anna" else {})
        for place, (who, side) in enumerate({"anna": "blue", "boris": "red", "egon": "green"}.items())
    }  # fmt: skip
    made = Rehearsal(SYSTEM, EncounterSpec(title="A yard", system="ambersteel", combatants=people), None)
    proposed, free = offered(made, "gm", "surprise_encounter")
    (pick,) = free.params
    assert proposed.intent["surprised_parties"] == ["blue"]
    assert (pick.kind, pick.least, pick.most) == ("many", 1, 2)
    assert {each.value for each in pick.choices} == {"blue", "red", "green"}
    made.play("gm", {"type": "encounter_start", "surprised_parties": ["red", "green"]})
    assert set(made.state.play.game.surprised) == {"red", "green"}


def test_things_are_thrown_to_a_place_that_is_picked_on_the_map() -> None:
    """A-THR-1, A-THR-2: as far as the die can show. A weapon that is not made for it is not."""
    made = table(anna={"carried": ["mug", "anvil"], "wielded": {"main": "longsword"}, "str": 14, "spd": 20, "perc": 20})
    made.play("gm", {"type": "encounter_start"})
    while made.state.play.game.turn != "anna":
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})
    found = {option.intent["object"]: option.params[0] for option in offered(made, "ann", "throw_there", "anna")}
    assert {thing: (param.kind, param.most) for thing, param in found.items()} == {
        "mug": ("point", 4_800), "anvil": ("point", 2_400),
    }  # fmt: skip
    made.play("ann", {"type": "throw", "who": "anna", "object": "mug", "point": [300, 400]})
    assert [(thing.at, thing.name) for thing in made.state.play.game.lying.values()] == [((300, 400), "Mug")]


def test_a_throw_that_falls_short_may_go_to_a_place_within_its_reach() -> None:
    """A-THR-5."""
    made = table(anna={"carried": ["anvil"], "str": 14, "spd": 20, "perc": 20})
    made.play("gm", {"type": "encounter_start"})
    while made.state.play.game.turn != "anna":
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})
    made.play("gm", {"type": "set_position", "who": "boris", "at": [9_000, 0]})
    made.play("ann", {"type": "throw", "who": "anna", "object": "anvil", "target": "boris"})
    (frame,) = made.state.play.game.frames
    (option,) = offered(made, "ann", "throw_there", "anna")
    assert [(param.name, param.kind, param.most) for param in option.params] == [
        ("point", "point", frame.thrown.reach_cm)
    ]
    assert (option.answers, option.reason) == (True, None)


def test_a_kill_is_allowed_or_refused_with_one_tap_and_a_maiming_is_told() -> None:
    """A-EXE-1, A-EXE-4."""
    for kind, asked in (("kill", []), ("maim", ["text", "status"])):
        made = table(anna={"spd": 20, "perc": 20}, boris={"statuses": ["unconscious"]})
        made.play("gm", {"type": "encounter_start"})
        made.play("ann", {"type": "move", "who": "anna", "path": [[100, 100]]})
        made.play("ann", {"type": "execute", "who": "anna", "target": "boris", "kind": kind})
        found = {option.label: option for option in offered(made, "gm", "gm_execution")}
        assert {label: option.intent["yes"] for label, option in found.items()} == {"accept": True, "refuse": False}
        assert [param.name for param in found["accept"].params] == asked
        assert found["refuse"].params == ()


def on_turn(made: Rehearsal, who: str) -> None:
    """The fight begins, and goes on until this one has its turn."""
    made.play("gm", {"type": "encounter_start"})
    while made.state.play.game.turn != who:
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})


@pytest.mark.parametrize(
    ("sheet", "key"),
    [
        ({"carried": ["mug"]}, "throw"),
        ({"carried": ["mug"]}, "throw_there"),
        ({"wielded": {"main": "light_crossbow"}}, "reload"),
        ({"statuses": ["grappled"]}, "break_free"),
        ({"wielded": {"main": "short_sword"}}, "free_weapon"),
    ],
)
def test_what_is_paid_with_a_standard_action_may_be_paid_with_one_that_is_granted(
    sheet: dict[str, Any], key: str
) -> None:
    """A-TURN-14."""
    made = table(anna=sheet)
    on_turn(made, "anna")
    for value_of, weapon, is_so in (("loaded", "light_crossbow", False), ("stuck", "short_sword", True)):
        if weapon in made.state.play.game.combatants["anna"].arms:
            made.play("gm", {"type": "gm_set", "who": "anna", "value_of": value_of, "key": weapon, "value": is_so})
    assert [option.cost.split(",")[0] for option in offered(made, "ann", key, "anna")] == ["1 standard"]
    for action, value in (("standard", 0), ("overdrive", 2)):
        made.play("gm", {"type": "gm_set", "who": "anna", "value_of": "actions", "key": action, "value": value})
    found = {option.intent.get("action", "standard"): option for option in offered(made, "ann", key, "anna")}
    assert found.keys() == {"standard", "overdrive"}
    assert found["standard"].reason is not None
    assert (found["overdrive"].reason, found["overdrive"].cost.split(",")[0]) == (None, "1 overdrive")


def test_the_game_master_lets_any_circumstance_of_one_attack_not_count() -> None:
    """A-EASY-3: those that hold, and no others."""
    made = table(anna={"flags": ["broken_arm"]}, boris={"statuses": ["prone"], "flags": ["invisible", "cover"]})
    on_turn(made, "anna")
    made.play("ann", {"type": "move", "who": "anna", "path": [[100, 100]]})
    made.play("ann", {"type": "attack", "who": "anna", "target": "boris", "request_ruling": True})
    (option,) = offered(made, "gm", "gm_ruling")
    (waive,) = (param for param in option.params if param.name == "waive")
    assert (waive.kind, waive.optional, waive.most) == ("many", True, 3)
    assert {each.value for each in waive.choices} == {"prone", "invisible", "broken_arm"}
    commits = made.play("gm", {"type": "gm_ruling", "waive": ["invisible", "broken_arm"]})
    (rolled,) = (event for commit in commits for event in commit.events if isinstance(event, HitsRolled))
    assert rolled.mode == "adv"


@pytest.mark.parametrize("at", [{"target": "boris"}, {"point": [0, 300]}])
def test_where_nothing_counts_there_is_nothing_to_let_not_count(at: dict[str, Any]) -> None:
    """A-EASY-3. Nor where nobody is aimed at."""
    made = table(anna={"carried": ["mug"]})
    on_turn(made, "anna")
    made.play("ann", {"type": "throw", "who": "anna", "object": "mug", "request_ruling": True, **at})
    (option,) = offered(made, "gm", "gm_ruling")
    assert "waive" not in [param.name for param in option.params]


def test_the_game_master_says_how_far_a_throw_goes_before_its_die_and_behind_it() -> None:
    """A-THR-7: reach, damage and type."""
    made = table(anna={"carried": ["mug"]})
    on_turn(made, "anna")
    made.play("ann", {"type": "throw", "who": "anna", "object": "mug", "target": "boris", "request_ruling": True})
    for _ in ("before", "behind"):
        (option,) = offered(made, "gm", "gm_ruling")
        found = {param.name: (param.kind, param.optional) for param in option.params}
        assert found["reach_cm"] == ("number", True)
        assert found.keys() >= {"damage", "damage_type"}
        made.play("gm", {"type": "gm_ruling"})
