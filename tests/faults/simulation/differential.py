"""The simulated Redis against the real one: the same commands, byte for byte the same replies."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

from server.store import chain
from server.store.log import ZERO_HASH
from server.store.redis.appender import _SCRIPT, _SHA
from server.store.redis.keys import key
from server.store.redis.pipe import encode
from tests.faults.simulation.sim_redis import Client, Node
from tests.faults.simulation.virtual import VirtualLoop
from tests.support.redis_fixture import encounter_id


class Collecting:
    """Stands for a socket whose replies are kept."""

    def __init__(self) -> None:
        self.said = b""
        self.is_open = True

    def reply(self, data: bytes) -> None:
        """Keep it."""
        self.said += data

    def take(self) -> bytes:
        """What was said since the last time."""
        said, self.said = self.said, b""
        return said


class Simulated:
    """A node that is asked directly."""

    def __init__(self) -> None:
        no_weather: Any = None
        self.loop = VirtualLoop(no_weather, lambda: 0.0)
        self.node = Node(self.loop, lambda: 0.0)
        self.connect()

    def connect(self) -> None:
        """Use a new connection."""
        self.socket = Collecting()
        socket: Any = self.socket
        self.client = Client(self.node, socket)
        self.node.peers[self.client] = None

    def ask(self, *words: bytes) -> bytes:
        """The reply to a command."""
        self.client.received(encode(*words))
        self.loop.run_until_complete(asyncio.sleep(0.1))
        return self.socket.take()


class Real:
    """A connection to a real Redis; a token of its own tells where a reply ends."""

    def __init__(self, url: str) -> None:
        self._path = url.removeprefix("unix://")
        self.loop = asyncio.new_event_loop()
        self.connect()

    def close(self) -> None:
        """Hang up."""
        self._writer.close()
        self.loop.run_until_complete(self._writer.wait_closed())

    def connect(self) -> None:
        """Use a new connection."""
        self._reader, self._writer = self.loop.run_until_complete(asyncio.open_unix_connection(self._path))

    def ask(self, *words: bytes) -> bytes:
        """The reply to a command."""
        return self.loop.run_until_complete(asyncio.wait_for(self._ask(words), 10))

    async def _ask(self, words: tuple[bytes, ...]) -> bytes:
        end = b"*2\r\n$4\r\npong\r\n$3\r\nend\r\n" if words[0] == b"SUBSCRIBE" else b"$3\r\nend\r\n"
        self._writer.write(encode(*words) + encode(b"PING", b"end"))
        said = b""
        while not said.endswith(end):
            said += await self._reader.read(1 << 16)
        return said.removesuffix(end)


def commands(luck: random.Random, encounter: str, node: Node) -> tuple[bytes, ...]:
    """One command as Fray sends it, near the top of a stream or with a mistake."""
    name = encounter_id(f"{encounter} {luck.randint(1, 2)}")
    stream = key(name, "log").encode()
    rows = node.streams.get(stream, [])
    top = rows[-1][0] if rows else 0
    kind = luck.choice(
        ("append", "append", "append", "again", "range", "range", "top", "info", "set", "get", "lobby", "other")
    )
    if kind in ("append", "again"):
        version = max(1, top + 1 + luck.choice((0, 0, 0, 0, -1, -2, 1, 2)))
        prev = next((row[1][3] for row in rows if row[0] == version - 1), ZERO_HASH)
        prev = prev if luck.random() < 0.85 else luck.randbytes(32)
        made = chain.seal(
            name, version, prev, luck.randbytes(16), luck.randbytes(16), luck.randbytes(luck.randint(0, 90))
        )
        words = (b"1", stream, b"%d" % version, prev, made.cid, made.hash, made.salt, made.body)
        if kind == "again" and rows:
            version, held = luck.choice(rows)
            words = (b"1", stream, b"%d" % version, prev, held[1], held[3], held[5], held[7])
        return (b"EVAL", _SCRIPT, *words) if luck.random() < 0.3 else (b"EVALSHA", _SHA, *words)
    if kind == "range":
        after, limit = b"(%d-0" % luck.randint(0, top + 1), b"%d" % luck.choice((1, 2, 1000))
        return (b"XRANGE", stream, after, b"+", b"COUNT", limit)
    if kind == "top":
        return (b"XREVRANGE", stream, b"+", b"-", b"COUNT", b"1")
    if kind == "info":
        return (b"XINFO", b"STREAM", stream)
    settle, lobby = key(name, "settle").encode(), f"{encounter} lobby".encode()
    field = luck.choice((b"a", b"b"))
    return {
        "set": (b"SET", settle, b"1"),
        "get": (b"GET", luck.choice((settle, b"nobody"))),
        "lobby": luck.choice(
            (
                (b"HSET", lobby, field, luck.randbytes(5)),
                (b"HGETALL", lobby),
                (b"HGET", lobby, field),
                (b"HDEL", lobby, field),
            )
        ),
        "other": luck.choice(
            (
                (b"WAIT", b"0", b"10"),
                (b"WAIT", b"1", b"10"),
                (b"PUBLISH", b"fray:wake:1", b"x"),
                (b"CLIENT", b"SETINFO", b"LIB-NAME", b"fray"),
                (b"PING",),
            )
        ),
    }[kind]


_TREE = re.compile(rb"radix-tree-(keys|nodes)\r\n:\d+")


def _sorted(reply: bytes) -> bytes:
    """What Fray looks at: of an error its kind, for servers differ in their sentences; of a stream not its tree."""
    return reply.split()[0] if reply.startswith(b"-") else _TREE.sub(b"", reply)


def compare(url: str, seeds: range, steps: int = 40) -> tuple[int, list[str]]:
    """How many commands were compared, and where the two differ."""
    differences: list[str] = []
    count = 0
    real = Real(url)
    for seed in seeds:
        luck, simulated = random.Random(seed), Simulated()
        real.ask(b"SCRIPT", b"FLUSH")
        for _ in range(steps):
            words = commands(luck, f"differential {seed}", simulated.node)
            left, right = simulated.ask(*words), real.ask(*words)
            count += 1
            if _sorted(left) != _sorted(right):
                differences.append(f"seed {seed}: {words[:3]!r}: simulated {left!r}, real {right!r}")
        words = (b"SUBSCRIBE", b"one", b"two")
        left, right = simulated.ask(*words), real.ask(*words)
        if left != right:
            differences.append(f"seed {seed}: {words!r}: simulated {left!r}, real {right!r}")
        real.close()
        real.connect()
        simulated.loop.close()
    real.close()
    real.loop.close()
    return count, differences
