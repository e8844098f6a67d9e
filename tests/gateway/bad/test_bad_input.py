"""What no honest client sends, through real sockets: each has its status, its code or its close number.

The server must be alive and unmoved after each; what the strict decoder refuses in detail is tests/protocol's matter.
"""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
import pytest

from protocol import messages as m
from protocol.codec import MSGPACK
from protocol.limits import CLIENT_FRAME_BYTES
from server.gateway.limits import Limits, Rate
from server.keys.links import token_of
from tests.gateway.conftest import Opening
from tests.gateway.house import House
from tests.gateway.wire import raw
from tests.gateway.wire.raw import BINARY, LAST, Raw, frame, request
from tests.store.redis.waiting import until
from tests.table.party import SPEC


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (request(without="Upgrade"), 426),
        (request(without="Connection"), 426),
        (request("Origin: http://evil.example"), 403),
        (request("Origin: null"), 403),
        (request("Origin: http://localhost", "Origin: http://localhost"), 403),
        (request(*[f"X-{number}: 1" for number in range(129)]), 431),
        (request("X: " + "x" * 9000), 431),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (request(without="Sec-WebSocket-Protocol"), 400),
        (request("Sec-WebSocket-Protocol: fray.v2.msgpack", without="Sec-WebSocket-Protocol"), 400),
        (request("Sec-WebSocket-Version: 8", without="Sec-WebSocket-Version"), 400),
        (request("Sec-WebSocket-Key: short", without="Sec-WebSocket-Key"), 400),
        (request("Host: evil.example", without="Host"), 421),
        (request(without="Host"), 400),
        (request("Host: evil.example"), 400),
        (request() + frame(BINARY | LAST, b"\xc1"), 400),
        (request().replace(b"GET", b"POST"), 405),
        (request().replace(b"HTTP/1.1", b"HTTP/1.0"), 505),
        (request().replace(b"HTTP/1.1", b"HTTP/3.7"), 400),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", 405),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"\x16\x03\x01 TLS\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    ],
)
async def test_requests_that_open_nothing(house: House, asked: bytes, status: int) -> None:
    """Rows 1 to 4 and their kin: a status, and the connection ends."""
    found, headers, _ = await house.exchange(asked)
    assert found == status
    assert headers["connection"] == "close"


async def test_a_request_that_never_ends_is_dropped(opening: Opening) -> None:
    """Slow handshakes hold a socket for a short time only, and answers nobody collects too."""
    house = await opening(Limits(handshake_s=0.25))
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: loc")
    with contextlib.suppress(ConnectionResetError):
        assert await reader.read() == b""
    writer.close()
    house = await opening(Limits(download_s=0.25))
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b" 200 " in await reader.read()
    await until(lambda: not house.listener.sessions)
    writer.close()


async def test_no_hello_in_time(opening: Opening) -> None:
    """Row 5."""
    house = await opening(Limits(hello_s=0.25))
    guest = await house.connect()
    assert await guest.end() == (4408, "hello_timeout")


FIRST = [
    (MSGPACK.encode(m.Ping()), (4400, "hello_expected")),
    (b"", (4400, "hello_expected")),
    (MSGPACK.encode(m.Hello(token="garbage")), (4401, "token")),
    (MSGPACK.encode(m.Hello(token="A" * 64)), (4401, "token")),
    (msgspec.msgpack.encode({"type": "hello", "token": 5}), (4401, "token")),
    (msgspec.msgpack.encode({"type": "hello", "token": "x" * 5000}), (4401, "token")),
    (msgspec.msgpack.encode({"type": "hello", "resume": 5}), (4400, "hello_expected")),
]


@pytest.mark.parametrize(("data", "end"), FIRST)
async def test_first_messages_that_open_nothing(house: House, data: bytes, end: tuple[int, str]) -> None:
    """Rows 6 and 9."""
    guest = await house.connect()
    await guest.send_bytes(data)
    assert await guest.end() == end


async def test_a_secret_of_another_encounter_or_a_bit_off(house: House) -> None:
    """Row 11: the secret opens only its own encounter; an encounter that is not looks like a wrong secret."""
    links = (await house.lobby.create(SPEC))["links"]
    mixed = house.links["ann"][:21] + links["ann"][21:]
    nowhere = token_of("00" * 16, bytes(32))
    last = house.links["ann"][-1]
    flipped = house.links["ann"][:-1] + ("A" if last != "A" else "B")
    for token in (mixed, nowhere, flipped):
        guest = await house.connect()
        await guest.send(m.Hello(token=token))
        assert await guest.end() == (4401, "token")


async def test_a_second_hello(house: House) -> None:
    """Row 7: refused, and play goes on."""
    gm = await house.sit("gm")
    await gm.send(m.Hello(token=house.links["gm"]))
    assert (await gm.next(m.Rejected)).code == "state"
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)


WHOLE = BINARY | LAST
FRAMES = [
    ("text on binary", frame(raw.TEXT | LAST, b"{}"), (1003, "wrong_frame")),
    ("unmasked", frame(WHOLE, b"\x80", is_masked=False), (1002, "incorrect masking")),
    ("reserved opcode", frame(0x3 | LAST), (1002, "invalid opcode")),
    ("reserved control opcode", frame(0xB | LAST), (1002, "invalid opcode")),
    ("RSV1, as compressed", frame(WHOLE | 0x40, b"\x80"), (1002, "reserved bits must be 0")),
    ("RSV3", frame(WHOLE | 0x10, b"\x80"), (1002, "reserved bits must be 0")),
    ("fragmented ping", frame(raw.PING), (1002, "fragmented control frame")),
    ("ping of 126 bytes", frame(raw.PING | LAST, bytes(126)), (1002, "control frame too long")),
    ("pong of 126 bytes", frame(raw.PONG | LAST, bytes(126)), (1002, "control frame too long")),
    ("continuation of nothing", frame(LAST, b"x"), (1002, "unexpected continuation frame")),
    ("message inside a message", frame(BINARY) + frame(WHOLE), (1002, "expected a continuation frame")),
    ("close with one byte", frame(raw.CLOSE | LAST, b"x"), (1002, "close frame too short")),
    ("close with 1005", frame(raw.CLOSE | LAST, b"\x03\xed"), (1002, "invalid status code")),
    ("text that is no UTF-8", frame(raw.TEXT | LAST, b"\xff"), (1007, "")),
    ("2^63 bytes declared", frame(WHOLE, declared=2**63), (1009, "too_large")),
    ("2^64 - 1 bytes declared", frame(WHOLE, declared=2**64 - 1), (1009, "too_large")),
    ("one byte too many", frame(WHOLE, bytes(CLIENT_FRAME_BYTES + 1)), (1009, "too_large")),
    ("too many in two pieces", frame(BINARY, bytes(CLIENT_FRAME_BYTES)) + frame(LAST, b"x"), (1009, "too_large")),
    ("100,000 empty pieces", frame(BINARY) + frame(0) * 100_000, (1009, "too_large")),
]


@pytest.mark.parametrize(("data", "end"), [row[1:] for row in FRAMES], ids=[row[0] for row in FRAMES])
@pytest.mark.parametrize("is_seated", [False, True], ids=["before hello", "at a table"])
async def test_frames_that_break_the_websocket(
    house: House, data: bytes, end: tuple[int, str], is_seated: bool
) -> None:
    """Rows 13 to 20: closed with the right number, the server's half ends, memory is not filled."""
    socket = await Raw.open(house.port)
    if is_seated:
        socket.send(frame(WHOLE, MSGPACK.encode(m.Hello(token=house.links["gm"]))))
        await socket.next()
    socket.send(data)
    assert await socket.end() == end
    assert isinstance(await (await house.sit("bob")).ask({"type": "x"}), m.Rejected)


DEEP = [b"\x91" * 9, b"\x91" * 1023, b"\x91" * 60_000]
MESSAGES = [
    *[("empty", b"", "decode"), ("0xC1", b"\xc1", "decode"), ("truncated", b"\x82\xa4type", "decode")],
    *[("trailing", MSGPACK.encode(m.Ping()) + b"\x00", "decode"), ("4 G items", b"\xdd\xff\xff\xff\xff", "decode")],
    *[(f"depth {len(data)}", data + b"\xc0", "depth") for data in DEEP],
    *[("bad UTF-8", b"\x81\xa4type\xa2\xff\xff", "decode"), ("surrogate", b"\x81\xa4type\xa3\xed\xa0\x80", "decode")],
    *[(f"key {data!r}", b"\x81" + data + b"\x01", "decode") for data in (b"\x01", b"\xc4\x01a", b"\xc0", b"\x90")],
    ("duplicate key", b"\x82\xa4type\xa4ping\xa4type\xa4ping", "decode"),
    *[("extension", b"\x81\xa4type\xd4\x01a", "decode"), ("timestamp", b"\x81\xa4type\xd6\xff\0\0\0\0", "decode")],
    ("not a map", b"\x91\x01", "schema"),
    ("unknown type", msgspec.msgpack.encode({"type": "cheat"}), "unknown_type"),
    ("NaN", b"\x82\xa4type\xa4ping\xa1x\xcb\x7f\xf8\0\0\0\0\0\0", "range"),
]


@pytest.mark.parametrize(("data", "code"), [row[1:] for row in MESSAGES], ids=[row[0] for row in MESSAGES])
async def test_messages_that_cannot_be_read(house: House, data: bytes, code: str) -> None:
    """Rows 21 to 33: refused with code and sentence, and the connection goes on."""
    ann = await house.sit("ann")
    await ann.send_bytes(data)
    rejected = await ann.next(m.Rejected)
    assert rejected.code == code
    assert rejected.id is msgspec.UNSET
    assert "{" not in rejected.message
    await ann.send(m.Ping())
    assert isinstance(await ann.next(m.Pong), m.Pong)


async def test_a_spectator_s_intent_and_a_player_s_command(house: House) -> None:
    """Rows 53 and 54: refused under their ids, nothing happens."""
    gm, ann, watch = [await house.sit(seat) for seat in ("gm", "ann", "spectator")]
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)
    forbidden = await watch.submit({"type": "choose", "who": "a", "cup": 1}, id=b"w" * 16)
    assert (forbidden.id, forbidden.code) == (b"w" * 16, "forbidden")
    command = await ann.submit({"type": "pause"}, id=b"p" * 16)
    assert isinstance(command, m.Rejected)
    assert command.id == b"p" * 16
    again = await gm.submit({"type": "begin"})
    assert isinstance(again, m.Rejected)


async def test_too_many_connections_from_one_address(opening: Opening) -> None:
    """Row 68 for connecting: 429 with the wait; pages are still served."""
    house = await opening(Limits(connects=Rate(2, 0.01), is_loopback_counted=True))
    statuses = [(await raw.Raw.handshake(house.port, request()))[9:12] for _ in range(3)]
    assert statuses == [b"101", b"101", b"429"]
    assert (await house.get("/healthz"))[0] == 200


async def test_noise_on_many_sockets_leaves_nothing_behind(house: House) -> None:
    """Two hundred broken clients, and an honest one plays."""
    sockets = [await Raw.open(house.port) for _ in range(200)]
    for number, socket in enumerate(sockets):
        socket.send(frame(WHOLE, bytes([number])) + b"\xff" * number)
    for socket in sockets:
        with contextlib.suppress(ConnectionResetError, asyncio.IncompleteReadError):
            await socket.end()
        socket.writer.transport.abort()
    gm = await house.sit("gm")
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)
    assert house.count('fray_failures_total{where="receive"}') == 0
