"""The bounds of a type from both sides: for each part of it a value that is just taken, and one that is just not."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import msgspec.inspect as mi

from protocol.limits import BINARY_BYTES
from server.conformance.parts import Wrong, each_wrong, least
from server.core.size import MOST_BYTES, MOST_CHARS, MOST_ENTRIES, MOST_WHOLE


class Edge(msgspec.Struct, frozen=True):
    """A value of a type of which one part is as large as may be, the same where it is one larger, and the code that
    refuses that. `of`: the same with so many entries, where that part is a list or a map."""

    fits: Any
    beyond: Any
    code: str
    of: Callable[[int], Any] | None = None
    most: int = 0
    """Entries of `fits`."""


def edges(kind: mi.Type, most_bytes: int = MOST_BYTES) -> Iterator[Edge]:
    """Of every part of the type. `most_bytes`: of binaries whose type does not say it."""
    for raw in each_wrong(kind, _of_part(most_bytes)):
        (edge,) = _found(raw)
        yield _around(raw, edge)


def _found(raw: Any) -> Iterator[Edge]:
    """The part that is at its edge."""
    match raw:
        case Edge():
            yield raw
        case list():
            for each in raw:
                yield from _found(each)
        case dict():
            for key, value in raw.items():
                yield from (*_found(key), *_found(value))
        case _:
            pass


def _around(raw: Any, edge: Edge) -> Edge:
    """The edge of the whole value, from that of one part in it."""
    of = edge.of
    sized = None if of is None else lambda count: _filled(raw, of(count))
    return Edge(_filled(raw, edge.fits), _filled(raw, edge.beyond), edge.code, sized, edge.most)


def _filled(raw: Any, value: Any) -> Any:
    """The whole, with a value in the place of the part that is at its edge."""
    match raw:
        case Edge():
            return value
        case list():
            return [_filled(each, value) for each in raw]
        case dict():
            return {_filled(key, value): _filled(each, value) for key, each in raw.items()}
        case _:
            return raw


def _of_part(most_bytes: int) -> Wrong:
    def part(kind: mi.Type) -> Iterator[Edge]:
        match kind:
            case mi.StrType():
                yield from _of_text(kind)
            case mi.BytesType():
                yield from _of_binary(kind, most_bytes)
            case mi.IntType() | mi.FloatType():
                yield from _of_number(kind)
            case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
                yield from _of_list(kind, least(item))
            case mi.DictType():
                yield from _of_map(kind)
            case mi.AnyType():
                for free in (mi.StrType(), mi.IntType(), mi.ListType(item_type=mi.IntType())):
                    yield from part(free)
            case mi.LiteralType() | mi.BoolType() | mi.NoneType():
                pass
            case _:
                raise AssertionError(f"nobody knows the edges of {kind}")

    return part


def _of_text(kind: mi.StrType) -> Iterator[Edge]:
    if kind.pattern is not None:
        most = max(n for n in range(MOST_CHARS) if re.search(kind.pattern, "x" * n))
        yield Edge("x" * most, "x" * (most + 1), "schema")
        return
    most = MOST_CHARS if kind.max_length is None else kind.max_length
    yield Edge("x" * most, "x" * (most + 1), "text")
    if kind.min_length:
        yield Edge("x" * kind.min_length, "x" * (kind.min_length - 1), "text")


def _of_binary(kind: mi.BytesType, most_bytes: int) -> Iterator[Edge]:
    most = most_bytes if kind.max_length is None else kind.max_length
    code = "range" if most >= BINARY_BYTES else "oversized" if kind.max_length is None else "schema"
    yield Edge(bytes(most), bytes(most + 1), code)
    if kind.min_length:
        yield Edge(bytes(kind.min_length), bytes(kind.min_length - 1), "schema")


def _of_number(kind: mi.IntType | mi.FloatType) -> Iterator[Edge]:
    """A fraction whose type has no bounds is refused as too large, not as no fraction."""
    step = 1 if isinstance(kind, mi.IntType) else 0.5
    code = "range" if isinstance(kind, mi.IntType) or kind.le is not None else "oversized"
    most = MOST_WHOLE if kind.le is None else kind.le
    yield Edge(most, most + step, code)
    if kind.gt is not None:
        yield Edge(math.nextafter(kind.gt, math.inf), kind.gt, "range")
    else:
        low = -MOST_WHOLE if kind.ge is None else kind.ge
        yield Edge(low, low - step, "range" if kind.ge is not None else code)


def _of_list(kind: mi.ListType | mi.VarTupleType, item: Any) -> Iterator[Edge]:
    yield _of_entries(kind, lambda count: [item] * count)
    if kind.min_length:
        yield Edge([item] * kind.min_length, [item] * (kind.min_length - 1), "schema")


def _of_map(kind: mi.DictType) -> Iterator[Edge]:
    """One whose keys are listed holds no more than these."""
    value = least(kind.value_type)
    if isinstance(kind.key_type, mi.LiteralType):
        all_ = dict.fromkeys(kind.key_type.values, value)
        yield Edge(all_, {**all_, "no such key": value}, "schema")
    else:
        yield _of_entries(kind, lambda count: {f"k{n}": value for n in range(count)})


def _of_entries(kind: mi.ListType | mi.VarTupleType | mi.DictType, of: Callable[[int], Any]) -> Edge:
    """The wire counts first, then the type."""
    most = min(MOST_ENTRIES, kind.max_length or MOST_ENTRIES)
    return Edge(of(most), of(most + 1), "range" if most == MOST_ENTRIES else "schema", of, most)
