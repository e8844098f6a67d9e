"""What a value consists of by its type, so that each part can be looked at alone: a converter stops at the first that
is wrong, and names no keys."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

Part = tuple[str, Any, Any]
"""Where in the whole it is, the value, and its type."""


def parts_of(raw: Any, kind: Any) -> Iterator[Part]:
    """The parts of a value. None of what is no such thing at all, or of one of several kinds of Structs."""
    kind = _bare(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(raw, dict) and _is_struct(kind):
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
        yield from ((f".{key}", value, fields[key]) for key, value in raw.items() if key in fields)
    elif isinstance(raw, dict) and origin is dict:
        yield from ((f".{key}", value, inner[1]) for key, value in raw.items())
    elif isinstance(raw, list | tuple) and origin in (list, tuple):
        kinds = inner if origin is tuple and inner[-1] is not ... else inner[:1] * len(raw)
        yield from ((f"[{at}]", value, its) for at, (value, its) in enumerate(zip(raw, kinds, strict=False)))


def wrong_fields(raw: Any, kind: Any) -> list[str]:
    """Of a Struct what is missing or unknown, each said as msgspec says the first of them."""
    kind = _bare(kind)
    if not isinstance(raw, dict) or not _is_struct(kind):
        return []
    config, fields = kind.__struct_config__, msgspec.structs.fields(kind)
    known = {config.tag_field, *(field.encode_name for field in fields)}
    missing = [field.encode_name for field in fields if field.required and field.encode_name not in raw]
    unknown = [key for key in raw if key not in known] if config.forbid_unknown_fields else []
    return [
        *(f"Object missing required field `{key}`" for key in missing),
        *(f"Object contains unknown field `{key}`" for key in unknown),
    ]


def _bare(kind: Any) -> Any:
    """Without bounds, and without the choice to be nothing."""
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        found = [each for each in get_args(kind) if each is not type(None)]
        return _bare(found[0]) if len(found) == 1 else kind
    return kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
