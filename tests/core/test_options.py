"""Parameters of options, and the checks that fit them."""

from typing import Any

import msgspec
import pytest

from server.core.errors import Rejected
from server.core.options import Choice, Limit, Param, Reason, check_list, check_point, each_choice


class Deed(msgspec.Struct, frozen=True):
    """What a plan may consist of."""

    kind: str
    target: str = ""


DEEDS = (Deed("strike", "ben"), Deed("guard"), Deed("wait"))
GREY = Choice(msgspec.to_builtins(Deed("rest")), "rest", Reason("weary", "Too weary."))
PLAN = Param(
    name="plan", kind="list", least=1, most=3, choices=(*(Choice(msgspec.to_builtins(deed)) for deed in DEEDS), GREY)
)
AGAIN = msgspec.structs.replace(PLAN, repeats=True)


@pytest.mark.parametrize("deeds", [DEEDS, DEEDS[::-1], DEEDS[1:2]])
def test_a_list_is_taken_in_any_order(deeds: tuple[Deed, ...]) -> None:
    check_list(PLAN, deeds)
    check_list(PLAN, msgspec.to_builtins(deeds))


def test_the_same_may_stand_in_it_twice_where_that_is_offered() -> None:
    check_list(AGAIN, (DEEDS[0], DEEDS[1], DEEDS[0]))


@pytest.mark.parametrize(
    ("deeds", "code", "detail"),
    [
        ((), "list_length", {"least": 1, "most": 3, "count": 0}),
        ((*DEEDS, DEEDS[0]), "list_length", {"least": 1, "most": 3, "count": 4}),
        ((DEEDS[1], Deed("strike", "cat")), "not_offered", {"place": 2}),
        ((Deed("rest"),), "not_offered", {"place": 1}),
        ((DEEDS[1], DEEDS[0], DEEDS[1]), "listed_twice", {"place": 3, "first": 1}),
    ],
)
def test_what_is_not_offered_is_refused_with_the_numbers(
    deeds: tuple[Deed, ...], code: str, detail: dict[str, Any]
) -> None:
    with pytest.raises(Rejected) as refused:
        check_list(PLAN, deeds)
    assert (refused.value.code, refused.value.detail) == (code, detail)


TIRED = Reason("tired", "One strike, no more.", {"most": 1})
HANDS = Param(
    name="plan", kind="list", most=4, repeats=True,
    choices=(
        Choice("draw", uses={"sword": -4}), Choice("strike", uses={"sword": 1, "strikes": 1}), Choice("wait"),
    ),
    limits=(Limit(name="sword", most=0), Limit(name="strikes", most=1, reason=TIRED), Limit(name="breaths")),
)  # fmt: skip
"""A sword that has to be drawn first, and a single strike."""


@pytest.mark.parametrize("deeds", [["draw", "strike"], ["wait", "draw", "wait", "strike"], ["draw", "draw"]])
def test_entries_use_up_what_earlier_ones_have_made_room_for(deeds: list[str]) -> None:
    check_list(HANDS, deeds)


@pytest.mark.parametrize(
    ("deeds", "code", "detail"),
    [
        (["strike", "draw"], "not_offered", {"place": 1}),
        (["wait", "strike"], "not_offered", {"place": 2}),
        (["draw", "strike", "strike"], "tired", {"most": 1}),
    ],
)
def test_what_goes_beyond_a_limit_is_refused_for_its_reason(
    deeds: list[str], code: str, detail: dict[str, Any]
) -> None:
    with pytest.raises(Rejected) as refused:
        check_list(HANDS, deeds)
    assert (refused.value.code, refused.value.detail) == (code, detail)


def test_one_choice_stands_for_one_at_each_whom_it_may_be_aimed_at() -> None:
    blow = Choice({"kind": "strike"}, aims=("", "ben", "cat"))
    blows = Param(name="plan", kind="list", most=2, aim="target", choices=(blow, Choice({"kind": "wait"})))
    aimed = [{"kind": "strike", "target": "cat"}, {"kind": "strike"}]
    check_list(blows, aimed)
    assert [(each.value.get("target"), each.target) for each in each_choice(blows)] == [
        (None, ""), ("ben", "ben"), ("cat", "cat"), (None, ""),
    ]  # fmt: skip
    with pytest.raises(Rejected, match="not_offered"):
        check_list(blows, [{"kind": "strike", "target": "dan"}])


LAMP = Param(name="at", kind="point", most=400)


def test_a_point_is_taken_as_far_as_its_radius() -> None:
    check_point(LAMP, (100, 0), (100, 400))
    check_point(Param(name="at", kind="point"), (0, 0), (9_000, 0))


def test_a_point_beyond_is_refused_with_the_numbers() -> None:
    with pytest.raises(Rejected) as refused:
        check_point(LAMP, (100, 0), (100, 401))
    assert (refused.value.code, refused.value.detail) == ("beyond_radius", {"away_m": 4.01, "most_m": 4.0})
