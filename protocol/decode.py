"""A client's bytes become a message, or a ProtocolError that says where and why. Nothing else comes out.

Size, then the scan over every value, then the typed decoding. Bodies stay raw; `take` decodes them by the same
rules once somebody knows their type.
"""

import re
from typing import Protocol, TypeVar

import msgspec

from protocol import limits
from protocol.errors import ProtocolError
from protocol.messages import ClientMessage
from protocol.scan_json import scan_json
from protocol.scan_msgpack import scan_msgpack

PROBLEM_CHARS = 200

T = TypeVar("T", covariant=True)


class Decoder(Protocol[T]):
    """What `msgspec.msgpack.Decoder` and `msgspec.json.Decoder` have in common."""

    def decode(self, data: bytes, /) -> T: ...


def decode_msgpack(data: bytes) -> ClientMessage:
    """The message in a binary frame; ProtocolError otherwise."""
    _check_size(data)
    scan_msgpack(data)
    return take(_MSGPACK, data)


def decode_json(data: bytes) -> ClientMessage:
    """The message in a text frame (UTF-8); ProtocolError otherwise."""
    _check_size(data)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise ProtocolError("decode", problem=f"byte {error.start} is not UTF-8") from None
    scan_json(text)
    return take(_JSON, data)


def take(decoder: Decoder[T], data: bytes, at: str = "$") -> T:
    """Decode scanned bytes with a typed decoder. `at` is where they stood in the message: `$.intent`.

    A value outside the bounds of its type is `range`, a text of the wrong length `text`, an unknown tag
    `unknown_type`, every other difference of shape `schema`.
    """
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise _explained(str(error), at) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError("decode", at, problem=str(error)[:PROBLEM_CHARS]) from None


def _check_size(data: bytes) -> None:
    if len(data) > limits.CLIENT_FRAME_BYTES:
        raise ProtocolError("too_large", bytes=len(data), limit=limits.CLIENT_FRAME_BYTES)


_MSGPACK: Decoder[ClientMessage] = msgspec.msgpack.Decoder(ClientMessage)
_JSON: Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)

# msgspec says "<problem> - at `$.path`" and has no codes; the tests pin these texts to the installed version.
_WHERE = re.compile(r"(?P<problem>.*?)(?: - at `(?:key in )?\$(?P<path>.*)`)?", re.DOTALL)
_CODES = (
    ("range", re.compile(r"Expected `(int|float)` (<|>)|Integer value out of range|Number out of range")),
    ("text", re.compile(r"Expected `str` of length")),
    ("unknown_type", re.compile(r"Invalid value ")),
)


def _explained(text: str, at: str) -> ProtocolError:
    found = _WHERE.fullmatch(text)
    problem, path = (found["problem"], found["path"] or "") if found else (text, "")
    code = next((code for code, pattern in _CODES if pattern.match(problem)), "schema")
    if code == "unknown_type" and not path.endswith(".type"):
        code = "schema"  # a Literal or an Enum, not a tag
    return ProtocolError(code, at + path, problem=problem[:PROBLEM_CHARS])
