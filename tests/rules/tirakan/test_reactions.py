"""Reactions, their order and what they undo (T-REACT, T-QUICK, T-BONUS, T-DEST, T-ARB)."""

import pytest

from tests.rules.tirakan.cast import HAGEN, ILVA, ROBBER, Fight, kinds, only


def saved(*people, **more):
    """Everybody but the last has passed the turn with all actions saved; it is the last one's turn."""
    fight = Fight(*people, **more).start()
    fight.end_turns(*people[:-1])
    return fight


def test_two_reactors_act_by_initiative_before_the_run():
    """E-11: T-REACT-6, T-REACT-7, T-ACT-10: declared in any order, carried out by initiative, then the act's effect."""
    fight = saved("sela", "hagen", "robber", players=["hagen", "sela"])
    fight.do("run", who="robber", path=[[100, 0]])
    fight.dice(react__hagen__hit_hagen=[2, 5, 3, 1, 6, 1], react__sela__hit_sela=[5, 1, 2, 4])
    fight.react("hagen", "attack", target="robber")
    found = fight.react("sela", "attack", target="robber")
    assert only(found, "ReactionWindowClosed").order == ("sela", "hagen")
    order = [k for k in kinds(found) if k in ("WoundsTaken", "Moved", "ReactionResolved")]
    assert order == ["WoundsTaken", "ReactionResolved", "WoundsTaken", "ReactionResolved", "Moved"]
    assert fight.one("robber").wounds == 3


def test_only_acts_of_the_actor_open_windows():
    """T-REACT-10: not the own act, not a reaction."""
    fight = saved(
        "sela",
        "hagen",
        "robber",
        players=["hagen", "sela", "robber"],
        sheets={"robber": {"armour": {"a": {"name": "A", "protection": ["N"]}}}},
    )
    fight.do("run", who="robber", path=[[100, 0]])
    assert fight.cannot_react("robber", "dodge") == "cannot_react_to_self"
    fight.passes("hagen")
    fight.dice(react__sela__hit_sela=[5]).react("sela", "attack", target="robber")
    assert fight.asked == ["robber"]
    assert fight.cannot_react("robber", "dodge") == "cannot_react_to_reaction"
    assert fight.cannot_react("hagen", "attack", target="sela") == "cannot_react_to_reaction"


def test_a_reaction_that_kills_cancels_the_attack():
    """E-13: T-REACT-11, T-REACT-12, T-ROUND-6, T-WOUND-3: the actions stay spent, later reactions lapse free."""
    fight = saved("hagen", "ilva", "robber", sheets={"robber": {"wounds": 9}})
    fight.dice(hit_robber=[5, 5, 6, 5, 1]).do("attack", who="robber", target="ilva")
    fight.dice(react__hagen__hit_hagen=[5, 6, 3, 2, 4, 1])
    fight.react("ilva", "run", path=[[300, 0]])
    found = fight.react("hagen", "attack", target="robber")
    assert only(found, "ActionNullified").reason == "actor incapacitated"
    assert only(found, "ReactionLapsed").who == "ilva"
    tail = kinds(found)[kinds(found).index("ActionNullified") :]
    assert tail[:5] == ["ActionNullified", "ReactionLapsed", "ActionResolved", "TurnEnded", "RoundEnded"]
    assert (fight.one("ilva").wounds, fight.one("ilva").actions) == (0, 2)
    assert fight.one("robber").conditions == {"dying": 1}


def test_a_nullified_shot_gives_the_arrow_back():
    """T-REACT-11a, H-08: ammunition comes back, the action does not."""
    fight = saved("hagen", "ilva", sheets={"ilva": {**ILVA, "wounds": 9}})
    fight.dice(hit_ilva=[5]).do("attack", who="ilva", target="hagen")
    assert fight.one("ilva").arms["bow"].ammo == 0
    found = fight.dice(react__hagen__hit_hagen=[5]).react("hagen", "attack", target="ilva")
    assert only(found, "AmmoReturned").left == 1
    assert fight.one("hagen").wounds == 0


def test_hunkering_down_before_the_shot_is_cover():
    """T-REACT-11c, T-COVER-6: new cover of the target counts in the cover roll."""
    fight = saved("hagen", "ilva")
    fight.dice(hit_ilva=[5, 5], cover__normal_hagen=[6, 5]).do("attack", who="ilva", target="hagen")
    found = fight.react("hagen", "hunker")
    assert only(found, "CoverRolled").removed == 1
    assert fight.one("hagen").wounds == 1


def test_a_poisoned_shooter_is_read_again():
    """T-REACT-11b: other thresholds, the same dice."""
    inflicting = {"weapons": {"sword": {"name": "Venom", "damage_potential": 2, "inflicts": {"poisoned": 2}}}}
    fight = saved("hagen", "robber", sheets={"hagen": inflicting})
    fight.dice(hit_robber=[5, 6, 1]).do("attack", who="robber", target="hagen")
    found = fight.dice(react__hagen__hit_hagen=[5]).react("hagen", "attack", target="robber")
    again = only(found, "HitsReevaluated")
    assert (again.M, again.N) == (7, 1)


@pytest.mark.parametrize(("move_negates", "outcome"), [("gm_confirm", "asked"), ("always", "void"), ("never", "hit")])
def test_a_target_that_ran_away_is_the_gms_to_judge(move_negates, outcome):
    """T-REACT-11a, H-09: nullification by movement of the target."""
    fight = saved("hagen", "robber", move_negates=move_negates)
    fight.dice(hit_robber=[5]).do("attack", who="robber", target="hagen")
    found = fight.react("hagen", "run", path=[[-600, 0]])
    if outcome == "asked":
        assert fight.question == "nullify"
        found = fight.do("gm_rule_nullify", nullify=True)
    assert ("ActionNullified" in kinds(found)) == (outcome != "hit")
    assert fight.one("hagen").wounds == (1 if outcome == "hit" else 0)


def test_the_gm_may_let_the_blow_land_all_the_same():
    """H-09: the GM's no is final for this act."""
    fight = saved("hagen", "robber")
    fight.dice(hit_robber=[5]).do("attack", who="robber", target="hagen")
    fight.react("hagen", "run", path=[[-600, 0]])
    assert fight.refused("end_turn", who="robber") == "waiting_for_gm"
    fight.do("gm_rule_nullify", nullify=False)
    assert fight.one("hagen").wounds == 1


def test_one_reaction_each_and_it_can_be_taken_back():
    """T-REACT-5, T-REACT-8: already reacted; withdrawn; two actions are too many."""
    fight = saved("hagen", "sela", "robber", players=["hagen"])
    fight.dice(hit_robber=[5]).do("attack", who="robber", target="hagen")
    assert fight.cannot_react("hagen", "raise_shield_block") == "own_turn_only"
    assert fight.cannot_react("hagen", "attack", target="robber", massive=1) == "reaction_costs_one"
    fight.react("hagen", "dodge", goes_on=False)
    assert fight.cannot_react("hagen", "parry") == "already_reacted"
    fight.do("withdraw_reaction", who="hagen", goes_on=False)
    assert fight.one("hagen").actions == 2
    fight.react("hagen", "parry", goes_on=False)
    fight.passes("sela")
    assert fight.one("hagen").actions == 1


def test_the_surprised_do_nothing_before_their_first_turn():
    """E-05: T-QUICK-3 to T-QUICK-5: surprised; a quick reaction is for reactions only and expires."""
    fight = Fight("dora", "bo", "ada", surprised=["ada"], sheets={
        "dora": ROBBER, "bo": {**ROBBER, "bonus_dice": 0}, "ada": {**ROBBER, "bonus_dice": 1}})  # fmt: skip
    assert only(fight.do("start_combat"), "QuickReactionExpired").who == "dora"
    assert fight.refused("hunker", who="bo") == "quick_reaction_only_for_reactions"
    fight.dice(hit_dora=[5, 5]).do("attack", who="dora", target="ada")
    assert fight.cannot_react("ada", "dodge") == "surprised"
    assert fight.refused("spend_bonus_die", who="ada") == "surprised"
    found = fight.react("bo", "attack", target="dora")
    assert only(found, "ActionSpent").source == "quick_reaction"
    fight.dice(hit_dora=[5]).do("attack", who="dora", target="ada")
    assert fight.cannot_react("bo", "dodge") == "no_action_left"
    assert fight.refused("hunker", who="bo") == "not_your_turn"
    fight.end_turns("dora")
    assert fight.one("bo").actions == 2


def test_a_bonus_die_buys_a_reaction_in_the_window():
    """E-17: T-BONUS-1 to T-BONUS-3: eligible because of the die; the action is usable at once."""
    fight = Fight("hagen", "robber", players=["hagen"], sheets={"hagen": {**HAGEN, "bonus_dice": 1}}).start()
    for _ in range(2):
        fight.do("hunker" if not fight.one("hagen").conditions else "stand_up", who="hagen")
        fight.all_pass()
    fight.end_turns("hagen")
    fight.dice(hit_robber=[5, 5]).do("attack", who="robber", target="hagen")
    assert fight.asked == ["hagen"]
    assert fight.cannot_react("hagen", "shield_parry") == "no_action_left"
    fight.do("spend_bonus_die", who="hagen")
    assert fight.refused("spend_bonus_die", who="hagen") == "no_bonus_die"
    fight.dice(cover__normal_hagen=[6, 2]).react("hagen", "shield_parry")
    assert (fight.one("hagen").actions, fight.one("hagen").wounds) == (0, 1)


def test_a_destiny_die_steals_now_or_from_the_next_turn():
    """T-DEST-1 to T-DEST-3: from the actor now, from others at their next refresh, never below nothing."""
    rich = {**HAGEN, "destiny_dice": 9}
    fight = Fight("robber", "hagen", sheets={"hagen": rich}).start()
    found = fight.do("spend_destiny_die", who="hagen", victim="robber")
    assert only(found, "ActionStolen").when == "now"
    assert (fight.one("robber").actions, fight.one("hagen").actions) == (1, 1)
    fight.do("spend_destiny_die", who="hagen", victim="robber")
    assert fight.refused("spend_destiny_die", who="hagen", victim="robber") == "nothing_to_steal"
    assert fight.refused("spend_destiny_die", who="hagen", victim="hagen") == "not_an_opponent"
    fight.end_turns("robber")
    for _ in range(2):
        assert only(fight.do("spend_destiny_die", who="hagen", victim="robber"), "ActionStolen").when == "next_turn"
    assert fight.refused("spend_destiny_die", who="hagen", victim="robber") == "nothing_to_steal"
    fight.end_turns("hagen")
    assert fight.one("robber").actions == 0


def test_a_free_act_waits_for_the_gm_and_may_be_refused():
    """E-10: T-ARB-1, T-ARB-2: ruled at a cost with a check; refused without cost; too dear."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    fight.do("custom", who="hagen", text="knock two heads together")
    assert fight.refused("attack", who="hagen", target="robber") == "waiting_for_gm"
    assert fight.refused("gm_rule_custom", cost=3) == "no_action_left"
    found = fight.dice(check_hagen=[5, 6, 2, 1, 3]).do("gm_rule_custom", cost=1, check="strength", difficulty=1)
    assert (only(found, "CheckRolled").M, only(found, "CheckRolled").successes) == (6, 1)
    fight.all_pass()
    assert fight.one("hagen").actions == 1
    fight.do("custom", who="hagen", text="light a pipe")
    found = fight.do("gm_rule_custom", refuse=True)
    assert kinds(found) == ["GMRuled", "ActionRefused"]
    assert fight.one("hagen").actions == 1


def test_a_free_reaction_is_ruled_before_it_is_carried_out():
    """T-ARB-2, T-REACT-8: dearer than one action is void and costs nothing."""
    fight = saved("hagen", "robber", players=["hagen"])
    fight.do("run", who="robber", path=[[200, 0]])
    fight.react("hagen", "custom", text="trip him")
    assert fight.question == "custom"
    found = fight.do("gm_rule_custom", cost=2)
    assert "ReactionLapsed" in kinds(found)
    assert fight.one("hagen").actions == 2
    assert fight.game.frames == ()


def test_before_the_roll_the_window_opens_first():
    """E-16: T-REACT-9, H-06: hunker at once, dodge after the dice."""
    fight = saved("sela", "hagen", "robber", reaction_timing="before_roll")
    found = fight.do("attack", who="robber", target="sela")
    assert "HitsRolled" not in kinds(found)
    fight.passes("hagen")
    fight.dice(hit_robber=[5, 5], cover__normal_sela=[6, 5])
    found = fight.react("sela", "hunker")
    assert kinds(found).index("ConditionChanged") < kinds(found).index("HitsRolled")
    assert fight.one("sela").wounds == 1


def test_a_reaction_attack_can_be_defended_where_the_table_says_so():
    """T-REACT-10, H-05: the target alone, actor included, and only by a defence."""
    fight = saved("hagen", "robber", react_to_reactions="defence_only")
    fight.do("walk", who="robber", path=[[100, 0]])
    fight.dice(react__hagen__hit_hagen=[5, 5]).react("hagen", "attack", target="robber")
    assert fight.asked == ["robber"]
    assert fight.cannot_react("robber", "attack", target="hagen") == "cannot_react_to_reaction"
    found = fight.dice(react__hagen__dodge_robber=[6, 5]).react("robber", "dodge")
    assert only(found, "DodgeRolled").success
    assert fight.one("robber").wounds == 0
    assert fight.game.frames == ()


def test_who_does_not_perceive_does_not_react():
    """T-REACT-1: set by the GM, also in the open window."""
    fight = Fight("robber", "hagen", "sela").start()
    fight.do("gm_set_perception", who="hagen", other="robber", perceives=False)
    fight.do("run", who="robber", path=[[100, 0]])
    assert fight.asked == ["sela"]
    assert fight.cannot_react("hagen", "hunker") == "not_perceived"
    fight.do("gm_set_perception", who="hagen", other="robber", perceives=True)
    assert fight.asked == ["sela", "hagen"]


def test_whoever_is_let_notice_later_is_asked_too_and_answers_stand():
    """T-REACT-1: the question stays the same, with one more who is asked."""
    fight = Fight("hagen", "robber", "ilva").start()
    fight.do("gm_set_perception", who="ilva", other="hagen", perceives=False)
    fight.do("hunker", who="hagen")
    before = fight.table.state.play.decision
    fight.react("robber", "hunker", goes_on=False)
    fight.do("gm_set_perception", who="ilva", other="hagen", perceives=True)
    (decision,) = fight.table.state.play.decisions
    assert before is not None
    assert decision.id == before.id
    assert decision.unanswered() == ["ilva"]
    found = fight.passes("ilva")
    assert only(found, "ReactionWindowClosed").order == ("robber",)
    assert fight.game.frames == ()
