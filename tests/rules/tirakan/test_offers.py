"""What is offered beyond single deeds: acts while walking, parries with things, and that memory never lies."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.core.deciding.decide import parse_intent
from server.core.memo import Memo, Shelf
from server.core.options import Option
from server.core.secrecy import known
from server.core.view import view
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.checks.intent import check
from tests.rules.tirakan.cast import BOW, CLUB, Fight, kinds, only
from tests.rules.tirakan.fights.chooser import offered
from tests.rules.tirakan.fights.test_whole_fights import laid, play


def option(fight: Fight, seat: str, key: str, label: str | None = None) -> Option:
    """The one option of this key and label."""
    (found,) = [each for each in offered(fight.table, seat) if each.key == key and label in (None, each.label)]
    return found


def test_bare_hands_can_disarm_whoever_is_armed():
    """T-SPEC-DIS-1: it is an attack on the weapon arm, whatever it is made with."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    found = option(fight, "hagen", "disarm", "unarmed")
    assert [choice.value for choice in found.params[0].choices] == ["robber"]
    events = fight.do(**found.intent, target="robber")
    assert (only(events, "HitsRolled").weapon, only(events, "HitsRolled").special) == ("unarmed", "disarm")


def test_of_two_weapons_each_can_be_struck_away():
    """T-SPEC-DIS-1: who holds but one is offered once, whichever hand it is in."""
    two = {"weapons": {"club": CLUB, "knife": {**CLUB, "name": "Knife"}}, "main_hand": "club", "off_hand": "knife"}
    fight = Fight("hagen", "robber", "sela", players=["hagen"], sheets={"robber": two}).start()
    found = {key: option(fight, "hagen", key, "Long sword") for key in ("disarm", "disarm_off_hand")}
    targets = {key: {choice.value for choice in each.params[0].choices} for key, each in found.items()}
    assert targets == {"disarm": {"robber", "sela"}, "disarm_off_hand": {"robber"}}
    assert found["disarm_off_hand"].intent["arm"] == "off"


# --- walking ---------------------------------------------------------------------------------------------------------


def test_walking_up_to_strike_is_offered_with_its_path():
    """T-MOVE-2: as far as is needed, one action for both, M +1."""
    fight = Fight("hagen", "robber", players=["hagen"], at={"hagen": (0, 0), "robber": (3.5, 0)}).start()
    found = option(fight, "hagen", "walk_attack")
    assert (found.label, found.cost) == ("Long sword → Robber", "1 action")
    events = fight.do(**found.intent)
    assert only(events, "HitsRolled").M == 6
    assert only(events, "Moved").path == ((251, 0),)
    assert fight.one("hagen").actions == 1


def test_what_can_be_done_wherever_a_walk_ends_is_a_choice():
    """T-MOVE-2: shots at those who stay in range, handling of weapons; no blow that the walk could lead away from."""
    fight = Fight("ilva", "hagen", sheets={"ilva": {"weapons": {"bow": {**BOW, "capacity": 4, "ammo": 1}}}}).start()
    found = option(fight, "gm", "walk_act", "")
    path, deeds = found.params
    values = [choice.value for choice in deeds.choices]
    assert {value["type"] for value in values} == {"attack", "reload", "hunker"}
    assert {value.get("weapon") for value in values if value["type"] == "attack"} == {"bow"}
    assert (path.kind, path.most) == ("path", 300)
    shot = next(value for value in values if value["type"] == "attack")
    assert only(fight.do(**{**found.intent, "path": [[0, 300]], "with": shot}), "HitsRolled").M == 6


def test_what_costs_more_than_one_action_is_offered_while_walking_too():
    """T-MOVE-2, T-SPEC-MASS-1: a massive knockout as long as the actions suffice, and aiming at anybody."""
    sheet = {"base_actions": 3, "strength": 6, "weapons": {"club": {**CLUB, "range_m": 20}}, "main_hand": "club"}
    fight = Fight("hagen", "robber", players=["hagen"], sheets={"hagen": sheet}).start()
    knockout = option(fight, "hagen", "walk_act", "knockout")
    _, what, massive = knockout.params
    assert [choice.label for choice in what.choices] == ["Club → Robber"]
    assert (massive.name, massive.most) == ("with.massive", 2)
    assert option(fight, "hagen", "walk_act", "aim").params[1].choices[0].value["type"] == "aim"
    deed = {**what.choices[0].value, "massive": 2}
    events = fight.do(**{**knockout.intent, "path": [[0, 100]], "with": deed})
    assert only(events, "HitsRolled").pool == 11
    assert fight.one("hagen").actions == 0


def test_who_cannot_walk_a_centimetre_is_offered_no_way():
    """T-MOVE-1, T-MOVE-4: to a page a path without a limit would mean that it may be as long as one likes."""
    sheets = {"hagen": {"quickness": -12}, "robber": {"quickness": -20}}
    fight = Fight("hagen", "robber", players=["hagen"], at={"hagen": (0, 0), "robber": (3.5, 0)}, sheets=sheets).start()
    ways = [each.key for each in offered(fight.table, "hagen") if any(one.kind == "path" for one in each.params)]
    assert ways == []


def test_a_free_act_while_walking_is_offered():
    """T-ARB-1, T-MOVE-2."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    found = option(fight, "hagen", "walk_custom")
    assert [param.name for param in found.params] == ["path", "with.text"]
    fight.do(**{**found.intent, "path": [[0, 100]], "with": {"type": "custom", "text": "shout"}})
    assert fight.question == "custom"


def test_a_reaction_may_be_an_act_while_walking():
    """T-REACT-8: one action, one reaction."""
    fight = Fight("hagen", "robber", at={"hagen": (0, 0), "robber": (4, 0)}).start()
    fight.do("hunker", who="hagen")
    found = next(each for each in offered(fight.table, "gm") if (each.key, each.who) == ("walk_attack", "robber"))
    assert found.answers
    assert fight.table.state.play.decision is not None
    assert "HitsRolled" in kinds(fight.do(**found.intent))


# --- parrying with a thing -------------------------------------------------------------------------------------------


def chair(is_allowed: bool, **options: Any) -> tuple[Fight, list[Any]]:
    """Ilva, whose bow parries nothing, holds a chair before a blow; the GM rules on it."""
    bow = {"hand_to_hand": 2, "weapons": {"bow": BOW}}
    fight = Fight("hagen", "ilva", players=["hagen", "ilva"], sheets={"ilva": bow}, **options).start()
    fight.dice(hit_hagen=[5, 5, 5], parry_ilva=[5, 5]).do("attack", who="hagen", target="ilva")
    assert fight.cannot_react("ilva", "parry", weapon="bow") == "no_suitable_weapon"
    found = fight.react("ilva", "parry", object="a chair")
    assert fight.question == "object"
    assert fight.refused("end_turn", who="hagen") == "waiting_for_gm"
    return fight, [*found, *fight.do("gm_rule_custom", reaction="ilva", refuse=not is_allowed)]


def test_a_thing_parries_if_the_gm_lets_it():
    """T-ACT-2, T-PARRY-1, H-35: hand to hand without a weapon's dice."""
    fight, found = chair(is_allowed=True)
    rolled = only(found, "ParryRolled")
    assert (rolled.dice, rolled.normal, rolled.removed, rolled.weapon) == (((5,), (5,)), 2, 2, "")
    assert fight.one("ilva").wounds == 1


def test_a_thing_that_does_not_serve_costs_nothing():
    """T-REACT-12, H-35: the reaction lapses."""
    fight, found = chair(is_allowed=False)
    assert only(found, "ReactionLapsed").who == "ilva"
    assert "ParryRolled" not in kinds(found)
    assert fight.one("ilva").wounds == 3
    assert not any(event.who == "ilva" for event in found if type(event).__name__ == "ActionSpent")


def test_the_gm_may_rule_on_a_thing_while_it_is_announced():
    """H-35: then nobody waits; and by default it serves."""
    fight = Fight("hagen", "ilva", "robber", sheets={"ilva": {"hand_to_hand": 2}}).start()
    fight.dice(hit_hagen=[5, 5], parry_ilva=[5]).do("attack", who="hagen", target="ilva")
    fight.react("ilva", "parry", object="a chair")
    fight.do("gm_rule_custom", reaction="ilva")
    assert "ParryRolled" in kinds(fight.passes("robber"))


def test_without_a_ruling_a_thing_serves():
    """H-35: closing the question takes the default."""
    fight = Fight("hagen", "ilva", sheets={"ilva": {"hand_to_hand": 2}}).start()
    fight.dice(hit_hagen=[5, 5], parry_ilva=[5]).do("attack", who="hagen", target="ilva")
    fight.react("ilva", "parry", object="a chair")
    decision = fight.table.state.play.decision
    assert decision is not None
    assert "ParryRolled" in kinds(fight.do("close_decision", decision=decision.id))


# --- what is remembered ----------------------------------------------------------------------------------------------


@settings(max_examples=many(8), deadline=None)
@given(seed=st.integers(0, 2**32), hidden=st.sampled_from([(), ("ilva",), ("sela",)]))
def test_what_is_remembered_is_what_would_be_worked_out(seed: int, hidden: tuple[str, ...]) -> None:
    """Options, views and what is known are the same with all memory wiped."""
    luck = random.Random(seed)
    table = laid(luck, hidden)
    for _ in range(25):
        play(table, luck, 1)
        for seat, audience in (("gm", "gm"), ("ann", "seat:ann"), ("bob", "seat:bob")):
            before = offered(table, seat), table.view(audience), known(table.system, table.state, audience)
            with Shelf():
                now = known(table.system, table.state, audience)
                after = table.system.options(now, table.asker(seat)), view(table.system, now, audience), now
            assert msgspec.to_builtins(before[0]) == msgspec.to_builtins(after[0])
            assert before[1:] == after[1:]


def test_who_announces_a_reaction_has_no_saved_action_left_to_be_stolen() -> None:
    """H-10, T-REACT-2: what a bystander may steal changes with what others do in the same window."""
    dice = {"robber": {"destiny_dice": 1}}
    fight = Fight("sela", "hagen", "ilva", "robber", sheets=dice, steal_takes_saved=True).start()
    for value_of, value in (("stolen_next", 9), ("actions", 1), ("quick_reaction", 0)):
        fight.do("gm_set", who="ilva", value_of=value_of, value=value)
    fight.do("attack", who="sela", target="hagen")

    def reasons() -> dict[str, str]:
        victims = option(fight, "gm", "spend_destiny_die").params[0].choices
        return {each.value: each.reason.code if each.reason else "" for each in victims}

    assert reasons()["ilva"] == ""
    fight.react("ilva", "hunker")
    assert reasons()["ilva"] == "nothing_to_steal"


def test_what_can_still_be_paid_stays_the_same_option() -> None:
    """T-TURN-4, T-SPEC-MASS-1: with fewer actions only what they no longer suffice for is made anew."""
    fight = Fight("hagen", "robber", sheets={"hagen": {"base_actions": 3, "strength": 6}}).start()

    def menu() -> dict[tuple[str, str], Option]:
        return {(each.key, each.label): each for each in offered(fight.table, "gm") if each.who == "hagen"}

    plenty = menu()
    assert fight.one("hagen").actions == 3
    fight.do("gm_set", who="hagen", value_of="actions", value=2)
    fewer = menu()
    kept = {key for (key, label), each in fewer.items() if each is plenty[key, label]}
    assert kept >= {"aim", "accurate_step", "custom", "walk", "run", "hunker", "throw_object"}
    assert "attack" not in kept
    assert [param.most for param in fewer["attack", "Long sword"].params if param.name == "massive"] == [1]
    fight.do("gm_set", who="hagen", value_of="actions", value=0)
    none = menu()
    reason = none["attack", "Long sword"].reason
    assert reason is not None
    assert (reason.code, reason.detail["need"], reason.detail["have"]) == ("no_action_left", 1, 0)
    assert none["end_turn", ""] is plenty["end_turn", ""]


def test_memory_is_bounded_and_goes_by_identity():
    """Equal things are not the same thing; what was used longest ago is forgotten."""
    memo, made = Memo(2), []

    def make(name: str) -> str:
        made.append(name)
        return name

    first, second = ["x"], ["x"]
    with Shelf():
        assert memo.of((first,), "", make, "a") == "a"
        assert memo.of((second,), "", make, "c") == "c"
        assert memo.of((first,), "", make, "b") == "a"
        assert memo.of((first,), "other", make, "d") == "d"
        assert memo.of((first,), "", make, "e") == "a"
        assert memo.of((second,), "", make, "f") == "f"
        assert memo.of((first,), "other", make, "g") == "g"
    assert made == ["a", "c", "d", "f", "g"]


def test_an_empty_weapon_is_reloaded_before_it_is_aimed():
    """Clients suggest what comes first: who has shot all there was is not led to aim with nothing."""
    rifle = {**BOW, "type": "rifle", "capacity": 6, "ammo": 6}
    fight = Fight("ilva", "hagen", sheets={"ilva": {"weapons": {"bow": rifle}}}).start()

    def first() -> str:
        return next(each.key for each in offered(fight.table, "gm") if each.key in ("aim", "reload"))

    fight.do("attack", who="ilva", target="hagen")
    fight.all_pass()
    assert first() == "aim"
    fight.do("gm_set", who="ilva", value_of="ammo", key="bow", value=0)
    assert first() == "reload"


# --- what the GM may set ---------------------------------------------------------------------------------------------


def test_every_value_is_offered_with_its_bounds() -> None:
    """T-GM-1: each option at its least and at its most is taken, for everybody and every key."""
    armour = {"armour": {"mail": {"name": "Mail", "protection": ["N", "C"]}}, "max_wounds": 12}
    bow = {"weapons": {"bow": {**BOW, "capacity": 4}}}
    fight = Fight("ilva", "hagen", sheets={"ilva": bow, "hagen": armour}).start()
    found = [each for each in offered(fight.table, "gm") if each.key == "gm_set"]
    said = {each.label for each in found}
    assert said >= {"wounds", "actions", "condition", "sheet", "ammo", "weapon", "unit"}
    by_label = {each.label: each.params[-1].most for each in found}
    assert (by_label["wounds"], by_label["ammo"], by_label["unit"], by_label["quick_reaction"]) == (12, 4, 1, 1)
    for option in found:
        *choices, value = option.params
        for picked in product(*(param.choices for param in choices)):
            fields = {param.name: choice.value for param, choice in zip(choices, picked, strict=True)}
            for number in (value.least, value.most):
                check(fight.table.state, parse_intent(SYSTEM, {**option.intent, **fields, "value": number}))


def test_more_wounds_than_there_are_cannot_be_set() -> None:
    """T-WOUND-3: surplus is dropped here too."""
    fight = Fight("hagen", "robber").start()
    fight.do("gm_set", who="hagen", value_of="wounds", value=99)
    assert fight.one("hagen").wounds == 10


def test_what_a_value_is_now_can_be_seen_where_it_is_set() -> None:
    """T-GM-1: ammunition in its form, all other numbers among the facts and tracks of the GM's view."""
    rifle = {**BOW, "type": "rifle", "capacity": 6, "ammo": 6}
    fight = Fight("ilva", "hagen", sheets={"ilva": {"weapons": {"bow": rifle}, "boost": 2}}).start()
    value = option(fight, "gm", "gm_set", "ammo").params[-1]
    assert (value.initial, value.most) == (6, 6)
    fight.do("attack", who="ilva", target="hagen")
    fight.all_pass()
    assert option(fight, "gm", "gm_set", "ammo").params[-1].initial == 5
    (numbers,) = (param for param in option(fight, "gm", "gm_set", "sheet").params if param.name == "key")
    shown = fight.table.view("gm").combatants["ilva"].facts
    assert {*(choice.value for choice in numbers.choices), "min_roll", "base_actions"} <= set(shown)
    assert (shown["boost"], shown["max_wounds"]) == ("2", "10")


def test_somebody_may_be_added_but_not_in_the_middle_of_an_act() -> None:
    """T-INIT-5: what is offered is taken, with an id that nobody has."""
    fight = Fight("sela", "hagen", "robber")
    (made,) = (each for each in offered(fight.table, "gm") if each.key == "add_combatant")
    side = next(param for param in made.params if param.name == "side").choices[0].value
    fight.start()
    fight.do("add_combatant", who=made.intent["who"], name="Fay", side=side)
    again = option(fight, "gm", "add_combatant")
    assert again.intent["who"] != made.intent["who"]
    fight.do("attack", who="sela", target="hagen")
    assert [each for each in offered(fight.table, "gm") if each.key == "add_combatant"] == []
