"""The menu of deeds: whom it names first; and it outlasts shots that change nothing in it, which must never show."""

import pytest
from msgspec.structs import replace

from server.conformance.fights import options, seats
from server.core.deciding.decide import parse_intent
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.memo import Shelf
from server.core.secrecy import known
from server.core.system import Asker
from server.encounter.file import parse_encounter
from server.kit.ending import SIDE_OUT
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
    assert bought.keys() >= {"evade", "parry", "object_parry"}
    assert all(one.cost == "1 bonus_die" and one.answers and one.reason is None for one in bought.values())
    table.play(GM, dict(bought["evade"].intent))
    assert "hagen" in table.state.play.game.frames[-1].declared


def _in_robbers_turn(*, bonus=1, destiny=0):
    """The demo, in which the robber stands beside Hagen and is on turn; nobody of the heroes has an action."""
    table = Rehearsal(SYSTEM, parse_encounter(SYSTEM.demo, "any", {SYSTEM.name: SYSTEM}), (5, 5, 5, 5, 6, 6, 6, 6, 6))
    table.play(GM, {"type": "start_combat"})
    while table.state.play.game.turn != "robber":
        table.play(GM, {"type": "end_turn", "who": table.state.play.game.turn})
    for who in ("hagen", "ilva"):
        for name, value in (("actions", 0), ("bonus_dice", bonus), ("destiny_dice", destiny)):
            table.play(GM, {"type": "gm_set", "who": who, "value_of": name, "value": value})
    table.play(GM, {"type": "set_position", "who": "robber", "at": [200, 400]})
    return table


def _options(table, who):
    return [one for one in SYSTEM.options(table.state, Asker(GM, "gm", GM, 0)) if one.who == who]


def test_whoever_watches_and_has_only_a_bonus_die_is_offered_die_and_deed_as_one():
    """Also who is not attacked has something to choose behind passing, and what is chosen is accepted."""
    table = _in_robbers_turn()
    table.play(GM, {"type": "attack", "who": "robber", "target": "hagen"})
    able = [one for one in _options(table, "ilva") if one.answers and one.reason is None]
    bought = [one for one in able if one.intent.get("bonus")]
    assert {one.key for one in able} - {one.key for one in bought} == {"pass_reaction"}
    assert "kneel" in {one.key for one in bought}
    table.play(GM, dict(next(one for one in bought if one.key == "kneel").intent))
    assert "ilva" in table.state.play.game.frames[-1].declared
    assert table.state.play.game.combatants["ilva"].bonus_dice == 0


def test_whoever_has_only_a_destiny_die_is_offered_the_theft_and_what_it_pays_for_as_one():
    """Never to pass alone: attacked or watching, with each reaction goes from whom its action is stolen."""
    table = _in_robbers_turn(bonus=0, destiny=1)
    table.play(GM, {"type": "attack", "who": "robber", "target": "hagen"})
    for who, wanted in (("hagen", {"evade", "parry", "kneel"}), ("ilva", {"kneel"})):
        able = [one for one in _options(table, who) if one.answers and one.reason is None]
        stolen = [one for one in able if one.cost == "1 destiny_die"]
        assert {one.key for one in able} - {one.key for one in stolen} == {"pass_reaction"}
        assert {one.key for one in stolen} >= wanted
        for one in stolen:
            victims = [choice.value for choice in one.params[-1].choices if choice.reason is None]
            assert (one.params[-1].name, victims) == ("victim", ["robber", "soldier"])
    parry = next(one for one in _options(table, "hagen") if one.key == "parry")
    table.play(GM, {**parry.intent, "victim": "robber"})
    game = table.state.play.game
    assert "hagen" in game.frames[-1].declared
    assert (game.combatants["hagen"].destiny_dice, game.combatants["robber"].actions) == (0, 0)


def test_where_a_weapon_has_several_modes_each_attack_says_which_it_is():
    """The usual one, too; what has but one is plainly an attack."""
    table = Rehearsal(SYSTEM, parse_encounter(FIGHT + ALL_MODES + OTHER, "any", {SYSTEM.name: SYSTEM}), None)
    table.play(GM, {"type": "start_combat"})
    harm = [(one.key, one.label, one.intent.get("mode", "")) for one in _options(table, "ilva") if one.goal == "harm"]
    shots = [one for one in harm if one[1] == "Rifle"]
    others = [(f"attack_{mode}", "Rifle", mode) for mode in ("single", "semi", "full")]
    assert shots == [("attack_burst", "Rifle", ""), *others]
    assert ("attack", "unarmed", "") in harm


def test_stealing_an_action_says_when_it_is_lost():
    """L-DEST-2: by whoever acts at once, by others in their next turn."""
    table = _in_robbers_turn(destiny=1)
    steal = {one.key: one for one in _options(table, "hagen") if one.intent["type"] == "spend_destiny_die"}
    victims = {key: [choice.value for choice in one.params[0].choices] for key, one in steal.items()}
    assert victims == {"steal_now": ["robber"], "steal_next": ["soldier"]}
    assert {one.cost for one in steal.values()} == {"1 destiny_die"}


def test_the_game_master_alone_is_offered_the_end_when_nobody_of_a_side_stands():
    """Not as long as a hidden one does, although the players see nobody left; and it is no question to anybody."""
    spec = parse_encounter(SYSTEM.demo, "any", {SYSTEM.name: SYSTEM})
    people = {who: replace(each, hidden=who == "soldier") for who, each in spec.combatants.items()}
    table = Rehearsal(SYSTEM, replace(spec, combatants=people), None)
    table.play(GM, {"type": "start_combat"})
    foes = table.state.play.pieces["robber"].side

    def over():
        suggested = {seat: [one for one in options(table, seat) if one.key == SIDE_OUT] for seat in seats(table)}
        return {seat: [side for one in found for side in one.sides] for seat, found in suggested.items()}

    table.play(GM, {"type": "gm_set", "who": "robber", "value_of": "status", "value": "dying"})
    player = next(seat for seat in seats(table) if seat != GM)
    assert SYSTEM.beaten(known(SYSTEM, table.state, table.asker(player).audience).play) == (foes,)
    assert not any(over().values())
    table.play(GM, {"type": "gm_set", "who": "soldier", "value_of": "status", "value": "dead"})
    assert over() == {seat: [foes] if seat == GM else [] for seat in seats(table)}
    assert table.state.play.decision is None
    table.play(GM, {"type": "end_combat"})
    assert not any(over().values())
