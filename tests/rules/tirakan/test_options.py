"""The ten house rules that a table chooses, each with what it changes (specification 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tirakan.cast import Fight, kinds, only

SHIELD = {"shields": {"shield": {"name": "Round shield", "cover": 5}}, "off_hand": "shield"}


@pytest.mark.parametrize(("timing", "asked_first"), [("after_roll", False), ("before_roll", True)])
def test_reaction_timing(timing, asked_first):
    """H-06, T-REACT-9: are the dice on the table when people are asked?"""
    fight = Fight("hagen", "robber", reaction_timing=timing).start()
    found = fight.do("attack", who="hagen", target="robber")
    assert ("HitsRolled" not in kinds(found)) is asked_first
    assert ("HitsRolled" in kinds(fight.passes("robber"))) is asked_first


@pytest.mark.parametrize(("rule", "question"), [("none", ""), ("defence_only", "defence")])
def test_react_to_reactions(rule, question):
    """H-05, T-REACT-10: may the actor dodge an attack made as a reaction to its own act?"""
    fight = Fight("hagen", "robber", react_to_reactions=rule).start()
    fight.do("hunker", who="hagen")
    fight.dice(react__robber__hit_robber=[5]).react("robber", "attack", target="hagen")
    assert fight.question == question
    if question:
        assert fight.asked == ["hagen"]
        assert "DodgeRolled" in kinds(fight.react("hagen", "dodge"))


@pytest.mark.parametrize(("rule", "question"), [("gm_confirm", "nullify"), ("always", ""), ("never", "")])
def test_move_negates(rule, question):
    """H-09, T-REACT-11: what becomes of a blow whose target ran away."""
    fight = Fight("hagen", "robber", move_negates=rule).start()
    fight.dice(hit_hagen=[5]).do("attack", who="hagen", target="robber")
    found = fight.react("robber", "run", path=[[800, 0]])
    assert fight.question == question
    assert ("ActionNullified" in kinds(found)) is (rule == "always")


@pytest.mark.parametrize(("takes_saved", "when"), [(False, "next_turn"), (True, "now")])
def test_steal_takes_saved(takes_saved, when):
    """H-10, T-DEST-2: does a destiny die take an action that the victim has saved?"""
    fight = Fight("robber", "hagen", sheets={"hagen": {"destiny_dice": 1}}, steal_takes_saved=takes_saved).start()
    fight.end_turns("robber")
    saved = fight.one("robber").actions
    assert only(fight.do("spend_destiny_die", who="hagen", victim="robber"), "ActionStolen").when == when
    assert fight.one("robber").actions == saved - takes_saved
    assert fight.one("robber").stolen_next == (not takes_saved)


@pytest.mark.parametrize(("rule", "kept"), [("hit", 0), ("wound", 2)])
def test_aim_lost_on(rule, kept):
    """H-18, T-AIM-5: a hit that armour stops: is the aim gone?"""
    mail = {"mail": {"name": "Mail", "protection": ["N"]}}
    fight = Fight("ilva", "robber", sheets={"ilva": {"armour": mail, "auto_protect": "max"}}, aim_lost_on=rule).start()
    fight.do("aim", who="ilva", target="robber")
    fight.all_pass()
    fight.end_turns("ilva")
    fight.dice(hit_robber=[5]).do("attack", who="robber", target="ilva")
    fight.all_pass()
    aim = fight.one("ilva").aim
    assert (aim.bonus if aim is not None else 0) == kept
    assert fight.one("ilva").wounds == 0


@pytest.mark.parametrize(("rule", "levels"), [("best", [4]), ("sequential", [4, 6])])
def test_cover_stacking(rule, levels):
    """H-20, T-COVER-7: one roll for the best source, or one for each."""
    fight = Fight("hagen", "robber", cover_stacking=rule).start()
    fight.do("set_cover", target="robber", level=4)
    fight.do("gm_set", who="robber", value_of="condition", key="hunkered", value=1)
    fight.dice(hit_hagen=[5, 5]).do("attack", who="hagen", target="robber")
    found: list[Any] = list(fight.all_pass())
    assert [event.level for event in found if type(event).__name__ == "CoverRolled"] == levels


@pytest.mark.parametrize("needed", [True, False])
def test_shield_needs_weapon(needed):
    """H-22, T-SHIELD-1: a shield beside an empty hand."""
    fight = Fight("hagen", "robber", sheets={"hagen": {**SHIELD, "main_hand": ""}}, shield_needs_weapon=needed).start()
    if needed:
        assert fight.refused("raise_shield_block", who="hagen") == "shield_not_usable"
    else:
        fight.do("raise_shield_block", who="hagen")
        fight.all_pass()
        assert fight.one("hagen").block is not None


@pytest.mark.parametrize(("rule", "most_cm"), [("up", 200), ("down", 100), ("exact", 150)])
def test_shield_block_rounding(rule, most_cm):
    """H-24, T-SHIELD-5: half of three metres behind the raised shield."""
    fight = Fight("hagen", "robber", sheets={"hagen": SHIELD}, shield_block_rounding=rule).start()
    fight.do("raise_shield_block", who="hagen")
    fight.all_pass()
    fight.do("gm_set", who="hagen", value_of="actions", value=2)
    assert fight.refused("walk", who="hagen", path=[[0, most_cm + 1]]) == "too_far"
    fight.do("walk", who="hagen", path=[[0, most_cm]])


@pytest.mark.parametrize("result", ["dead", "dying"])
def test_coup_result(result):
    """H-33, T-SPEC-COUP-2: what two successes on an unconscious victim bring."""
    fight = Fight("hagen", "robber", coup_result=result).start()
    fight.do("gm_set", who="robber", value_of="condition", key="unconscious", value=1)
    fight.dice(hit_hagen=[5, 5]).do("attack", who="hagen", target="robber", special="coup")
    fight.all_pass()
    assert fight.one("robber").conditions[result] == 2


@pytest.mark.parametrize(("dice", "faces"), [("d12", (3,)), ("2d6", (3, 5))])
def test_deviation_dice(dice, faces):
    """H-34, T-THROW-3: one twelve-sided die, or two with six sides."""
    fight = Fight("hagen", "robber", deviation_dice=dice).start()
    fight.dice(deviation__direction_hagen=list(faces), deviation__distance_hagen=[4])
    fight.do("throw_object", who="hagen", target="robber", text="a net")
    rolled = only(fight.all_pass(), "DeviationRolled")
    assert (rolled.direction, rolled.d6) == (faces, 4)
