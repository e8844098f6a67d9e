"""How many encounters there may be in all. They stay for ever: whoever may lay some could else fill the store.

For what comes over the wire; whoever runs the server lays as many as they like (`fray create`, `fray import`).
"""

from __future__ import annotations

from collections.abc import Callable

from server.store.log import Log, Unavailable
from server.tables import Refused

COUNT_EVERY_MS = 10_000
"""Logs are counted anew no more often; what this server lays meanwhile is added."""


class Quota:
    """`most` encounters in the log, whichever server laid them; `clock` in ms."""

    def __init__(self, log: Log, most: int, clock: Callable[[], int]) -> None:
        self.most = most
        self._log = log
        self._clock = clock
        self._count = 0
        self._counted_at: int | None = None

    async def take(self) -> None:
        """Room for one more. Raises Refused: encounters_full, unavailable."""
        now = self._clock()
        if self._counted_at is None or abs(now - self._counted_at) >= COUNT_EVERY_MS:
            try:
                self._count = await count(self._log)
            except Unavailable as error:
                raise Refused("unavailable", retry_after_ms=1000) from error
            self._counted_at = now
        if self._count >= self.most:
            raise Refused("encounters_full", limit=self.most)
        self._count += 1


async def count(log: Log) -> int:
    """The encounters that have a log. Raises Unavailable."""
    found = 0
    async for _ in log.encounters():
        found += 1
    return found
