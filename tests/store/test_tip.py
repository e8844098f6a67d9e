"""Where a log ends is asked once a turn, and never told from before it was asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.store.log import Top, Unavailable
from server.store.memory import MemoryLog
from server.store.tip import Tip
from tests.store.entries import fill
from tests.store.redis.waiting import until
from tests.support.left_tables import no_table_is_left  # noqa: F401
from tests.table.party import laid, lobby_over

HERE, THERE = "0" * 32, "1" * 32


class Asked(MemoryLog):
    """Counts what it is asked; `gate` closed: it answers later what it has looked up at once."""

    is_away = False

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def top(self, encounter: str) -> Top:
        if self.is_away:
            raise Unavailable("away")
        self.asked += 1
        found = await super().top(encounter)
        await self.gate.wait()
        return found


async def test_all_of_one_moment_ask_once() -> None:
    """A thousand, and as many of another encounter."""
    log = Asked()
    (_, last) = await fill(log, HERE, 2)
    tip = Tip(log)
    tops = await asyncio.gather(*(tip.of(id) for id in (HERE, THERE) for _ in range(1_000)))
    assert set(tops[:1_000]) == {(2, last.hash)}
    assert (log.asked, {version for version, _ in tops[1_000:]}) == (2, {0})


async def test_who_comes_later_asks_anew() -> None:
    """The answer to those before may be from before what he has to know."""
    log = Asked()
    tip = Tip(log)
    log.gate.clear()
    before = asyncio.ensure_future(tip.of(HERE))
    await until(lambda: log.asked > 0)
    await fill(log, HERE, 1)
    after = asyncio.ensure_future(tip.of(HERE))
    await asyncio.sleep(0)
    log.gate.set()
    assert [(await each)[0] for each in (before, after)] == [0, 1]


async def test_while_the_store_is_away_a_link_is_judged_by_what_is_known_here(tmp_path: Path) -> None:
    """Who comes back sees the table as it was last known here, which nobody can have changed for this server."""
    log = Asked()
    party = await laid(lobby_over(log, tmp_path))
    await party.sits("ann")
    log.is_away = True
    assert (await party.sits("ann")).view
