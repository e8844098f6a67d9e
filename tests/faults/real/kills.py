"""kill -9 of servers and of Redis under load, and everything that one wants to know afterwards."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import msgspec

from client_demo.client import Client, Refused
from server.core.ids import audience_of
from server.core.timeline.timeline import Timeline
from server.process.clock import Clock
from server.table.audience import Audiences
from server.table.moments import Moments
from tests.faults.real.real import House, Server, house
from tests.faults.simulation.history import Act, Look, Op, history, keep
from tests.faults.simulation.order import wrongs_of

PROGRESS = 8
"""Between two kills so many intents are acknowledged."""

PAUSE_S = 0.01
"""Between two intents of a player: some hundreds a second in all, and room for what else the suite does."""

PATIENCE_S = 40.0

LOOK_EVERY = 200
"""After so many intents it is noted what everybody is shown."""

COUNTED = {"Begin", "Choose", "Rewind"}
"""What the loads submit; other commits of a seat are made by its client itself."""


PLAYERS = {"ann": "a", "bob": "b"}
"""By seat: whom it plays."""


class Load:
    """Two players at one encounter who change their minds with hardly a pause: Cat never chooses, so it never ends."""

    def __init__(self, encounter: str, tables: dict[str, Client]) -> None:
        self.encounter, self.tables = encounter, tables
        self.acked: dict[str, list[int | None]] = {seat: [] for seat in tables}
        self.acts: list[Act] = []
        self.looks: list[Look] = []
        self.refused: Counter[str] = Counter()
        self.is_over = False
        self.longest_s = 0.0
        """The longest wait for a verdict."""

    async def play(self, seat: str, who: str, luck: random.Random) -> None:
        """Choose, again and again."""
        while not self.is_over:
            await self.submit(seat, {"type": "choose", "who": who, "cup": luck.randint(1, 3)})
            await asyncio.sleep(PAUSE_S)

    async def submit(self, seat: str, intent: dict[str, Any]) -> None:
        """One intent, until its verdict is there."""
        begun_s, n = time.monotonic(), None
        try:
            n = await self.tables[seat].submit(intent)
            self.acked[seat].append(n)
        except Refused as refused:
            self.refused[refused.code] += 1
            self.acts.append(Act(audience_of(seat, _role(seat)), begun_s, time.monotonic(), "fail", None))
        self.longest_s = max(self.longest_s, time.monotonic() - begun_s)
        if n is not None:
            self.acts.append(Act(audience_of(seat, _role(seat)), begun_s, time.monotonic(), "ok", None, n))
            if len(self.acts) % LOOK_EVERY == 0:
                self.look()

    def look(self) -> None:
        """Note what everybody is shown."""
        for table in self.tables.values():
            self.looks.append(Look(table.seat, table.audience, time.monotonic(), table.n, table.head))

    def start(self, seed: str) -> None:
        """Let Ann and Bob play."""
        self._plays = [
            asyncio.create_task(self.play(seat, who, random.Random(f"{seed} {seat}"))) for seat, who in PLAYERS.items()
        ]

    async def stop(self) -> None:
        """Let them finish what they have begun."""
        self.is_over = True
        await asyncio.gather(*self._plays)

    @property
    def count(self) -> int:
        """How many intents were acknowledged."""
        return sum(map(len, self.acked.values()))


async def kill_all(count: int, seed: int, servers: int = 2, encounters: int = 4) -> tuple[str, list[str]]:
    """So many kills of random processes: figures and what was wrong."""
    luck = random.Random(seed)
    async with house(servers, seed) as built, AsyncExitStack() as stack:
        loads = [await begun(built, stack) for _ in range(encounters)]
        begun_s, killed = time.monotonic(), Counter[str]()
        wrongs: list[str] = []
        for number, load in enumerate(loads):
            load.start(f"{seed} {number}")
        for number in range(count):
            if not await progress(loads):
                wrongs.append(f"after {sum(killed.values())} kills nothing was acknowledged for {PATIENCE_S:.0f} s")
                break
            killed[await _kill(built, luck, number % 5 in (1, 3))] += 1
        wrongs += await ended(built, loads)
        took_s = time.monotonic() - begun_s
    acked = sum(load.count for load in loads)
    figures = (
        f"{sum(killed.values())} kills ({killed['server']} of servers, {killed['Redis']} of Redis) in {took_s:.0f} s, "
    )
    return (
        figures + f"{acked} intents acknowledged, {sum(sum(load.refused.values()) for load in loads)} refused",
        wrongs,
    )


async def ended(built: House, loads: list[Load]) -> list[str]:
    """Let all loads go on a little, stop them, and judge: what is wrong."""
    wrongs = [] if await progress(loads) else ["nothing is acknowledged any more"]
    try:
        await asyncio.wait_for(asyncio.gather(*(load.stop() for load in loads)), PATIENCE_S)
    except TimeoutError:
        wrongs.append(f"an intent has no verdict after {PATIENCE_S:.0f} s")
    for load in loads:
        wrongs += await judged(built, load)
    return wrongs + [f"{count} tracebacks in a server's log" for s in built.servers if (count := s.tracebacks())]


async def begun(built: House, stack: AsyncExitStack) -> Load:
    encounter, tokens = await built.lay()
    tables = {seat: await stack.enter_async_context(built.client(tokens[seat])) for seat in ("gm", "ann", "bob")}
    load = Load(encounter, tables)
    await load.submit("gm", {"type": "begin"})
    for table in tables.values():
        while table.view["stage"] != "running":
            await table.change()
    return load


async def progress(loads: list[Load], more: int = PROGRESS) -> bool:
    """Wait until all encounters together have gone on."""
    goal, until_s = sum(load.count for load in loads) + more, time.monotonic() + PATIENCE_S
    while sum(load.count for load in loads) < goal:
        if time.monotonic() > until_s:
            return False
        await asyncio.sleep(0.01)
    return True


async def all_answered(loads: list[Load]) -> bool:
    """Wait until each player has been answered twice: then nobody still waits for what was asked before this.

    Where the next fault came sooner, somebody whose client pauses before it connects again could meet one after the
    other, and would wait for all of them together.
    """
    before, until_s = {id(load): _answers(load) for load in loads}, time.monotonic() + PATIENCE_S
    while any(now < then + 2 for load in loads for now, then in zip(_answers(load), before[id(load)], strict=True)):
        if time.monotonic() > until_s:
            return False
        await asyncio.sleep(0.01)
    return True


def _answers(load: Load) -> list[int]:
    return [len(load.acked[seat]) for seat in PLAYERS]


async def _kill(built: House, luck: random.Random, is_redis: bool) -> str:
    await asyncio.sleep(luck.uniform(0, 0.05))
    if is_redis:
        os.kill(built.redis.pid, signal.SIGKILL)
        await built.restarts.get()
        return "Redis"
    server = luck.choice(built.servers)
    await server.kill()
    await asyncio.sleep(luck.uniform(0, 0.1))
    await server.start()
    return "server"


async def judged(built: House, load: Load) -> list[str]:
    """What is wrong with one encounter, after all is over."""
    timeline = await built.folded(load.encounter)
    wrongs = []
    ids = [commit.submitted.id for commit in timeline.commits]
    if len(set(ids)) != len(ids):
        wrongs.append("an intent is in the log twice")
    for seat, acked in load.acked.items():
        audience = audience_of(seat, _role(seat))
        mine = [commit for commit in timeline.commits if commit.submitted.seat == seat]
        stored = [commit.told[audience].n for commit in mine if type(commit.submitted.intent).__name__ in COUNTED]
        lost, doubled = set(acked) - set(stored), set(stored) - set(acked)
        if lost or len(acked) != len(set(acked)):
            wrongs.append(f"{seat}: acknowledged and lost: {sorted(map(str, lost))}")
        if doubled:
            wrongs.append(f"{seat}: in the log, but never acknowledged: {sorted(doubled)}")
    for server in built.servers:
        wrongs += await _compared(timeline, server, load)
    load.look()
    ops = played(timeline, load)
    keep(f"{os.getpid()}-{load.encounter}", ops)
    return wrongs + [f"history: {wrong}" for wrong in wrongs_of(ops)]


def played(timeline: Timeline, load: Load) -> list[Op]:
    """The history of a load. Only some acknowledgements come with what was read: a whole list each time."""
    acts = []
    for number, act in enumerate(load.acts):
        numbers, n = timeline.numbers[act.audience], act.n
        version = numbers[n - 1] if n is not None and n <= len(numbers) else None
        acts.append(act._replace(version=version, n=None if number % LOOK_EVERY else n))
    return history(timeline, acts, load.looks)


def _role(seat: str) -> str:
    return "gm" if seat == "gm" else "player"


async def _compared(timeline: Timeline, server: Server, load: Load) -> list[str]:
    """A newcomer at each server sees the fold of the log, byte for byte; so does everybody who was there all along."""
    wrongs = []
    for seat, table in load.tables.items():
        fresh = Client.connect(f"http://127.0.0.1:{server.port}", table._token)
        async with fresh:
            while fresh.n < len(timeline.numbers[fresh.audience]):
                await asyncio.wait_for(fresh.change(), PATIENCE_S)
            wanted = canonical(folded_view(timeline, seat, fresh.audience))
            if canonical(fresh.view) != wanted:
                wrongs.append(f"{seat} is welcomed with something else than the fold of the log")
            while table.n < fresh.n:
                await asyncio.wait_for(table.change(), PATIENCE_S)
            if canonical(table.view) != wanted:
                wrongs.append(f"{seat}, who was there all along, sees something else than the fold of the log")
    return wrongs


def folded_view(timeline: Timeline, seat: str, audience: str) -> Any:
    """What a seat sees of a folded log."""
    audiences = Audiences(timeline, Moments(Clock(), timeline))
    return audiences._seen_by(audience, audiences.asker(seat)).shown


def canonical(view: Any) -> bytes:
    """Equal views have equal bytes."""
    return msgspec.json.encode(view, order="sorted")
