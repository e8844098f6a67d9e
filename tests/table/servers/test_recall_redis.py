"""A table opened again over a real Redis that was killed: from its snapshot, with all of its past behind it."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from server.app.redis_server import server_of
from server.core.ids import Position
from server.lobby.lobby import Lobby
from server.store import chain
from server.store.log import Entry
from server.store.redis.log import RedisLog
from server.store.snapshots import EVERY
from tests.support.redis_fixture import embedded
from tests.table.party import Party, laid, lobby_over
from tests.table.test_recall import alike, folded_of, fought, play_at, settled

SLOW_FIGHT = EVERY + 40


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[Lobby, RedisLog]]:
    """A server over the folder's Redis, which is killed at the end; so is the server, for all that anybody knows."""
    async with embedded(folder / "redis") as redis:
        log = RedisLog(server_of(redis.url))
        lobby = lobby_over(log, folder)
        try:
            yield lobby, log
        finally:
            os.kill(redis.pid, signal.SIGKILL)
            await lobby.close()
            await log.close()


async def entries_of(log: RedisLog, encounter: str) -> list[Entry]:
    """The whole log, its chain checked."""
    entries = await log.read(encounter)
    chain.verify(encounter, entries)
    return entries


async def test_after_a_kill_the_table_goes_on_from_its_snapshot(tmp_path: Path) -> None:
    """Views, state and numbers are those of the log; what lies before the snapshot can be taken back and amended."""
    (tmp_path / "redis").mkdir()
    async with served(tmp_path) as (lobby, _):
        party = await laid(lobby)
        gm = await fought(party, random.Random(4), SLOW_FIGHT)
        await settled(gm.table)
        encounter, before = gm.table.encounter, gm.view

    async with served(tmp_path) as (lobby, log):
        again = await Party(lobby, party.links).sits("gm")
        whole = folded_of(await entries_of(log, encounter), encounter)
        assert again.table._recall.is_unchecked  # it was opened from a snapshot
        assert again.view == before
        alike(again.table.timeline, whole)
        await again.table.keeping.check_rest(0)
        assert again.table.frozen is None

        old = [p for p in whole.before if whole.ledger.begun < p.version < EVERY // 2 and not p.step][-3:]
        for position in old:
            assert await play_at(again.table, position) == whole.play_at(position)
        ack: Any = await again.does({"type": "rewind", "to": list(old[0]), "digest": await _digest(again, old[0])})
        assert ack.id
        await settled(again.table)
        alike(again.table.timeline, folded_of(await entries_of(log, encounter), encounter))
        assert again.table.timeline.before[Position(ack.n)] == old[0]


async def _digest(gm: Any, to: Position) -> Any:
    preview = await gm.asks({"type": "preview_rewind", "to": list(to)})
    return preview["digest"]
