"""What is kept of the store: nothing new is laid below it, tables that are played at go on."""

from __future__ import annotations

import asyncio

from protocol import messages as m
from server.lobby.reserve import ASK_EVERY_MS, Reserve
from server.lobby.tables import Refused
from server.process.meter import Silent
from server.store.log import Unavailable
from server.store.memory import MemoryLog, MemoryStore
from server.store.room import MIB, Room
from tests.gateway.conftest import Opening
from tests.gateway.limits.test_shares import FILE, brought, created, guest_of
from tests.support.clocks import HandClock

FULL, EMPTY = [Room("disk", 10 * MIB, 20 * MIB)], [Room("disk", 100 * MIB, 20 * MIB)]


class Asked(MemoryLog):
    """Counts how often it is asked what is left; an answer takes a turn of the loop."""

    def __init__(self, *rooms: Room) -> None:
        super().__init__()
        self.shelf.rooms = [*rooms]
        self.times = 0
        self.is_away = False

    async def rooms(self) -> list[Room]:
        """What is left."""
        self.times += 1
        rooms = await super().rooms()
        await asyncio.sleep(0)
        if self.is_away:
            raise Unavailable("away")
        return rooms


async def taken(reserve: Reserve, size: int) -> str:
    """Whether so many bytes may be laid, or why not."""
    try:
        await reserve.take(size)
    except Refused as refused:
        return refused.code
    return "taken"


async def test_nothing_new_is_laid_of_the_reserve(opening: Opening) -> None:
    """Neither created, nor branched, nor imported; the reader is told the numbers, and a running table goes on."""
    shelf, clock = MemoryStore(), HandClock()
    house = await opening(log=MemoryLog(shelf), clock=clock)
    guest, gm = await guest_of(house), await house.sit("gm")
    laid = set(shelf.streams)
    shelf.rooms = FULL
    clock.now += ASK_EVERY_MS
    assert await created(guest) == "store_full"
    refused = guest.messages[-1]
    assert isinstance(refused, m.Rejected)
    assert (refused.detail["mib"], refused.detail["reserve"]) == (10, 20)
    await gm.send(m.Branch(id=1))
    assert (await gm.next(m.Answer, m.Rejected)).code == "store_full"
    assert await brought(guest, FILE) == "store_full"
    assert set(shelf.streams) == laid
    assert house.count('fray_store_free_bytes{of="disk"}') == 10 * MIB
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)
    shelf.rooms = EMPTY
    clock.now += ASK_EVERY_MS
    assert await created(guest) == "made"


async def test_the_store_is_asked_now_and_then() -> None:
    """Once for all who come meanwhile; what is laid until it is asked again is counted."""
    log, now_ms = Asked(Room("memory", 100, 20)), [0]
    reserve = Reserve(log, lambda: now_ms[0], Silent())
    said = await asyncio.gather(*(taken(reserve, 30) for _ in range(5)))
    assert (said.count("taken"), said.count("store_full"), log.times) == (2, 3, 1)
    now_ms[0] += ASK_EVERY_MS - 1
    assert (await taken(reserve, 30), log.times) == ("store_full", 1)
    now_ms[0] += 1
    assert (await taken(reserve, 30), log.times) == ("taken", 2)


async def test_a_store_that_is_away_is_asked_again() -> None:
    """Nobody is told that it is full."""
    log = Asked(Room("memory", 100, 20))
    reserve, log.is_away = Reserve(log, lambda: 0, Silent()), True
    assert await taken(reserve, 1) == "unavailable"
    log.is_away = False
    assert await taken(reserve, 1) == "taken"
