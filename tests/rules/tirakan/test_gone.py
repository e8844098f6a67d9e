"""Combatants that are taken off the table in the middle of things."""

from __future__ import annotations

from tests.rules.tirakan.cast import ARMOUR, ROBBER, Fight, kinds, only


def test_the_turn_of_one_who_is_taken_away_ends():
    """T-ROUND-6: the next one's turn begins."""
    fight = Fight("hagen", "robber", "ilva").start()
    found = fight.do("remove_combatant", who="hagen", seat="gm")
    assert only(found, "TurnEnded").who == "hagen"
    assert only(found, "TurnStarted").who == "robber"
    assert fight.game.turn == "robber"
    fight.end_turns("robber", "ilva")
    assert fight.game.round == 2
    assert fight.game.turn == "robber"


def test_nobody_waits_for_the_answer_of_one_who_is_gone():
    """T-REACT-7: the window closes without it."""
    fight = Fight("hagen", "robber", "ilva").start()
    fight.dice(hit_hagen=[5]).do("attack", who="hagen", target="robber")
    fight.passes("robber")
    assert fight.asked == ["ilva"]
    found = fight.do("remove_combatant", who="ilva", seat="gm")
    assert "WoundsTaken" in kinds(found)
    assert fight.question == ""


def test_an_act_on_one_who_is_gone_comes_to_nothing():
    """T-REACT-11: the target is gone."""
    fight = Fight("hagen", "robber", "ilva").start()
    fight.dice(hit_hagen=[5]).do("attack", who="hagen", target="robber")
    fight.do("remove_combatant", who="robber", seat="gm")
    found = fight.passes("ilva")
    assert only(found, "ActionNullified").reason == "target gone"


def test_a_players_open_protection_goes_with_its_combatant():
    """T-PROT-5: the question is moot, the act goes on to its end."""
    fight = Fight("robber", "hagen", "ilva", players=["hagen"], sheets={"hagen": {"armour": ARMOUR}}).start()
    fight.dice(hit_robber=[5]).do("attack", who="robber", target="hagen")
    fight.passes("hagen", "ilva")
    assert fight.question == "protection"
    fight.do("remove_combatant", who="hagen", seat="gm")
    assert fight.question == ""
    assert fight.game.frames == ()
    assert fight.game.turn == "robber"


def test_a_hidden_one_that_was_taken_away_is_not_in_the_order():
    """Its id would tell that it had been there."""
    fight = Fight("hagen", "ilva", players=["hagen"], hidden=["ilva"]).start()
    fight.do("remove_combatant", who="ilva", seat="gm")
    assert "ilva" not in repr(fight.table.view("seat:hagen"))
    assert "ilva" not in repr(fight.table.view("public"))


def test_who_joins_again_for_the_gm_is_no_longer_a_players():
    """T-INIT-5: Hagen was to play it by mistake. Taken back, it joins hidden: he is told nothing of it."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    stranger = {"type": "add_combatant", "who": "stranger", "name": "Stranger", "side": "robbers", "sheet": ROBBER}
    here = fight.table.timeline.version
    fight.table.play("gm", {**stranger, "seat": "hagen"})
    fight.table.play("gm", {"type": "rewind", "to": [here, 0]})
    before = fight.table.state.ledger.told["seat:hagen"]
    fight.table.play("gm", {**stranger, "hidden": True})
    assert fight.table.state.ledger.controller("stranger") == "gm"
    assert fight.table.state.ledger.told["seat:hagen"] == before
    assert "stranger" not in repr(fight.table.view("seat:hagen"))
