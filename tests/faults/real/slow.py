"""Slow peers by the thousand, that say nothing, half a request, or drip; honest clients beside them are served."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import time
from collections import Counter
from typing import NamedTuple

from tests.faults import forks
from tests.faults.real.losses import Verdict
from tests.faults.real.real import House, house

REQUEST = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
UPGRADE = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: fray.v1.json\r\nSec-WebSocket-Key: %s\r\n\r\n" % (
    b"A" * 24
)
AT_ONCE = 250
EVERY_S = 0.02
MANY = 10_000
PATIENCE_S = 60.0
HONEST_S, BUSY_S = 0.5, 10.0
"""Of a hundred honest clients that come one after the other, as long as slow ones are there, all but one are welcomed
within the first; in the quick part, when the machine has much else to do, within the second."""

MOST_MIB = 400
"""What a server may hold with all of them at its door."""

SPARE = 500
"""Descriptors for everything else."""


class Crowd(NamedTuple):
    """So many slow peers of a server."""

    port: int
    seed: int
    peers: int


def come(crowd: Crowd) -> Counter[str]:
    """They come, in a process of their own, which has its own loop to wait for; how the server ended each."""
    _room_for(crowd.peers)
    peers = Peers(crowd.port, crowd.seed)
    asyncio.run(peers.come(crowd.peers))
    return peers.ended


class Peers:
    """So many connections; each counts how it was ended by the server."""

    def __init__(self, port: int, seed: int) -> None:
        self._port, self._luck = port, random.Random(seed)
        self.ended: Counter[str] = Counter()

    async def come(self, count: int) -> None:
        """All of them, and wait until the server has sent all of them away."""
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._one(self._luck.choice(KINDS), gate) for _ in range(count)))

    async def _one(self, kind: str, gate: asyncio.Semaphore) -> None:
        try:
            async with gate:
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            self.ended["not let in"] += 1
            return
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._linger(kind, reader, writer)
            self.ended[kind] += 1
        except TimeoutError:
            self.ended[f"{kind}, not ended"] += 1
        except OSError:
            self.ended[kind] += 1
        finally:
            writer.transport.abort()

    async def _linger(self, kind: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Say so little, and listen until the server hangs up."""
        if kind == "half a request":
            writer.write(REQUEST[: self._luck.randint(1, len(REQUEST))])
        elif kind == "no hello":
            writer.write(REQUEST.replace(b"localhost", b"127.0.0.1:%d" % self._port) + UPGRADE)
        dripping = asyncio.create_task(_drip(writer)) if kind == "drips" else None
        try:
            while await reader.read(1024):
                pass
        finally:
            if dripping is not None:
                dripping.cancel()


KINDS = ("silent", "half a request", "drips", "no hello")


async def _drip(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        for byte in REQUEST:
            writer.write(bytes([byte]))
            await asyncio.sleep(0.5)


async def slow_peers(seed: int, count: int) -> Verdict:
    """Honest clients are welcomed as before; every slow one is sent away by itself; the server's memory stays small."""
    if not _room_for(count):
        return "not begun", [f"{count} slow peers need {count + SPARE} descriptors; raise the hard limit (ulimit -Hn)"]
    async with house(1, seed) as built:
        _, tokens = await built.lay()
        before_s = await _welcomed(built, tokens["ann"])
        crowd = forks.each(come, [Crowd(built.servers[0].port, seed, count)], 1)
        coming = asyncio.create_task(asyncio.to_thread(lambda: list(crowd)))
        times_s, kib = [], 0
        while not coming.done():
            times_s.append(await _welcomed(built, tokens["ann"]))
            kib = max(kib, built.servers[0].memory_kib())
            await asyncio.sleep(EVERY_S)
        [ended] = await coming
        times_s.sort()
        after_s = await _welcomed(built, tokens["ann"])
        tracebacks = built.servers[0].tracebacks()
    wrongs = [f"{tracebacks} tracebacks in the server's log"] if tracebacks else []
    wrongs += [f"{number} {kind}" for kind, number in ended.items() if kind not in KINDS]
    bound_s = HONEST_S if count >= MANY else BUSY_S
    slow_s = times_s[-1 - len(times_s) // 100]
    wrongs += [f"an honest client waited {slow_s:.2f} s, at most {bound_s} are right"] if slow_s > bound_s else []
    wrongs += [f"the server holds {kib // 1024} MiB, at most {MOST_MIB} are right"] if kib > MOST_MIB * 1024 else []
    told = ", ".join(f"{kind} {number}" for kind, number in sorted(ended.items()))
    median, rare, worst, first, last = (
        f"{1000 * one_s:.0f}" for one_s in (times_s[len(times_s) // 2], slow_s, times_s[-1], before_s, after_s)
    )
    return (
        f"{count} slow peers ({told}), all sent away; {len(times_s)} honest ones beside them welcomed in {median} ms "
        f"({rare} ms in one of a hundred, {worst} at worst; before {first}, after {last}); "
        f"the server has {kib // 1024} MiB"
    ), wrongs


def _room_for(count: int) -> bool:
    """May this process, and the server it starts, have so many descriptors? Raises the soft limit as far as it must."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + SPARE
    if soft < wanted and (hard == resource.RLIM_INFINITY or hard >= wanted):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return soft == resource.RLIM_INFINITY or soft >= wanted


async def _welcomed(built: House, token: str) -> float:
    """How long a client waits from connecting to its welcome, in seconds."""
    begun_s = time.monotonic()
    async with asyncio.timeout(PATIENCE_S):
        async with built.client(token):
            return time.monotonic() - begun_s
