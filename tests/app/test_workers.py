"""Several processes on one port: any serves any table, one that is killed is replaced, and none stays behind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from msgspec.json import encode

from client_demo.client import Client
from server.app.workers import COMMAND, HANDED_DOWN, handed_down
from server.process.settings import Settings
from tests.support.ports import free_port

READY_S = 120
WORKERS = 2


class Served:
    """`fray serve --workers 2 --demo brink`; what it printed is `told`."""

    def __init__(self, data: Path, *more: str) -> None:
        self._data, self._more = data, more

    async def __aenter__(self) -> Served:
        words = (
            "serve",
            "--plain-demos",
            "--demo",
            "brink",
            "--json",
            "--relaxed",
            "--port",
            "0",
            "--data",
            str(self._data),
        )
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "server",
            *words,
            *self._more,
            "--workers",
            str(WORKERS),
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.process.stdout is not None
        self.told: dict[str, Any] = json.loads(await asyncio.wait_for(self.process.stdout.readline(), READY_S))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()

    def workers(self) -> set[int]:
        """The processes that serve now."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return {int(pid) for pid in children if b"--worker" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")}

    async def is_complete(self, without: int = 0) -> None:
        """Wait until all workers are there, none of them this one."""
        while len(pids := self.workers()) < WORKERS or without in pids:  # noqa: ASYNC110  (processes tell nobody)
            await asyncio.sleep(0.02)


def is_there(pid: int) -> bool:
    """Does this process still run?"""
    return Path(f"/proc/{pid}").exists()


async def gone(pids: set[int]) -> None:
    """Wait until none of these processes is left."""
    while any(map(is_there, pids)):  # noqa: ASYNC110  (processes tell nobody)
        await asyncio.sleep(0.02)


async def all_see(people: list[Client], paused: bool) -> None:
    """Wait until all of them see the clocks stand, or run."""
    for person in people:
        while person.view.get("paused", False) is not paused:
            await person.change()


async def test_a_table_outlives_each_of_its_workers(tmp_path: Path) -> None:
    """Whoever is killed: what the GM does is seen by all, wherever they are connected, and the worker is replaced."""
    async with Served(tmp_path) as served, contextlib.AsyncExitStack() as stack:
        links = served.told["links"]
        seats = ["gm", *(seat for seat in links if seat != "gm"), *["spectator"] * 4]
        people = [await stack.enter_async_context(Client.connect(links[seat], retry_s=0.05)) for seat in seats]
        await people[0].submit({"type": "pause"})
        await all_see(people, True)
        for victim, act in zip(sorted(served.workers()), ("unpause", "pause"), strict=True):
            os.kill(victim, signal.SIGKILL)
            await people[0].submit({"type": act})
            await all_see(people, act == "pause")
            await served.is_complete(without=victim)
        last = served.workers()
    await gone(last)


async def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    """Nobody is left on the port, so that a new server is not mixed up with an old one."""
    async with Served(tmp_path) as served:
        workers = served.workers()
        assert len(workers) == WORKERS
        served.process.kill()
        await served.process.wait()
        await gone(workers)


async def test_any_worker_tells_the_metrics_of_all(tmp_path: Path) -> None:
    """Ten sessions are ten, whichever worker answers."""
    metrics = f"127.0.0.1:{free_port()}"
    async with Served(tmp_path, "--metrics", metrics) as served, contextlib.AsyncExitStack() as stack:
        link = served.told["links"]["spectator"]
        for _ in range(10):
            await stack.enter_async_context(Client.connect(link))
        for _ in range(4):
            assert b'fray_connections{role="spectator"} 10.0' in await asyncio.to_thread(read, metrics)


def read(address: str) -> bytes:
    """The metrics."""
    with urlopen(f"http://{address}/metrics") as response:
        body: bytes = response.read()
        return body


def test_a_worker_has_every_setting_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is set, the password of a Redis URL included, and nothing of it on the command line."""
    settings = Settings(data="d", redis="redis://:secret@h", memory_mib=64, origins=("https://a",), among=2)
    monkeypatch.setenv(HANDED_DOWN, encode(settings).decode())
    assert handed_down() == settings
    assert "secret" not in " ".join(COMMAND)
