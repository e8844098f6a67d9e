"""A patch leads from one view to the next, byte for byte, and what it shares stays shared."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.limits import SAFE_INT
from protocol.patch import Json, apply, canonical, check_view, diff
from tests.protocol.golden import names, vectors

PATCHES = vectors("patches")
NUMBERS = vectors("numbers")

# Few keys and close values, so that two views share parts, differ in kind only, or nest alike.
keys = st.sampled_from(["a", "b", "order", "é", "\ue000", "\U0001f600"])
scalars = (
    st.booleans()
    | st.sampled_from([0, 1, 0.0, 1.0, -0.0, "", "a", "1"])
    | st.integers(-SAFE_INT, SAFE_INT)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
)
parts: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)
views: st.SearchStrategy[dict[str, Any]] = st.dictionaries(keys, parts, max_size=5)


@st.composite
def successors(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A view and a later one that shares some of its parts as the same objects."""
    before = draw(views)
    kept = {key: value for key, value in before.items() if draw(st.booleans())}
    return before, draw(views) | kept


@given(st.tuples(views, views) | successors())
def test_patch_leads_to_the_same_bytes(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """canonical(apply(diff(a, b), a)) == canonical(b), also after a journey over JSON."""
    before, after = pair
    patch = diff(before, after)
    assert canonical(apply(before, patch)) == canonical(after)
    assert canonical(apply(before, json.loads(json.dumps(patch)))) == canonical(after)


@given(views, views)
def test_patch_is_empty_only_if_nothing_changed(before: dict[str, Any], after: dict[str, Any]) -> None:
    """No patch is sent in vain, and none is missing."""
    assert (diff(before, after) == {}) == (canonical(before) == canonical(after))


@given(views, views)
def test_nothing_is_changed_in_place(before: dict[str, Any], after: dict[str, Any]) -> None:
    """The old view is still the old view after the patch was laid over it."""
    old, new = canonical(before), canonical(after)
    apply(before, diff(before, after))
    assert (canonical(before), canonical(after)) == (old, new)


def test_unchanged_parts_stay_the_same_object() -> None:
    """A client may compare by identity what it has to draw again."""
    before: dict[str, Any] = {"map": {"walls": [1, 2]}, "round": 1}
    after = apply(before, {"round": 2})
    assert isinstance(after, dict)
    assert after["map"] is before["map"]


def test_same_object_is_not_looked_into() -> None:
    """Where nothing changed the cost does not grow with the view."""

    class Untouched(dict[str, Json]):
        def __iter__(self) -> Any:
            raise AssertionError("looked into")

        items = keys = __iter__

    part = Untouched(a=1)
    assert diff({"part": part, "n": 1}, {"part": part, "n": 2}) == {"n": 2}


@pytest.mark.parametrize("vector", PATCHES, ids=names(PATCHES))
def test_golden_patch(vector: dict[str, Any]) -> None:
    """The vectors that the TypeScript client is held to as well."""
    assert diff(vector["before"], vector["after"]) == vector["patch"]
    assert canonical(vector["after"]).decode() == vector["canonical"]
    assert canonical(apply(vector["before"], vector["patch"])).decode() == vector["canonical"]
    check_view(vector["before"])
    check_view(vector["after"])


@pytest.mark.parametrize("vector", NUMBERS, ids=names(NUMBERS))
def test_golden_number(vector: dict[str, Any]) -> None:
    """Numbers are written as JavaScript writes them."""
    assert canonical(json.loads(vector["text"])).decode() == vector["canonical"]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_canonical_number_reads_back_exactly(value: float) -> None:
    """Short, but not at the cost of a bit."""
    assert float(canonical(value)) == value


@pytest.mark.parametrize(
    ("view", "place"),
    [
        ({"a": None}, r"\$\.a is None"),
        ({"a": [0, b"x"]}, r"\$\.a\[1\] is b'x'"),
        ({"a": float("nan")}, r"\$\.a is nan"),
        ({"a": {"b": 2**53}}, r"\$\.a\.b is 9007199254740992"),
        ({"7": 1}, r"\$ has the key '7'"),
        ({"-1": 1}, r"\$ has the key '-1'"),
        ({"a": [{1: 2}]}, r"\$\.a\[0\] has the key 1"),
        ({"__proto__": {}}, r"\$ has the key '__proto__'"),
    ],
)
def test_value_that_cannot_stand_in_a_view_is_named(view: object, place: str) -> None:
    """A system's author reads where the fault is."""
    with pytest.raises(ValueError, match=place):
        check_view(view)


def test_keys_that_only_contain_numbers_are_fine() -> None:
    """Only a key that is a whole number as a whole is reordered by JavaScript."""
    check_view({"robber-7": 1, "7a": True, "": "", "window.1": [1.5], "__proto": {}})
