"""What a view shows of cover and facing: signs for people, and nothing that names somebody hidden."""

from server.core.telling.difference import difference
from server.core.view import Stance
from tests.rules.tirakan.cast import Fight


def test_cover_is_shown_first_against_all_then_against_single_attackers():
    """T-COVER-1: the level with a plus, and whom it concerns."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    fight.do("set_cover", target="robber", source="hagen", level=4)
    fight.do("set_cover", target="robber", source="*", level=6)
    for audience in ("gm", "seat:hagen", "public"):
        shown = fight.table.view(audience).combatants["robber"].stance
        assert shown == (Stance("cover", "6+"), Stance("cover", "4+", "hagen"))


def test_none_against_one_is_shown_only_beside_some_against_all():
    """T-COVER-1: without any other cover it says nothing new."""
    fight = Fight("hagen", "robber").start()
    fight.do("set_cover", target="robber", source="hagen", level=0)
    assert fight.table.view("public").combatants["robber"].stance == ()
    fight.do("set_cover", target="robber", source="*", level=5)
    shown = fight.table.view("public").combatants["robber"].stance
    assert shown == (Stance("cover", "5+"), Stance("cover", "0", "hagen"))


def test_cover_against_somebody_hidden_is_shown_to_the_gm_only():
    """No sign names whom an audience does not see."""
    fight = Fight("hagen", "robber", players=["hagen"], hidden=["robber"]).start()
    fight.do("set_cover", target="hagen", source="robber", level=5)
    assert fight.table.view("gm").combatants["hagen"].stance == (Stance("cover", "5+", "robber"),)
    assert fight.table.view("seat:hagen").combatants["hagen"].stance == ()


def test_a_change_of_cover_says_against_whom():
    """T-COVER-1: two attackers, two lines that are told apart."""
    fight = Fight("hagen", "robber", "sela").start()
    before = fight.table.view("gm")
    for source, level in (("robber", 5), ("sela", 4)):
        fight.do("set_cover", target="hagen", source=source, level=level)
    changes = [each for each in difference(before, fight.table.view("gm")) if each.kind == "stance"]
    assert [(each.towards, each.after) for each in changes] == [("robber", "5+"), ("sela", "4+")]


def test_a_raised_shield_is_shown_until_it_is_lowered():
    """T-SHIELD-3, T-SHIELD-6."""
    fight = Fight("hagen", "robber").start()
    fight.do("raise_shield_block", who="hagen")
    fight.all_pass()
    before = fight.table.view("public")
    assert before.combatants["hagen"].stance == (Stance("shield_block"),)
    fight.do("lower_shield", who="hagen")
    after = fight.table.view("public")
    assert after.combatants["hagen"].stance == ()
    (change,) = [each for each in difference(before, after) if each.kind == "stance"]
    assert (change.who, change.key, change.before, change.after) == ("hagen", "shield_block", "", None)


def test_of_the_dead_nobody_needs_to_know_what_else_they_were():
    """T-END-1: what is left of their conditions is no longer of any use."""
    fight = Fight("hagen", "robber").start()
    for key in ("unconscious", "dead"):
        fight.do("gm_set", who="robber", value_of="condition", key=key, value=1)
    assert fight.table.view("public").combatants["robber"].conditions == {"dead": 1}


def test_an_attack_from_behind_says_so():
    """T-DODGE-2: as soon as the GM has said it."""
    fight = Fight("hagen", "robber").start()
    fight.do("attack", who="hagen", target="robber", goes_on=False)
    assert "circumstances" not in fight.table.view("public").act
    fight.do("gm_set_attack", from_behind=True, goes_on=False)
    assert fight.table.view("public").act["circumstances"] == ["from_behind"]
