"""Values of a type, built from what msgspec says of it: a small one, and one for each part of it that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec.inspect as mi

Wrong = Callable[[mi.Type], Iterator[Any]]
"""The wrong values for a part of this type: all of a list, map or scalar, but not what is wrong inside."""

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


def each_wrong(kind: mi.Type, wrong: Wrong, depth: int = 0) -> Iterator[Any]:
    """Values of the type of which one part is wrong, each part once."""
    match kind:
        case mi.UnionType(types=types):
            for each in types:
                yield from each_wrong(each, wrong, depth)
        case mi.StructType() | mi.NamedTupleType():
            yield from _fields_wrong(kind, wrong, depth)
        case mi.TupleType(item_types=items):
            for at, item in enumerate(items):
                for value in each_wrong(item, wrong, depth + 1):
                    yield [*map(least, items[:at]), value, *map(least, items[at + 1 :])]
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
            yield from wrong(kind)
            yield from ([value] for value in each_wrong(item, wrong, depth + 1))
        case mi.DictType(key_type=key, value_type=inner):
            yield from wrong(kind)
            yield from ({value: least(inner)} for value in each_wrong(key, wrong, depth + 1))
            name = least(key) if isinstance(key, mi.LiteralType) else "k"
            yield from ({name: value} for value in each_wrong(inner, wrong, depth + 1))
        case _:
            yield from wrong(kind)


def _fields_wrong(kind: Any, wrong: Wrong, depth: int) -> Iterator[Any]:
    whole = {field.encode_name: least(field.type) for field in _needed(kind)}
    for field in kind.fields if depth < DEEP else ():
        for value in each_wrong(field.type, wrong, depth + 1):
            yield _built(kind, {**whole, field.encode_name: value})
