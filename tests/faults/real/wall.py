"""The wall clocks of real servers are set in the middle of fights, and the servers killed meanwhile: no deadline moves,
nobody is told early, nothing stands still."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import struct
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from client_demo.client import Client
from server.table.duties import GRACE_MS
from tests.faults.real.losses import NO_COMPILER, Verdict, compiled
from tests.faults.real.real import RETRY_S, House, house

MINUTE_MS, DAY_MS = 60_000, 86_400_000
WINDOW_S, DELAY_S, GRACE_S = 3, 2, GRACE_MS / 1000
EARLY_S, LATE_S = 0.3, 10.0
"""What news may take on a busy machine; a clock that is set is ten minutes off at least."""


class Setting(NamedTuple):
    """So far ahead the wall clock is set while a question is open; while the server is down; and behind that, while
    another question is open."""

    open_ms: int
    down_ms: int
    then_ms: int


SETTINGS = (
    Setting(10 * MINUTE_MS, 10 * MINUTE_MS, 0),
    Setting(-10 * MINUTE_MS, 0, 10 * MINUTE_MS),
    Setting(DAY_MS, 0, -DAY_MS),
    Setting(-DAY_MS, -DAY_MS, DAY_MS),
)
"""A clock stays wrong, or it is set right where nobody looks."""


class Wall:
    """What time a server takes it to be."""

    def __init__(self, file: Path, library: Path) -> None:
        self._file, self._library = file, library
        self.set(0)

    def set(self, ahead_ms: int) -> None:
        """From now on it is so far ahead."""
        file = os.open(self._file, os.O_CREAT | os.O_WRONLY, 0o600)
        os.write(file, struct.pack("q", ahead_ms))
        os.close(file)

    @property
    def environment(self) -> Mapping[str, str]:
        """Of a process that goes by it."""
        return {"LD_PRELOAD": str(self._library), "WALL_AHEAD": str(self._file)}


class Told(NamedTuple):
    """A commit as a viewer heard of it: its recorded time (ms), and when that was by our own clock."""

    at: int
    heard_s: float


class Seated:
    """GM and spectator of one fight, and what they were told."""

    def __init__(self, gm: Client) -> None:
        self.gm = gm
        self.since_s = time.monotonic()
        self.heard: list[Told] = []
        self.watched: list[Told] = []

    async def round(self, number: int) -> float:
        """The round has begun: when."""
        async with asyncio.timeout(GRACE_S + WINDOW_S + 3 * LATE_S):
            while self.gm.view.get("round", 0) < number:
                await self.gm.change()
        return time.monotonic()


class Evening:
    """One fight at one server in which nobody ever answers: each round is a window that runs out."""

    def __init__(self, built: House, wall: Wall, setting: Setting) -> None:
        self._built, self._wall, self._setting = built, wall, setting
        (self._server,) = built.servers
        self.wrongs: list[str] = []
        self.commits = 0

    async def play(self) -> None:
        """Up to the fifth round, with the server killed in the third."""
        self._encounter, self._tokens = await self._built.lay(window_s=WINDOW_S, delay_s=DELAY_S)
        before = await self._until_killed()
        self._wall.set(self._setting.down_ms)
        begun_s = time.monotonic()
        await self._server.start()
        await self._from_restart(before, begun_s)

    async def _until_killed(self) -> list[Told]:
        async with self._seated() as table:
            await table.gm.submit({"type": "begin"})
            await asyncio.sleep(GRACE_S / 5)
            await self._set(self._setting.open_ms)
            second_s = await table.round(2)
            self._judge("the first window", second_s - table.since_s, GRACE_S)
            third_s = await table.round(3)
            self._judge("a window at a clock that was set", third_s - second_s, WINDOW_S)
            await asyncio.sleep(WINDOW_S / 3)
            await self._server.kill()
        self._judge_delays(table, table.heard)
        await self._judge_times(table, 0)
        return table.heard

    async def _from_restart(self, before: list[Told], begun_s: float) -> None:
        killed_at = self.commits
        async with self._seated() as table:
            late_s = table.since_s - begun_s  # whoever comes back has 15 s, and the whole window where nobody knows
            fourth_s = await table.round(4)
            self._judge("a window across a restart", fourth_s - begun_s, GRACE_S, GRACE_S + WINDOW_S + late_s)
            await asyncio.sleep(WINDOW_S / 3)
            await self._set(self._setting.then_ms)
            fifth_s = await table.round(5)
            self._judge("a window behind a restart", fifth_s - fourth_s, WINDOW_S)
            await asyncio.sleep(DELAY_S + 1)
        is_trusted = self._setting.down_ms > 0  # the clock alone knows how long nobody was there
        self._judge_delays(table, table.heard if is_trusted else [*before, *table.heard])
        await self._judge_times(table, killed_at)

    @asynccontextmanager
    async def _seated(self) -> AsyncIterator[Seated]:
        url = f"http://127.0.0.1:{self._server.port}"
        gm, watch = (Client.connect(url, self._tokens[seat], retry_s=RETRY_S) for seat in ("gm", "spectator"))
        async with gm, watch:
            table = Seated(gm)
            listening = [
                asyncio.create_task(listen(gm, table.heard)),
                asyncio.create_task(listen(watch, table.watched)),
            ]
            yield table
            for task in listening:
                task.cancel()

    async def _set(self, ahead_ms: int) -> None:
        """Set the clock, and see that the server goes by it."""
        self._wall.set(ahead_ms)
        found = await asked_for_the_time(self._server.port) - time.time() * 1000
        if abs(found - ahead_ms) > LATE_S * 1000:
            self.wrongs.append(f"the server's clock is {found:.0f} ms ahead, not {ahead_ms}: nothing is proved")

    def _judge(self, what: str, took_s: float, least_s: float, most_s: float = 0) -> None:
        if not least_s - EARLY_S <= took_s <= max(least_s, most_s) + LATE_S:
            self.wrongs.append(f"{self._setting}: {what} took {took_s:.1f} s, not {least_s:g}")

    def _judge_delays(self, table: Seated, heard: list[Told]) -> None:
        """Spectators were told of each commit so long after the GM, or after somebody could tell them."""
        told_s = dict(heard)
        for at, watched_s in table.watched:
            if at in told_s:
                most_s = max(0, table.since_s - told_s[at]) + DELAY_S
                self._judge("what spectators were told", watched_s - told_s[at], DELAY_S, most_s)
        due = {at for at, heard_s in table.heard if heard_s < table.heard[-1].heard_s - DELAY_S - LATE_S}
        if missing := due - {one.at for one in table.watched}:
            self.wrongs.append(f"{self._setting}: spectators were never told of {missing}")

    async def _judge_times(self, table: Seated, killed_at: int) -> None:
        """Recorded times never fall, and behind so many commits rise no faster than time goes by."""
        times = list((await self._built.folded(self._encounter)).times)
        self.commits = len(times)
        if any(late < early for early, late in itertools.pairwise(times)):
            self.wrongs.append(f"{self._setting}: recorded times fall: {times}")
        by_clock = time.monotonic() - table.since_s + LATE_S
        if (rise := (times[-1] - times[killed_at]) / 1000) > by_clock:
            self.wrongs.append(f"{self._setting}: recorded times rise by {rise:.0f} s within {by_clock:.0f} s")


async def listen(table: Client, told: list[Told]) -> None:
    """Note all that comes."""
    async for update in table.updates():
        told.append(Told(update.at, time.monotonic()))


async def asked_for_the_time(port: int) -> int:
    """What a server says, in ms."""
    json_ = Subprotocol("fray.v1.json")
    async with connect(f"ws://127.0.0.1:{port}/ws", subprotocols=[json_], compression=None, proxy=None) as socket:
        await socket.send('{"type":"hello"}')
        await socket.send('{"type":"ping"}')
        while (said := json.loads(await socket.recv()))["type"] != "pong":
            pass
    return int(said["at"])


async def evening(folder: Path, library: Path, seed: int, setting: Setting) -> tuple[int, list[str]]:
    """One server with a Redis of its own, for servers of one Redis do each other's work: commits, what was wrong."""
    wall = Wall(folder / f"ahead{seed}", library)
    async with house(1, seed, environment=wall.environment) as built:
        playing = Evening(built, wall, setting)
        await playing.play()
        crashes = built.servers[0].tracebacks()
    return playing.commits, [*playing.wrongs, *([f"{setting}: {crashes} tracebacks"] if crashes else [])]


async def set_clocks(seed: int, count: int) -> Verdict:
    """All settings at once, so many times."""
    if shutil.which("cc") is None:
        return NO_COMPILER, []
    folder, evenings = Path(tempfile.mkdtemp(prefix="fray-wall-")), list[tuple[int, list[str]]]()
    try:
        library = compiled("wall", folder)
        for number in range(seed, seed + count * len(SETTINGS), len(SETTINGS)):
            playing = (evening(folder, library, number + at, each) for at, each in enumerate(SETTINGS))
            evenings += await asyncio.gather(*playing)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    commits, wrongs = sum(made for made, _ in evenings), [wrong for _, wrongs in evenings for wrong in wrongs]
    return f"{len(evenings)} servers, each set three times by 10 minutes or a day and killed; {commits} commits", wrongs
