"""Servers that sign what they store, and stores that hold something else: what the tests of signed heads share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from three_cups import SYSTEM

from server.archive.checkpoints import EVERY, FILE, Checkpoints, read
from server.store import chain
from server.store.log import ZERO_HASH, Entry
from server.store.memory import MemoryLog
from server.table.table import Table
from tests.table.party import Remembering, laid, lobby_over

SYSTEMS = {"three_cups": SYSTEM}


def rewritten(encounter: str, entries: list[Entry], first: int) -> list[Entry]:
    """The same log with another salt from one commit on, and every hash from there redone."""
    made: list[Entry] = []
    for entry in entries:
        salt = entry.salt if entry.version < first else b"another one, so."
        previous = made[-1].hash if made else ZERO_HASH
        made.append(chain.seal(encounter, entry.version, previous, b"c" * 16, salt, entry.body))
    return made


async def restless(gm: Remembering, version: int) -> None:
    """The GM pauses and goes on until the log is so long; all signatures are made."""
    await gm.does({"type": "begin"})
    while gm.table.timeline.version < version:
        await gm.does({"type": "unpause" if gm.view.get("paused") else "pause"})
    await asyncio.gather(*gm.table.keeping._tasks)


async def stored(encounter: str, entries: list[Entry]) -> MemoryLog:
    """A store that holds just these."""
    log = MemoryLog()
    previous = ZERO_HASH
    for entry in entries:
        await log.append(encounter, entry, previous)
        previous = entry.hash
    return log


class House:
    """A server with a data folder, and its GM."""

    def __init__(self, data: Path) -> None:
        data.mkdir(exist_ok=True)
        self.data = data
        self.log = MemoryLog()
        self.lobbies = [lobby_over(self.log, data, checkpoints=Checkpoints(data))]

    async def played(self, version: int = EVERY + 3) -> Remembering:
        """A table with so many commits."""
        party = await laid(self.lobbies[0])
        gm = await party.sits("gm")
        await restless(gm, version)
        return gm

    async def again(self, encounter: str, entries: list[Entry], checkpoints: bool = True) -> Table:
        """The table, opened anew over a store that holds these entries."""
        ours = Checkpoints(self.data) if checkpoints else None
        self.lobbies.append(lobby_over(await stored(encounter, entries), self.data, checkpoints=ours))
        return await self.lobbies[-1].table(encounter)

    @property
    def notes(self) -> list[Any]:
        """What is signed so far."""
        return read((self.data / FILE).read_bytes()) if (self.data / FILE).exists() else []


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A data folder of its own."""
    house = House(tmp_path / "data")
    yield house
    for lobby in house.lobbies:
        await lobby.close()
