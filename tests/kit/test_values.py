"""What the GM may set: one table refuses and offers, and the two never disagree."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from client_demo.choice import filled
from server.core.errors import Rejected
from server.core.options import Choice, Param
from server.core.state import Piece
from server.kit import values
from server.kit.values import FLAG, Settable, Value, by_key, numbers, same

LEAST, MOST = -100, 100


class Sheet(msgspec.Struct, frozen=True):
    """Two numbers with bounds."""

    might: Annotated[int, Meta(ge=0, le=30)] = 1
    aim: Annotated[int, Meta(ge=-5, le=5)] = 0


class Fighter(msgspec.Struct, frozen=True):
    """What differs from one to the other."""

    hearts: int = 3
    arms: tuple[str, ...] = ("bow",)


class GmSet(values.GmSet, frozen=True, kw_only=True):
    """As a system has it."""

    value_of: Literal["hearts", "luck", "state", "ready", "loaded", "sheet"]


TABLE: values.Table = {
    "hearts": lambda one: {"": Value((LEAST, MOST), offered=(0, one.hearts))},
    "luck": same(Value((LEAST, MOST), offered=(0, 9))),
    "state": same(Value(choices=("up", "down"))),
    "ready": same(FLAG),
    "loaded": lambda one: {arm: Value(name=arm.title()) for arm in one.arms},
    "sheet": by_key(numbers(Sheet, "might", "aim")),
}
SETTABLE = Settable(GmSet, TABLE)
WHO = Param(name="who", kind="choice", label="who", choices=(Choice("a", "Ann"),))


def table(one: Fighter) -> Any:
    """As much of a state as is looked at: Ann."""
    game = SimpleNamespace(combatants={"a": one})
    return SimpleNamespace(play=SimpleNamespace(game=game, pieces={"a": Piece("Ann", "red")}))


def refusal(name: str, key: str, value: Any, settable: Settable = SETTABLE) -> str | None:
    """The code with which it is refused."""
    try:
        settable.check(table(Fighter()), GmSet(who="a", value_of=name, key=key, value=value))  # type: ignore[arg-type]
    except Rejected as rejected:
        return rejected.code
    return None


@pytest.mark.parametrize(
    ("name", "key", "value", "code"),
    [
        ("hearts", "", 100, None),
        ("hearts", "", 101, "out_of_bounds"),
        ("hearts", "", True, "no_such_value"),
        ("hearts", "", "many", "no_such_value"),
        ("hearts", "might", 1, "no_such_value"),
        ("state", "", "up", None),
        ("state", "", "gone", "no_such_value"),
        ("ready", "", False, None),
        ("ready", "", 1, "no_such_value"),
        ("loaded", "bow", True, None),
        ("loaded", "axe", True, "no_such_value"),
        ("loaded", "", True, "no_such_value"),
        ("sheet", "aim", -5, None),
        ("sheet", "aim", -6, "out_of_bounds"),
    ],
)
def test_only_what_there_is_can_be_set_within_its_bounds(name: str, key: str, value: Any, code: str | None) -> None:
    """By kind, key and value; the sheet's bounds are those of its types."""
    assert refusal(name, key, value) == code


def test_a_system_may_say_the_same_of_every_value_that_does_not_fit() -> None:
    """Its own code for a number beyond its bounds."""
    plain = Settable(GmSet, TABLE, beyond="no_such_value")
    assert refusal("hearts", "", 101, plain) == "no_such_value"


def test_one_option_sets_a_value_of_anybody() -> None:
    """Its bounds serve whoever has most; several kinds in one form are chosen from."""
    people = [Fighter(hearts=2), Fighter(hearts=7)]
    made = SETTABLE.option(WHO, people, "hearts")
    assert (made.intent, made.label) == ({"type": "gm_set", "value_of": "hearts"}, "hearts")
    assert [(each.name, each.least, each.most) for each in made.params] == [("who", 0, 0), ("value", 0, 7)]
    both = SETTABLE.option(WHO, people, "hearts", "luck")
    assert [each.name for each in both.params] == ["who", "value_of", "value"]
    assert (both.params[-1].most, both.label) == (9, "")


def test_a_key_is_chosen_or_fixed() -> None:
    """Of all, of some, of this one only; called by its name where it has one."""
    all_keys, some, this = (SETTABLE.option(WHO, [Fighter()], "sheet", keys=keys) for keys in (None, ("aim",), "aim"))
    assert [each.value for each in all_keys.params[1].choices] == ["might", "aim"]
    assert [each.value for each in some.params[1].choices] == ["aim"]
    assert (this.intent["key"], this.label, len(this.params)) == ("aim", "aim", 2)
    loaded = SETTABLE.option("a", [Fighter(arms=("bow", "gun"))], "loaded", label="Ann")
    assert (loaded.intent["who"], loaded.label) == ("a", "Ann")
    assert [each.label for each in loaded.params[0].choices] == ["Bow", "Gun"]


def test_what_only_some_have_is_set_of_those_who_have_just_the_same_by_its_key() -> None:
    """Each key by itself, so that nobody is offered what it has not."""
    people = {"a": Fighter(arms=("bow",)), "b": Fighter(arms=("gun", "bow")), "c": Fighter(hearts=9)}
    pieces = {who: Piece(who.title(), "red") for who in people}
    play: Any = SimpleNamespace(game=SimpleNamespace(combatants=people), pieces=pieces)
    loaded = [
        (each.key, each.label, [one.value for one in each.params[0].choices])
        for each in SETTABLE.by_keys(play, "loaded")
    ]
    assert loaded == [("loaded", "Bow", ["a", "b", "c"]), ("loaded", "Gun", ["b"])]
    hearts = [
        (each.params[1].most, [one.label for one in each.params[0].choices])
        for each in SETTABLE.by_keys(play, "hearts")
    ]
    assert hearts == [(3, ["A", "B"]), (9, ["C"])]


@given(
    name=st.sampled_from(sorted(TABLE)), hearts=st.integers(0, 50),
    arms=st.lists(st.text("abc", min_size=1), min_size=1, max_size=3, unique=True), seed=st.integers(),
)  # fmt: skip
def test_whatever_is_offered_is_accepted(name: str, hearts: int, arms: list[str], seed: int) -> None:
    """For any combatant, whatever its sheet."""
    one = Fighter(hearts, tuple(arms))
    offered = msgspec.to_builtins(SETTABLE.option("a", [one], name))
    intent = filled(offered, {}, random.Random(seed))
    assert intent is not None
    SETTABLE.check(table(one), msgspec.convert(intent, GmSet))


@given(
    name=st.sampled_from(sorted(TABLE)), key=st.sampled_from(["", "might", "aim", "bow"]),
    value=st.one_of(st.integers(-200, 200), st.booleans(), st.sampled_from(["up", "down", ""])),
)  # fmt: skip
def test_it_is_refused_or_it_fits(name: str, key: str, value: Any) -> None:
    """Never both, never neither, and nothing else is raised."""
    found = TABLE[name](Fighter()).get(key)
    assert (refusal(name, key, value) is None) == (found is not None and found.takes(value))
