"""The bytes of every message are pinned, in both subprotocols."""

import base64
import json
from typing import Any, get_args

import msgpack
import pytest

from protocol import limits
from protocol.codec import JSON, MSGPACK
from protocol.messages import Ask, ClientMessage, ServerMessage, Submit
from tests.protocol.golden import names, vectors

GOLDEN = vectors("messages")
each_message = pytest.mark.parametrize("vector", GOLDEN, ids=names(GOLDEN))


def json_bytes(vector: dict[str, Any]) -> bytes:
    return json.dumps(vector["json"], ensure_ascii=False, separators=(",", ":")).encode()


def with_base64(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: with_base64(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_base64(inner) for inner in value]
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


@each_message
def test_message_has_its_golden_msgpack_bytes(vector: dict[str, Any]) -> None:
    """Decoding and encoding again gives the same MessagePack bytes."""
    data = bytes.fromhex(vector["msgpack"])
    message = MSGPACK.decode(data) if vector["from"] == "client" else MSGPACK.decode_server(data)
    assert MSGPACK.encode(message).hex() == vector["msgpack"]


@each_message
def test_message_has_its_golden_json_bytes(vector: dict[str, Any]) -> None:
    """Decoding and encoding again gives the same JSON bytes."""
    data = json_bytes(vector)
    message = JSON.decode(data) if vector["from"] == "client" else JSON.decode_server(data)
    assert JSON.encode(message) == data


@each_message
def test_both_subprotocols_say_the_same(vector: dict[str, Any]) -> None:
    """Another MessagePack library finds in one vector what JSON says in the other, binary fields as base64."""
    assert with_base64(msgpack.unpackb(bytes.fromhex(vector["msgpack"]))) == vector["json"]


def test_every_message_has_a_golden_vector() -> None:
    """No message type is without an example."""
    types = {message.__struct_config__.tag for message in get_args(ClientMessage) + get_args(ServerMessage)}
    assert {vector["json"]["type"] for vector in GOLDEN} == types


def test_bodies_stay_as_they_were_sent() -> None:
    """An intent in unusual but valid bytes reaches its decoder byte for byte."""
    intent = b"\x81\xa1n\xcd\x00\x07"  # 7 in two bytes: valid, not minimal
    submit = Submit(id=bytes(16), intent=MSGPACK.body(None), nonce=bytes(16))
    frame = MSGPACK.encode(submit).replace(b"intent\xc0", b"intent" + intent)
    decoded = MSGPACK.decode(frame)
    assert isinstance(decoded, Submit)
    assert bytes(decoded.intent) == intent


def test_integer_bounds_are_those_of_javascript() -> None:
    """The largest exact whole number passes, in both subprotocols."""
    for codec in (MSGPACK, JSON):
        ask = Ask(id=limits.SAFE_INT, question=codec.body({"n": -limits.SAFE_INT}))
        assert codec.encode(codec.decode(codec.encode(ask))) == codec.encode(ask)
