"""The bytes of every message are pinned, in both subprotocols."""

import base64
import json
import re
from typing import Any, get_args

import msgpack
import pytest

from protocol import limits
from protocol.codec import JSON, MSGPACK
from protocol.messages import Ask, ClientMessage, ServerMessage, Submit
from tests.protocol.golden import FOLDER, names, vectors

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


def test_examples_of_the_specification_are_messages() -> None:
    """Whoever copies from the README sends and reads what the server knows."""
    specification = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    of_client, of_server = re.findall(r"```json\n(.*?)```", specification, re.DOTALL)
    for text, decode in ((of_client, JSON.decode), (of_server, JSON.decode_server)):
        lines = re.split(r"\n(?=\{)", text.strip())
        assert len(lines) >= 4
        for line in lines:
            assert decode(line.encode()).__struct_config__.tag == json.loads(line)["type"]


def test_specification_names_every_message_and_field() -> None:
    """A field that is not in the README's tables does not exist for other clients."""
    specification = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    for message in get_args(ClientMessage) + get_args(ServerMessage):
        row = re.search(rf"^\| `{message.__struct_config__.tag}` \|(.*)", specification, re.MULTILINE)
        assert row
        assert all(re.search(rf"`{name}\b", row[1]) for name in message.__struct_fields__), message


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
