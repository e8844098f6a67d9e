"""Menus that are remembered are those that would be made anew, and the GM's has all that may be set."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import msgspec
import pytest

from client_demo.choice import filled
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.errors import Rejected
from server.core.knowing.viewer import NOBODY, Answers
from server.core.options import Option
from server.core.secrecy import known, known_to
from server.rules.ambersteel import SYSTEM
from server.rules.ambersteel.offers.seat import MARKS, NEVER_ASKED, THINGS
from server.rules.ambersteel.state.state import Combatant
from server.rules.ambersteel.things.samples import ARMOUR, OBJECTS, SHIELDS, WEAPONS
from server.rules.ambersteel.words.catalog import CATALOG
from server.rules.ambersteel.words.labels import LABELS
from server.rules.ambersteel.words.sample_names import SAMPLE_NAMES
from server.scenario.rehearsal import Rehearsal

SHEETS: dict[str, dict[str, Any]] = {
    "anna": {"wielded": {"main": "longsword"}, "carried": ["mug"], "armour": ["gambeson"], "is_pc": True},
    "clara": {"wielded": {"main": "light_crossbow"}, "carried": ["short_sword"], "ammo": {"bolts": 3}, "is_pc": True},
    "boris": {"wielded": {"main": "short_spear", "off": "round_shield"}, "armour": ["gambeson", "mail"]},
    "dorn": {"wielded": {"main": "morningstar"}, "armour": ["full_plate"], "sp_max": 20, "flags": ["cover"]},
}
SEATS = {"anna": "ann", "clara": "ann"}


def yard() -> Rehearsal:
    """Two against two, close together."""
    people = {
        who: CombatantSpec(
            name=who.title(), side="blue" if who in SEATS else "red", seat=SEATS.get(who, "gm"), at=(place, 0),
            sheet=sheet,
        )
        for place, (who, sheet) in enumerate(SHEETS.items())
    }  # fmt: skip
    spec = EncounterSpec(title="A yard", system="ambersteel", seats={"ann": SeatSpec(name="Ann")}, combatants=people)
    return Rehearsal(SYSTEM, spec, None)


def fight() -> Rehearsal:
    """The same, begun."""
    made = yard()
    made.play("gm", {"type": "encounter_start"})
    return made


def offered(made: Rehearsal, seat: str) -> list[Option]:
    """The seat's options, made anew."""
    asker = made.asker(seat)
    return SYSTEM.options(known(SYSTEM, made.state, asker.audience), asker)


def the(made: Rehearsal, key: str, label: str = "") -> Option:
    """The GM's one option of this key."""
    (found,) = [each for each in offered(made, "gm") if each.key == key and label in ("", each.label)]
    return found


def choices(option: Option, name: str = "who") -> list[Any]:
    """What may be chosen for a parameter."""
    return [choice.value for param in option.params if param.name == name for choice in param.choices]


def chosen(made: Rehearsal, luck: random.Random) -> tuple[str, dict[str, Any]] | None:
    """Somebody's intent, as a bot would fill it in; seldom the GM's own."""
    view: Any = msgspec.to_builtins(made.view("gm"))
    found = []
    for seat in ("ann", "gm"):
        for option in offered(made, seat):
            if (
                option.reason is None
                and (option.group != "gm" or luck.random() < 0.05)
                and option.key != "end_encounter"
            ):
                intent = filled(msgspec.to_builtins(option), view, luck)
                found += [] if intent is None else [(seat, intent)]
    return luck.choice(found) if found else None


@pytest.mark.parametrize("seed", range(4))
def test_a_remembered_menu_is_the_one_that_would_be_made_anew(seed: int) -> None:
    """Whatever changed since it was made: for each seat, after each intent of a long fight."""
    made, luck = yard(), random.Random(seed)
    made.play("gm", {"type": "encounter_start"})
    for _ in range(120):
        for seat in ("ann", "gm"):
            with made.timeline.shelf:
                remembered = offered(made, seat)
            assert remembered == offered(made, seat)
        if luck.random() < 0.2:
            at = [luck.randrange(600), luck.randrange(300)]
            made.play("gm", {"type": "set_position", "who": luck.choice(list(SHEETS)), "at": at})
        wish = chosen(made, luck)
        if wish is None:
            break
        made.play(*wish)
    assert made.timeline.version > 60


def test_a_menu_is_remembered_until_something_it_depends_on_changes() -> None:
    """In the next round it is the same object, which is sent as the same bytes."""
    made = yard()
    made.play("gm", {"type": "encounter_start"})

    def attack() -> Option:
        with made.timeline.shelf:
            return next(each for each in offered(made, "gm") if each.key == "attack")

    def whole_round() -> None:
        first = made.state.play.game.turn
        made.play("gm", {"type": "turn_end", "who": first})
        while made.state.play.game.turn != first:
            made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})

    first = attack()
    whole_round()
    assert attack() is first
    made.play(
        "gm",
        {"type": "gm_set", "who": made.state.play.game.turn, "value_of": "status", "key": "stunned", "value": True},
    )
    made.play("gm", {"type": "gm_set", "who": "anna", "value_of": "status", "key": "prone", "value": True})
    whole = [each for each in offered(made, "gm") if each.key == "attack"]
    assert first not in whole


@pytest.mark.parametrize("who", SHEETS)
def test_a_menu_survives_a_step_of_somebody_of_the_same_party(who: str) -> None:
    """Not one's own, and none of those at whom one could aim."""
    made = fight()

    def attack() -> Option:
        with made.timeline.shelf:
            return next(each for each in offered(made, "gm") if each.key == "attack")

    turn, first = made.state.play.game.turn, attack()
    made.play("gm", {"type": "set_position", "who": who, "at": [5_000, 5_000]})
    is_friend = who != turn and (who in SEATS) == (turn in SEATS)
    assert (attack() is first) is is_friend


def test_each_field_of_a_combatant_is_looked_at_or_said_not_to_matter() -> None:
    """A new one would else leave old menus standing."""
    assert sorted((*THINGS, *MARKS, *NEVER_ASKED)) == sorted(Combatant.__struct_fields__)


def test_all_who_see_everybody_share_what_they_know() -> None:
    """Nothing is asked of whoever looks, where nobody has orders or blind spots of its own."""
    made, asked = yard(), Answers()
    made.play("gm", {"type": "encounter_start"})
    known_to(SYSTEM, made.state, "seat:ann", NOBODY, asked)
    assert asked == {}


# --- the GM's menu ---------------------------------------------------------------------------------------------------


def test_the_fight_begins_among_what_ends_the_preparations() -> None:
    """Not among the rulings, of which there are many."""
    groups = {option.key: option.group for option in offered(yard(), "gm")}
    assert (groups["start_encounter"], groups["surprise_encounter"]) == ("end", "end")


@pytest.mark.parametrize(
    ("key", "label", "people"),
    [
        ("cp", "Gambeson", ["anna", "boris"]),
        ("cp", "Full plate", ["dorn"]),
        ("loaded", "Light crossbow", ["clara"]),
        ("stuck", "Short spear", ["boris"]),
        ("ammo", "bolts", ["clara"]),
        ("take_off", "Mail", ["boris"]),
        ("put_on", "Gambeson", ["clara", "dorn"]),
        ("put_on", "Mail", ["anna", "clara", "dorn"]),
        ("put_on", "Fine plate", ["anna", "clara", "boris"]),
    ],
)
def test_what_only_some_have_is_set_of_just_these(key: str, label: str, people: list[str]) -> None:
    """3.2, A-ARM-5: whoever wears it, has it, or has room for it."""
    assert choices(the(fight(), key, label)) == people


def test_nothing_is_loaded_that_needs_no_loading() -> None:
    made = fight()
    assert [each.label for each in offered(made, "gm") if each.key == "loaded"] == ["Light crossbow"]
    with pytest.raises(Rejected, match="no_such_value"):
        made.play("gm", {"type": "gm_set", "who": "anna", "value_of": "loaded", "key": "longsword", "value": False})


def test_worn_armour_is_mended_from_the_menu_in_the_fight_too() -> None:
    """A-ARM-6: the GM may."""
    made = fight()
    assert [each for each in offered(made, "gm") if each.key == "repair"] == []
    made.play("gm", {"type": "gm_set", "who": "dorn", "value_of": "cp", "key": "full_plate", "value": 2})
    option = the(made, "repair", "Full plate")
    assert (choices(option), option.intent) == (["dorn"], {"type": "repair", "armour": "full_plate", "override": True})
    made.play("gm", {**option.intent, "who": "dorn"})
    assert [piece.condition for piece in made.state.play.game.combatants["dorn"].armour] == [10]


def test_armour_is_put_on_and_taken_off_from_the_menu() -> None:
    """A-ARM-5."""
    made = fight()
    for key, label in (("take_off", "Mail"), ("put_on", "Fine plate")):
        made.play("gm", {**the(made, key, label).intent, "who": "boris"})
    assert [piece.id for piece in made.state.play.game.combatants["boris"].armour] == ["gambeson", "fine_plate"]


def test_failures_at_deaths_door_are_set_from_the_menu() -> None:
    """3.2."""
    (value,) = [param for param in the(fight(), "gm_set", "death_failures").params if param.name == "value"]
    assert (value.least, value.most) == (0, 2)


def test_whoever_may_strike_at_once_does_so_with_one_tap_or_says_more() -> None:
    """A-ZOC-5, A-AIM-2: at one who leaves the zone."""
    made = fight()
    while made.state.play.game.turn != "boris":
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})
    made.play("gm", {"type": "move", "who": "boris", "path": [[500, 500]]})
    answers = [(each.key, each.label, len(each.params)) for each in offered(made, "ann") if each.answers]
    assert answers == [
        ("reaction_opportunity", "", 0),
        ("reaction_opportunity", "aimed", 2),
        ("reaction_decline", "", 0),
    ]


def test_whoever_may_strike_at_once_is_told_at_whom() -> None:
    """A-ZOC-4, A-RIP-3: at nobody else."""
    made = fight()
    while made.state.play.game.turn != "boris":
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})
    made.play("gm", {"type": "move", "who": "boris", "path": [[500, 500]]})
    strikes = [each for each in offered(made, "ann") if each.key == "reaction_opportunity"]
    assert {(each.whom, each.intent["target"]) for each in strikes} == {("target", "boris")}
    with pytest.raises(Rejected, match="target_invalid"):
        made.play("ann", {**strikes[0].intent, "target": "dorn"})
    made.play("ann", strikes[0].intent)


@pytest.mark.parametrize(
    ("change", "risks"),
    [
        ({}, ("boris",)),
        ({"type": "gm_set", "who": "boris", "value_of": "status", "key": "stunned", "value": True}, ()),
        ({"type": "set_position", "who": "dorn", "at": [251, 0]}, ("boris",)),
        ({"type": "set_position", "who": "dorn", "at": [250, 0]}, ("boris", "dorn")),
        ({"type": "hide", "who": "boris"}, ()),
    ],
    ids=["a friend and a foe near", "stunned", "outside its zone", "on its border", "unseen"],
)
def test_who_moves_is_told_before_by_whom_it_may_be_struck_at(change: dict[str, Any], risks: tuple[str, ...]) -> None:
    """A-ZOC-2, A-ZOC-6: as far as its player knows; a menu that is remembered is warned of it, too."""
    made = fight()
    while made.state.play.game.turn != "clara":
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})
    with made.timeline.shelf:
        offered(made, "ann")
        if change:
            made.play("gm", change)
        found = {each.key: each.risks for each in offered(made, "ann") if each.who == "clara"}
    assert found["move"] == risks
    assert not any(other for key, other in found.items() if key != "move")


# --- words -----------------------------------------------------------------------------------------------------------


def test_each_sample_has_a_german_name() -> None:
    """The lists of things that people read are in their language."""
    samples: list[Any] = [*WEAPONS.values(), *SHIELDS.values(), *ARMOUR.values(), *OBJECTS.values()]
    assert {sample.name for sample in samples} <= set(SAMPLE_NAMES)
    stances = {stance for weapon in WEAPONS.values() for stance in weapon.stances}
    assert stances <= set(SAMPLE_NAMES)


def test_each_attribute_is_called_by_its_name() -> None:
    """Endurance has the key of the group that ends turns."""
    choice = the_choice("gm_check", "attribute")
    said = {each: LABELS[each][0] for each in choice}
    assert said == {
        "str": "Strength", "dex": "Dexterity", "end": "Endurance", "con": "Constitution", "spd": "Speed",
        "perc": "Perception",
    }  # fmt: skip


def the_choice(key: str, name: str) -> list[Any]:
    """What may be chosen in the GM's option of this key, in the fight."""
    made = fight()
    return choices(the(made, key), name)


def test_of_two_dice_it_is_said_which_counts() -> None:
    """A-GEN-2: where the sum of an attack or a defence is shown."""
    assert {LABELS[mode][0] for mode in ("adv", "dis")} == {"Two d20, the higher counts", "Two d20, the lower counts"}
    lines: Any = CATALOG["lines"]
    for language, event in product(("en", "de"), ("HitsRolled", "DefenceRolled")):
        assert "{mode}" in lines[language][f"sum.{event}"]


@pytest.mark.parametrize(("status", "said"), [("unconscious", {"burning", "unconscious"}), ("dead", {"dead"})])
def test_of_the_fallen_it_is_said_only_what_still_matters(status: str, said: set[str]) -> None:
    """Not how the weapon in a hand is; of the dead nothing else."""
    made = fight()
    values = (("loaded", "light_crossbow", False), ("status", "burning", 2), ("status", status, True))
    for value_of, key, value in values:
        made.play("gm", {"type": "gm_set", "who": "clara", "value_of": value_of, "key": key, "value": value})
    assert set(made.view("gm").combatants["clara"].conditions) == said
