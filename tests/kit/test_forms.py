"""Menus made from the types of intents: whatever a form lets one choose is an intent of that type."""

from __future__ import annotations

import random
from typing import Annotated, Any, Literal, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from client_demo.choice import filled
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import Intent
from server.core.options import Choice, Goal, Param
from server.core.space import Point
from server.core.state import Ledger, Piece, Play, Seat, State
from server.kit.forms import YES_NO, Side, Somebody, check_people, choice, number, option, param, path, settings

Level = Literal["none", "half", "all"]
PLAY = Play(game=None, pieces={"a": Piece("Ann", "red"), "b": Piece("Bob", "blue"), "c": Piece("Cat", "red")})
STATE = State(play=PLAY, ledger=Ledger(seats={GM: Seat(name="GM", role=GM, token=b"")}))


class Shield(Intent, frozen=True, kw_only=True):
    """Something of each kind."""

    who: Somebody
    source: Annotated[Somebody, Meta(max_length=9)] = "*"
    level: Level
    hard: bool = False
    size: Annotated[int, Meta(ge=1, le=9)] = 3
    note: Annotated[str, Meta(min_length=1, max_length=80)] = "-"
    at: Point | None = None
    bonus: Annotated[int, Meta(ge=-2, le=2)] | None = None
    others: Annotated[tuple[Somebody, ...], Meta(min_length=1, max_length=9)] = ()
    winners: tuple[Side, ...] = ()


def test_what_must_be_given_is_open_and_what_is_fixed_is_not() -> None:
    """In the order of the type; the names of fields are the labels."""
    made = option(Shield, play=PLAY)
    assert (made.key, made.intent, made.group, made.answers) == ("shield", {"type": "shield"}, "gm", False)
    assert [(each.name, each.label, each.kind) for each in made.params] == [
        ("who", "who", "choice"),
        ("level", "level", "choice"),
    ]
    fixed = option(Shield, fixed={"who": "a", "level": "all"}, group="answer", label="Shield")
    assert (fixed.params, fixed.answers, fixed.label) == ((), True, "Shield")
    assert fixed.intent == {"type": "shield", "who": "a", "level": "all"}


def test_what_answers_and_is_no_end_and_no_preparation_changes_the_act() -> None:
    """The game master's word on it, too."""
    goals = get_args(Goal)
    changing = {
        group: [goal for goal in goals if option(Shield, play=PLAY, group=group, goal=goal).changes]
        for group in ("answer", "gm")
    }
    assert changing == {"answer": [goal for goal in goals if goal not in ("prepare", "end")], "gm": []}


def test_each_type_makes_its_form() -> None:
    """Bounds, choices in the order of the type, defaults, people."""
    who, level, hard, size, note, at, bonus, others, winners = (
        param(Shield, name, PLAY)
        for name in ("who", "level", "hard?", "size", "note", "at?", "bonus?", "others", "winners")
    )
    assert who.choices == (Choice("a", "Ann"), Choice("b", "Bob"), Choice("c", "Cat"))
    assert who.combatant
    assert [each.value for each in level.choices] == ["none", "half", "all"]
    assert (hard.choices, hard.optional, hard.name) == (YES_NO, True, "hard")
    assert (size.least, size.most, size.initial, size.optional) == (1, 9, 3, False)
    assert (note.kind, note.least, note.most) == ("text", 1, 80)
    assert (at.kind, at.optional) == ("point", True)
    assert (bonus.least, bonus.most, bonus.initial) == (-2, 2, None)
    assert (others.kind, others.least, others.most, others.combatant) == ("many", 1, 3, True)
    assert [each.value for each in winners.choices] == ["red", "blue"]
    assert (winners.least, winners.most, winners.combatant) == (0, 2, False)


def test_a_parameter_may_be_given_instead_of_a_name() -> None:
    """Where bounds or choices are those of this moment."""
    cover = choice("level", Choice("half", "5+"), "all", optional=True)
    made = option(Shield, number("size", 2, 4, initial=2), cover)
    assert [(each.name, each.least, each.most, each.initial) for each in made.params[:1]] == [("size", 2, 4, 2)]
    assert [(each.value, each.label) for each in made.params[1].choices] == [("half", "5+"), ("all", "all")]


def test_a_path_says_how_far_it_leads_and_where_it_is_hard() -> None:
    corner = ((0, 0), (9, 0), (9, 9))
    found = path(600, iter([corner]))
    assert found == Param(name="path", kind="path", label="path", most=600, rough=(corner,))


def test_a_type_without_a_form_is_an_error_that_names_it() -> None:
    """It is noticed when the menu is first made."""

    class Odd(Intent, frozen=True, kw_only=True):
        sheet: dict[str, int]

    with pytest.raises(TypeError, match=r"Odd\.sheet"):
        option(Odd)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"who": "a"}, None),
        ({"who": "x"}, "x"),
        ({"who": "a", "source": "b"}, None),
        ({"who": "a", "source": "x"}, "x"),
        ({"who": "a", "others": ("b", "x")}, "x"),
    ],
)
def test_only_those_who_are_there_can_be_named(fields: dict[str, Any], wrong: str | None) -> None:
    """Of one and of several; a default such as `*` names nobody."""
    intent = Shield(level="all", **fields)
    if wrong is None:
        check_people(STATE, intent)
        return
    with pytest.raises(Rejected) as refused:
        check_people(STATE, intent)
    assert (refused.value.code, refused.value.detail) == ("unknown_combatant", {"who": wrong})


# --- house rules -----------------------------------------------------------------------------------------------------


class Rules(msgspec.Struct, frozen=True):
    """House rules, of which two can be drawn."""

    step: Annotated[int, Meta(ge=0, le=9)] = 1
    when: Literal["start", "end"] = "start"
    areas: dict[str, int] = {}


class SetRules(Intent, frozen=True, kw_only=True):
    """Sets them."""

    rules: Rules


def test_house_rules_begin_with_what_counts_now() -> None:
    """What is left open, and what has no form, stays as it is."""
    made = settings(SetRules, "rules", Rules(step=4, areas={"fen": 2}))
    assert made.intent == {"type": "set_rules", "rules": {"step": 4, "when": "start", "areas": {"fen": 2}}}
    step, when = made.params
    assert (step.name, step.label, step.initial, step.optional) == ("rules.step", "option.step", 4, True)
    assert [(each.value, each.label) for each in when.choices] == [
        ("end", "option.when.end"),
        ("start", "option.when.start"),
    ]


# --- whatever a form offers is taken ---------------------------------------------------------------------------------


def _bounded(ends: tuple[int, int]) -> Any:
    least, most = sorted(ends)
    return Annotated[int, Meta(ge=least, le=most)]


TYPES = st.one_of(
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)).map(_bounded),
    st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=4, unique=True).map(
        lambda values: Literal[tuple(values)]
    ),
    st.sampled_from([bool, Point, Point | None, Annotated[str, Meta(max_length=12)]]),
    st.sampled_from([Somebody, Annotated[Somebody, Meta(max_length=5)], tuple[Somebody, ...], tuple[Side, ...]]),
)


@given(types=st.lists(TYPES, max_size=5), open_=st.lists(st.booleans(), min_size=5, max_size=5), seed=st.integers())
def test_whatever_is_filled_in_is_an_intent(types: list[Any], open_: list[bool], seed: int) -> None:
    """Of any type with any bounds, whether or not a field may be left out."""
    fields = [(f"f{k}", kind) if is_open else (f"f{k}", kind | None, None) for k, (kind, is_open) in _zip(types, open_)]
    made: Any = msgspec.defstruct("Wish", fields, bases=(Intent,), frozen=True, kw_only=True)
    names = (each[0] if len(each) == 2 else f"{each[0]}?" for each in fields)
    offered = msgspec.to_builtins(option(made, *names, play=PLAY))
    luck = random.Random(seed)
    for _ in range(5):
        intent = filled(offered, {}, luck)
        assert intent is not None
        check_people(STATE, msgspec.convert(intent, made))


def _zip(types: list[Any], open_: list[bool]) -> Any:
    return enumerate(zip(types, open_[: len(types)], strict=True))
