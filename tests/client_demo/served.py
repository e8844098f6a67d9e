"""A real server process over a real private Redis, with the demo of every registered system and of Three Cups.

It can be killed and started again on the same data and port, and reached through a relay that cuts connections.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections import Counter
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from server.app.opened_log import log_to_read
from server.core import intents as i
from server.core.system import System
from server.process.settings import Settings
from server.store.codec import Codec
from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
CUPS = ROOT / "tests" / "three_cups"
SYSTEMS = sorted({"cups", "typed_cups", *(point.name for point in entry_points(group="fray.systems"))} - {"three_cups"})
DEMO = """
title = "Three Cups"
system = "{name}"
table = {table}
seats = {ann = {name = "Ann"}, bob = {name = "Bob"}}
combatants.a = {name = "Anna", side = "x", seat = "ann"}
combatants.b = {name = "Ben", side = "y", seat = "bob", sheet = {cover = 1}}
combatants.c = {name = "Cat", side = "x", seat = "ann", hidden = true}
combatants.n = {name = "Nell", side = "y", sheet = {weary = true}}
"""


def install_cups(folder: Path) -> Path:
    """Three Cups as another distribution would bring it: with clocks, and once more with dice rolled by hand."""
    site = folder / "site"
    (site / "cups-1.dist-info").mkdir(parents=True)
    (site / "cups-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: cups\nVersion: 1\n")
    points = "[fray.systems]\ncups = cups:cups\ntyped_cups = cups:typed_cups\n"
    (site / "cups-1.dist-info" / "entry_points.txt").write_text(points)
    lines = ["import dataclasses, three_cups"]
    for name, table in (("cups", "{window_s = 60}"), ("typed_cups", "{typed_dice = true}")):
        demo = DEMO.replace("{name}", name).replace("{table}", table)
        lines.append(f"{name} = dataclasses.replace(three_cups.SYSTEM, name={name!r}, demo={demo!r})")
    (site / "cups.py").write_text("\n".join(lines))
    return site


COMPLAINTS = 4_000
"""Characters."""


class Served:
    """A `fray serve` process with the demos of these systems (none named: of all), which finds packages in `site` too.
    `start` again after `kill`."""

    def __init__(self, folder: Path, site: list[Path] | None = None, systems: tuple[str, ...] = ()) -> None:
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._data = folder / "data"
        self._path = [ROOT, *([install_cups(folder), CUPS] if site is None else site)]
        self._systems = systems
        self._errors = folder / "errors.txt"
        self._encounters: dict[str, Any] = {}

    async def start(self) -> None:
        """Start, and wait until it serves."""
        with self._errors.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "server", "serve", "--json", "--relaxed"),
                *("--port", str(self._port), "--data", str(self._data), "--plain-demos", "--demo", *self._systems),
                env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, self._path))},
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, self._errors.read_text()
        served = json.loads(line)
        self._encounters = {one["system"]: one for one in served["encounters"]}

    async def kill(self) -> None:
        """As kill -9 does."""
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        """As Ctrl-C does."""
        if self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    def complaints(self) -> str:
        """The last of what it has written to its log, those before it that were killed included."""
        return self._errors.read_text()[-COMPLAINTS:]

    def tokens(self, system: str) -> dict[str, str]:
        """The tokens of a demo by seat."""
        links: dict[str, str] = self._encounters[system]["links"]
        return {seat: link.partition("#")[2] for seat, link in links.items()}

    async def acts(self, system: System) -> Counter[str]:
        """The commits in the log by the seat that asked for them, without sitting down and what the server adds."""
        encounter = self._encounters[system.name]["encounter"]
        async with log_to_read(Settings(data=str(self._data))) as log:
            entries = await log.read(encounter)
        submitted = [Codec(system).open(entry.version, entry.body).commit.submitted for entry in entries]
        assert len({one.id for one in submitted}) == len(submitted)
        aside = (i.Join, i.Reveal, i.Continue)
        return Counter(one.seat for one in submitted if one.seat != "server" and not isinstance(one.intent, aside))


OPENING_BYTES = 500
"""So many pass at least: who is cut off before the connection is open is told that nobody is there."""

FIRST_BYTES = 2_000
"""So few more pass at most before the first cut, and each time twice as many: also a short fight is cut."""


class Relay:
    """Passes on to a server, and cuts connections after so many of its bytes, until it has cut enough of them: a
    line on which no welcome fits would never carry anything. Use `async with`."""

    def __init__(self, url: str, luck: random.Random, most_bytes: int, most_cuts: int) -> None:
        self._port = urlsplit(url).port
        self._luck, self._most_bytes, self._most_cuts = luck, most_bytes, most_cuts
        self.cuts = 0

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        most_bytes = min(self._most_bytes, FIRST_BYTES << self.cuts)
        left = OPENING_BYTES + self._luck.randrange(most_bytes) if self.cuts < self._most_cuts else None
        ends = [
            asyncio.create_task(self._pump(reader, up_writer, None)),
            asyncio.create_task(self._pump(up_reader, writer, left)),
        ]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end, stream in zip(ends, (up_writer, writer), strict=True):
            end.cancel()
            stream.transport.abort()
        await asyncio.gather(*ends, return_exceptions=True)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, left: int | None) -> None:
        while data := await source.read(1024 if left is None else min(1024, left)):
            target.write(data)
            await target.drain()
            left = None if left is None else left - len(data)
        self.cuts += left == 0
