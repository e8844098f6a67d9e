"""Walks over JSON, which is for debugging: the standard library builds the value, then it is looked through."""

import json
from collections.abc import Iterable

from protocol import limits
from protocol.errors import ProtocolError
from protocol.scan import BadValue, ValueCount, check_characters, check_float, check_int, check_key


def scan_json(text: str) -> None:
    """ProtocolError unless `text` is exactly one JSON value within the limits."""
    try:
        value = json.loads(text, object_pairs_hook=_pairs, parse_int=_int, parse_float=_float, parse_constant=_float)
        _Json().value(value, 1)
    except BadValue as refused:
        raise refused.error() from None
    except RecursionError:
        raise ProtocolError("depth", depth=limits.DEPTH) from None
    except json.JSONDecodeError as error:
        raise ProtocolError("decode", problem=f"{error.msg} at character {error.pos}") from None
    except UnicodeEncodeError:
        raise ProtocolError("decode", problem="a string holds half a surrogate pair") from None


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadValue("decode", problem="a key is there twice")
    return found


def _int(digits: str) -> int:
    if len(digits) > len(str(-limits.SAFE_INT)):
        raise BadValue("range", problem=f"whole numbers go from -{limits.SAFE_INT} to {limits.SAFE_INT}")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    check_float(value)
    return value


class _Json(ValueCount):
    """Walks over a value that the standard library has built."""

    def value(self, value: object, depth: int) -> None:
        if isinstance(value, dict):
            self.enter(len(value), depth)
            for key in value:
                self.text(key)
                check_key(key)
            self.entries(value.items(), depth)
        elif isinstance(value, list):
            self.enter(len(value), depth)
            self.entries(enumerate(value), depth)
        elif isinstance(value, str):
            self.text(value)
        elif isinstance(value, int):
            check_int(value)

    def entries(self, entries: Iterable[tuple[str | int, object]], depth: int) -> None:
        for step, value in entries:
            try:
                self.value(value, depth + 1)
            except BadValue as refused:
                raise refused.at(step) from None

    def text(self, value: str) -> None:
        value.encode()  # half a surrogate pair is no Unicode
        check_characters(value)
