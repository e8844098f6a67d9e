"""Options made of wishes: what the checks refuse is greyed with its reason, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.intents import Act
from server.core.memo import Shelf
from server.core.options import Choice, Goal, Option, Param, Reason
from server.core.state import Ledger, Parked, Piece, Play, State
from server.core.system import Asker
from server.kit.moment import name_of
from server.kit.offering import (
    AT_ONCE,
    NOBODY_THERE,
    Offering,
    Wish,
    judged,
    mine,
    option_of,
    reasons_in,
    simple,
    somebody,
    unless,
    within,
)

PEOPLE = ("ann", "bob", "cid", "dan")
WHY = Reason("too_far", "Cid is too far away.", {"name": "Cid"})
reason_of = reasons_in({"too_far": "{name} is too far away."})
some = st.sets(st.sampled_from(PEOPLE))
TEXT = Param(name="text", kind="text", label="text", most=9)


class Strike(Act, frozen=True, kw_only=True):
    """Strike somebody."""

    target: str
    text: str = ""


class Rest(Act, frozen=True, kw_only=True):
    """Rest."""


def state_of(people: tuple[str, ...] = PEOPLE, control: dict[str, str] | None = None) -> State:
    pieces = {who: Piece(who.capitalize(), "x") for who in people}
    return State(Play(phase="running", pieces=pieces), Ledger(control=control or {}))


def asker(seat: str) -> Asker:
    return Asker(seat, "gm", "gm", 0) if seat == "gm" else Asker(seat, "player", f"seat:{seat}", 0)


def check(state: State, intent: Any, far: set[str]) -> None:
    if getattr(intent, "target", "") in far:
        raise Rejected("too_far", name=name_of(state.play, intent.target))


def strike(targets: list[str]) -> Wish:
    pick = somebody(state_of().play, targets)
    return Wish(intent=Strike(who="ann", target=""), pick=pick, label="Axe", params=(TEXT,))


@given(some, some)
def test_what_is_refused_is_greyed_and_nothing_else(targets: set[str], far: set[str]) -> None:
    """The whole is greyed only where there is nothing left to choose."""
    state = state_of()
    option = judged(strike(sorted(targets)), lambda intent: reason_of(check, state, intent, far))
    pick, text = option.params
    assert {choice.value for choice in pick.choices if choice.reason} == targets & far
    assert (option.reason is not None) == (targets <= far)
    assert option.reason == (pick.choices[0].reason if targets and option.reason else option.reason)
    assert (option.intent, text) == ({"type": "strike", "who": "ann"}, TEXT)


def test_what_is_refused_whatever_is_picked_is_judged_once() -> None:
    """Then nothing that could be picked is judged by itself; else only that is."""
    asked: list[str] = []

    def judge(intent: Strike) -> None:
        asked.append(intent.target)

    refused = judged(strike(["bob", "cid"]), judge, lambda _: WHY)
    assert (refused.reason, [choice.reason for choice in refused.params[0].choices], asked) == (WHY, [WHY, WHY], [])
    allowed = judged(strike(["bob", "cid"]), judge, lambda _: None)
    assert (allowed.reason, allowed.params[0], asked) == (None, strike(["bob", "cid"]).pick, ["bob", "cid"])


def test_with_nobody_there_that_is_the_reason() -> None:
    assert judged(strike([]), lambda _: None).reason == NOBODY_THERE


def test_a_reason_is_the_refusal_with_its_numbers() -> None:
    assert reason_of(check, state_of(), Strike(who="ann", target="cid"), {"cid"}) == WHY
    assert reason_of(check, state_of(), Strike(who="ann", target="bob"), {"cid"}) is None


def test_the_key_is_the_tag_unless_it_has_another() -> None:
    rest = Wish(intent=Rest(who="ann"), group="answer", goal="end")
    assert option_of(rest, (None,)) == Option(
        key="rest", who="ann", intent={"type": "rest", "who": "ann"}, group="answer", answers=True, goal="end"
    )
    assert option_of(Wish(intent=Rest(who="ann"), key="nap"), (WHY,)).reason is WHY
    assert not option_of(Wish(intent=Rest(who="ann"), key="nap"), (WHY,)).answers


def test_what_counts_now_stands_in_the_intent_for_forms_to_begin_with() -> None:
    wish = Wish(intent=Strike(who="ann", target="bob", text="hard"), params=(TEXT,), as_now=True)
    assert option_of(wish, (None,)).intent == {"type": "strike", "who": "ann", "target": "bob", "text": "hard"}


def test_a_menu_is_as_it_is_unless_the_moment_forbids_it() -> None:
    options = (option_of(strike(["bob"]), (None,)), option_of(Wish(intent=Rest(who="ann")), (None,)))
    assert all(one is other for one, other in zip(unless(None, options), options, strict=True))
    assert [each.reason for each in unless(WHY, options)] == [WHY, WHY]


def test_within_another_intent_all_names_lead_there() -> None:
    """And it says no more who acts."""
    option = within(option_of(strike(["bob"]), (None,)), "react", "deed")
    assert option.intent == {"type": "react", "who": "ann", "deed": {"type": "strike"}}
    assert [param.name for param in option.params] == ["deed.target", "deed.text"]
    assert (option.answers, option.key, option.label) == (True, "strike", "Axe")


def test_what_is_possible_stays_the_same_object() -> None:
    wish = Wish(intent=Rest(who="ann"), group="end")
    with Shelf():
        first = simple(wish, None)
        assert simple(Wish(intent=Rest(who="ann"), group="end"), None) is first
        assert simple(wish, WHY).reason is WHY
        assert simple(wish, None) is first


# --- all of a seat ---------------------------------------------------------------------------------------------------


def each(_state: State, _asker: Asker, people: list[str]) -> Iterator[list[Option]]:
    for who in people:
        yield [option_of(Wish(intent=Rest(who=who)), (None,))]


ENDS = Option(key="end_fight", intent={"type": "end_fight"}, group="gm")
OFFERING = Offering(people=mine, each=each, gm=lambda _state, _asker: [ENDS])


@given(some)
def test_a_seat_is_offered_what_its_own_may_do(own: set[str]) -> None:
    state = state_of(control=dict.fromkeys(own, "amy"))
    assert [option.who for option in OFFERING.options(state, asker("amy"))] == [who for who in PEOPLE if who in own]
    assert [option.who for option in OFFERING.options(state, asker("gm"))] == [*PEOPLE, ""]


def test_nothing_is_offered_while_an_act_waits_for_dice() -> None:
    parked = Parked(
        act="", intent=None, seat="", nonce=b"", at=0, answers=None, roll="", who="ann", sides=6, count=1, faces={}
    )
    play = state_of().play
    for phase, waits in (("setup", None), ("ended", None), ("running", parked)):
        state = State(Play(phase=phase, pieces=play.pieces, parked=waits), Ledger())
        assert mine(state, asker("gm")) == []


def test_only_for_a_crowd_options_are_worked_out_in_steps() -> None:
    few, many = (tuple(f"c{k}" for k in range(count)) for count in (AT_ONCE, AT_ONCE + 1))
    assert OFFERING.steps(state_of(few), asker("gm")) is None
    assert OFFERING.steps(state_of(many, {"c0": "amy"}), asker("amy")) is None
    steps = OFFERING.steps(state_of(many), asker("gm"))
    assert steps is not None
    assert [option.who for step in steps for option in step] == list(many)


def test_a_parameter_of_its_own_can_be_judged_too() -> None:
    """Not only combatants are picked."""
    pick = Param(name="text", kind="choice", label="text", choices=(Choice("loud"), Choice("low")))
    wish = Wish(intent=Strike(who="ann", target="bob"), pick=pick)
    option = judged(wish, lambda intent: WHY if intent.text == "loud" else None)
    assert [choice.reason for choice in option.params[0].choices] == [WHY, None]
    assert option.intent == {"type": "strike", "who": "ann", "target": "bob"}


# --- goals -----------------------------------------------------------------------------------------------------------


def test_a_goal_is_told_by_the_group_or_said():
    """Moves, preparations and ends stand under headings of that name; whom it is aimed at is picked on the map."""
    for group, goal in (("move", "move"), ("prepare", "prepare"), ("end", "end"), ("act", None), ("answer", None)):
        assert option_of(Wish(intent=Rest(who="ann"), group=group), (None,)).goal == goal
    made = option_of(Wish(intent=Rest(who="ann"), group="move", goal="defend"), (None,))
    assert (made.goal, made.whom, made.changes) == ("defend", "", False)
    made = option_of(replace(strike(["bob"]), goal="harm"), (None,))
    assert (made.goal, made.whom, made.changes) == ("harm", "target", False)


def test_an_answer_changes_the_act_unless_it_prepares_or_ends_or_comes_too_late():
    """What is said of it wins."""
    expected: dict[Goal, bool] = {"defend": True, "harm": True, "prepare": False, "end": False}
    for goal, changes in expected.items():
        wish = Wish(intent=Rest(who="ann"), group="answer", goal=goal)
        assert option_of(wish, (None,)).changes is changes
        assert not option_of(replace(wish, changes=False), (None,)).changes
    deed = option_of(replace(strike(["bob"]), goal="harm"), (None,))
    answer = within(deed, "react", "deed")
    assert (answer.goal, answer.whom, answer.changes) == ("harm", "deed.target", True)
    late: tuple[Goal, ...] = ("harm",)
    assert not within(deed, "react", "deed", idle=late).changes
