"""What one table is to do, in the order in which it takes it. Whoever puts something in need not know the table."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from enum import Enum, auto

from server.core import intents as i
from server.core.errors import Rejected
from server.table.job import Job

STORE_RETRY_MS = 1_000
"""When whoever was not served asks again, and the table itself, after the store was away."""

MOST = 256
"""So many wait at most; more intents are `busy` at once."""


class Chore(Enum):
    """What is to be done without anybody waiting for it."""

    LOOK = auto()
    """Another server may have appended."""
    RELEASE = auto()
    """Spectators are due what was let go."""


Item = Job | Chore | asyncio.Future[bool]
"""A future: somebody waits to know whether the log could be looked at."""


class Inbox:
    """First come, first served; the server's own intents before all others."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._is_filled = asyncio.Event()

    def __len__(self) -> int:
        return len(self._items)

    @property
    def is_full(self) -> bool:
        """Does so much wait that no further intent is taken?"""
        return len(self._items) >= MOST

    def put(self, item: Item) -> None:
        """Behind what is there; a chore that waits already waits once."""
        if not (isinstance(item, Chore) and item in self._items):
            self._items.append(item)
            self._is_filled.set()

    def put_own(self, intent: i.Intent) -> None:
        """An intent of the server's own."""
        self._items.appendleft(Job(intent, secrets.token_bytes(16), secrets.token_bytes(16), "server"))
        self._is_filled.set()

    def look_later(self) -> None:
        """Have it looked whether another server has appended."""
        self.put(Chore.LOOK)

    def release_later(self) -> None:
        """Have spectators told what was let go."""
        self.put(Chore.RELEASE)

    def take(self) -> Item:
        """The next one, of those that wait."""
        return self._items.popleft()

    async def filled(self) -> None:
        """Wait until there is something more."""
        self._is_filled.clear()
        await self._is_filled.wait()

    def close(self) -> None:
        """Nothing more is done: tell whoever waits for it."""
        for item in self._items:
            if isinstance(item, Job):
                item.answer(Rejected("unavailable", retry_after_ms=STORE_RETRY_MS))
            elif isinstance(item, asyncio.Future) and not item.done():
                item.set_result(False)
