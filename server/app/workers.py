"""Several server processes on one port and one Redis: `fray serve --workers N`. The parent starts them, starts anew one
that has ended, and ends them; it serves nothing itself.

A worker is `fray serve --worker` with the Redis of its parent. It notices that its parent has ended, however that came,
because its standard input closes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from msgspec.json import decode, encode
from msgspec.structs import replace
from prometheus_client.multiprocess import mark_process_dead

from server.process.settings import Settings

log_ = logging.getLogger(__name__)

READY_S = 30.0
"""How long a worker may take to open the port."""

STOP_S = 15.0
"""How long a worker may take to say goodbye to its players."""

AGAIN_S = 1.0
"""The pause before a worker that has ended is started anew: one that fails at once must not fill the log."""


COMMAND = (sys.executable, "-m", "server", "serve", "--worker", "--json")

HANDED_DOWN = "FRAY_WORKER_SETTINGS"
"""The environment variable with a worker's settings. They are not on the command line, which everybody on the machine
can read: the Redis URL may hold a password."""


def handed_down() -> Settings:
    """What the parent of this worker has set."""
    return decode(os.environ[HANDED_DOWN], type=Settings)


class Worker:
    """One process. `number` names it in the log; `stop_s` is how long it may take to end."""

    def __init__(
        self, number: int, command: Sequence[str], environment: dict[str, str], stop_s: float = STOP_S
    ) -> None:
        self.number = number
        self._stop_s = stop_s
        self._command, self._environment = command, environment
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The id of the process that runs now; 0 before the first."""
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        """Start it, and wait until it has opened the port. Raises RuntimeError if it does not."""
        self._process = process = await asyncio.create_subprocess_exec(
            *self._command, env=self._environment, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READY_S):
                if await process.stdout.readline():
                    return
        await self.stop()
        raise RuntimeError(f"worker {self.number} did not open the port; its error stands above")

    async def keep(self, metrics: Path) -> None:
        """Start it anew whenever it ends, until cancelled."""
        while True:
            code = await self._process.wait() if self._process is not None else None
            fields = {"event": "worker_ended", "worker": self.number, "pid": self.pid, "code": code}
            text = "worker %d (process %d) ended with %s; starting it anew"
            log_.error(text, self.number, self.pid, code, extra={"fields": fields})
            mark_process_dead(self.pid, str(metrics))  # type: ignore[no-untyped-call]
            await asyncio.sleep(AGAIN_S)
            try:
                await self.start()
            except (OSError, RuntimeError) as error:
                fields = {"event": "worker_failed", "worker": self.number, "error": str(error)}
                log_.error("worker %d: %s", self.number, error, extra={"fields": fields})

    async def stop(self) -> None:
        """End it by a signal, so that it can tell its players to come back."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(self._stop_s):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


@contextlib.asynccontextmanager
async def working(settings: Settings, redis: str) -> AsyncIterator[int]:
    """Run as many workers as the settings say, all on one port; gives that port. They end with this."""
    metrics = _counted(Path(settings.data))
    with _port(settings) as port:
        theirs = replace(settings, port=port, redis=redis, workers=1, among=settings.workers)
        environment = {**os.environ, HANDED_DOWN: encode(theirs).decode(), "PROMETHEUS_MULTIPROC_DIR": str(metrics)}
        numbers, stop_s = range(1, settings.workers + 1), STOP_S + settings.drain_s
        workers = [Worker(number, COMMAND, environment, stop_s) for number in numbers]
        keepers: list[asyncio.Task[None]] = []
        try:
            await asyncio.gather(*(worker.start() for worker in workers))
            keepers += [asyncio.create_task(worker.keep(metrics)) for worker in workers]
            yield port
        finally:
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)
            await asyncio.gather(*(worker.stop() for worker in workers))


def _counted(data: Path) -> Path:
    """An empty folder in which the workers count together."""
    folder = data.absolute() / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return folder


@contextlib.contextmanager
def _port(settings: Settings) -> Iterator[int]:
    """The port, held so that workers of this user can share it and nobody else can take it."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind((settings.host, settings.port))
        yield held.getsockname()[1]
