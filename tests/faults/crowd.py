"""What a commit costs Redis when many tables are open: the commands that it sees, counted by itself."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest import mock

from three_cups import SYSTEM

from server.core.state import Tips
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from server.table.services import Services
from tests.faults.real.losses import Verdict
from tests.support.clocks import HandClock
from tests.support.redis_fixture import embedded
from tests.table.party import SPEC, Party, Remembering

FEW = 10
COMMITS = 24
CALM_S = 0.3
WATCHED = {"evalsha", "eval", "xrange", "xrevrange", "xadd", "xinfo|stream", "publish", "set", "get", "wait", "scan"}


class OneChain(SeedKeeper):
    """All encounters share their seeds, which are long to make and not what is counted."""

    def __init__(self) -> None:
        super().__init__(b"m" * 32)

    def _tips(self, key: bytes, encounter: str) -> Tips:
        return super()._tips(key, "00" * 16)


async def many_tables(seed: int, count: int) -> Verdict:
    """Two servers with ten open tables, and with so many: each commit costs the same commands."""
    few, many = await _counted(FEW), await _counted(count)
    told = ", ".join(f"{name} {calls / COMMITS:g}" for name, calls in sorted(many.items()))
    wrongs = [] if few == many else [f"{COMMITS} commits with {FEW} tables: {few}, with {count}: {many}"]
    return f"a commit with two servers and {count} open tables: {told}; the same with {FEW}", wrongs


async def _counted(count: int) -> dict[str, int]:
    """The commands of some commits, alternately at both servers, while all tables are open at both."""
    async with AsyncExitStack() as stack:
        stack.enter_context(
            mock.patch("server.lobby.tables.LOOK_EVERY_S", 1e6)
        )  # what is asked every 2 s is not a commit's
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fray-crowd-")))
        redis = await stack.enter_async_context(embedded(folder / "redis"))
        lobbies = []
        for number in range(2):
            log = RedisLog(connect(redis.url))
            stack.push_async_callback(log.close)
            links = Links(folder / f"links{number}")
            lobbies.append(Lobby(Services(log, OneChain(), HandClock()), {"three_cups": SYSTEM}, links))
            stack.push_async_callback(lobbies[-1].close)
        with mock.patch.object(Links, "put"):  # a file that is forced to disk for each
            laid = [await lobbies[0].create(SPEC) for _ in range(count)]
        for lobby in lobbies:
            lobby.start()
        pairs = [[await Party(lobby, one["links"]).sits("gm") for lobby in lobbies] for one in laid]
        client: Any = connect(redis.url).client
        stack.push_async_callback(client.aclose)
        await _calm(lambda: _calls(client))
        before = await _calls(client)
        await _play(pairs)
        after = await _calm(lambda: _calls(client))
        return {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)}


async def _play(pairs: list[list[Remembering]]) -> None:
    """Each commit is seen at the other server before the next one."""
    for number in range(COMMITS):
        pair = pairs[number % FEW]
        here, there = pair[number // FEW % 2], pair[1 - number // FEW % 2]
        is_paused = here.view.get("paused", False)
        await here.does({"type": "unpause" if is_paused else "pause"})
        await there.shows(lambda _, here=here, there=there: there.n == here.n)


async def _calls(client: Any) -> dict[str, int]:
    """By command, how often it was called."""
    stats = await client.info("commandstats")
    calls = {name.removeprefix("cmdstat_"): stat["calls"] for name, stat in stats.items()}
    return {name: count for name, count in calls.items() if name in WATCHED}


async def _calm(count: Callable[[], Awaitable[dict[str, int]]]) -> dict[str, int]:
    """Wait until nothing is asked any more: what is looked at in the background has been."""
    last: dict[str, int] = {}
    while (now := await count()) != last:
        last = now
        await asyncio.sleep(CALM_S)
    return last
