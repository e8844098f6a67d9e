"""How long a server takes from its command to its first client."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from server.app.app import serving
from server.process.settings import Settings
from tests.bench import machine
from tests.bench.fight import spec
from tests.bench.figures import Row, interleaved, most, row
from tests.bench.machine import SERVER_CORE, Process

ENCOUNTERS = 100


def rows(folder: Path, rounds: int) -> list[Row]:
    """With its own Redis over existing data; beside it what Python and Redis alone take."""
    data = Path(tempfile.mkdtemp(dir=folder))
    asyncio.run(_lay(data))
    serve: list[str | Path] = [sys.executable, "-m", "server", "serve", "--json", "--port", "0", "--data", data]
    measures = (lambda: _ready_s(serve), lambda: _ready_s([*serve, "--demo"]), lambda: _floor_s(folder))
    plain, demo, floor = interleaved(rounds, measures)
    note = "floor: the minimal server and its empty Redis"
    return [
        row(f"`fray serve` to ready, {ENCOUNTERS} encounters", plain, "s", most(1), floor, note),
        row(f"`fray serve --demo` to ready, {ENCOUNTERS} encounters", demo, "s", most(1), floor),
    ]


async def _lay(data: Path) -> None:
    async with serving(Settings(data=str(data), port=0)) as (app, _links):
        for number in range(ENCOUNTERS):
            await app.lobby.create(spec(f"Fight {number}"))


def _ready_s(command: Sequence[str | Path]) -> float:
    begun_s = time.perf_counter()
    with Process(command, SERVER_CORE) as server:
        server.line()
        return time.perf_counter() - begun_s


def _floor_s(folder: Path) -> float:
    begun_s = time.perf_counter()
    with machine.redis(folder, SERVER_CORE) as (path, _), Process(machine.minimal(path), SERVER_CORE) as server:
        server.line()
        return time.perf_counter() - begun_s
