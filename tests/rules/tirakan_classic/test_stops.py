"""Who is interrupted as usual: only those who could still change what comes."""

import pytest

from server.core.ids import GM
from server.encounter.file import parse_encounter
from server.rules.tirakan_classic import SYSTEM
from server.rules.tirakan_classic.offers.stops import STOPS
from server.scenario.rehearsal import Rehearsal

INITIATIVE = (5, 5, 5, 5)


def _table(faces, **options):
    """The demo; Hagen is saved an action, the raider stands beside him and is on turn."""
    table = Rehearsal(SYSTEM, parse_encounter(SYSTEM.demo, "any", {SYSTEM.name: SYSTEM}), (*INITIATIVE, *faces))
    if options:
        table.play(GM, {"type": "set_options", "options": options})
    table.play(GM, {"type": "start_combat"})
    table.play(GM, {"type": "gm_set", "who": "hagen", "value_of": "actions", "value": 1})
    table.play(GM, {"type": "set_position", "who": "robber", "at": [200, 400]})
    return table


def _turn_of(table, who):
    while table.state.play.game.turn != who:
        table.play(GM, {"type": "end_turn", "who": table.state.play.game.turn})
        if who != "hagen" and table.state.play.game.turn == "hagen":
            table.play(GM, {"type": "end_turn", "who": "hagen"})
    return table


def _moment(table, who):
    found = STOPS.moment(table.state, table.state.play.decision, who)
    return found and (found.name, found.size)


def test_whoever_is_struck_and_can_defend_is_asked_as_usual():
    table = _turn_of(_table((5, 6, 1)), "robber")
    table.play(GM, {"type": "attack", "who": "robber", "target": "hagen"})
    assert _moment(table, "hagen") == ("hit_me", 2)
    assert "hit_me" in STOPS.usual


def test_whoever_is_shot_has_no_defence_and_is_not_interrupted():
    """All else comes after the effect; who wants it all the same has the moment, and is asked for each of its own."""
    table = _turn_of(_table((5, 6, 1, 1)), "soldier")
    table.play(GM, {"type": "attack", "who": "soldier", "target": "hagen"})
    assert _moment(table, "hagen") == ("defenceless", 2)
    assert "defenceless" not in STOPS.usual
    assert "defenceless" in STOPS.mine


def test_whoever_is_struck_from_behind_may_parry_unless_the_table_forbids_it():
    for forbids, name in ((False, "hit_me"), (True, "defenceless")):
        table = _turn_of(_table((5, 6, 1), behind_blocks_parry=forbids), "robber")
        table.play(GM, {"type": "attack", "who": "robber", "target": "hagen"})
        table.play(GM, {"type": "gm_set_act", "from_behind": True})
        assert _moment(table, "hagen") == (name, 2)


@pytest.mark.parametrize(("faces", "name"), [((1, 1, 1, 1), "own_failure"), ((1, 1, 1, 5), "own_roll")])
def test_dice_for_a_roll_are_asked_for_as_usual_where_it_has_failed(faces, name):
    table = _turn_of(_table(faces, dice_in_combat_rolls=True), "hagen")
    table.play(GM, {"type": "attack", "who": "hagen", "target": "robber"})
    assert table.state.play.decision.kind == "improve"
    assert _moment(table, "hagen") == (name, 1)
    assert (name in STOPS.usual) == (name == "own_failure")


def test_whoever_watches_is_asked_for_another_reason_where_a_friend_acts_than_where_a_foe_does():
    for actor, target, name in (("ilva", "soldier", "ally_acts"), ("soldier", "robber", "foe_acts")):
        table = _turn_of(_table((6, 6, 6, 6, 6, 6)), actor)
        table.play(GM, {"type": "attack", "who": actor, "target": target})
        assert _moment(table, "hagen") == (name, 1)


def test_the_game_master_is_asked_about_a_ruling_always():
    """Who is no combatant has no moment."""
    table = _turn_of(_table(()), "robber")
    table.play(GM, {"type": "custom", "who": "robber", "text": "Kick sand"})
    assert table.state.play.decision.unanswered() == [GM]
    assert _moment(table, GM) is None
