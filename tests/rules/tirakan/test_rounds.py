"""Initiative, rounds, turns, movement, late-comers and the end (T-INIT, T-ROUND, T-TURN, T-MOVE, T-END)."""

from typing import Any

import pytest

from server.core.errors import Rejected
from tests.rules.tirakan.cast import ARMOUR, ROBBER, Fight, kinds, only


def test_ties_are_broken_by_quickness_deftness_and_dice():
    """E-04: T-INIT-2 to T-INIT-4: the roll-off is repeated among those still tied."""
    sheets = {
        "dora": {"quickness": 2}, "cem": {"quickness": 4, "deftness": 1}, "bo": {"quickness": 3, "deftness": 4},
        "ada": {"quickness": 3, "deftness": 2}, "eli": {"quickness": 3, "deftness": 2},
    }  # fmt: skip
    fight = Fight("dora", "cem", "bo", "ada", "eli", sheets=sheets)
    fight.dice(
        initiative_dora=[6, 4, 5], initiative_cem=[3, 4, 2, 3], initiative_bo=[5, 4, 3], initiative_ada=[4, 4, 4],
        initiative_eli=[5, 5, 2], tie__0_ada=[3], tie__0_eli=[3], tie__1_ada=[2], tie__1_eli=[5],
    )  # fmt: skip
    found = fight.do("start_combat")
    broken = only(found, "InitiativeTieBroken")
    assert (broken.who, broken.faces) == (("ada", "eli"), ((3, 3), (2, 5)))
    assert fight.game.order == ("dora", "cem", "bo", "eli", "ada")


def test_actions_are_set_at_the_turns_start_never_added():
    """T-TURN-2, T-TURN-5: what was saved is lost at the next refresh."""
    fight = Fight("hagen", "robber").start()
    fight.end_turns("hagen")
    assert fight.one("hagen").actions == 2
    fight.end_turns("robber")
    assert (fight.game.round, fight.game.turn, fight.one("hagen").actions) == (2, "hagen", 2)


def test_a_phase_asks_those_who_saved_and_perceive_the_last_actor():
    """T-ROUND-3, T-ROUND-4, H-04: in both phases, the last actor too, by initiative."""
    fight = Fight("hagen", "robber").start()
    fight.end_turns("hagen")
    found = fight.do("end_turn", who="robber")
    opened = only(found, "PhaseWindowOpened")
    assert (opened.phase, opened.last_actor, opened.eligible) == ("end", "robber", ("hagen", "robber"))
    fight.react("robber", "hunker")
    found = fight.passes("hagen")
    assert [k for k in kinds(found) if k.startswith(("Phase", "Round", "Turn"))] == [
        "PhaseWindowClosed", "RoundStarted", "PhaseWindowOpened",
    ]  # fmt: skip
    assert fight.one("robber").conditions == {"hunkered": 1}


def test_the_first_start_phase_needs_an_instigator():
    """T-ROUND-4, H-03."""
    assert "PhaseWindowOpened" not in kinds(Fight("hagen", "robber").do("start_combat"))
    found = Fight("hagen", "robber").do("start_combat", instigator="robber")
    assert only(found, "PhaseWindowOpened").last_actor == "robber"


def test_the_helpless_keep_their_place_without_a_turn():
    """T-ROUND-6, T-COND-2: turn started, refreshed to nothing, ended at once."""
    fight = Fight("hagen", "robber", "sela", sheets={"robber": {"conditions": {"sleeping": 1}}}).start()
    found = fight.do("end_turn", who="hagen")
    assert [(k, getattr(e, "who", "")) for k, e in zip(kinds(found), found, strict=True)] == [
        ("TurnEnded", "hagen"), ("TurnStarted", "robber"), ("QuickReactionExpired", "robber"),
        ("ActionsRefreshed", "robber"), ("TurnEnded", "robber"), ("TurnStarted", "sela"),
        ("QuickReactionExpired", "sela"), ("ActionsRefreshed", "sela"),
    ]  # fmt: skip


def test_rounds_do_not_run_away_when_nobody_can_act():
    """Everybody is down: the GM is asked before the next round, no window opens by itself for ever."""
    fight = Fight("hagen", "robber", sheets={"robber": {"conditions": {"dying": 1}}}).start()
    fight.do("gm_set", who="hagen", value_of="condition", key="sleeping", value=1)
    assert fight.question == "nobody"
    fight.do("gm_skip_turn")
    assert fight.game.round == 2
    fight.do("end_combat")


def test_dying_goes_on_until_death():
    """T-COND-3: the start phase's resistance check, six levels."""
    fight = Fight("hagen", "sela", "robber", sheets={"robber": {**ROBBER, "conditions": {"dying": 5}}}).start()
    assert fight.one("robber").conditions == {"dead": 6}


@pytest.mark.parametrize(
    ("act", "metres", "code"),
    [("walk", 4, ""), ("walk", 4.01, "too_far"), ("run", 8, ""), ("crawl", 1, "not_hunkered")],
)
def test_every_way_of_going_has_its_length(act, metres, code):
    """E-07: T-MOVE-1, T-MOVE-3, T-MOVE-4."""
    fight = Fight("robber", "hagen").start()
    path = [[round(metres * 100), 0]]
    if code:
        assert fight.refused(act, who="robber", path=path) == code
    else:
        fight.do(act, who="robber", path=path)
        assert "Moved" in kinds(fight.all_pass())


def test_hunkered_ones_crawl():
    """E-07: T-ACT-7, T-ACT-8, T-MOVE-4, T-MOVE-5."""
    fight = Fight("robber", "hagen").start()
    fight.do("hunker", who="robber")
    fight.all_pass()
    assert fight.refused("hunker", who="robber") == "already_hunkered"
    assert fight.refused("run", who="robber", path=[[10, 0]]) == "must_stand_up"
    assert fight.refused("crawl", who="robber", path=[[301, 0]]) == "too_far"
    fight.do("crawl", who="robber", path=[[300, 0]])
    fight.all_pass()
    assert fight.table.state.play.pieces["robber"].at == (300, 0)
    assert fight.refused("stand_up", who="robber") == "no_action_left"


def test_walking_and_attacking_is_one_act():
    """E-08: T-MOVE-2: M +1, one action, one window, moved before the dice; no movement within it."""
    fight = Fight("robber", "hagen", at={"robber": (0, 0), "hagen": (4, 0)}).start()
    walk: dict[str, Any] = {"who": "robber", "path": [[400, 0]]}
    assert fight.refused("walk", **walk, with_={"type": "run", "path": [[0, 0]]}) == "walk_act_not_allowed"
    found = fight.dice(hit_robber=[5, 6, 1, 6, 5, 3]).do("walk", **walk, with_={"type": "attack", "target": "hagen"})
    assert kinds(found)[:4] == ["ActionDeclared", "ActionSpent", "Moved", "HitsRolled"]
    rolled = only(found, "HitsRolled")
    assert (rolled.M, rolled.N, rolled.C) == (6, 1, 1)
    fight.all_pass()
    assert fight.one("robber").actions == 1


def test_a_late_comer_takes_its_place_in_the_order():
    """T-INIT-5: inserted by its total; a place that has passed waits for the next round."""
    fight = Fight("hagen", "robber").start()
    fight.end_turns("hagen")
    fight.dice(initiative_fay=[6, 6, 6, 6, 6, 1])
    found = fight.do("add_combatant", who="fay", name="Fay", side="robbers", sheet={"quickness": 1})
    assert kinds(found) == ["CombatantAdded", "InitiativeRolled", "InitiativeOrderSet", "QuickReactionRolled"]
    assert fight.game.order == ("fay", "hagen", "robber")
    fight.end_turns("robber")
    assert fight.game.turn == "fay"
    assert fight.refused("add_combatant", who="fay", name="Fay", side="robbers") == "name_taken"


def test_the_end_restores_protection_and_keeps_wounds():
    """E-46: T-END-1, T-PROT-8: only the GM ends it."""
    sheets = {"hagen": {"armour": ARMOUR}, "robber": ROBBER}
    fight = Fight("robber", "hagen", players=["hagen"], sheets=sheets).start()
    fight.dice(hit_robber=[5, 5]).do("attack", who="robber", target="hagen")
    fight.passes("hagen")
    fight.do("use_protection", who="hagen", stops=[{"unit": "mail/1", "hit": "h1"}])
    assert fight.refused("end_combat", seat="hagen") == "gm_only"
    fight.do("end_combat")
    hagen = fight.one("hagen")
    assert (hagen.wounds, hagen.spent, hagen.actions) == (1, (), 0)
    assert fight.refused("hunker", who="hagen") == "wrong_phase"


def test_without_a_map_the_gm_says_how_far_it_is():
    """T-RANGE-4: the attack waits, nothing is charged; then it goes on or is refused."""
    fight = Fight("hagen", "robber", map=False).start()
    found = fight.do("attack", who="hagen", target="robber")
    assert kinds(found) == ["ActionDeclared"]
    found = fight.do("set_distance", a="robber", b="hagen", distance_cm=150)
    assert only(found, "HitsRolled").M == 7
    fight.all_pass()
    fight.do("set_distance", a="robber", b="hagen", distance_cm=500)
    assert fight.refused("attack", who="hagen", target="robber") == "out_of_range"


def test_a_turn_belongs_to_its_actor():
    """T-TURN-1, T-TURN-6: nobody else acts, and not while an act is in progress."""
    fight = Fight("hagen", "robber", surprised=["robber"]).start()
    assert fight.refused("hunker", who="robber") == "not_your_turn"
    fight.end_turns("hagen")
    fight.do("hunker", who="robber")
    assert fight.refused("hunker", who="robber") == "wrong_phase"


def test_refusals_carry_their_numbers():
    """The message names the participant and the numbers."""
    fight = Fight("robber", "hagen").start()
    for _ in range(2):
        fight.do("walk", who="robber", path=[[10, 0]])
        fight.all_pass()
    with pytest.raises(Rejected) as refused:
        fight.do("hunker", who="robber")
    text = refused.value.text(fight.table.system.texts)
    assert text == "Robber needs 1 action but has 0."
