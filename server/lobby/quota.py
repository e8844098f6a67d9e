"""How many encounters there may be in all. Encounters stay for ever, so without a limit anybody who may lay them could
fill the store.

Only what clients ask for is counted; whoever runs the server lays as many as they like (`fray create`, `fray import`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from server.lobby.tables import Refused
from server.store.log import Log, Unavailable

COUNT_EVERY_MS = 10_000
"""Counting reads the names of all logs, so it is done no more often than this, unless laying one has failed. What this
server lays in between is added to the last count."""


class Quota:
    """`most` encounters in the log, whichever server laid them; `clock` measures, in ms."""

    def __init__(self, log: Log, most: int, clock: Callable[[], int]) -> None:
        self.most = most
        self._log = log
        self._clock = clock
        self._count = 0
        self._held = 0
        """Encounters that are just being laid: a count of the logs may miss them."""
        self._counted_at: int | None = None
        self._counting = asyncio.Lock()

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Room for one more while it is laid; given back if that fails. Raises Refused: encounters_full,
        unavailable."""
        await self._count_anew()
        if self._count >= self.most:
            raise Refused("encounters_full", limit=self.most)
        self._count += 1
        self._held += 1
        try:
            yield
        except BaseException:
            self._count -= 1
            self._counted_at = None  # it may have come into the log all the same: count again
            raise
        finally:
            self._held -= 1

    async def _count_anew(self) -> None:
        """Count the logs; those who come meanwhile share the result. Raises Refused."""
        async with self._counting:
            now = self._clock()
            if self._counted_at is not None and now - self._counted_at < COUNT_EVERY_MS:
                return
            held = self._held
            try:
                self._count = held + await count(self._log)
            except Unavailable as error:
                raise Refused("unavailable", retry_after_ms=1000) from error
            self._counted_at = now


async def count(log: Log) -> int:
    """The encounters that have a log. Raises Unavailable."""
    found = 0
    async for _ in log.encounters():
        found += 1
    return found
