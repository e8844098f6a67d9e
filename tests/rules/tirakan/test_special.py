"""What takes a paragraph of its own: recoil, modes, aim, accuracy, special attacks, gear, throws, special armour."""

from __future__ import annotations

from typing import Any

import pytest

from server.kit.paths import landing_at
from tests.rules.tirakan.cast import CLUB, HAGEN, ILVA, ROBBER, SWORD, Fight, kinds, only

PISTOL = {"name": "Pistol", "weapon_class": "ranged", "type": "pistol", "damage_potential": 1, "range_m": 20,
          "capacity": 12}  # fmt: skip
SMG = {**PISTOL, "name": "SMG", "type": "smg", "capacity": 30, "recoil_compensation": 1, "modes": ["single", "burst"]}
NOAH: dict[str, Any] = {
    "shooting": 3,
    "perception": 2,
    "base_actions": 3,
    "weapons": {"pistol": PISTOL},
    "main_hand": "pistol",
}
KIRA: dict[str, Any] = {"shooting": 3, "perception": 4, "base_actions": 3, "weapons": {"smg": SMG}, "main_hand": "smg"}
PUPPET: dict[str, Any] = {"max_wounds": 500}


def modern(who: str, sheet: dict[str, Any], **more: Any) -> Fight:
    """A shooter and somebody to shoot at, in the modern world."""
    return Fight(who, "puppet", sheets={who: sheet, "puppet": PUPPET}, world="modern", **more).start()


def fires(fight: Fight, who: str, **attack: Any) -> Any:
    """One attack on the puppet, nobody reacts."""
    rolled = only(fight.do("attack", who=who, target="puppet", **attack), "HitsRolled")
    fight.all_pass()
    return rolled


def does(fight: Fight, type: str, who: str, **fields: Any) -> list[Any]:
    """An act to which nobody reacts."""
    return [*fight.do(type, who=who, **fields), *fight.all_pass()]


def test_recoil_grows_with_every_direct_shot():
    """E-22: T-RECOIL-1, T-RECOIL-2, T-RECOIL-6, T-SINGLE-1: 5/11, 7/13, 9/15; a new round ends it."""
    fight = modern("noah", NOAH)
    assert [(r.M, r.K) for r in (fires(fight, "noah") for _ in range(3))] == [(5, 11), (7, 13), (9, 15)]
    assert fight.one("noah").arms["pistol"].ammo == 9
    fight.end_turns("noah", "puppet")
    assert fires(fight, "noah").M == 5


def test_compensation_takes_recoil_off():
    """T-RECOIL-5."""
    fight = modern("kira", KIRA)
    assert [(r.M, r.K) for r in (fires(fight, "kira") for _ in range(3))] == [(5, 11), (6, 12), (7, 13)]


def test_another_act_breaks_recoil_and_free_things_do_not():
    """E-23: T-RECOIL-3, T-RECOIL-4: use_item breaks it, a bonus die does not; fantasy has none."""
    fight = modern("noah", {**NOAH, "bonus_dice": 1})
    fires(fight, "noah")
    fight.do("spend_bonus_die", who="noah")
    assert fires(fight, "noah").M == 7
    does(fight, "use_item", "noah", text="radio")
    assert fires(fight, "noah").M == 5
    fight = Fight("noah", "puppet", sheets={"noah": NOAH, "puppet": PUPPET}).start()
    assert [fires(fight, "noah").M for _ in range(2)] == [5, 5]


def test_a_burst_has_more_dice_and_no_criticals():
    """E-25: T-BURST-1 to T-BURST-3, T-CRIT-3, T-MODE-1, T-MODE-2."""
    fight = modern("kira", KIRA)
    rolled = fires(fight.dice(hit_kira=[6, 6, 2, 5, 4, 5, 1, 6, 3]), "kira", mode="burst")
    assert (rolled.pool, rolled.K, rolled.N, rolled.C) == (6, None, 4, 0)
    assert fight.one("kira").arms["smg"].ammo == 27
    single = fires(fight, "kira", mode="single")
    assert (single.M, single.K) == (6, 12)
    fight.do("gm_set", who="kira", value_of="ammo", key="smg", value=2)
    assert fight.refused("attack", who="kira", target="puppet", mode="burst") == "not_enough_ammo"


def test_aim_lowers_the_critical_threshold_once():
    """T-AIM-2 to T-AIM-4: two steps are worth 3 with perception 3; used up by the next attack."""
    fight = Fight("ilva", "puppet", sheets={"ilva": {**ILVA, "base_actions": 5}, "puppet": PUPPET}).start()
    assert only(does(fight, "aim", "ilva", target="puppet"), "AimChanged").bonus == 2
    assert only(does(fight, "aim", "ilva", target="puppet"), "AimChanged").bonus == 3
    assert fight.refused("aim", who="ilva", target="puppet") == "aim_at_maximum"
    assert fires(fight, "ilva").K == 8
    assert fight.one("ilva").aim is None


def test_a_hit_on_the_archer_takes_the_aim_from_this_very_shot():
    """E-14: T-AIM-5, T-REACT-11b: protection does not matter; the same faces are read again."""
    armour = {"coat": {"name": "Coat", "protection": ["N"]}}
    sheets = {"ilva": {**ILVA, "armour": armour, "base_actions": 3}, "bandit": {**ROBBER, "hand_to_hand": 1}}
    fight = Fight("bandit", "ilva", players=["ilva"], sheets=sheets).start()
    fight.end_turns("bandit")
    for _ in range(2):
        does(fight, "aim", "ilva", target="bandit")
    rolled = only(fight.dice(hit_ilva=[6, 2, 5, 6, 3, 1, 4]).do("attack", who="ilva", target="bandit"), "HitsRolled")
    assert (rolled.N, rolled.C) == (1, 2)
    found = fight.dice(react__bandit__hit_bandit=[5, 4, 2]).react("bandit", "attack", target="ilva")
    assert "AimLost" in kinds(found)
    assert fight.question == "protection"
    found = fight.do("use_protection", who="ilva", stops=[{"unit": "coat/1", "hit": "h1"}])
    again = only(found, "HitsReevaluated")
    assert (again.K, again.N, again.C) == (11, 3, 0)
    assert fight.one("ilva").wounds == 0


def test_who_is_hit_while_aiming_loses_the_step():
    """T-ACT-10, T-AIM-5: the reaction comes before the step."""
    fight = Fight("hagen", "ilva", sheets={"ilva": {**ILVA, "max_wounds": 99}}).start()
    fight.end_turns("hagen")
    fight.do("aim", who="ilva", target="hagen")
    found = fight.dice(react__hagen__hit_hagen=[5]).react("hagen", "attack", target="ilva")
    assert "AimChanged" not in kinds(found)
    assert fight.one("ilva").aim is None


def test_accurate_steps_over_several_turns():
    """E-37: T-SPEC-ACC-1 to T-SPEC-ACC-5, T-DICE-5: three steps, M 2; a fourth is too many; another act loses them."""
    fight = Fight("hagen", "robber", sheets={"robber": PUPPET}).start()
    for _ in range(2):
        does(fight, "accurate_step", "hagen")
    fight.end_turns("hagen", "robber")
    assert only(does(fight, "accurate_step", "hagen"), "AccurateChanged").stacks == 3
    assert fight.refused("accurate_step", who="hagen") == "accurate_at_maximum"
    path = [[0, 0]]
    walking = fight.refused("walk", who="hagen", path=path, with_={"type": "attack", "target": "robber"})
    assert walking == "accurate_not_possible"
    found = fight.dice(hit_hagen=[2, 1, 3, 6, 1, 4]).do("attack", who="hagen", target="robber")
    assert (only(found, "HitsRolled").M, only(found, "HitsRolled").N) == (2, 4)
    assert only(found, "AccurateChanged").stacks == 0
    fight.all_pass()
    fight.end_turns("hagen", "robber")
    does(fight, "accurate_step", "hagen")
    assert "AccurateLost" in kinds(does(fight, "hunker", "hagen"))


def test_a_massive_attack_buys_dice_up_to_strength():
    """T-SPEC-MASS-1, T-SPEC-MASS-2."""
    fight = Fight("hagen", "robber", sheets={"hagen": {**HAGEN, "base_actions": 4}, "robber": PUPPET}).start()
    assert fight.refused("attack", who="hagen", target="robber", massive=3) == "massive_too_many_actions"
    rolled = only(fight.do("attack", who="hagen", target="robber", massive=2), "HitsRolled")
    assert rolled.pool == 5 + 4
    assert fight.one("hagen").actions == 1
    assert Fight("ilva", "robber").start().refused("attack", who="ilva", target="robber", massive=1) == "melee_only"


def test_a_knockout_leaves_no_wounds():
    """E-38: T-SPEC-KO-1 to T-SPEC-KO-4: armour counts, the shortfall is the depth."""
    armour = {"mail": {"name": "Mail", "protection": ["N", "N"]}}
    fight = Fight("robber", "hagen", players=["hagen"], sheets={"hagen": {**HAGEN, "armour": armour}}).start()
    fight.dice(hit_robber=[5, 5, 6, 4, 1], resist_hagen=[3, 4])
    fight.do("attack", who="robber", target="hagen", special="knockout")
    fight.passes("hagen")
    found = fight.do(
        "use_protection", who="hagen", stops=[{"unit": "mail/1", "hit": "h1"}, {"unit": "mail/2", "hit": "h2"}]
    )
    check = only(found, "CheckRolled")
    assert (check.successes, check.needed) == (0, 1)
    assert fight.one("hagen").conditions == {"unconscious": 1}
    assert fight.one("hagen").wounds == 0
    sword = {"weapons": {"sword": SWORD, "club": CLUB}}
    assert Fight("hagen", "robber", sheets={"hagen": sword}).start().refused(
        "attack", who="hagen", target="robber", special="knockout"
    ) == "not_blunt"  # fmt: skip


@pytest.mark.parametrize(("faces", "is_held"), [([5, 4, 2], False), ([5, 5, 2], True)])
def test_a_disarming_attack(faces, is_held):
    """E-40: T-SPEC-DIS-1 to T-SPEC-DIS-3: M +2, the target chooses how to hold on; picked up for an action."""
    fight = Fight("hagen", "robber", players=["robber"]).start()
    fight.dice(hit_hagen=[6, 1, 5, 6, 2, 3, 4]).do("attack", who="hagen", target="robber", special="disarm")
    fight.passes("robber")
    assert fight.question == "disarm"
    found = fight.dice(hold_robber=faces).do("choose_disarm_attribute", who="robber", attribute="strength")
    assert ("Disarmed" in kinds(found)) != is_held
    fight.end_turns("hagen")
    if not is_held:
        assert fight.refused("attack", who="robber", target="hagen", weapon="club") == "weapon_not_ready"
        does(fight, "pick_up", "robber", weapon="club")
    fight.do("attack", who="robber", target="hagen")


def test_disarming_the_attacker_in_time_cancels_the_attack():
    """E-40, T-REACT-11a: the weapon is gone before the blow."""
    fight = Fight("hagen", "robber").start()
    fight.end_turns("hagen")
    fight.dice(hit_robber=[5, 5]).do("attack", who="robber", target="hagen")
    fight.dice(react__hagen__hit_hagen=[6, 1]).react("hagen", "attack", target="robber", special="disarm")
    found = fight.do("choose_disarm_attribute", who="robber", attribute="deftness")
    assert only(found, "ActionNullified").reason == "weapon lost"
    assert fight.one("hagen").wounds == 0


@pytest.mark.parametrize(
    ("condition", "faces", "outcome"),
    [
        ({"unconscious": 1}, [5, 5, 2, 1, 3], {"unconscious": 1, "dead": 2}),
        ({"dying": 3}, [5, 6, 6, 5, 2, 1, 3], {"dead": 6}),
    ],
)
def test_a_coup_de_grace(condition, faces, outcome):
    """E-43: T-SPEC-COUP-1 to T-SPEC-COUP-3: no cover, no protection; six levels of dying are death."""
    armour = {"mail": {"name": "Mail", "protection": ["N", "N", "N"]}}
    sheets = {"robber": {**ROBBER, "conditions": condition, "armour": armour}}
    fight = Fight("hagen", "robber", sheets=sheets)
    fight.dice(start__1__unconscious_robber=[1], start__1__dying_robber=[5]).start()
    fight.dice(hit_hagen=faces).do("attack", who="hagen", target="robber", special="coup")
    fight.all_pass()
    assert fight.one("robber").conditions == outcome
    assert Fight("hagen", "robber").start().refused(
        "attack", who="hagen", target="robber", special="coup"
    ) == "target_not_helpless"  # fmt: skip


def test_a_clumsy_coup_may_wake_the_sleeper():
    """E-43c: T-SPEC-COUP-4: the GM decides."""
    fight = Fight("hagen", "robber", sheets={"robber": {**ROBBER, "conditions": {"sleeping": 1}}}).start()
    fight.do("attack", who="hagen", target="robber", special="coup")
    assert fight.question == "awaken"
    fight.do("gm_rule_awaken", awaken=True)
    assert fight.one("robber").conditions == {}


def test_two_weapons_are_one_more_action():
    """E-41: T-SPEC-DUAL-1 to T-SPEC-DUAL-4."""
    dagger = {"name": "Dagger", "type": "blade", "damage_potential": 1}
    two = {"hand_to_hand": 2, "may_dual_wield": True, "weapons": {"a": dagger, "b": dagger}, "main_hand": "a",
           "off_hand": "b"}  # fmt: skip
    fight = Fight("sela", "puppet", sheets={"sela": two, "puppet": PUPPET}).start()
    assert fight.one("sela").actions == 3
    assert fires(fight, "sela", weapon="b").M == 6
    axe = {**two, "weapons": {"a": dagger, "b": {**dagger, "type": "axe"}}}
    halberds = {**two, "weapons": {"a": {**dagger, "hands": 2}, "b": {**dagger, "hands": 2}}}
    unskilled = {**two, "may_dual_wield": False}
    for sheet, code in (
        (axe, "not_same_type"),
        (halberds, "not_one_handed"),
        (unskilled, "not_skilled_in_two_weapons"),
    ):
        fight = Fight("sela", "puppet", sheets={"sela": sheet}).start()
        assert fight.refused("attack", who="sela", target="puppet", weapon="b") == code
        assert fight.one("sela").actions == 2


def test_reloading_takes_its_steps():
    """T-ACT-3: progress survives rounds; the last step fills the weapon."""
    bow = {**ILVA["weapons"]["bow"], "reload_actions": 3, "ammo": 0}
    fight = Fight("ilva", "puppet", sheets={"ilva": {**ILVA, "weapons": {"bow": bow}}}).start()
    assert kinds(does(fight, "reload", "ilva"))[-2:] == ["ReloadProgressed", "ActionResolved"]
    does(fight, "reload", "ilva")
    fight.end_turns("ilva", "puppet")
    assert only(does(fight, "reload", "ilva"), "Reloaded").ammo == 1
    assert fight.refused("reload", who="ilva") == "nothing_to_reload"


def test_a_weapon_is_taken_in_hand():
    """T-ACT-4: what was in the hand is put away; two hands hold no shield."""
    axe = {"name": "Axe", "hands": 2, "damage_potential": 3}
    fight = Fight("hagen", "robber", sheets={"hagen": {"weapons": {"sword": SWORD, "axe": axe}}}).start()
    does(fight, "ready_weapon", "hagen", weapon="axe")
    hagen = fight.one("hagen")
    assert (hagen.main_hand, hagen.off_hand, hagen.arms["sword"].ready) == ("axe", "", False)
    assert fight.refused("ready_weapon", who="hagen", weapon="axe") == "already_ready"


def test_a_supported_weapon_shoots_better_until_one_moves():
    """T-SPEC-SUP-1 to T-SPEC-SUP-3: bows can't be supported."""
    fight = modern("noah", NOAH)
    does(fight, "support_weapon", "noah")
    assert fight.refused("support_weapon", who="noah") == "already_supported"
    assert fires(fight, "noah").M == 4
    assert "WeaponUnsupported" in kinds(does(fight, "walk", "noah", path=[[0, 0]]))
    assert Fight("ilva", "puppet").start().refused("support_weapon", who="ilva") == "not_supportable"


@pytest.mark.parametrize(
    ("used", "wounds", "bleeds", "stuck", "thrown_back"),
    [(("H", "B"), 0, False, True, 0), (("B",), 1, False, False, 0), (("R",), 1, True, False, 1)],
)
def test_special_kinds_of_protection(used, wounds, bleeds, stuck, thrown_back):
    """E-32: T-PROT-10, T-COND-6: sticky, against bleeding, reflective."""
    armour = {"hide": {"name": "Hide", "protection": ["H", "B", "R"]}}
    knife = {"name": "Knife", "damage_potential": 2, "inflicts": {"bleeding": 1}}
    sheets = {"robber": {**ROBBER, "weapons": {"club": knife}}, "hagen": {**HAGEN, "armour": armour}}
    fight = Fight("robber", "hagen", players=["hagen"], sheets=sheets).start()
    fight.dice(hit_robber=[5, 5]).do("attack", who="robber", target="hagen")
    fight.passes("hagen")
    number = {"H": 1, "B": 2, "R": 3}
    stops = [{"unit": f"hide/{number[kind]}", "hit": f"h{k}"} for k, kind in enumerate(used, 1)]
    fight.do("use_protection", who="hagen", stops=stops)
    fight.all_pass()
    hagen, robber = fight.one("hagen"), fight.one("robber")
    assert (hagen.wounds, "bleeding" in hagen.conditions, robber.wounds) == (wounds, bleeds, thrown_back)
    assert (robber.arms["club"].stuck_in == "hagen") == stuck
    assert fight.game.frames == ()
    if stuck:
        assert fight.refused("attack", who="robber", target="hagen") == "weapon_stuck"
        does(fight, "free_weapon", "robber", weapon="club")
        assert not fight.one("robber").arms["club"].stuck_in


@pytest.mark.parametrize(
    ("hour", "metres", "landing"),
    [(3, 4, (400, 1000)), (1, 2, (100, 1173)), (12, 4, (0, 1400)), (6, 4, (0, 600)), (9, 5, (-500, 1000))],
)
def test_a_missed_throw_deviates_by_the_clock(hour, metres, landing):
    """E-44: T-THROW-3 to T-THROW-5."""
    assert landing_at((0, 0), (0, 1000), hour, metres) == landing
    assert landing_at((0, 0), (1000, 0), 3, 4) == (1000, -400)
    assert landing_at((5, 5), (5, 5), 12, 1) == (5, 105)


def test_an_object_lands_where_it_was_thrown_or_beside():
    """E-44: T-THROW-1, T-THROW-2: one success is enough; without dice it misses."""
    fight = Fight("hagen", "robber", at={"hagen": (0, 0), "robber": (0, 10)}).start()
    fight.dice(throw_hagen=[4, 3], deviation__direction_hagen=[3], deviation__distance_hagen=[4])
    found = does(fight, "throw_object", "hagen", target="robber", text="net")
    assert only(found, "DeviationRolled").landing == only(found, "ObjectLanded").at == (400, 1000)
    found = does(fight.dice(throw_hagen=[6, 1, 2]), "throw_object", "hagen", target="robber")
    assert only(found, "ThrowRolled").successes == 1
    assert only(found, "ObjectLanded").at == (0, 1000)
    fight = Fight("ilva", "robber", deviation_dice="2d6", at={"ilva": (0, 0), "robber": (0, 10)}).start()
    fight.dice(deviation__direction_ilva=[6, 6], deviation__distance_ilva=[2])
    assert only(does(fight, "throw_object", "ilva", target="robber"), "ObjectLanded").at == (0, 1200)


def test_poison_fire_and_shock_hinder_their_bearer():
    """E-19: T-HIT-3, T-COND-6: poisoned in the off hand while walking is M 8; shocked takes dice."""
    sheet = {**ROBBER, "main_hand": "", "off_hand": "club", "conditions": {"poisoned": 1}}
    fight = Fight("robber", "hagen", sheets={"robber": sheet}).dice(start__1__poisoned_robber=[1, 1]).start()
    walk: dict[str, Any] = {"who": "robber", "path": [[0, 0]]}
    found = fight.do("walk", **walk, with_={"type": "attack", "target": "hagen", "weapon": "club"})
    assert only(found, "HitsRolled").M == 8
    fight = Fight("hagen", "robber", sheets={"hagen": {**HAGEN, "conditions": {"shocked": 2}}}).start()
    assert only(fight.do("attack", who="hagen", target="robber"), "HitsRolled").pool == 3
