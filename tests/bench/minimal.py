"""The floor of a whole intent: the least that a server in Python can do for one. Decode, append durably, encode, tell.

    python -m tests.bench.minimal REDIS_SOCKET

It speaks as much of Fray's wire as load.c needs: hello, submit, welcome, ack, update. It has no rules, no secrets and
no errors; everybody at a table gets the same event of about 330 bytes. What is queued in a turn of the loop goes to
Redis in one write; what one connection gets in a turn leaves in one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from typing import Any

import msgspec

AGREED = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n"
    b"Sec-WebSocket-Protocol: fray.v1.msgpack\r\n\r\n"
)
EVENT: dict[str, Any] = {
    "type": "AttackResolved", "who": "anna", "target": "rauk", "weapon": "sword", "faces": [6, 5, 4, 2, 1],
    "terms": [{"key": "skill", "value": 3, "rule": "X-1"}, {"key": "cover", "value": 0, "rule": "X-2"},
              {"key": "distance", "value": 1, "rule": "X-3"}, {"key": "wounds", "value": -1, "rule": "X-4"}],
    "hits": 2, "criticals": 1, "covered": 1, "wounds": 2, "before": 3, "after": 5, "conditions": ["prone"],
    "text": "a sentence for the log",
}  # fmt: skip
encode = msgspec.msgpack.Encoder().encode


class Hello(msgspec.Struct, tag_field="type", tag="hello"):
    """`token` names the table."""

    token: str


class Submit(msgspec.Struct, tag_field="type", tag="submit"):
    """An intent, with its own form for what was meant."""

    id: bytes
    nonce: bytes
    intent: dict[str, Any]


class Told(msgspec.Struct, tag_field="type", tag="update"):
    """The update."""

    n: int
    events: list[Any]


class Ack(msgspec.Struct, tag_field="type", tag="ack"):
    """The ack."""

    id: bytes
    n: int


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    """The welcome."""

    n: int = 0


decode = msgspec.msgpack.Decoder(Hello | Submit).decode


class Redis(asyncio.Protocol):
    """XADD in groups; each reply calls back. A reply is a bulk string: two lines."""

    def __init__(self) -> None:
        self._out: list[bytes] = []
        self._waiting: deque[tuple[Table, Client, Submit, int, bytes]] = deque()
        self._rest = b""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()

    def append(self, table: Table, client: Client, message: Submit) -> None:
        """One entry; `table` tells everybody once it is on disk."""
        table.n += 1
        event = encode(EVENT)
        words = (b"XADD", table.key, b"%d-0" % table.n, b"e", event)
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(b"*5\r\n" + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words]))
        self._waiting.append((table, client, message, table.n, event))

    def _flush(self) -> None:
        self._transport.write(b"".join(self._out))
        self._out.clear()

    def data_received(self, data: bytes) -> None:
        lines = (self._rest + data).split(b"\r\n")
        whole = (len(lines) - 1) // 2
        for k in range(whole):
            assert lines[2 * k][:1] == b"$", lines[2 * k]
            told(*self._waiting.popleft())
        self._rest = b"\r\n".join(lines[2 * whole :])


class Table:
    """Who listens, and how many events there were."""

    def __init__(self, name: str) -> None:
        self.key = b"t:" + name.encode()
        self.n = 0
        self.clients: list[Client] = []


def told(table: Table, sender: Client, message: Submit, n: int, event: bytes) -> None:
    """One entry is on disk: tell the table."""
    update = frame(encode(Told(n, [msgspec.Raw(event)])))
    sender.post(frame(encode(Ack(message.id, n))))
    for client in table.clients:
        client.post(update)


def frame(payload: bytes) -> bytes:
    """An unmasked binary frame."""
    size = len(payload)
    return (bytes((0x82, size)) if size < 126 else b"\x82\x7e" + size.to_bytes(2, "big")) + payload


class Client(asyncio.Protocol):
    """One connection."""

    tables: dict[str, Table]
    redis: Redis
    _table: Table

    def __init__(self) -> None:
        self._is_open = False
        self._rest = b""
        self._out: list[bytes] = []

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()

    def post(self, data: bytes) -> None:
        """Send at the end of this turn."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(data)

    def _flush(self) -> None:
        self._transport.write(b"".join(self._out))
        self._out.clear()

    def data_received(self, data: bytes) -> None:
        if not self._is_open:
            self._is_open = True
            self._transport.write(AGREED)
            return
        data = self._rest + data
        at = 0
        while (end := _end(data, at)) is not None:
            self._take(decode(data[end[0] : end[1]]))
            at = end[1]
        self._rest = data[at:]

    def _take(self, message: Hello | Submit) -> None:
        if isinstance(message, Submit):
            self.redis.append(self._table, self, message)
            return
        self._table = self.tables.setdefault(message.token, Table(message.token))
        self._table.clients.append(self)
        self.post(frame(encode(Welcome())))


def _end(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at `at` begins and ends. The generator's masks are zero."""
    if len(data) < at + 6:
        return None
    size, head = data[at + 1] & 127, 6
    if size == 126:
        size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 8
    return (at + head, at + head + size) if len(data) >= at + head + size else None


async def main(path: str) -> None:
    """Serve until killed; the first line says where."""
    loop = asyncio.get_running_loop()
    Client.tables = {}
    _, Client.redis = await loop.create_unix_connection(Redis, path)
    server = await loop.create_server(Client, "127.0.0.1", 0, backlog=2048)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
