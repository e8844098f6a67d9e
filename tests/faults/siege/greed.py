"""The largest value of a type that a client may send: long lists, long texts, and names that mean something."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec.inspect as mi

from protocol import limits
from tests.fuzz.grammar import Grammar

BYTES = limits.CLIENT_FRAME_BYTES * 3 // 5
"""Of names of fields, texts and numbers in one frame: the rest of the message needs room as well."""

VALUES = limits.ITEMS * 3 // 4
WORD = "W"
NUMBER_BYTES = 5


class Greedy(Grammar):
    """`known`: by a field's name what it holds, so that what is sent is not refused for naming nothing that is there;
    what is known for another type than the field's is left alone."""

    def __init__(self, luck: random.Random, known: Mapping[str, Any]) -> None:
        super().__init__(luck, wrong=0)
        self._known = known
        self._bytes, self._values = BYTES, VALUES

    def of(self, kind: mi.Type, depth: int = 0) -> Any:
        """As large a value as there is still room for in the frame."""
        match kind:
            case mi.UnionType(types=types):
                return self.of(_largest(types), depth)
            case mi.ListType() | mi.VarTupleType():
                return [self.of(kind.item_type, depth + 1) for _ in self._room(kind)]
            case mi.DictType(key_type=key, value_type=value):
                return {name: self.of(value, depth + 1) for name in self._keys(key, kind)}
            case mi.LiteralType():
                return self._spent(super().of(kind, depth))
            case _:
                return super().of(kind, depth)

    def _room(self, kind: mi.ListType | mi.VarTupleType | mi.DictType) -> range:
        """As many items as are allowed, and at least as many as are asked for; of nested lists the inner share."""
        most = min(kind.max_length or limits.CONTAINER_ITEMS, limits.CONTAINER_ITEMS)
        return range(max(kind.min_length or 0, min(most, int(self._left() ** 0.5))))

    def _keys(self, key: mi.Type, kind: mi.DictType) -> list[Any]:
        return list(key.values) if isinstance(key, mi.LiteralType) else [f"{WORD}{at}" for at in self._room(kind)]

    def _left(self) -> int:
        return max(0, min(self._values, self._bytes // NUMBER_BYTES))

    def _fields(self, kind: mi.StructType | mi.NamedTupleType, depth: int) -> Any:
        if [field.name for field in kind.fields] == ["version", "step"]:
            return self._known["at"]
        fields = [field for field in kind.fields if field.required or self._left()]
        if isinstance(kind, mi.NamedTupleType) or kind.array_like:
            return [self._field(field, depth) for field in fields]
        self._bytes -= sum(len(field.encode_name) + 1 for field in fields)
        values = {field.encode_name: self._field(field, depth) for field in fields}
        return values if kind.tag_field is None else {kind.tag_field: kind.tag, **values}

    def _field(self, field: mi.Field, depth: int) -> Any:
        known = self._known.get(field.encode_name)
        kinds = field.type.types if isinstance(field.type, mi.UnionType) else (field.type,)
        right = mi.StrType if isinstance(known, str) else mi.IntType
        fits = known is not None and any(isinstance(one, right) for one in kinds)
        return self._spent(known) if fits else self.of(field.type, depth + 1)

    def _scalar(self, kind: mi.Type, depth: int) -> Any:
        match kind:
            case mi.StrType(pattern=str(pattern)):
                return self._spent(_longest(pattern))
            case mi.StrType(max_length=most):
                return self._spent(WORD * min(most or limits.STRING_CHARS, max(1, self._bytes // 8)))
            case mi.BytesType(min_length=least, max_length=most):
                return self._spent(b"\0" * max(least or 0, min(most or limits.BINARY_BYTES, self._bytes // 8)))
            case mi.IntType(ge=least, le=most) | mi.FloatType(ge=least, le=most):
                return self._spent(max(least or 0, 1_000 if most is None else min(most, 1_000)))
            case _:
                return self._spent(super()._scalar(kind, depth))

    def junk(self, depth: int = 0) -> Any:
        """For a value of no type: a list of lists, as deep as it may be."""
        if depth >= limits.DEPTH - 3:
            return self._spent(WORD)
        return [self.junk(depth + 1) for _ in range(min(6, self._left()))]

    def _spent(self, value: Any) -> Any:
        self._values -= 1
        self._bytes -= len(value) if isinstance(value, str | bytes) else NUMBER_BYTES
        return value


def _largest(types: tuple[mi.Type, ...]) -> mi.Type:
    """Of several types the one that can hold most."""
    order: tuple[type, ...] = (
        mi.ListType, mi.VarTupleType, mi.DictType, mi.StructType, mi.NamedTupleType, mi.AnyType, mi.StrType,
    )  # fmt: skip
    return min(types, key=lambda kind: next((at for at, one in enumerate(order) if isinstance(kind, one)), len(order)))


@cache
def _longest(pattern: str) -> str:
    """The longest text of small letters that fits a pattern. Remembered, for it is looked for from the longest on."""
    words = (WORD.lower() * length for length in range(limits.STRING_CHARS, -1, -1))
    return next(word for word in words if re.search(pattern, word))
