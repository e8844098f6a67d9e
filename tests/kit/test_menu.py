"""Deeds as options, in the own turn, as reactions and on a walk: what is offered is what the checks let pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from server.core.errors import Rejected
from server.core.intents import Act
from server.core.memo import Shelf
from server.core.options import Option, Param, Reason
from server.core.space import Point, distance_cm, path_cm
from server.core.state import Piece, Play
from server.kit.acts.checks import COST
from server.kit.acts.deeds import Deeds, check_cost, code_of
from server.kit.acts.frame import Frame
from server.kit.acts.kind import Kind, Moment, in_own_turn
from server.kit.acts.menu import Menu
from server.kit.acts.texts import TEXTS
from server.kit.acts.walking import ONE, Walking
from server.kit.forms import number
from server.kit.offering import Wish, reasons_in, somebody

REACH_CM, WALK_CM = 200, 500
PLACES = st.integers(0, 900)


class Strike(Act, frozen=True, kw_only=True, tag="attack"):
    """Strike, with more actions for more harm."""

    who: str = ""
    target: str
    more: int = 0


class Rest(Act, frozen=True, kw_only=True):
    """Rest, for two actions."""

    who: str = ""


class Duck(Act, frozen=True, kw_only=True):
    """Duck: in the own turn alone."""

    who: str = ""


class Guard(Act, frozen=True, kw_only=True):
    """A defence."""

    who: str = ""


class Walk(Act, frozen=True, kw_only=True):
    """Walk, and do something meanwhile."""

    who: str = ""
    path: tuple[Point, ...] = ()
    with_: Strike | Rest | Duck | Guard | None = msgspec.field(default=None, name="with")


def check_strike(play: Play, who: str, deed: Strike, _moment: Moment) -> None:
    own, other = play.pieces[who].at, play.pieces[deed.target].at
    assert own is not None
    assert other is not None
    if distance_cm(own, other) > REACH_CM:
        raise Rejected("out_of_reach")


def check_walk(play: Play, who: str, deed: Walk, _moment: Moment) -> None:
    at = play.pieces[who].at
    assert at is not None
    if deed.path and path_cm(at, deed.path) > WALK_CM:
        raise Rejected("too_far")


def fine(_play: Play, _who: str, _deed: Any, _moment: Moment) -> None:
    """Nothing is against it."""


DEEDS = Deeds(
    kinds={
        Strike: Kind(name="strike", check=check_strike, cost=lambda _play, _who, deed: 1 + int(deed.more)),
        Rest: Kind(name="rest", check=fine, cost=lambda _play, _who, _deed: 2),
        Duck: Kind(name="duck", check=fine, own_turn_only=in_own_turn),
        Guard: Kind(name="guard", check=fine, answer=lambda _draft, _frame, _who, _deed, _walking: None),
        Walk: Kind(name="walk", check=check_walk, is_move=True),
    }
)
WALKING = Walking(
    deeds=DEEDS, walk=Walk, reach=lambda _play, _who: WALK_CM,
    ranges=lambda _play, _who, deed: (REACH_CM, REACH_CM) if isinstance(deed, Strike) else None,
    free=(("shout", Param(name="text", kind="text", label="text", most=9)),),
)  # fmt: skip


def wishes(play: Play, who: str) -> list[Wish]:
    """All that somebody could think of."""
    them = somebody(play, [other for other in play.pieces if other != who])
    more = number("more", 0, 2, optional=True)
    return [
        Wish(intent=Strike(who=who, target=""), label="Axe", cost=ONE, pick=them, params=(more,)),
        Wish(intent=Rest(who=who), cost="2 actions"),
        Wish(intent=Duck(who=who), cost=ONE, group="move"),
    ]


def affordable(params: tuple[Param, ...], have: int) -> tuple[Param, ...]:
    """As many actions more as are left beside the one that the strike takes."""
    if not params or params[-1].label != "more" or params[-1].most < have:
        return params
    return params[:-1] if have < 2 else (*params[:-1], msgspec.structs.replace(params[-1], most=have - 1))


MENU = Menu(
    deeds=DEEDS, reason_of=reasons_in(TEXTS), wishes=wishes, depends=lambda play, who: ((play,), (who,)),
    bare=lambda play, _who: play, affordable=affordable, walking=WALKING,
)  # fmt: skip


def play_of(*others: int) -> Play:
    """Ann in a corner, others on a line from there."""
    places = {"ann": 0, **{f"foe{k}": at for k, at in enumerate(others)}}
    return Play(phase="running", pieces={who: Piece(who, who, (at, 0)) for who, at in places.items()})


def menu(play: Play, have: int, reacts: bool = False) -> dict[str, Option]:
    """By key, and what it is called beside."""
    return {each.key + (each.label if "walk" in each.key else ""): each for each in MENU.of(play, "ann", have, reacts)}


@given(st.lists(PLACES, min_size=1, max_size=4), st.integers(0, 3))
def test_what_is_offered_passes_the_checks_and_what_is_greyed_does_not(places: list[int], have: int) -> None:
    """Whatever the number of actions, and as a reaction too."""
    play = play_of(*places)
    for reacts in (False, True):
        found = menu(play, have, reacts)
        for choice in found["attack"].params[0].choices:
            deed = Strike(who="ann", target=choice.value)
            assert code(choice.reason or found["attack"].reason) == refusal(play, deed, have, reacts)
        assert code(found["rest"].reason) == refusal(play, Rest(who="ann"), have, reacts)
        assert ("duck" in found) is not reacts
        assert reacts or code(found["duck"].reason) == refusal(play, Duck(who="ann"), have, reacts)


def code(reason: Reason | None) -> str:
    """Empty where there is none."""
    return reason.code if reason is not None else ""


def refusal(play: Play, deed: Any, have: int, reacts: bool) -> str:
    """The code of what refuses it, in the order of the checks of acts."""
    cost = COST if reacts else DEEDS.cost(play, "ann", deed)
    return (
        code_of(lambda: DEEDS.check_kind(play, "ann", deed, is_reaction=reacts))
        or code_of(DEEDS.check, play, "ann", deed, Moment())
        or code_of(check_cost, play, "ann", cost, have)
    )


def test_more_actions_are_offered_as_far_as_they_are_there() -> None:
    """A reaction takes one and no more."""
    play = play_of(100)
    strikes = [menu(play, have)["attack"] for have in range(4)]
    assert [[each.most for each in strike.params[1:]] for strike in strikes] == [[], [], [1], [2]]
    assert [each.name for each in menu(play, 3, reacts=True)["attack"].params] == ["reaction.target"]


def test_what_can_still_be_paid_stays_the_same_option() -> None:
    play = play_of(100)
    with Shelf():
        assert menu(play, 4)["attack"] is menu(play, 3)["attack"]
        assert menu(play, 1)["duck"] is menu(play, 3)["duck"]


def test_as_a_reaction_nothing_is_offered_that_belongs_to_the_own_turn() -> None:
    found = menu(play_of(100), 3, reacts=True)
    assert list(found)[:2] == ["attack", "rest"]
    assert all(each.answers and each.intent["type"] == "declare_reaction" for each in found.values())
    assert code(found["rest"].reason) == "reaction_costs_one"


def test_in_answer_to_an_act_come_the_defences_then_all_else_unless_it_is_a_reaction() -> None:
    play = play_of(100)
    guard = Wish(intent=Guard(who="ann"), group="answer", cost=ONE)
    act, reaction = (Frame(id="", name="", kind=kind, who="foe0", deed=None) for kind in ("act", "reaction"))
    found = MENU.answers(play, "ann", 1, act, [guard])
    assert [each.key for each in found[:3]] == ["guard", "walk_defend", "attack"]
    assert found[0].intent == {"type": "declare_reaction", "who": "ann", "reaction": {"type": "guard"}}
    assert [each.name for each in found[1].params] == ["reaction.path", "reaction.with"]
    assert [choice.label for choice in found[1].params[1].choices] == ["guard"]
    assert [each.key for each in MENU.answers(play, "ann", 1, reaction, [guard])] == ["guard"]
    assert [each.reason is None for each in MENU.answers(play, "ann", 0, reaction, [guard])] == [False]


# --- walking ---------------------------------------------------------------------------------------------------------


def walks(play: Play) -> dict[str, Option]:
    return {key: each for key, each in menu(play, 4).items() if "walk" in key}


@given(st.lists(PLACES, min_size=1, max_size=4), st.integers(-WALK_CM, WALK_CM))
def test_what_is_offered_on_a_walk_can_be_done_wherever_it_ends(places: list[int], end: int) -> None:
    play = play_of(*places)
    for each in walks(play).values():
        for choice in next((param.choices for param in each.params if param.name == "with"), ()):
            deed = msgspec.convert(choice.value, Strike | Rest | Duck)
            DEEDS.check(play, "ann", Walk(who="ann", path=((end, 0),), with_=deed), Moment())


@given(st.lists(PLACES, min_size=1, max_size=4))
def test_who_is_too_far_away_is_walked_up_to_where_that_suffices(places: list[int]) -> None:
    play = play_of(*places)
    walks_up = {each.label for each in walks(play).values() if each.key == "walk_attack"}
    reached = {f"Axe → foe{k}" for k, at in enumerate(places) if REACH_CM < at < REACH_CM + WALK_CM - 1}
    assert walks_up == reached
    for each in walks(play).values():
        if each.key == "walk_attack":
            DEEDS.check(play, "ann", msgspec.convert({**each.intent}, Walk), Moment())


def test_a_free_act_on_a_walk_leaves_its_text_open() -> None:
    found = walks(play_of(100))["walk_shout"]
    assert [each.name for each in found.params] == ["path", "with.text"]
    assert found.intent == {"type": "walk", "with": {"type": "shout"}, "who": "ann"}


def test_what_costs_more_does_so_on_a_walk() -> None:
    """And what has numbers of its own is an option of its own."""
    found = walks(play_of(WALK_CM + 100))
    assert [choice.label for choice in found["walk_act"].params[1].choices] == ["rest", "duck"]
    assert found["walk_act"].cost == ""


def test_who_gets_nowhere_is_offered_no_walk() -> None:
    still = replace(WALKING, reach=lambda _play, _who: 0)
    found = replace(MENU, walking=still).of(play_of(100), "ann", 4, reacts=False)
    assert [each.key for each in found] == ["attack", "rest", "duck"]
    assert still.defending(play_of(100), "ann", ()) == []
