"""The log in memory: for tests and for showing what the contract means. It forgets everything at the end.

Several logs over one `Shelf` are several servers over one store.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence

from server.store.log import ZERO_HASH, Appended, Entry, Sat, Top, Wake, ignore_sat
from server.store.room import Room


class MemoryStore:
    """What the logs of several servers share."""

    def __init__(self) -> None:
        self.streams: dict[str, list[Entry]] = {}
        self.lobby: dict[str, bytes] = {}
        self.seats: dict[str, bytes] = {}
        self.imports: dict[str, tuple[bytes, bytes]] = {}
        self.doors: dict[str, str] = {}
        self.snapshots: dict[tuple[str, str, int], bytes] = {}
        self.rooms: list[Room] = []
        self.listeners: list[tuple[MemoryLog, Wake, Sat]] = []


class MemoryLog:
    """A `Log` that is never unavailable and never broken. Snapshots do not expire."""

    def __init__(self, shelf: MemoryStore | None = None) -> None:
        self.shelf = shelf or MemoryStore()
        self._watched: Counter[str] = Counter()

    async def append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """See `Log.append`."""
        answer = self._append(encounter, entry, prev_hash)
        if answer in (Appended.OK, Appended.DUP):
            self._wake(encounter, entry.version)
        return answer

    settle = append

    def _append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        stream = self.shelf.streams.get(encounter, [])
        if len(stream) >= entry.version:
            return Appended.DUP if stream[entry.version - 1].cid == entry.cid else Appended.STALE
        if len(stream) < entry.version - 1:
            return Appended.GAP
        if (stream[-1].hash if stream else ZERO_HASH) != prev_hash:
            return Appended.FORK
        self.shelf.streams.setdefault(encounter, stream).append(entry)
        return Appended.OK

    def _wake(self, encounter: str, version: int) -> None:
        loop = asyncio.get_running_loop()
        for log, wake, _ in self.shelf.listeners:
            if log._watched[encounter]:
                loop.call_soon(wake, encounter, version)

    async def read(self, encounter: str, after: int = 0, count: int | None = None) -> list[Entry]:
        """See `Log.read`."""
        return self.shelf.streams.get(encounter, [])[after:][:count]

    async def top(self, encounter: str) -> Top:
        """See `Log.top`."""
        stream = self.shelf.streams.get(encounter)
        return (stream[-1].version, stream[-1].hash) if stream else (0, ZERO_HASH)

    async def is_newest(self, encounter: str, version: int) -> bool:
        """See `Log.is_newest`."""
        return True

    async def tops(self, encounters: Sequence[str]) -> list[Top]:
        """See `Log.tops`."""
        return [await self.top(encounter) for encounter in encounters]

    async def health(self, encounter: str) -> None:
        """See `Log.health`."""

    async def encounters(self) -> AsyncIterator[str]:
        """See `Log.encounters`."""
        for encounter in list(self.shelf.streams):
            yield encounter

    async def sit(self, encounter: str, seat: str) -> None:
        """See `Log.sit`."""
        loop = asyncio.get_running_loop()
        for log, _, sat in self.shelf.listeners:
            if log is not self and log._watched[encounter]:
                loop.call_soon(sat, encounter, seat)

    async def listen(self, wake: Wake, sat: Sat = ignore_sat) -> None:
        """See `Log.listen`."""
        listener = (self, wake, sat)
        self.shelf.listeners.append(listener)
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.shelf.listeners.remove(listener)

    async def watch(self, encounter: str) -> None:
        """See `Log.watch`."""
        self._watched[encounter] += 1

    async def unwatch(self, encounter: str) -> None:
        """See `Log.unwatch`."""
        self._watched[encounter] -= 1

    async def put_lobby(self, encounter: str, line: bytes) -> None:
        """See `Log.put_lobby`."""
        self.shelf.lobby[encounter] = line

    async def get_lobby(self, encounter: str) -> bytes | None:
        """See `Log.get_lobby`."""
        return self.shelf.lobby.get(encounter)

    async def put_seats(self, encounter: str, hashes: bytes) -> None:
        """See `Log.put_seats`."""
        self.shelf.seats[encounter] = hashes

    async def get_seats(self, encounter: str) -> bytes | None:
        """See `Log.get_seats`."""
        return self.shelf.seats.get(encounter)

    async def begin_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """See `Log.begin_import`."""
        begun, _ = self.shelf.imports.get(encounter, (None, None))
        if encounter in self.shelf.streams and begun != digest:
            return False
        self.shelf.imports[encounter] = digest, attempt
        return True

    async def end_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """See `Log.end_import`."""
        if self.shelf.imports.get(encounter) != (digest, attempt):
            return False
        del self.shelf.imports[encounter]
        return True

    async def is_importing(self, encounter: str) -> bool:
        """See `Log.is_importing`."""
        return encounter in self.shelf.imports

    async def put_door(self, place: str, encounter: str) -> None:
        """See `Log.put_door`."""
        self.shelf.doors[place] = encounter

    async def get_door(self, place: str) -> str | None:
        """See `Log.get_door`."""
        return self.shelf.doors.get(place)

    async def drop_door(self, place: str) -> None:
        """See `Log.drop_door`."""
        self.shelf.doors.pop(place, None)

    async def put_snapshot(self, encounter: str, fingerprint: str, slot: int, snapshot: bytes, ttl_s: int) -> None:
        """See `Log.put_snapshot`."""
        self.shelf.snapshots[encounter, fingerprint, slot] = snapshot

    async def get_snapshot(self, encounter: str, fingerprint: str, slot: int) -> bytes | None:
        """See `Log.get_snapshot`."""
        return self.shelf.snapshots.get((encounter, fingerprint, slot))

    async def rooms(self) -> list[Room]:
        """See `Log.rooms`."""
        return self.shelf.rooms

    async def check_durability(self) -> list[str]:
        """See `Log.check_durability`."""
        return ["not_durable: the log is in memory only; every acknowledged commit is lost at the end"]

    async def close(self) -> None:
        """See `Log.close`."""
