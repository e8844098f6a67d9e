"""The log of an encounter from its beginning, a page at a time, each page checked before it is given out."""

from __future__ import annotations

from collections.abc import AsyncIterator

from server.store import chain
from server.store.log import ZERO_HASH, Entry, Log

PAGE = 32
"""So many entries are read and checked at once where others wait."""


async def entries_paged(log: Log, encounter: str, page: int = PAGE) -> AsyncIterator[list[Entry]]:
    """All entries, up to where the log ends when that is reached; so many at once.

    Raises Broken, naming the first bad one; Unavailable."""
    version, head = 0, ZERO_HASH
    while entries := await log.read(encounter, version, page):
        chain.verify(encounter, entries, version, head)
        yield entries
        version, head = entries[-1].version, entries[-1].hash
