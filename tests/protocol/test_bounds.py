"""Nothing that a client sends is unbounded: each field by its type, or by a walk that is named here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import msgspec.inspect as mi
import pytest

from protocol.messages import ClientMessage, FromClient

WALKED = {
    "submit.intent": "server.core.size.check_size",
    "ask.question": "server.core.size.check_size",
    "create.encounter": "server.encounter.file.encounter",
}
"""Bodies whose type the wire does not know, and what counts all in them once they are decoded."""


def unbounded(kind: mi.Type, path: str) -> Iterator[str]:
    """The paths of all parts of a type that may be as large as they like."""
    match kind:
        case mi.UnionType(types=types) | mi.TupleType(item_types=types):
            for each in types:
                yield from unbounded(each, path)
        case mi.StructType(fields=fields):
            for field in fields:
                yield from unbounded(field.type, f"{path}.{field.encode_name}")
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
            yield from [path] if kind.max_length is None else []
            yield from unbounded(item, f"{path}[]")
        case mi.DictType(key_type=key, value_type=inner):
            yield from [path] if kind.max_length is None else []
            yield from unbounded(key, f"{path}{{}}")
            yield from unbounded(inner, f"{path}{{}}")
        case _:
            yield from [] if is_bounded(kind) else [path]


def is_bounded(kind: mi.Type) -> bool:
    """Does a type with no parts say how large it may be? Free values, raw bytes, and what is new, do not."""
    match kind:
        case mi.StrType(max_length=most) | mi.BytesType(max_length=most):
            return most is not None
        case mi.IntType(ge=least, le=most) | mi.FloatType(ge=least, le=most):
            return least is not None and most is not None
        case mi.CustomType(cls=cls):
            return cls is msgspec.UnsetType
        case _:
            return isinstance(kind, mi.BoolType | mi.NoneType | mi.LiteralType)


@pytest.mark.parametrize("message", get_args(ClientMessage), ids=lambda message: message.__name__)
def test_every_field_of_a_message_is_bounded(message: type[FromClient]) -> None:
    """A new field needs a bound of its own, or a walk."""
    tag = str(message.__struct_config__.tag)
    assert [path for path in unbounded(mi.type_info(message), tag) if path not in WALKED] == []


def test_the_walks_are_of_fields_that_are_there() -> None:
    """A body that is gone, or has got a type, leaves the list."""
    info = [(mi.type_info(message), str(message.__struct_config__.tag)) for message in get_args(ClientMessage)]
    assert {path for kind, tag in info for path in unbounded(kind, tag)} == set(WALKED)


class Loose(FromClient, frozen=True, kw_only=True):
    text: str
    names: tuple[str, ...]
    flags: dict[str, bool]
    number: int | None = None
    share: float = 0
    data: bytes = b""
    rest: Any = None
    body: msgspec.Raw = msgspec.Raw(b"")
    is_fine: bool = False


def test_whatever_has_no_bound_is_noticed() -> None:
    """Each kind of part, at its place."""
    found = set(unbounded(mi.type_info(Loose), "loose"))
    parts = {"text", "names", "names[]", "flags", "flags{}", "number", "share", "data", "rest", "body"}
    assert found == {f"loose.{part}" for part in parts}
