"""Random values of the wire's own types, mostly right and now and then wrong, and bytes made of them and broken.

Everything is drawn from one `random.Random`: the same seed gives the same frames.
"""

from __future__ import annotations

import functools
import math
import random
import struct
from collections.abc import Sequence
from typing import Any

import msgspec
import msgspec.inspect as mi

from protocol.codec import Codec
from protocol.messages import Ask, ClientMessage, Submit

WORDS = (
    "gm",
    "public",
    "spectator",
    "server",
    "unseen",
    "seat:ann",
    "ann",
    "bob",
    "secret",
    "",
    "x" * 300,
    "\u202e",
    "\0",
)
NUMBERS = (0, 1, -1, 2, 6, 7, 100, 2**31, 2**53 - 1, 2**53, 2**63, -(2**63), 10**9)
CHUNKS = (
    b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xdf\x00\x01\x00\x00", b"\x91" * 9, b"\x81\xa1a" * 40, b"\xd4\x01a",
    b"\xd6\xff\0\0\0\0", b"\xcb\x7f\xf8" + bytes(6), b"\xcb\x7f\xf0" + bytes(6), b"\xcf" + b"\xff" * 8, b"\xc7\x08\xff",
    b"\xa2\xff\xff", b"\xa3\xed\xa0\x80", b"\xc4\x10" + bytes(16), b"\x82\xa1a\x01\xa1a\x02", b"[" * 50, b"1e999",
    b"NaN", b"\\ud800", b"\xe2\x80\xae", b'"type":"submit"', b"\xa4type\xa6submit", b"", b"\x00" * 64, b"\xff" * 64,
)  # fmt: skip
DEEP = 6
"""How deep a value of no type may go."""

form_of = functools.cache(mi.type_info)
"""What a type is made of: to find out takes longer than to make many values of it."""


class Grammar:
    """Values of types. `words` are ids and names that mean something now; `wrong` is how often a value is not right."""

    def __init__(self, luck: random.Random, words: Sequence[str] = (), wrong: float = 0.04) -> None:
        self.luck = luck
        self.words = [*WORDS, *words]
        self.wrong = wrong
        self.numbers: Sequence[int] = NUMBERS

    def of(self, kind: mi.Type, depth: int = 0) -> Any:
        """A value of the type, or something else."""
        if self.luck.random() < self.wrong:
            return self.junk(depth)
        match kind:
            case mi.UnionType(types=types):
                return self.of(self.luck.choice(types), depth)
            case mi.StructType() | mi.NamedTupleType():
                return self._fields(kind, depth)
            case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
                return [self.of(item, depth + 1) for _ in range(self.luck.choice((0, 1, 1, 2, 3)))]
            case mi.TupleType(item_types=items):
                return [self.of(item, depth + 1) for item in items]
            case mi.DictType(key_type=key, value_type=value):
                return {str(self.of(key)): self.of(value, depth + 1) for _ in range(self.luck.choice((0, 1, 2)))}
            case mi.LiteralType(values=values):
                return self.luck.choice(values)
            case _:
                return self._scalar(kind, depth)

    def _fields(self, kind: mi.StructType | mi.NamedTupleType, depth: int) -> Any:
        luck = self.luck
        fields = [field for field in kind.fields if field.required or luck.random() < 0.5]
        values = {field.encode_name: self.of(field.type, depth + 1) for field in fields}
        if isinstance(kind, mi.NamedTupleType) or kind.array_like:
            return list(values.values())
        if kind.tag_field is not None:
            values = {kind.tag_field: kind.tag, **values}
        if values and luck.random() < self.wrong:
            del values[luck.choice(list(values))]
        if luck.random() < self.wrong:
            values[luck.choice(self.words)] = self.junk(depth + 1)
        return values

    def _scalar(self, kind: mi.Type, depth: int) -> Any:
        luck = self.luck
        match kind:
            case mi.BoolType():
                return luck.random() < 0.5
            case mi.IntType(ge=least, le=most):
                return luck.choice((least or 0, most or 100, luck.randint(0, 40), luck.choice(self.numbers)))
            case mi.FloatType():
                return luck.choice((0.0, -1.5, 1e300, luck.uniform(-100, 100)))
            case mi.StrType():
                return luck.choice(self.words)
            case mi.BytesType(min_length=size):
                return luck.randbytes(size or luck.choice((0, 16, 32)))
            case mi.NoneType():
                return None
            case _:
                return self.junk(depth)

    def junk(self, depth: int = 0) -> Any:
        """Anything that MessagePack can say."""
        luck = self.luck
        kind = luck.randrange(11 if depth < DEEP else 8)
        if kind < 2:
            return luck.choice(self.words)
        if kind < 4:
            return luck.choice(NUMBERS)
        if kind == 4:
            return luck.choice((math.nan, math.inf, -0.0, 1e-300, 0.5))
        if kind == 5:
            return luck.choice((None, True, False))
        if kind < 8:
            return luck.randbytes(luck.choice((0, 1, 16, 32)))
        if kind == 8:
            return {luck.choice(self.words): self.junk(depth + 1) for _ in range(luck.randint(0, 3))}
        return [self.junk(depth + 1) for _ in range(luck.randint(0, 3))]


class Tame(Grammar):
    """Only what is well-formed: for samples whose form must not be what they are refused for."""

    def __init__(self, luck: random.Random, words: Sequence[str]) -> None:
        super().__init__(luck, wrong=0)
        self.words, self.numbers = list(words), (0, 1, 2, 10)

    def junk(self, depth: int = 0) -> Any:
        """A plain value."""
        return self.luck.choice(self.words)


class Frames:
    """Whole client messages in one subprotocol. `bodies`: types of intents, questions and encounters."""

    def __init__(self, grammar: Grammar, codec: Codec, intents: Any, questions: Any, encounters: Any) -> None:
        self.grammar, self.luck, self.codec = grammar, grammar.luck, codec
        self._message = form_of(ClientMessage)
        self._bearing = [form_of(kind) for kind in (Submit, Submit, Submit, Ask)]
        self._bodies = {
            name: form_of(kind)
            for name, kind in (("intent", intents), ("question", questions), ("encounter", encounters))
        }

    def message(self) -> Any:
        """A message as plain values."""
        made = self.grammar.of(self.luck.choice(self._bearing) if self.luck.random() < 0.8 else self._message)
        if isinstance(made, dict):
            for name, kind in self._bodies.items():
                if name in made:
                    made[name] = self.grammar.of(kind)
        return made

    def whole(self) -> bytes:
        """A message's bytes, unbroken."""
        made = self.message()
        try:
            return self.codec.to_bytes(made)
        except (OverflowError, msgspec.ValidationError, ValueError, UnicodeEncodeError, TypeError):
            return b"\xc1"  # beyond what can be said

    def next(self) -> bytes:
        """A message's bytes, in one of five cases broken."""
        made = self.whole()
        return broken(made, self.luck) if self.luck.random() < 0.2 else made


def bent(value: Any, grammar: Grammar) -> Any:
    """Plain values with one of them exchanged for another, or with one missing or added."""
    luck = grammar.luck
    if isinstance(value, dict) and value:
        key = luck.choice(list(value))
        if luck.random() < 0.1:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: bent(value[key], grammar)}
    if isinstance(value, list) and value and luck.random() < 0.8:
        at = luck.randrange(len(value))
        return [*value[:at], bent(value[at], grammar), *value[at + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return luck.choice((value + 1, value - 1, -value, value * 1000, luck.choice(NUMBERS)))
    return luck.choice(grammar.words) if luck.random() < 0.8 else grammar.junk()


def broken(data: bytes, luck: random.Random) -> bytes:
    """The bytes with one or a few places changed, cut, doubled or filled with what means trouble."""
    made = bytearray(data)
    for _ in range(luck.choice((1, 1, 1, 2, 5))):
        at = luck.randrange(len(made) + 1)
        match luck.randrange(6):
            case 0 if made:
                made[at % len(made)] ^= 1 << luck.randrange(8)
            case 1 if made:
                made[at % len(made)] = luck.randrange(256)
            case 2:
                del made[at : at + luck.choice((1, 2, 16))]
            case 3:
                made[at:at] = luck.choice(CHUNKS)
            case 4:
                made[at:at] = made[max(0, at - luck.randint(1, 40)) : at] * luck.choice((1, 1, 30))
            case _:
                made[at : at + 9] = struct.pack(">Bd", 0xCB, luck.choice((math.nan, math.inf, 1e300)))
    return bytes(made)
