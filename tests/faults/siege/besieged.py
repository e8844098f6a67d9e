"""A real server in a process of its own that tells what it costs, and can be told to waste what an attacker would want.

    python -m tests.faults.siege.besieged SETTINGS     (in JSON; one order a line on stdin, one answer a line on stdout)

It believes X-Forwarded-For from this machine, so that a client can come from any address, and limits hold as outside.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import json
import os
import selectors
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
from msgspec import Raw
from redis import Redis

from protocol.codec import MSGPACK
from protocol.messages import Ping, Submit
from server.app import company
from server.app.app import App, serving
from server.core.ids import GM
from server.gateway.session import Session
from server.process.settings import Settings
from server.table.table import Table
from tests.bench.fight import SEATS, Script, spec
from tests.bench.tape import Silent, submit
from tests.client_demo.served import ROOT
from tests.fuzz.sockets import resident_mb
from tests.support.ports import free_port
from tests.table.load.test_full_tables import crowd

LEAVE_S = 1.0
"""Bots go so soon after the player here: what is counted is what is left then."""

LINE_BYTES = 16 * 1024 * 1024


class Spent(msgspec.Struct, frozen=True):
    """What the server has used since its start (`cpu_s`, seconds of all its threads); `stall_ms` is the longest turn of
    its loop since this was last asked, in milliseconds of CPU time: what other work the machine does meanwhile doesn't
    count."""

    cpu_s: float
    stall_ms: float


class Held(msgspec.Struct, frozen=True):
    """What the server holds now. Dear to find out: all that it holds is looked through."""

    rss_bytes: int
    objects: int
    log_bytes: int
    files: int


# --- in the server's process -----------------------------------------------------------------------------------------


class Stopwatch(selectors.DefaultSelector):
    """Takes the CPU time of every turn of a loop: from one look at the sockets to the next."""

    def __init__(self) -> None:
        super().__init__()
        self._since_s = time.thread_time()
        self.longest_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As the loop calls it."""
        self.longest_s = max(self.longest_s, time.thread_time() - self._since_s)
        found = super().select(timeout)
        self._since_s = time.thread_time()
        return found


class Orders:
    """What may be asked of the server from outside, by name."""

    def __init__(self, app: App, watch: Stopwatch) -> None:
        self._app, self._watch = app, watch
        self._redis: Any = Redis.from_url(app.settings.redis)
        self._planted: mock._patch[Any] | None = None

    async def spent(self) -> Any:
        """See `Spent`. The turn in which this is asked is not counted."""
        spent = Spent(time.process_time(), 1000 * self._watch.longest_s)
        await asyncio.sleep(0)
        self._watch.longest_s = 0.0
        return msgspec.to_builtins(spent)

    async def held(self) -> Any:
        """See `Held`. What only waits for the collector is collected first, also of what the server set aside; what is
        left is set aside again."""
        gc.unfreeze()
        gc.collect()
        held = Held(
            rss_bytes=int(resident_mb() * 2**20),
            objects=len(gc.get_objects()) + gc.get_freeze_count(),
            log_bytes=self._redis.info("memory")["used_memory_dataset"],
            files=await self.files(),
        )
        return msgspec.to_builtins(held)

    async def files(self) -> int:
        """How many are open, sockets too."""
        return len(os.listdir("/proc/self/fd"))

    async def lay(self, system: str) -> Any:
        """An encounter of this system with as many combatants as there may be: {encounter, links}."""
        laid = await self._app.lobby.create(crowd(system))
        return {"encounter": laid["encounter"], "links": laid["links"]}

    async def fight(self, commits: int) -> Any:
        """A long fight, of so many commits: {encounter, links}."""
        lobby = self._app.lobby
        laid = await lobby.create(spec())
        await _play(await lobby.table(laid["encounter"]), commits)
        return {"encounter": laid["encounter"], "links": laid["links"]}

    async def plant(self, waste: str) -> Any:
        """From now on each ping makes the server waste something; empty: no more."""
        if self._planted is not None:
            self._planted.stop()
            self._planted = None
        if waste:
            act, wasting = Session._act, WASTES[waste](self._redis)

            def acting(session: Session, action: Any) -> None:
                if isinstance(action, Ping):
                    wasting()
                act(session, action)

            self._planted = mock.patch.object(Session, "_act", acting)
            self._planted.start()
        return None


async def _play(table: Table, commits: int) -> None:
    script = Script(table.system)
    viewers = {seat: Silent(seat) for seat in (GM, *SEATS)}
    while table.timeline.version < commits:
        seat, intent = script.next(table.timeline.state)
        body = Raw(MSGPACK.to_bytes(intent))
        await submit(table, viewers[seat], Submit(id=os.urandom(16), nonce=os.urandom(16), intent=body))


def _burn(_redis: Any) -> Callable[[], None]:
    """One in ten takes 120 ms: many that take a little are read in slices."""
    numbers = itertools.count()

    def burn() -> None:
        until_s = time.thread_time() + 0.12 * (next(numbers) % 10 == 0)
        while time.thread_time() < until_s:
            pass

    return burn


def _hoard(_redis: Any) -> Callable[[], None]:
    kept: list[bytearray] = []
    return lambda: kept.append(bytearray(b"w" * 512 * 1024))


def _litter(_redis: Any) -> Callable[[], None]:
    kept: list[list[list[int]]] = []
    return lambda: kept.append([[number] for number in range(500)])


def _scribble(redis: Any) -> Callable[[], None]:
    return lambda: redis.append("fray:waste", os.urandom(160 * 1024))


def _squat(_redis: Any) -> Callable[[], None]:
    kept: list[Any] = []
    return lambda: kept.append(socket.socketpair())


WASTES: dict[str, Callable[[Any], Callable[[], None]]] = {
    "cpu": _burn,
    "memory": _hoard,
    "objects": _litter,
    "log": _scribble,
    "files": _squat,
}
"""By what is wasted."""


async def _obey(settings: Settings, watch: Stopwatch) -> None:
    """Serve, and do what each line says: [name, arguments…]. Whoever gave the orders has gone when there are no more,
    and the Redis with them: nothing is left to close in peace."""
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(limit=LINE_BYTES)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with serving(settings) as (app, _):
        orders = Orders(app, watch)
        print("{}", flush=True)
        while line := await reader.readline():
            name, *arguments = json.loads(line)
            print(json.dumps(await getattr(orders, name)(*arguments)), flush=True)
        os._exit(0)


def main() -> None:
    """The command line."""
    watch = Stopwatch()
    company.LEAVE_S = LEAVE_S
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(watch)) as runner:
        runner.run(_obey(settings, watch))


# --- from outside ----------------------------------------------------------------------------------------------------


class Besieged:
    """The server's process, and its orders."""

    def __init__(self, settings: Settings, process: Process) -> None:
        self.settings, self.port = settings, settings.port
        self._process = process

    async def order(self, name: str, *arguments: Any) -> Any:
        """See `Orders`. Raises RuntimeError when the server is gone."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, *arguments]).encode() + b"\n")
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server ended with {await self._process.wait()}")
        return json.loads(line)

    async def spent(self) -> Spent:
        """What it has used."""
        return msgspec.convert(await self.order("spent"), Spent)

    async def held(self) -> Held:
        """What it holds."""
        return msgspec.convert(await self.order("held"), Held)


@contextlib.asynccontextmanager
async def besieged(folder: Path, redis_url: str) -> AsyncIterator[Besieged]:
    """A server over this Redis that anybody may lay encounters at; what it complains of is in `folder`/errors.txt."""
    settings = Settings(
        port=free_port(), data=str(folder / "data"), redis=redis_url, open_lobby=True, proxies=("127.0.0.1",),
        reduced_durability=True,
    )  # fmt: skip
    with (folder / "errors.txt").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.faults.siege.besieged", msgspec.json.encode(settings).decode()),
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            limit=LINE_BYTES,
        )
        try:
            assert process.stdout is not None
            if not await process.stdout.readline():
                raise RuntimeError(f"the server does not start: {(folder / 'errors.txt').read_text()[-2000:]}")
            yield Besieged(settings, process)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


if __name__ == "__main__":
    main()
