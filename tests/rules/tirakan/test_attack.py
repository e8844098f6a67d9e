"""Attacks from the dice to the wounds, with all defences (T-ATK, T-HIT, T-CRIT, T-COVER, T-DODGE, T-PARRY, T-PROT)."""

from typing import Any

import pytest

from server.conformance.fights import options
from tests.rules.tirakan.cast import ARMOUR, BOW, CLUB, HAGEN, SWORD, Fight, kinds, only

AT_HAGEN: dict[str, Any] = {"who": "robber", "target": "hagen"}


def robber_attacks(faces, **more):
    """Robber's turn, Hagen with saved actions."""
    fight = Fight("hagen", "robber", players=["hagen"], **more).start()
    fight.end_turns("hagen")
    fight.dice(hit_robber=faces)
    return fight


def test_hagens_shield_parry_stops_two_of_three_hits():
    """E-02: T-SHIELD-7, T-SHIELD-8, T-REACT-3, T-TURN-5, T-WOUND-1: the shield's cover is rolled for each hit."""
    fight = robber_attacks([5, 2, 5, 5])
    found = fight.do("attack", **AT_HAGEN)
    assert only(found, "HitsRolled").N == 3
    assert only(found, "ReactionWindowOpened").eligible == ("hagen",)
    found = fight.dice(cover__normal_hagen=[5, 5, 3]).react("hagen", "shield_parry")
    assert kinds(found) == [
        "ReactionDeclared", "ReactionWindowClosed", "ActionSpent", "ShieldParried", "ReactionResolved", "CoverRolled",
        "WoundsTaken", "ActionResolved",
    ]  # fmt: skip
    cover = only(found, "CoverRolled")
    assert (cover.level, cover.critical_faces, cover.normal_faces, cover.removed) == (5, (), (5, 5, 3), 2)
    assert (fight.one("hagen").wounds, fight.one("hagen").actions, fight.one("robber").actions) == (1, 1, 1)


def test_criticals_are_covered_apart_and_the_worst_goes_first():
    """E-28: T-COVER-4, T-COVER-5, T-CRIT-6, T-MEGA-3: the most harmful critical hit is removed first."""
    fight = robber_attacks([6, 5, 6, 6, 6, 5, 5, 5], sheets={"robber": {"hand_to_hand": 2}})
    fight.do("set_cover", target="hagen", level=5)
    found = fight.do("attack", **AT_HAGEN)
    rolled = only(found, "HitsRolled")
    assert (rolled.N, rolled.C, rolled.X) == (2, 2, 2)
    found = fight.dice(cover__critical_hagen=[4, 6], cover__normal_hagen=[5, 2]).passes("hagen")
    assert only(found, "CoverRolled").hits == ("h2", "h3")
    assert only(found, "WoundsTaken").wounds == 2


def test_a_critical_threshold_does_not_follow_the_minimum_roll():
    """E-20: T-CRIT-2, T-RANGE-1 to T-RANGE-3, T-MEGA-2: far shots hit later, not later critically."""
    fight = Fight("ilva", "robber", at={"ilva": (0, 0), "robber": (100, 0)}).start()
    found = fight.dice(hit_ilva=[5, 6, 5, 6, 1, 4, 6, 6, 5]).do("attack", who="ilva", target="robber")
    rolled = only(found, "HitsRolled")
    assert (rolled.M, rolled.K, rolled.N, rolled.C, rolled.X) == (7, 11, 1, 2, 1)
    fight.all_pass()
    assert fight.one("robber").wounds == 4


@pytest.mark.parametrize(("metres", "outcome"), [(60, 5), (60.01, 7), (120, 7), (120.01, "out_of_range")])
def test_distance_bands_are_closed_at_their_ends(metres, outcome):
    """T-RANGE-1 to T-RANGE-3: exactly the range is within; beyond twice the range nothing reaches."""
    fight = Fight("ilva", "robber", at={"ilva": (0, 0), "robber": (metres, 0)}).start()
    if outcome == "out_of_range":
        assert fight.refused("attack", who="ilva", target="robber") == outcome
    else:
        assert outcome == only(fight.do("attack", who="ilva", target="robber"), "HitsRolled").M


def test_a_dodge_takes_all_hits_and_every_hit_makes_it_harder():
    """E-35: T-DODGE-3 to T-DODGE-6: three hits are M 8; one success is enough, critical hits included."""
    fight = Fight(
        "hagen",
        "robber",
        players=["robber"],
        sheets={"robber": {"armour": {"coat": {"name": "Coat", "encumbrance": 1}}}},
    )
    fight.start()
    fight.dice(hit_hagen=[5, 5, 6, 5, 1, 1]).do("attack", who="hagen", target="robber")
    found = fight.dice(dodge_robber=[4, 6, 2, 1]).react("robber", "dodge")
    dodge = only(found, "DodgeRolled")
    assert (len(dodge.dice), dodge.M, dodge.success) == (3, 8, True)
    assert only(found, "ActionResolved").wounds == 0
    assert "CoverRolled" not in kinds(found)


def test_a_failed_dodge_removes_nothing():
    """T-DODGE-6."""
    fight = robber_attacks([5, 5, 1, 1])
    fight.do("attack", **AT_HAGEN)
    fight.dice(dodge_hagen=[5, 5, 2, 3]).react("hagen", "dodge")
    assert fight.one("hagen").wounds == 2


def test_a_parrys_critical_successes_take_critical_hits_first():
    """T-PARRY-2 to T-PARRY-4: normal successes never take a critical hit; surplus criticals take normal ones."""
    fight = robber_attacks([6, 5, 5, 5, 1])
    fight.do("attack", **AT_HAGEN)
    found = fight.dice(parry_hagen=[6, 6, 1, 5, 1, 1, 1]).react("hagen", "parry")
    parry = only(found, "ParryRolled")
    assert (parry.normal, parry.critical, parry.removed) == (1, 1, 2)
    assert fight.one("hagen").wounds == 1
    fight = robber_attacks([6, 5, 5, 5, 1])
    fight.do("attack", **AT_HAGEN)
    fight.dice(parry_hagen=[5, 5, 5, 5, 5]).react("hagen", "parry")
    assert fight.one("hagen").wounds == 1


def test_defences_are_refused_in_the_order_of_the_specification():
    """T-DODGE-1, T-DODGE-2, T-PARRY-1, T-SHIELD-7: not melee, from behind, no hits, no weapon, no shield."""
    fight = Fight("ilva", "hagen", players=["hagen"]).start()
    fight.dice(hit_ilva=[5]).do("attack", who="ilva", target="hagen")
    assert fight.cannot_react("hagen", "dodge") == "not_melee"
    assert fight.cannot_react("hagen", "parry") == "not_melee"
    fight = robber_attacks([5])
    fight.do("attack", **AT_HAGEN)
    fight.do("gm_set_attack", from_behind=True)
    assert fight.cannot_react("hagen", "dodge") == "from_behind"
    fight.react("hagen", "parry")
    fight = robber_attacks([1])
    fight.do("attack", **AT_HAGEN)
    assert fight.cannot_react("hagen", "dodge") == "nothing_to_defend"
    fight = Fight("robber", "ilva", players=["ilva"]).start()
    fight.dice(hit_robber=[5]).do("attack", who="robber", target="ilva")
    assert fight.cannot_react("ilva", "parry") == "no_suitable_weapon"
    assert fight.cannot_react("ilva", "shield_parry") == "no_shield"


def test_the_target_alone_defends():
    """T-DODGE-1, T-REACT-6: a bystander reacts otherwise."""
    fight = Fight("robber", "hagen", "sela", players=["hagen", "sela"]).start()
    fight.dice(hit_robber=[5]).do("attack", who="robber", target="hagen")
    assert fight.cannot_react("sela", "dodge") == "not_the_target"
    assert set(fight.asked) == {"hagen", "sela"}


def test_protection_is_chosen_unit_by_unit():
    """T-PROT-4 to T-PROT-7: N stops no critical hit, a spent unit is gone, C stops both."""
    armour = {"mail": {"name": "Mail", "protection": ["N", "N", "C"]}}
    fight = robber_attacks([6, 5, 5, 5, 1], sheets={"hagen": {"armour": armour}})
    fight.do("attack", **AT_HAGEN)
    fight.passes("hagen")
    assert fight.asked == ["hagen"]
    use = {"who": "hagen", "type": "use_protection"}
    assert fight.table.refusal("hagen", {**use, "stops": [{"unit": "mail/1", "hit": "h1"}]}) == "unit_cannot_stop_crit"
    assert fight.table.refusal("hagen", {**use, "stops": [{"unit": "mail/9", "hit": "h1"}]}) == "unit_unknown"
    found = fight.do(
        "use_protection", who="hagen", stops=[{"unit": "mail/3", "hit": "h1"}, {"unit": "mail/1", "hit": "h2"}]
    )
    assert only(found, "WoundsTaken").wounds == 1
    assert set(fight.one("hagen").spent) == {"mail/1", "mail/3"}
    fight.dice(hit_robber=[5]).do("attack", **AT_HAGEN)
    fight.passes("hagen")
    assert fight.table.refusal("hagen", {**use, "stops": [{"unit": "mail/1", "hit": "h1"}]}) == "unit_spent"


def test_as_much_as_possible_is_stopped_at_one_tap():
    """The option says how many of the hits that stops and what it costs; where no unit serves it is not offered."""
    armour = {"mail": {"name": "Mail", "protection": ["N", "N", "C"]}}
    fight = robber_attacks([6, 5, 5, 5, 1], sheets={"hagen": {"armour": armour}})
    fight.do("attack", **AT_HAGEN)
    fight.passes("hagen")
    (best,) = (option for option in options(fight.table, "hagen") if option.key == "best_protection")
    assert (best.label, best.cost, best.params) == ("3/3", "3 units", ())
    fight.table.submit("hagen", best.intent)
    assert fight.one("hagen").wounds == 0
    fight = robber_attacks([6, 5, 1, 1, 1], sheets={"hagen": {"armour": {"n": {"name": "Coat", "protection": ["N"]}}}})
    fight.do("attack", **AT_HAGEN)
    fight.passes("hagen")
    assert "best_protection" not in [option.key for option in options(fight.table, "hagen")]


def test_piercing_wastes_units_before_any_works():
    """E-34: T-PIERCE-1, T-UNARMED-1 to T-UNARMED-3: a strong quick robber's bare hands."""
    armour = {"n": {"name": "Coat", "protection": ["N", "N"]}}
    fight = robber_attacks([5, 3, 6, 2], sheets={"hagen": {"armour": armour}})
    rolled = only(fight.do("attack", weapon="unarmed", **AT_HAGEN), "HitsRolled")
    assert (rolled.pool, rolled.M, rolled.N, rolled.piercing) == (3, 5, 2, 1)
    fight.passes("hagen")
    stops = [{"unit": "n/2", "hit": "h1"}]
    assert fight.refused("use_protection", who="hagen", pierced=[], stops=stops) == "piercing_not_overcome"
    found = fight.do("use_protection", who="hagen", pierced=["n/1"], stops=stops)
    assert only(found, "WoundsTaken").wounds == 1


def test_a_protection_question_is_skipped_where_nothing_serves():
    """T-PROT-5: only N units against only critical hits: no question."""
    fight = robber_attacks([6, 5, 1, 1, 1], sheets={"hagen": {"armour": ARMOUR}})
    fight.do("attack", **AT_HAGEN)
    found = fight.passes("hagen")
    assert fight.asked == []
    assert only(found, "WoundsTaken").wounds == 1


def test_auto_protect_uses_what_it_can():
    """`auto_protect = max` asks nobody and stops the worst hits."""
    fight = robber_attacks([5, 5, 1, 1], sheets={"hagen": {"armour": ARMOUR, "auto_protect": "max"}})
    fight.do("attack", **AT_HAGEN)
    found = fight.passes("hagen")
    assert only(found, "ProtectionUsed").effective == ("N",)
    assert fight.one("hagen").wounds == 1


def test_wounds_up_to_the_maximum_are_dying():
    """T-WOUND-3: boost first, surplus dropped, all other conditions gone."""
    sheet = {"wounds": 8, "boost": 1, "conditions": {"burning": 2}}
    fight = robber_attacks([5, 5, 5, 5], sheets={"hagen": sheet})
    fight.do("attack", **AT_HAGEN)
    found = fight.passes("hagen")
    taken = only(found, "WoundsTaken")
    assert (taken.wounds, taken.boost_used, taken.now) == (4, 1, 10)
    assert fight.one("hagen").conditions == {"dying": 1}


def test_attacks_that_are_refused_say_why():
    """T-ATK-4, T-MODE-5, T-DICE-3: weapon, mode, target, distance, dice."""
    fight = Fight("hagen", "robber", sheets={"hagen": {"weapons": {"sword": SWORD, "club": CLUB}}}).start()
    attack = {"who": "hagen", "target": "robber"}
    assert fight.refused("attack", weapon="club", **attack) == "weapon_not_ready"
    assert fight.refused("attack", weapon="spear", **attack) == "weapon_not_ready"
    assert fight.refused("attack", mode="burst", **attack) == "mode_not_in_this_world"
    assert fight.refused("attack", mode="throw", **attack) == "mode_not_available"
    assert fight.refused("attack", who="hagen", target="hagen") == "unknown_target"
    assert fight.refused("attack", who="hagen", target="nobody") == "unknown_target"
    weak = {"ilva": {"weapons": {"bow": {**BOW, "damage_potential": -3, "ammo": 0, "capacity": 1}}}}
    fight = Fight("ilva", "robber", sheets=weak).start()
    assert fight.refused("attack", who="ilva", target="robber") == "not_enough_ammo"
    assert fight.refused("attack", who="ilva", target="robber", weapon="unarmed") == "no_dice"


def test_a_shot_takes_ammunition_and_a_thrown_knife_leaves_the_hand():
    """T-SINGLE-1, T-MODE-4, H-38."""
    fight = Fight("ilva", "sela", "robber").start()
    fight.do("attack", who="ilva", target="robber")
    fight.all_pass()
    assert fight.one("ilva").arms["bow"].ammo == 0
    assert fight.refused("attack", who="ilva", target="robber") == "not_enough_ammo"
    fight.end_turns("ilva")
    fight.do("attack", who="sela", target="robber")
    fight.all_pass()
    assert fight.one("sela").arms["knife"].lost
    assert fight.refused("attack", who="sela", target="robber") == "weapon_not_ready"


def test_an_explosion_meets_cover_then_protection_without_a_window():
    """E-31: T-PROT-2: hits from elsewhere."""
    fight = Fight("hagen", "robber", players=["hagen"], sheets={"hagen": {"armour": ARMOUR}}).start()
    fight.do("set_cover", target="hagen", level=4)
    fight.dice(hits__hagen__cover__normal_hagen=[4, 3, 2])
    found = fight.do("gm_inflict_hits", targets=["hagen"], hits=3, wounds_per_hit=2, cover_allowed=True)
    assert "ReactionWindowOpened" not in kinds(found)
    found = fight.do("use_protection", who="hagen", stops=[{"unit": "mail/1", "hit": "h2"}])
    assert only(found, "WoundsTaken").wounds == 2
    assert fight.game.frames == ()


def test_every_number_of_the_hit_roll_is_a_term_with_its_rule():
    """T-HIT-1, T-HIT-3: pool and minimum roll can be added up again from the event."""
    fight = Fight("hagen", "robber").start()
    rolled = only(
        fight.do("walk", who="hagen", path=[[100, 0]], with_={"type": "attack", "target": "robber"}), "HitsRolled"
    )
    terms = {term.key: term for term in rolled.terms}
    assert (
        sum(terms[key].value for key in ("hand_to_hand", "damage_potential", "massive", "unarmed")) == rolled.pool == 5
    )
    assert terms["min_roll"].value + terms["walking"].value == rolled.M == 6
    assert all(term.rule.startswith("T-") or term.key == "gm" for term in rolled.terms)


def test_a_shield_needs_a_one_handed_weapon_beside_it():
    """T-SHIELD-1, H-22: an empty main hand will not do, unless the table says so."""
    bare = {"hagen": {**HAGEN, "main_hand": ""}}
    fight = Fight("hagen", "robber", sheets=bare).start()
    assert fight.refused("raise_shield_block", who="hagen") == "shield_not_usable"
    fight = Fight("hagen", "robber", sheets=bare, shield_needs_weapon=False).start()
    fight.do("raise_shield_block", who="hagen")


def test_a_raised_shield_covers_from_the_next_round_on():
    """E-29: T-SHIELD-3 to T-SHIELD-6: two actions, no cover in the same round, half the movement."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    fight.do("raise_shield_block", who="hagen")
    fight.all_pass()
    assert fight.one("hagen").actions == 0
    assert fight.refused("walk", who="hagen", path=[[210, 0]]) == "too_far"
    fight.end_turns("hagen")
    found = fight.dice(hit_robber=[5, 5]).do("attack", **AT_HAGEN)
    assert "CoverRolled" not in kinds(found)
    assert fight.one("hagen").wounds == 2
    fight.end_turns("robber", "hagen")
    fight.dice(hit_robber=[5, 5], cover__normal_hagen=[5, 1]).do("attack", **AT_HAGEN)
    assert fight.cannot_react("hagen", "shield_parry") == "cover_already_as_good"
    found = fight.passes("hagen")
    assert only(found, "CoverRolled").source == "shield_block"
    fight.end_turns("robber")
    assert kinds(fight.do("lower_shield", who="hagen")) == ["ShieldBlockLowered"]
    assert fight.refused("lower_shield", who="hagen") == "no_shield_block"
