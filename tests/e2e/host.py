"""A whole server for the browser tests: its own process, its own data folder, killed and started again as told.

Knows how to run `fray serve`, not what happens at a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from server.cli import main as cli
from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
START_S = 60
SYSTEM = "tirakan"


class Host:
    """One data folder and the server that runs on it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.system = SYSTEM
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.home = ""
        """The link to the lobby with its list, as the server prints it."""
        self.links: dict[str, str] = {}
        self.encounter = ""
        self.code = ROOT
        """The release that is served: the folder that holds it."""
        self.was_taken_down = False
        """Has the test taken the server away? From then on browsers may have noted so."""
        self._server: asyncio.subprocess.Process | None = None
        self._words = data.parent / "words.txt"

    async def lay(self, encounter: str) -> None:
        """Lay an encounter (TOML) before the server starts; its links are then the demo's."""
        file = self.data.parent / "encounter.toml"
        file.write_text(encounter, "utf-8")
        with contextlib.redirect_stderr(io.StringIO()) as said:
            code = await asyncio.to_thread(cli.main, ["create", str(file), "--data", str(self.data)])
        assert code == 0, f"the encounter was not laid: exit code {code}, after these words:\n{said.getvalue()}"

    async def start(self) -> None:
        """Serve, and wait until it says where."""
        port = str(self.port)
        self._server = await self._fray(
            "serve", "--plain-demos", "--demo", self.system, "--json", "--port", port, "--data", str(self.data)
        )
        assert self._server.stdout is not None
        line = await asyncio.wait_for(self._server.stdout.readline(), START_S)
        if not line:
            ended, self._server = self._server, None
            raise AssertionError(f"the server ended before it served: {await self._end_of(ended)}")
        told: dict[str, Any] = json.loads(line)
        self.home = told["home"]
        laid = next(one for one in told["encounters"] if one["system"] == self.system)
        self.links, self.encounter = laid["links"], laid["encounter"]

    async def kill(self) -> None:
        """As a power cut would: no goodbye, nothing flushed."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """As Ctrl-C does."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        if self._server is not None:
            self.was_taken_down = True
            self._server.send_signal(how)
            await self._server.wait()
            self._server = None

    @property
    def said(self) -> str:
        """What all processes of this host have told of errors, warnings and their course."""
        return self._words.read_text("utf-8", "replace") if self._words.exists() else ""

    async def _end_of(self, process: asyncio.subprocess.Process) -> str:
        return f"exit code {await process.wait()}, after these words:\n{self.said or '(none)'}"

    async def _fray(self, *arguments: str) -> asyncio.subprocess.Process:
        with self._words.open("ab") as words:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "server",
                *arguments,
                cwd=self.code,
                stdout=asyncio.subprocess.PIPE,
                stderr=words,
                # of a crash in C nothing else would speak
                env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"},
            )
