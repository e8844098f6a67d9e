"""The floor of a whole intent: the least that a server in Python can do for one. Decode, append durably, encode, tell.

    python -m tests.bench.minimal REDIS_SOCKET [before]

With `before` it has as much traffic as Fray had when people still were sent all options anew, so that what Fray does of
it no more counts for Fray.

It speaks as much of Fray's wire as load.c needs: hello, submit, welcome, ack, update. It has no rules, no secrets and
no errors; everybody at a table gets the same event of about 330 bytes. What is queued in a turn of the loop goes to
Redis in one write; what one connection gets in a turn leaves in one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from typing import Any, NamedTuple

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


class Traffic(NamedTuple):
    """Of one intent, on average: appends; updates beyond one for each who listens; bytes that fill up an update."""

    appends: float = 1
    more: float = 0
    fill: int = 0


BEFORE = Traffic(1.43, 2.3, 2_120)
"""1.43 appends, 9.3 messages and 19.8 KiB for six who listen, acks included."""


class Hello(msgspec.Struct, tag_field="type", tag="hello"):
    """`token` names the table."""

    token: str


class Submit(msgspec.Struct, tag_field="type", tag="submit"):
    """An intent, with its own form for what was meant."""

    id: bytes
    nonce: bytes
    intent: dict[str, Any]


class Told(msgspec.Struct, tag_field="type", tag="update", omit_defaults=True):
    """The update."""

    n: int
    events: list[Any]
    fill: str = ""


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
        self._waiting: deque[Entry] = deque()
        self._rest = b""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()

    def append(self, table: Table, client: Client, message: Submit) -> None:
        """The entries of one intent; of each its readers are told once it is on disk, of the first its sender too."""
        event = encode(EVENT)
        ack = Ack(message.id, table.n + 1)
        for part, readers in enumerate(table.readers()):
            words = (b"XADD", table.key, b"%d-%d" % (table.n, part), b"e", event)
            if not self._out:
                self._loop.call_soon(self._flush)
            self._out.append(b"*5\r\n" + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words]))
            update = Told(table.n, [msgspec.Raw(event)], table.fill)
            self._waiting.append(Entry(readers, update, None if part else (client, ack)))

    def _flush(self) -> None:
        self._transport.write(b"".join(self._out))
        self._out.clear()

    def data_received(self, data: bytes) -> None:
        lines = (self._rest + data).split(b"\r\n")
        whole = (len(lines) - 1) // 2
        for k in range(whole):
            assert lines[2 * k][:1] == b"$", lines[2 * k]
            told(self._waiting.popleft())
        self._rest = b"\r\n".join(lines[2 * whole :])


class Table:
    """Who listens, and how many intents there were."""

    traffic = Traffic()

    def __init__(self, name: str) -> None:
        self.key = b"t:" + name.encode()
        self.n = 0
        self.clients: list[Client] = []
        self.fill = "x" * self.traffic.fill

    def readers(self) -> list[list[Client]]:
        """One intent more: who is told of each append. What is told beyond one update for each comes with the last."""
        appends, more = _share(self.n, self.traffic.appends), _share(self.n, self.traffic.more)
        self.n += 1
        beyond = self.clients[:more]
        return [self.clients, beyond] if appends > 1 else [self.clients + beyond]


def _share(k: int, each: float) -> int:
    """So many of `each` on average are the one's at place `k`."""
    return int((k + 1) * each) - int(k * each)


class Entry(NamedTuple):
    """What waits for its append: whom it is told to, and what; whom it is acknowledged to."""

    readers: list[Client]
    update: Told
    ack: tuple[Client, Ack] | None


def told(entry: Entry) -> None:
    """One entry is on disk: tell those who read it."""
    update = frame(encode(entry.update))
    if entry.ack is not None:
        sender, ack = entry.ack
        sender.post(frame(encode(ack)))
    for client in entry.readers:
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


async def main(path: str, *words: str) -> None:
    """Serve until killed; the first line says where."""
    Table.traffic = BEFORE if "before" in words else Traffic()
    loop = asyncio.get_running_loop()
    Client.tables = {}
    _, Client.redis = await loop.create_unix_connection(Redis, path)
    server = await loop.create_server(Client, "127.0.0.1", 0, backlog=2048)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
