"""The menu of deeds: whom it names first; and it outlasts shots that change nothing in it, which must never show."""

import pytest

from server.core.deciding.decide import parse_intent
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.memo import Shelf
from server.core.system import Asker
from server.encounter.file import parse_encounter
from server.rules.tirakan_classic import SYSTEM
from server.scenario.rehearsal import Rehearsal

FIGHT = """
title = "Two rifles"
system = "tirakan_classic"

[combatants.ilva]
name = "Ilva"
side = "heroes"
at = [0, 0]

[combatants.ilva.sheet]
shooting = 5
quickness = 9
in_hand = "rifle"

[combatants.ilva.sheet.weapons.rifle]
name = "Rifle"
weapon_class = "firearm"
range_m = 100
capacity = 12
"""
OTHER = """
[combatants.soldier]
name = "Soldier"
side = "foes"
at = [9, 0]
"""
ALL_MODES = 'modes = [{ id = "single" }, { id = "semi" }, { id = "burst" }, { id = "full" }]'


def _refusal(table, option):
    """What the rules say against it, of whom there is to shoot at."""
    intent = parse_intent(SYSTEM, {**option.intent, **({"target": "soldier"} if option.goal == "harm" else {})})
    try:
        SYSTEM.check(table.state, intent, Asker(GM, "gm", GM, 0))
    except Rejected as refusal:
        return refusal.code, refusal.detail
    return None


@pytest.mark.parametrize(
    "more", [ALL_MODES, 'modes = [{ id = "full", rounds = 14 }]', "rounds = 5", "reload_actions = 0"]
)
def test_what_is_remembered_of_a_menu_is_what_the_rules_say_now(more):
    """With every number of rounds, first down, then up; also with more than it holds, which the game master may say."""
    table = Rehearsal(SYSTEM, parse_encounter(FIGHT + more + OTHER, "any", {SYSTEM.name: SYSTEM}), None)
    table.play(GM, {"type": "start_combat"})
    shelf = Shelf()
    for rounds in (*range(14, -1, -1), *range(15)):
        table.play(GM, {"type": "gm_set", "who": "ilva", "value_of": "ammo", "key": "rifle", "value": rounds})
        with shelf:
            options = SYSTEM.options(table.state, Asker(GM, "gm", GM, 0))
        shots = [one for one in options if one.who == "ilva" and one.goal == "harm" and one.key.startswith("attack")]
        reload = [one for one in options if one.key == "reload"]
        assert len(shots) > 1
        assert bool(reload) == (rounds < 12)
        for option in (*shots, *reload):
            said = option.reason
            assert (said and (said.code, said.detail)) == _refusal(table, option)


def test_whoever_can_act_is_named_before_the_helpless_and_opponents_before_ones_own():
    """Whoever lies there dying is seldom meant."""
    table = Rehearsal(SYSTEM, parse_encounter(SYSTEM.demo, "any", {SYSTEM.name: SYSTEM}), None)
    table.play(GM, {"type": "start_combat"})
    table.play(GM, {"type": "gm_set", "who": "robber", "value_of": "status", "value": "dying"})
    while table.state.play.game.turn not in ("hagen", "ilva"):
        table.play(GM, {"type": "end_turn", "who": table.state.play.game.turn})
    actor = table.state.play.game.turn
    options = SYSTEM.options(table.state, Asker(GM, "gm", GM, 0))
    pick = next(one.params[0] for one in options if one.who == actor and one.key == "attack" and one.params)
    assert [choice.value for choice in pick.choices] == ["soldier", "robber", "ilva" if actor == "hagen" else "hagen"]


def test_whoever_is_attacked_and_has_only_a_bonus_die_is_offered_die_and_defence_as_one():
    """Behind passing there is something to choose. Whoever has no die is not asked, so that all can do something."""
    table = Rehearsal(SYSTEM, parse_encounter(SYSTEM.demo, "any", {SYSTEM.name: SYSTEM}), (5, 5, 5, 5, 6, 6, 6, 6, 6))
    table.play(GM, {"type": "start_combat"})
    while table.state.play.game.turn != "robber":
        table.play(GM, {"type": "end_turn", "who": table.state.play.game.turn})
    table.play(GM, {"type": "gm_set", "who": "hagen", "value_of": "actions", "value": 0})
    table.play(GM, {"type": "set_position", "who": "robber", "at": [200, 400]})
    table.play(GM, {"type": "attack", "who": "robber", "target": "hagen"})
    options = SYSTEM.options(table.state, Asker(GM, "gm", GM, 0))
    bought = {one.key: one for one in options if one.who == "hagen" and one.intent.get("bonus")}
    assert bought.keys() == {"evade", "parry", "object_parry"}
    assert all(one.cost == "1 bonus_die" and one.answers and one.reason is None for one in bought.values())
    table.play(GM, dict(bought["evade"].intent))
    assert "hagen" in table.state.play.game.frames[-1].declared
