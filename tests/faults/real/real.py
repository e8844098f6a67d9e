"""Real processes for faults: one private Redis, several `fray serve` on it, and a front that chooses among them.

Clients know the front only, so that after a loss they come back on another server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from three_cups import SYSTEM

from client_demo.client import Client
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.state import TableOptions
from server.core.timeline.timeline import Timeline
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.process.clock import Clock
from server.store import chain
from server.store.codec import Codec
from server.store.redis.connect import connect
from server.store.redis.embedded import Embedded
from server.store.redis.log import RedisLog
from server.table.services import Services
from tests.client_demo.served import CUPS, ROOT, install_cups
from tests.support.ports import free_port
from tests.support.redis_fixture import embedded

MASTER = bytes(range(32))
CUPS_SYSTEM = replace(SYSTEM, name="cups")
RETRY_S = 0.02


class Server:
    """A `fray serve` process. `start` again after `kill`."""

    def __init__(
        self, folder: Path, number: int, redis_url: str, site: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self.port = free_port()
        self._environment = environment or {}
        self._data = folder / f"data{number}"
        self._errors = folder / f"errors{number}.txt"
        self._redis_url, self._site = redis_url, site
        self._process: Process | None = None

    async def start(self) -> None:
        """Start, and wait until it serves."""
        with self._errors.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "server", "serve", "--json", "--relaxed", "--redis", self._redis_url),
                *("--port", str(self.port), "--data", str(self._data)),
                env=os.environ
                | {
                    "PYTHONPATH": os.pathsep.join(map(str, (ROOT, self._site, CUPS))),
                    "FRAY_MASTER_KEY": MASTER.hex(),
                }
                | dict(self._environment),
                stdout=PIPE,
                stderr=errors,
            )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"a server does not start: {self._errors.read_text()[-2000:]}")

    @property
    def is_up(self) -> bool:
        """Does it run?"""
        return self._process is not None and self._process.returncode is None

    async def kill(self) -> None:
        """kill -9."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    def memory_kib(self) -> int:
        """What it holds in memory now; 0 where that is not told."""
        status = Path(f"/proc/{self._process.pid if self._process else 0}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)

    def files(self) -> int:
        """How many files it has open, sockets among them; 0 where that is not told."""
        folder = Path(f"/proc/{self._process.pid if self._process else 0}/fd")
        return len(os.listdir(folder)) if folder.exists() else 0

    def tracebacks(self) -> int:
        """Errors that nobody handled, in what it printed."""
        return self._errors.read_text().count("Traceback") if self._errors.exists() else 0

    def said(self) -> str:
        """What it printed."""
        return self._errors.read_text() if self._errors.exists() else ""


class Front:
    """Passes each connection on to one of the servers that run, chosen by luck."""

    def __init__(self, servers: list[Server], luck: random.Random) -> None:
        self._servers, self._luck = servers, luck
        self.url = ""

    async def start(self) -> None:
        """Listen."""
        self._listening = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Listen no more."""
        self._listening.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up = [server for server in self._servers if server.is_up and server.port]
        try:
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._luck.choice(up).port)
        except (OSError, IndexError):
            writer.transport.abort()
            return
        ends = [
            asyncio.create_task(_pump(reader, to_writer)),
            asyncio.create_task(_pump(to_reader, writer)),
        ]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end, stream in zip(ends, (to_writer, writer), strict=True):
            end.cancel()
            stream.transport.abort()
        await asyncio.gather(*ends, return_exceptions=True)


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(1 << 16):
        target.write(data)
        await target.drain()


class House:
    """Redis, servers, front, and the encounters that were laid."""

    def __init__(self, folder: Path, redis: Embedded, log: RedisLog, servers: list[Server], front: Front) -> None:
        self.folder, self.redis, self.log, self.servers, self.front = folder, redis, log, servers, front
        self.restarts: asyncio.Queue[int] = asyncio.Queue()
        self.relay: Any = None

    async def lay(self, **table: Any) -> tuple[str, dict[str, str]]:
        """A new encounter of Three Cups: id and tokens by seat."""
        spec = EncounterSpec(
            title="Cups",
            system="cups",
            table=TableOptions(join="links", **table),
            seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
            combatants={
                "a": CombatantSpec(name="Anna", side="x", seat="ann"),
                "b": CombatantSpec(name="Ben", side="y", seat="bob"),
                "c": CombatantSpec(name="Cat", side="x", seat="ann", hidden=True),
            },
        )
        links = Links(self.folder / "links.json")
        lobby = Lobby(Services(self.log, SeedKeeper(MASTER), Clock()), {"cups": CUPS_SYSTEM}, links)
        laid = await lobby.create(spec)
        await lobby.close()
        return laid["encounter"], laid["links"]

    def client(self, token: str) -> Client:
        """A client that comes in by the front."""
        return Client.connect(self.front.url, token, retry_s=RETRY_S)

    async def folded(self, encounter: str) -> Timeline:
        """The log, checked and folded from nothing. Raises Broken."""
        entries = await self.log.read(encounter)
        chain.verify(encounter, entries)
        await self.log.health(encounter)
        timeline, codec = Timeline(CUPS_SYSTEM, encounter), Codec(CUPS_SYSTEM)
        for entry in entries:
            commit = codec.open(entry.version, entry.body).commit
            timeline.fold(commit)
        return timeline


@contextlib.asynccontextmanager
async def house(
    servers: int,
    seed: int,
    redis_url: str = "",
    relaying: Callable[[str], Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[House]:
    """Everything running; ended and removed afterwards. `redis_url`: what the servers use, a relay to our Redis;
    `environment`: what they are started with besides."""
    folder = Path(tempfile.mkdtemp(prefix="fray-faults-"))
    site = install_cups(folder)
    restarts: asyncio.Queue[int] = asyncio.Queue()
    redis = embedded(folder / "redis")
    redis._on_restart = restarts.put_nowait
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(redis)
        relay = await stack.enter_async_context(relaying(redis.url)) if relaying is not None else None
        log = RedisLog(connect(redis.url))
        made = [Server(folder, number, redis_url or redis.url, site, environment) for number in range(servers)]
        front = Front(made, random.Random(seed))
        built = House(folder, redis, log, made, front)
        built.restarts, built.relay = restarts, relay
        try:
            await asyncio.gather(*(server.start() for server in made))
            await front.start()
            yield built
        finally:
            with contextlib.suppress(AttributeError):
                await front.stop()
            for server in made:
                await server.kill()
            await log.close()
    shutil.rmtree(folder, ignore_errors=True)
