"""The store's format at work: raised when a server starts, and watched while it runs. An older server steps aside for a
newer one, because it would misread what that writes."""

from __future__ import annotations

import asyncio
import contextlib

from server.store.format import FORMAT, newer
from server.store.log import Unavailable
from server.store.redis.log import RedisLog

LOOK_EVERY_S = 2.0
"""A server that runs notices within this time that a newer one has raised the format."""


async def raise_format(log: RedisLog) -> None:
    """Raise the store to the format that is written here. Raises RuntimeError where a newer server has raised it."""
    found = await log.format()
    if found > FORMAT:
        raise RuntimeError(newer(found))
    if found < FORMAT:
        await log.raise_format(FORMAT)


async def outdated(log: RedisLog) -> str:
    """Wait until a newer server has raised the format; returns the sentence to stop with."""
    while True:
        await asyncio.sleep(LOOK_EVERY_S)
        with contextlib.suppress(Unavailable):
            if (found := await log.format()) > FORMAT:
                return newer(found)
