"""Each bad input a client can send is refused with its code, at its place, and with nothing but a ProtocolError."""

import json
import struct
from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from protocol import limits
from protocol.codec import JSON, MSGPACK, Codec
from protocol.errors import ProtocolError
from protocol.messages import Submit

SUBMIT: dict[str, Any] = {"type": "submit", "id": bytes(16), "intent": {"type": "stand_up"}, "nonce": bytes(16)}


def refusal(decode: Callable[[bytes], object], data: bytes) -> tuple[str, str]:
    with pytest.raises(ProtocolError) as caught:
        decode(data)
    return caught.value.code, caught.value.path


def submit(**changes: Any) -> bytes:
    packed: bytes = msgpack.packb(SUBMIT | changes)
    return packed


def intent(body: bytes) -> bytes:
    """A submit whose intent is exactly these bytes."""
    return submit().replace(msgpack.packb(SUBMIT["intent"]), body)


def json_submit(**changes: Any) -> bytes:
    sixteen = "AAAAAAAAAAAAAAAAAAAAAA=="
    return json.dumps(SUBMIT | {"id": sixteen, "nonce": sixteen} | changes).encode()


# Numbered as in the project's list of bad inputs; 19, 26 and 37 in several sizes.
MSGPACK_ROWS: list[tuple[int, bytes, str, str]] = [
    (19, submit(intent={"t": "a" * limits.CLIENT_FRAME_BYTES}), "too_large", "$"),
    (21, b"", "decode", "$"),
    (22, b"\xc1", "decode", "$"),
    (22, intent(b"\xc1"), "decode", "$.intent"),
    (23, submit()[:-1], "decode", "$"),
    (23, b"\x82\xa4type\xa4ping", "decode", "$"),
    (23, b"\x81\xa4type\xd9", "decode", "$"),
    (23, b"\x81\xa4type\xcb\x00", "decode", "$"),
    (24, submit() + b"\xc0", "decode", "$"),
    (25, b"\xdd\xff\xff\xff\xff", "decode", "$"),
    (25, intent(b"\xdd\xff\xff\xff\xff"), "decode", "$"),
    (26, intent(b"\x91" * 8 + b"\xc0"), "depth", "$.intent" + "[0]" * 7),
    (26, intent(b"\x91" * 1023 + b"\xc0"), "depth", "$.intent" + "[0]" * 7),
    (26, b"\x91" * 60_000, "depth", "$" + "[0]" * 8),
    (27, intent(b"\xa2\xff\xfe"), "decode", "$.intent"),
    (27, intent(b"\xa3\xed\xa0\x80"), "decode", "$.intent"),
    (28, intent(b"\x81\x01\x02"), "decode", "$.intent"),
    (28, intent(b"\x81\xc4\x01a\x02"), "decode", "$.intent"),
    (28, intent(b"\x81\xc0\x02"), "decode", "$.intent"),
    (28, intent(b"\x81\x90\x02"), "decode", "$.intent"),
    (29, intent(b"\x82\xa1a\x01\xa1a\x02"), "decode", "$.intent"),
    (29, intent(b"\x82\xa1a\x01\xd9\x01a\x02"), "decode", "$.intent"),
    (30, intent(b"\xd4\x05\x00"), "decode", "$.intent"),
    (30, intent(b"\xd6\xff\x00\x00\x00\x00"), "decode", "$.intent"),
    (31, intent(b"\xcb" + struct.pack(">d", float("nan"))), "range", "$.intent"),
    (31, intent(b"\x91\xcb" + struct.pack(">d", float("inf"))), "range", "$.intent[0]"),
    (31, intent(b"\xca" + struct.pack(">f", float("-inf"))), "range", "$.intent"),
    (32, b"\x91\x01", "schema", "$"),
    (32, b"\xa4ping", "schema", "$"),
    (33, b"\x81\xa4type\xa4jump", "unknown_type", "$.type"),
    (34, b"\x80", "schema", "$"),
    (34, b"\x82\xa4type\xa3ask\xa2id\x01", "schema", "$"),
    (35, submit(extra=1), "schema", "$"),
    (35, msgpack.packb({"type": "hello", "resume": {"n": 1, "head": bytes(16), "v": 2}}), "schema", "$.resume"),
    (36, submit(seen=True), "schema", "$.seen"),
    (36, submit(seen=5.0), "schema", "$.seen"),
    (36, submit(seen="5"), "schema", "$.seen"),
    (37, submit(seen=2**63), "range", "$.seen"),
    (37, submit(seen=-1), "range", "$.seen"),
    (37, submit(seen=2**53 + 1), "range", "$.seen"),
    (37, intent(b"\x81\xa1n" + msgpack.packb(-(2**53))), "range", "$.intent.n"),
    (39, submit(intent={"name": "Ha\0gen"}), "text", "$.intent.name"),
    (39, submit(intent={"name": "Ha\u202egen"}), "text", "$.intent.name"),
    (39, submit(intent={"na\nme": 1}), "text", "$.intent"),
    (40, submit(intent={"say": "é" * (limits.STRING_CHARS + 1)}), "text", "$.intent.say"),
    (41, submit(id=bytes(15)), "schema", "$.id"),
    (41, submit(id="0123456789abcdef"), "schema", "$.id"),
    (41, msgpack.packb({key: value for key, value in SUBMIT.items() if key != "id"}), "schema", "$"),
    (44, submit(nonce=bytes(17)), "schema", "$.nonce"),
    (60, submit(intent={"path": list(range(10_000))}), "range", "$.intent.path"),
]


@pytest.mark.parametrize(("row", "data", "code", "path"), MSGPACK_ROWS)
def test_bad_msgpack_frame_is_refused(row: int, data: bytes, code: str, path: str) -> None:
    """Every row of the list finds its code and its place."""
    assert refusal(MSGPACK.decode, data) == (code, path)


JSON_ROWS: list[tuple[int, bytes, str, str]] = [
    (19, json_submit(intent="a" * limits.CLIENT_FRAME_BYTES), "too_large", "$"),
    (21, b"", "decode", "$"),
    (23, json_submit()[:-1], "decode", "$"),
    (24, json_submit() + b"1", "decode", "$"),
    (26, json_submit(intent=[[[[[[[[1]]]]]]]]), "depth", "$.intent" + "[0]" * 7),
    (26, b"[" * 60_000, "depth", "$"),
    (26, b"[" * 30_000 + b"]" * 30_000, "depth", "$"),
    (27, b'{"type":"\xff"}', "decode", "$"),
    (27, json_submit(intent="\ud800"), "decode", "$"),
    (29, b'{"type":"ping","type":"ping"}', "decode", "$"),
    (31, json_submit(intent=float("nan")), "range", "$"),
    (31, json_submit(intent=[float("inf")]), "range", "$"),
    (31, b'{"type":"ask","id":1,"question":1e999}', "range", "$"),
    (32, b"[1]", "schema", "$"),
    (33, b'{"type":"jump"}', "unknown_type", "$.type"),
    (34, b'{"type":"ask","id":1}', "schema", "$"),
    (35, b'{"type":"ping","extra":1}', "schema", "$"),
    (36, json_submit(seen=True), "schema", "$.seen"),
    (36, json_submit(seen=5.0), "schema", "$.seen"),
    (36, json_submit(seen="5"), "schema", "$.seen"),
    (37, json_submit(seen=-1), "range", "$.seen"),
    (37, json_submit(seen=2**53 + 1), "range", "$.seen"),
    (37, json_submit(intent=[-(2**53)]), "range", "$.intent[0]"),
    (37, b'{"type":"ask","id":1' + b"0" * 5000 + b"}", "range", "$"),
    (39, json_submit(intent={"name": "Ha\0gen"}), "text", "$.intent.name"),
    (40, json_submit(intent={"say": "a" * (limits.STRING_CHARS + 1)}), "text", "$.intent.say"),
    (41, json_submit(id="AAAA"), "schema", "$.id"),
    (41, json_submit(id="not base64!"), "schema", "$.id"),
    (60, json_submit(intent=list(range(10_000))), "range", "$.intent"),
]


@pytest.mark.parametrize(("row", "data", "code", "path"), JSON_ROWS)
def test_bad_json_frame_is_refused(row: int, data: bytes, code: str, path: str) -> None:
    """JSON is held to the same list where it can break the same rule."""
    assert refusal(JSON.decode, data) == (code, path)


def test_non_minimal_integer_is_taken() -> None:
    """Row 38: the same number in more bytes is the same number."""
    frame = submit(seen=5)
    assert MSGPACK.decode(frame[:-1] + b"\xce\x00\x00\x00\x05") == MSGPACK.decode(frame)


def test_deepest_permitted_nesting_is_taken() -> None:
    """A body may go seven levels down below its message."""
    body = b"\x91" * 7 + b"\xc0"
    message = MSGPACK.decode(intent(body))
    assert isinstance(message, Submit)
    assert bytes(message.intent) == body


def test_too_many_values_in_all_are_refused() -> None:
    """Many lists of permitted length are too many values."""
    assert refusal(MSGPACK.decode, submit(intent=[[0] * 512] * 9)) == ("range", "$.intent[7]")
    assert refusal(JSON.decode, json_submit(intent=[[0] * 512] * 9)) == ("range", "$.intent[7]")


def test_long_binary_is_refused() -> None:
    """No field needs more than a few kilobytes of binary."""
    frame = submit(intent={"seed": bytes(limits.BINARY_BYTES + 1)})
    assert refusal(MSGPACK.decode, frame) == ("range", "$.intent.seed")


def test_error_echoes_little_of_what_was_sent() -> None:
    """A refusal of a long unknown name stays short."""
    with pytest.raises(ProtocolError) as caught:
        MSGPACK.decode(msgpack.packb({"type": "ping", "x" * 4000: 1}))
    assert len(caught.value.message) < 300
    with pytest.raises(ProtocolError) as caught:
        MSGPACK.decode(submit(intent={"x" * 4000: float("nan")}))
    assert len(caught.value.path) <= 200


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])
def test_error_carries_code_path_and_sentence(codec: Codec) -> None:
    """What goes into `rejected` is all there."""
    with pytest.raises(ProtocolError) as caught:
        codec.decode(codec.to_bytes({"type": "ask", "id": -1, "question": 1}))
    assert (caught.value.code, caught.value.path) == ("range", "$.id")
    assert caught.value.message == "A value is out of range: Expected `int` >= 0."
    assert caught.value.detail == {"path": "$.id", "problem": "Expected `int` >= 0"}
