"""Parameters of options, and the checks that fit them."""

from typing import Any

import msgspec
import pytest

from server.core.errors import Rejected
from server.core.options import Choice, Param, Reason, check_list, check_point


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


LAMP = Param(name="at", kind="point", most=400)


def test_a_point_is_taken_as_far_as_its_radius() -> None:
    check_point(LAMP, (100, 0), (100, 400))
    check_point(Param(name="at", kind="point"), (0, 0), (9_000, 0))


def test_a_point_beyond_is_refused_with_the_numbers() -> None:
    with pytest.raises(Rejected) as refused:
        check_point(LAMP, (100, 0), (100, 401))
    assert (refused.value.code, refused.value.detail) == ("beyond_radius", {"away_m": 4.01, "most_m": 4.0})
