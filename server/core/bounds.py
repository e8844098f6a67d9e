"""The bounds that a Struct's types declare for its numbers, for those who check or offer single values of it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec.inspect as mi

from server.core.errors import Rejected


@cache
def bounds(kind: Any) -> Mapping[str, tuple[int, int]]:
    """By field of the Struct: the least and the most of each whole number that has both."""
    info = mi.type_info(kind)
    fields = info.fields if isinstance(info, mi.StructType) else ()
    return {field.name: found for field in fields for found in _bounds(field.type)}


def check_within(name: str, value: int, limits: tuple[int, int]) -> None:
    """Raises Rejected where the value lies beyond its bounds."""
    least, most = limits
    if not least <= value <= most:
        raise Rejected("out_of_bounds", name=name, value=value, least=least, most=most)


def _bounds(kind: mi.Type) -> Iterator[tuple[int, int]]:
    """Of a number, also where there may be none instead."""
    for each in kind.types if isinstance(kind, mi.UnionType) else (kind,):
        if isinstance(each, mi.IntType) and each.ge is not None and each.le is not None:
            yield each.ge, each.le
