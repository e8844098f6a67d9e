"""Combatants and parties notice; seats see: one seat that plays somebody aware and somebody who is not."""

from __future__ import annotations

from typing import Any

import pytest
from three_cups import SYSTEM

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.secrecy import is_aware, known
from server.scenario.rehearsal import Rehearsal
from tests.core.test_three_cups import kinds

AUDIENCES = ("gm", "seat:ann", "seat:bob", "public")


def laid(**cat: Any) -> Rehearsal:
    """Ann plays Anna and Abel of the watch, Bob plays Ben of the watch and Kit, a thief; Cat, the GM's, is hidden."""
    one = CombatantSpec
    spec = EncounterSpec(
        title="Cups",
        system="three_cups",
        seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
        combatants={
            "anna": one(name="Anna", side="watch", seat="ann"),
            "abel": one(name="Abel", side="watch", seat="ann"),
            "ben": one(name="Ben", side="watch", seat="bob"),
            "kit": one(name="Kit", side="thieves", seat="bob"),
            "nell": one(name="Nell", side="thieves"),
            "cat": one(name="Cat", side="thieves", hidden=True, **cat),
        },
    )
    return Rehearsal(SYSTEM, spec)


def who_sees(table: Rehearsal) -> set[str]:
    """Those who see Cat."""
    return {audience for audience in AUDIENCES if "cat" in table.view(audience).combatants}


def who_notices(table: Rehearsal, audience: str = "gm") -> set[str]:
    """Those who are aware of Cat, as far as the audience knows."""
    state = known(table.system, table.state, audience)
    return {who for who in table.state.play.pieces if who != "cat" and is_aware(state, who, "cat")}


@pytest.mark.parametrize(
    ("said", "sees", "notices"),
    [
        ({}, {"gm"}, {"nell"}),
        ({"seen_by": ("ann",)}, {"gm", "seat:ann"}, {"nell", "anna", "abel"}),
        ({"aware": ("anna",)}, {"gm", "seat:ann"}, {"nell", "anna"}),
        ({"aware": ("side:thieves",)}, {"gm", "seat:bob"}, {"nell", "kit"}),
        ({"aware": ("side:watch",)}, {"gm", "seat:ann", "seat:bob"}, {"nell", "anna", "abel", "ben"}),
    ],
    ids=["nobody", "a seat", "a combatant", "its party", "another party"],
)
def test_a_seat_sees_whom_one_of_its_combatants_notices(said: Any, sees: set[str], notices: set[str]) -> None:
    """The GM's combatants notice one another; the public nobody."""
    table = laid(**said)
    assert who_sees(table) == sees
    assert who_notices(table) == notices


def test_nobody_learns_who_else_notices() -> None:
    """Bob knows of Ben, not of Ann's (and of the GM's own, as everybody); nor by the event that hid Cat."""
    table = laid(aware=("side:watch",))
    assert who_notices(table, "seat:bob") == {"nell", "ben"}
    assert who_notices(table, "seat:ann") == {"nell", "anna", "abel"}
    shown = {to: table.view(to).combatants["cat"].aware for to in ("gm", "seat:ann", "seat:bob")}
    assert shown == {"gm": ("side:watch",), "seat:ann": ("anna", "abel"), "seat:bob": ("ben",)}
    (commit,) = table.play("gm", {"type": "hide", "who": "cat", "seen_by": ["bob"], "aware": ["anna"]})
    hidden: list[Any] = [event for to in ("seat:ann", "seat:bob") for event in commit.told_to(to)]
    assert [(event.seen_by, event.aware) for event in hidden] == [((), ()), ((), ())]
    assert who_notices(table, "seat:ann") == {"nell", "anna"}
    assert who_notices(table, "seat:bob") == {"nell", "ben", "kit"}


def test_to_be_noticed_is_told_to_those_who_notice() -> None:
    """Ann sees Cat come into sight, and later that Abel notices, too; nobody else hears of either, not even Cat's."""
    table = laid()
    (first,) = table.play("gm", {"type": "show", "who": "cat", "to": ["anna"]})
    assert {to: kinds_told(first, to) for to in AUDIENCES} == {
        "gm": ["CombatantNoticed"], "seat:ann": ["CombatantRevealed"], "seat:bob": [], "public": []
    }  # fmt: skip
    assert who_sees(table) == {"gm", "seat:ann"}
    (second,) = table.play("gm", {"type": "show", "who": "cat", "to": ["side:watch"]})
    assert {to: kinds_told(second, to) for to in AUDIENCES} == {
        "gm": ["CombatantNoticed"], "seat:ann": ["CombatantNoticed"], "seat:bob": ["CombatantRevealed"], "public": []
    }  # fmt: skip
    noticed: Any = second.told_to("seat:ann")[0]
    assert noticed.by == ("anna", "abel")
    (third,) = table.play("gm", {"type": "show", "who": "cat"})
    assert kinds([third]) == ["CombatantRevealed"]
    assert who_sees(table) == set(AUDIENCES)


def kinds_told(commit: Any, audience: str) -> list[str]:
    """What the audience was told."""
    return [type(event).__name__ for event in commit.told_to(audience)]


def test_who_is_given_somebody_aware_sees_what_that_one_notices() -> None:
    """And who gives them away, no longer."""
    table = laid(aware=("anna",))
    table.play("gm", {"type": "hand_over", "who": "anna", "seat": "bob"})
    assert who_sees(table) == {"gm", "seat:bob"}


def test_only_who_is_there_can_notice() -> None:
    """Combatants and parties."""
    table = laid()
    for one in ("zoe", "side:none", "ann"):
        assert table.refusal("gm", {"type": "show", "who": "cat", "to": [one]}) == "unknown_combatant"
        assert table.refusal("gm", {"type": "hide", "who": "cat", "aware": [one]}) == "unknown_combatant"
