"""Nothing of an intent is unbounded: each text, list, map and number of each type, one by one, made too large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import msgspec.inspect as mi
import pytest

from server.conformance.fights import SYSTEMS, every_system
from server.core.decide import parse
from server.core.errors import Rejected
from server.core.intents import CORE_INTENTS
from server.core.size import MOST_BYTES, MOST_CHARS, MOST_ENTRIES, MOST_WHOLE, check_size
from server.core.system import System

DEEP = 5
"""Deeds inside deeds: no deeper than this."""


def least(kind: mi.Type) -> Any:
    """A small value of the type, whatever it means."""
    match kind:
        case mi.UnionType(types=types):
            return least(types[0])
        case mi.StructType() | mi.NamedTupleType():
            return _built(kind, {field.encode_name: least(field.type) for field in _needed(kind)})
        case mi.TupleType(item_types=items):
            return [least(item) for item in items]
        case mi.ListType(item_type=item, min_length=count) | mi.VarTupleType(item_type=item, min_length=count):
            return [least(item)] * (count or 0)
        case mi.DictType():
            return {}
        case _:
            return _least_scalar(kind)


def _least_scalar(kind: mi.Type) -> Any:
    match kind:
        case mi.LiteralType(values=values):
            return values[0]
        case mi.StrType():
            return "a"
        case mi.BytesType(min_length=count):
            return bytes(count or 0)
        case mi.IntType(ge=low) | mi.FloatType(ge=low):
            return int(low or 1)
        case mi.BoolType():
            return False
        case _:
            return None


def _needed(kind: Any) -> list[Any]:
    return [field for field in kind.fields if field.required or isinstance(kind, mi.NamedTupleType)]


def _built(kind: Any, values: dict[str, Any]) -> Any:
    if isinstance(kind, mi.NamedTupleType):
        return list(values.values())
    return values if kind.tag_field is None else {kind.tag_field: kind.tag, **values}


def beyond(kind: mi.Type, depth: int = 0) -> Iterator[Any]:
    """Values of the type of which one part is too large, each part once."""
    match kind:
        case mi.UnionType(types=types):
            for each in types:
                yield from beyond(each, depth)
        case mi.StructType() | mi.NamedTupleType():
            yield from _fields_beyond(kind, depth)
        case mi.TupleType(item_types=items):
            for at, item in enumerate(items):
                for value in beyond(item, depth + 1):
                    yield [*map(least, items[:at]), value, *map(least, items[at + 1 :])]
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
            yield [least(item)] * (MOST_ENTRIES + 1)
            yield from ([value] for value in beyond(item, depth + 1))
        case mi.DictType(key_type=key, value_type=inner):
            yield {f"k{n}": least(inner) for n in range(MOST_ENTRIES + 1)}
            yield from ({value: least(inner)} for value in beyond(key, depth + 1))
            yield from ({"k": value} for value in beyond(inner, depth + 1))
        case _:
            yield from _scalars_beyond(kind)


def _fields_beyond(kind: Any, depth: int) -> Iterator[Any]:
    whole = {field.encode_name: least(field.type) for field in _needed(kind)}
    for field in kind.fields if depth < DEEP else ():
        for value in beyond(field.type, depth + 1):
            yield _built(kind, {**whole, field.encode_name: value})


def _scalars_beyond(kind: mi.Type) -> Iterator[Any]:
    match kind:
        case mi.StrType():
            yield "x" * (MOST_CHARS + 1)
        case mi.BytesType():
            yield bytes(MOST_BYTES + 1)
        case mi.IntType() | mi.FloatType():
            yield from (MOST_WHOLE + 1, -MOST_WHOLE - 1)
        case mi.AnyType():
            yield from ("x" * (MOST_CHARS + 1), [0] * (MOST_ENTRIES + 1), [[MOST_WHOLE + 1]])
        case mi.LiteralType() | mi.BoolType() | mi.NoneType():
            pass
        case _:
            raise AssertionError(f"nobody knows how large a {kind} may be")


def taken(system: System, raw: Any) -> bool:
    """Is the intent's form accepted?"""
    try:
        check_size(parse(system, raw))
    except (Rejected, msgspec.ValidationError):
        return False
    return True


@every_system
def test_no_part_of_an_intent_is_unbounded(name: str) -> None:
    """Neither core's nor the system's: whatever a type forgets, the size of an intent is asked as a whole."""
    system = SYSTEMS[name]
    tried = 0
    for kind in (*CORE_INTENTS, *system.intents):
        info = mi.type_info(kind)
        assert taken(system, least(info)), least(info)
        for raw in beyond(info):
            assert not taken(system, raw), repr(raw)[:300]
            tried += 1
    assert tried > len(CORE_INTENTS)


@pytest.mark.parametrize("inner", ["x" * 4_097, [0] * 513, {"k" * 4_097: 1}, {"a": {"b": [[2**53]]}}, float("nan")])
def test_free_maps_are_walked_like_all_else(inner: Any) -> None:
    """The intent inside an amendment, before anybody knows its type."""
    amend = {"type": "amend", "target": [1, 0], "digest": b"", "edits": [{"at": [1, 0], "intent": {"x": inner}}]}
    assert not taken(next(iter(SYSTEMS.values())), amend)
