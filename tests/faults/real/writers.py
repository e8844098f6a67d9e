"""Load for the log alone: writers that append as tables do and know what was acknowledged; what is lost is counted."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable

from server.store import chain
from server.store.log import ZERO_HASH, Appended, Broken, Entry, Unavailable, Unsettled
from server.store.redis.log import RedisLog

PAUSE_S = 0.01
PATIENCE_S = 60.0


class Writer:
    """One encounter that is written to for as long as it can be. `lost` counts acknowledged entries that are gone."""

    def __init__(self, log: RedisLog, luck: random.Random) -> None:
        self.log, self._luck = log, luck
        self.total = self.lost = self.doubled = 0
        self._begin()

    def _begin(self) -> None:
        self.encounter = self._luck.randbytes(16).hex()
        self.acked: list[Entry] = []

    async def write(self, is_over: Callable[[], bool]) -> None:
        """Append one entry after the other; each is tried until its outcome is known."""
        while not is_over():
            version, previous = len(self.acked) + 1, self.acked[-1].hash if self.acked else ZERO_HASH
            body = b"body %d " % version + self._luck.randbytes(200)
            made = chain.seal(self.encounter, version, previous, secrets.token_bytes(16), secrets.token_bytes(16), body)
            if not await self._appended(made, previous):
                return  # the log is not what was acknowledged: `judge` counts
            self.acked.append(made)
            self.total += 1

    async def _appended(self, made: Entry, previous: bytes) -> bool:
        ask = self.log.append
        while True:
            try:
                return await ask(self.encounter, made, previous) in (Appended.OK, Appended.DUP)
            except Unsettled:
                ask = self.log.settle
            except Unavailable:
                await asyncio.sleep(PAUSE_S)
            except Broken:
                return False

    async def judge(self) -> None:
        """Compare with what is stored now. Where something is lost a new encounter is begun."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                try:
                    stored = await self.log.read(self.encounter)
                    chain.verify(self.encounter, stored)
                    break
                except Unavailable:
                    await asyncio.sleep(PAUSE_S)
        kept = next((n for n, (a, b) in enumerate(zip(stored, self.acked, strict=False)) if a != b), len(stored))
        self.lost += len(self.acked) - min(kept, len(self.acked))
        self.doubled += max(0, len(stored) - len(self.acked))
        if stored != self.acked:
            self._begin()


class Load:
    """Several writers at once."""

    def __init__(self, log: RedisLog, luck: random.Random, count: int = 4) -> None:
        self.writers = [Writer(log, luck) for _ in range(count)]
        self._is_over = False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Let all write."""
        self._is_over = False
        self._tasks = [asyncio.create_task(writer.write(lambda: self._is_over)) for writer in self.writers]

    async def stop(self) -> None:
        """Let each finish its entry, and judge all."""
        self._is_over = True
        await asyncio.wait_for(asyncio.gather(*self._tasks), PATIENCE_S)
        for writer in self.writers:
            await writer.judge()

    async def wrote(self, more: int = 20) -> None:
        """Wait until so many more are acknowledged, or nobody writes any more."""
        goal = self.total + more
        async with asyncio.timeout(PATIENCE_S):
            while self.total < goal and not all(task.done() for task in self._tasks):  # noqa: ASYNC110 - no hurry
                await asyncio.sleep(PAUSE_S)

    @property
    def total(self) -> int:
        """How many entries were acknowledged."""
        return sum(writer.total for writer in self.writers)

    @property
    def lost(self) -> int:
        """How many of them are gone."""
        return sum(writer.lost for writer in self.writers)

    @property
    def doubled(self) -> int:
        """How many entries there are that nobody was told of."""
        return sum(writer.doubled for writer in self.writers)
