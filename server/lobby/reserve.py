"""Keeps part of the store free for the tables that are played at: when it runs full, new encounters are refused first,
and running games go on.

Like `server.lobby.quota` it limits only what clients ask for. The store is asked now and then, not at each act.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from server.lobby.tables import Refused
from server.process.meter import Meter
from server.store.log import Log, Unavailable
from server.store.room import MIB, Room

log_ = logging.getLogger(__name__)

ASK_EVERY_MS = 10_000
"""The store is asked no more often than this; what this server lays in between is added to what is taken."""


class Reserve:
    """How much may still be laid; `clock` measures, in ms."""

    def __init__(self, log: Log, clock: Callable[[], int], meter: Meter) -> None:
        self._log = log
        self._clock = clock
        self._meter = meter
        self._rooms: list[Room] = []
        self._taken = 0
        """Bytes since the store was asked."""
        self._asked_at: int | None = None
        self._asking = asyncio.Lock()
        self._is_short = False

    async def take(self, size: int) -> None:
        """Take room for so many bytes of new encounters. Raises Refused: store_full, unavailable."""
        try:
            await self._ask_anew()
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        for room in self._rooms:
            if not room.has(self._taken + size):
                raise Refused("store_full", mib=room.free // MIB, reserve=room.reserve // MIB)
        self._taken += size

    async def watch(self) -> None:
        """Ask even while nobody lays anything, so that metrics and warnings show how much is left."""
        while True:
            with contextlib.suppress(Unavailable):
                await self._ask_anew()
            await asyncio.sleep(ASK_EVERY_MS / 1000)

    async def _ask_anew(self) -> None:
        """Ask the store; those who come meanwhile share the answer. Raises Unavailable."""
        async with self._asking:
            now = self._clock()
            if self._asked_at is not None and now - self._asked_at < ASK_EVERY_MS:
                return
            taken = self._taken
            self._rooms = await self._log.rooms()
            self._taken -= taken  # what was taken while it was asked may be missing in the answer
            self._asked_at = now
        self._tell()

    def _tell(self) -> None:
        for room in self._rooms:
            self._meter.room(room.of, room.free, room.reserve)
        short = [room for room in self._rooms if not room.has(0)]
        if short and not self._is_short:
            said = ", ".join(f"{room.free // MIB} MiB of {room.of}" for room in short)
            fields = {"event": "store_full", **{room.of: room.free for room in short}}
            log_.error("the store is nearly full (%s left): only running tables go on", said, extra={"fields": fields})
        self._is_short = bool(short)
