"""How many encounters there may be: also of many who come at once, and not used up by those who fail."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from server.lobby.quota import Quota
from server.lobby.tables import Refused
from server.store.memory import MemoryLog


class Slow(MemoryLog):
    """A log whose encounters are found one turn of the loop after another."""

    def __init__(self, found: int) -> None:
        super().__init__()
        self.found = found
        self.counts = 0

    async def encounters(self) -> AsyncIterator[str]:
        """So many."""
        self.counts += 1
        found = self.found
        for number in range(5):
            await asyncio.sleep(0)
            if number < found:
                yield f"{number:032x}"


async def laid(quota: Quota, log: Slow) -> bool:
    """Was there room? Then one more is in the log a few turns later."""
    try:
        async with quota.place():
            for _ in range(3):
                await asyncio.sleep(0)
            log.found += 1
    except Refused:
        return False
    return True


async def torn(quota: Quota, log: Slow | None = None) -> int:
    """Fail in laying one, after it has come into this log; how many did."""
    with contextlib.suppress(OSError):
        async with quota.place():
            if log is not None:
                log.found += 1
            raise OSError("torn")
    return 0 if log is None else 1


async def test_of_many_at_once_only_as_many_are_laid_as_there_may_be() -> None:
    """Whoever comes while logs are counted waits for that count."""
    log = Slow(2)
    quota = Quota(log, 3, lambda: 0)
    said = await asyncio.gather(*(laid(quota, log) for _ in range(20)))
    assert (sum(said), log.found, log.counts) == (1, 3, 1)


async def test_a_count_in_the_middle_misses_nobody() -> None:
    """What is being laid while logs are counted anew has its place."""
    log, now_ms = Slow(0), [0]
    quota = Quota(log, 2, lambda: now_ms[0])
    async with quota.place():
        now_ms[0] += 60_000
        assert [await laid(quota, log) for _ in range(2)] == [True, False]
        log.found += 1


async def test_a_laying_that_fails_gives_its_place_back() -> None:
    """Any number of times; what came into the log all the same is counted."""
    log = Slow(1)
    quota = Quota(log, 2, lambda: 0)
    for _ in range(5):
        assert await torn(quota) == 0
    assert await torn(quota, log) == 1
    with pytest.raises(Refused, match="encounters_full"):
        await torn(quota)
