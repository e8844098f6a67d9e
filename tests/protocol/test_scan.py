"""The scanners against two independent decoders: they take what those take, less what the wire forbids."""

import json
import math
from collections.abc import Callable
from typing import Any, TypeVar

import msgpack
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol import limits
from protocol.codec import JSON, MSGPACK
from protocol.errors import ProtocolError
from protocol.scan_json import scan_json
from protocol.scan_msgpack import scan_msgpack
from protocol.text import FORBIDDEN_KEYS, character_problem
from server.conformance.amount import many

safe_ints = st.integers(-limits.SAFE_INT, limits.SAFE_INT)
floats = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=40).filter(
    lambda text: character_problem(text) is None
)
scalars = st.none() | st.booleans() | safe_ints | floats | texts

keys = texts.filter(lambda key: key not in FORBIDDEN_KEYS)


def values(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Values of at most `limits.DEPTH` levels."""
    nested = leaves
    for _ in range(4):
        nested = leaves | st.lists(nested, max_size=20) | st.dictionaries(keys, nested, max_size=20)
    return nested


T = TypeVar("T")


def refusal(take: Callable[[T], object], data: T) -> ProtocolError | None:
    """The error that `take` answers the data with; any other error fails the test."""
    try:
        take(data)
    except ProtocolError as error:
        return error
    return None


def is_permitted(value: Any, depth: int = 1) -> bool:
    """The wire's rules once more, on a decoded value, without the bytes."""
    if isinstance(value, dict):
        return _is_container(value, depth) and all(
            isinstance(key, str) and key not in FORBIDDEN_KEYS and is_permitted(key) and is_permitted(inner, depth + 1)
            for key, inner in value.items()
        )
    if isinstance(value, list):
        return _is_container(value, depth) and all(is_permitted(inner, depth + 1) for inner in value)
    if isinstance(value, str):
        return len(value) <= limits.STRING_CHARS and character_problem(value) is None
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, bool | None):
        return True
    if isinstance(value, int):
        return abs(value) <= limits.SAFE_INT
    return isinstance(value, bytes) and len(value) <= limits.BINARY_BYTES


def _is_container(value: Any, depth: int) -> bool:
    return depth <= limits.DEPTH and len(value) <= limits.CONTAINER_ITEMS


@given(values(scalars | st.binary(max_size=40)))
def test_valid_msgpack_is_taken(value: Any) -> None:
    """What either library writes within the rules passes."""
    scan_msgpack(msgpack.packb(value))
    scan_msgpack(msgspec.msgpack.encode(value))


@given(values(scalars))
def test_valid_json_is_taken(value: Any) -> None:
    """What either library writes within the rules passes."""
    scan_json(json.dumps(value))
    scan_json(msgspec.json.encode(value).decode())


@given(st.binary(max_size=64))
@example(b"\xc7\x00\x05")
@example(b"\xdf\x00\x00\x00\x00")
@example(b"\xd9\x01")
@example(b"\x92\xd9")
@example(b"\x91\xdc\x00")
@example(b"\x82\xa0\x01\xd9\x00\x02")
@settings(max_examples=many(2000))
def test_what_the_msgpack_scanner_takes_both_libraries_read_alike(data: bytes) -> None:
    """Random bytes: taken means well-formed, within the rules, and the same value to both; refused means a reason."""
    refused = refusal(scan_msgpack, data)
    if refused:
        assert refused.code in {"decode", "depth", "range", "text"}
        with pytest.raises((ValueError, msgpack.UnpackException)):
            read_by_the_rules(data)
    else:
        assert msgspec.msgpack.decode(data) == read_by_the_rules(data)


def read_by_the_rules(data: bytes) -> Any:
    """The value as the other library reads it, with the wire's rules applied afterwards; ValueError if refused."""

    def pairs(items: list[tuple[Any, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in items]
        if not all(isinstance(key, str) for key in keys) or len(set(keys)) < len(keys):
            raise ValueError("keys are texts, each once")
        return dict(items)

    value = msgpack.unpackb(data, strict_map_key=False, object_pairs_hook=pairs)
    if not is_permitted(value):
        raise ValueError("not permitted")
    return value


def _nested(inner: bytes) -> bytes:
    return b"\x92\x81\xa1k" + inner + b"\x01"


@given(st.binary(min_size=1, max_size=12))
@settings(max_examples=many(1000))
def test_scanner_sees_the_same_inside_a_body(data: bytes) -> None:
    """Bytes that are refused alone are refused inside a map inside a list, if they stand for one value."""
    alone, inside = refusal(scan_msgpack, data), refusal(scan_msgpack, _nested(data))
    if alone is None:
        assert inside is None
    elif "end too early" not in alone.message and "follow after" not in alone.message:
        assert inside is not None
        assert inside.code == alone.code


@given(st.binary(max_size=200))
@settings(max_examples=many(1000))
def test_random_bytes_raise_nothing_but_protocol_errors(data: bytes) -> None:
    """No input crashes a decoder."""
    for decode in (MSGPACK.decode, JSON.decode):
        refused = refusal(decode, data)
        assert refused is None or refused.message


@given(st.data())
@settings(max_examples=many(200))
def test_damaged_messages_raise_nothing_but_protocol_errors(data: st.DataObject) -> None:
    """A valid submit with bytes changed, cut or doubled is taken or refused, nothing else; `tests/fuzz` tries many more
    frames."""
    frame = bytearray(
        msgpack.packb(
            {"type": "submit", "id": bytes(16), "intent": data.draw(values(scalars)), "nonce": bytes(16), "seen": 7}
        )
    )
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(frame) - 1))
        frame[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
        frame = frame or bytearray(b"\xc0")
    refused = refusal(MSGPACK.decode, bytes(frame))
    if refused:
        assert refused.path.startswith("$")
    else:
        message = MSGPACK.decode(bytes(frame))
        assert MSGPACK.decode(MSGPACK.encode(message)) == message


@given(st.text(st.sampled_from('{}[]",:0123456789.eE+-truefalsn \\u"d80'), max_size=60))
@settings(max_examples=many(1000))
def test_what_the_json_scanner_takes_is_within_the_rules(text: str) -> None:
    """Text that is almost JSON is read like the standard library reads it, or refused."""
    refused = refusal(scan_json, text)
    if refused:
        assert refused.code in {"decode", "depth", "range", "text"}
    else:
        assert is_permitted(json.loads(text))


@pytest.mark.parametrize("key", ["__proto__", "constructor", "prototype"])
def test_keys_that_every_map_of_a_browser_seems_to_have_are_refused(key: str) -> None:
    """However deep; as a value they are words like any other."""
    inside = {"intent": [{"goals": {key: 1}}]}
    for error in (refusal(scan_msgpack, msgpack.packb(inside)), refusal(scan_json, json.dumps(inside))):
        assert error is not None
        assert (error.code, key in str(error.detail)) == ("decode", True)
    assert refusal(scan_json, json.dumps({"name": key})) is None
