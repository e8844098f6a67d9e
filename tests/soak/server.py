"""A `fray serve` process over a Redis of its own, and what it says of itself."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from urllib.request import urlopen

from tests.client_demo.served import ROOT
from tests.support.ports import free_port


class Server:
    """For `async with`."""

    def __init__(self, folder: Path) -> None:
        self._port, self._metrics = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._data, self._errors, self._longest = folder / "data", folder / "errors.txt", folder / "longest.json"
        self._process: Process | None = None

    async def __aenter__(self) -> Server:
        with self._errors.open("wb") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.soak.timed", "serve", "--json", "--relaxed", "--port", str(self._port)),
                *("--data", str(self._data), "--metrics", f"127.0.0.1:{self._metrics}", "--encounters", "1000000"),
                env=os.environ | {"PYTHONPATH": str(ROOT), "FRAY_SOAK_LONGEST": str(self._longest)},
                stdout=PIPE,
                stderr=errors,
            )
        assert self._process.stdout is not None
        if not await self._process.stdout.readline():
            raise RuntimeError(f"the server does not start: {self._errors.read_text()[-2000:]}")
        self._process.send_signal(signal.SIGUSR1)  # what the start took is not meant
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    @property
    def is_up(self) -> bool:
        """Does it run?"""
        return self._process is not None and self._process.returncode is None

    def rss_mb(self) -> float:
        """The memory that it has now."""
        pages = int(Path(f"/proc/{self._process.pid if self._process else 0}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def longest_callback(self) -> tuple[float, str]:
        """How many seconds of the processor everybody has waited for a callback at most, and for which."""
        try:
            found = json.loads(self._longest.read_text())
        except FileNotFoundError:
            return 0.0, "none"
        return found["seconds"], found["of"]

    async def metrics(self) -> dict[str, float]:
        """By name and labels, as Prometheus reads them."""
        text = await asyncio.to_thread(self._read)
        lines = (line.rpartition(" ") for line in text.splitlines() if line and not line.startswith("#"))
        return {name: float(value) for name, _, value in lines}

    def _read(self) -> str:
        with urlopen(f"http://127.0.0.1:{self._metrics}/metrics", timeout=30) as answer:
            return str(answer.read().decode())

    def tracebacks(self) -> int:
        """Errors that it has printed."""
        return self._errors.read_text().count("Traceback")
