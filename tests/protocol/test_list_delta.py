"""A list is told by what is new in it, and comes out whole."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.list_delta import applied, delta
from tests.protocol.golden import names, vectors

LISTS = vectors("lists")

entries = st.lists(st.fixed_dictionaries({"key": st.sampled_from("abcdef")}, optional={"cost": st.integers(0, 2)}))
_encode, _decode = msgspec.msgpack.Encoder(order="deterministic").encode, msgspec.msgpack.decode


def _told(before: list[Any], after: list[Any]) -> Any:
    return _decode(_encode(delta([_encode(one) for one in before], [_encode(one) for one in after])))


@pytest.mark.parametrize("vector", LISTS, ids=names(LISTS))
def test_told_as_in_every_language(vector: dict[str, Any]) -> None:
    """The vectors say what is told, and that it leads there."""
    assert _told(vector["before"], vector["after"]) == vector["told"]
    assert applied(vector["before"], vector["told"]) == vector["after"]


@given(entries, entries)
def test_any_list_leads_to_any_other(before: list[Any], after: list[Any]) -> None:
    """Whatever comes, goes or changes its place, the list comes out whole, and nothing is told that was there."""
    told = _told(before, after)
    assert applied(before, told) == after
    assert all(one not in before for one in told if not isinstance(one, int))


def test_a_place_that_is_not_there_is_an_error() -> None:
    """A number beyond the list before is not taken for anything."""
    with pytest.raises(IndexError):
        applied([{"key": "a"}], [1])
