"""The lock on a data directory: a flock'ed descriptor, which the private Redis inherits.

It is free only when both have ended, so no two Redis servers ever write one append-only file. The lock file says who
holds it, for the message to who comes second; the lock itself is never judged by what the file says.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from server.store.redis.binary import EmbeddedError

_POLL_S = 0.05


class Holder(msgspec.Struct, frozen=True):
    """Who holds the lock; `run_dir` is where its Redis listens."""

    pid: int
    command: str
    since: str
    run_dir: str

    @property
    def is_alive(self) -> bool:
        """Tell whether a process with that id exists."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def __str__(self) -> str:
        who = "process" if self.is_alive else "the Redis left over by process"
        return f"{who} {self.pid} ({self.command}), since {self.since}"


class DataLock:
    """An open lock file; `fd` is to be inherited by the Redis."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self.fd = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT, 0o600)

    async def acquire(self, wait_s: float) -> Holder | None:
        """Take the lock, waiting for its holder to end. Returns the last holder, which is gone.

        A Redis whose server is dead is asked to stop. Raises EmbeddedError (data_dir_in_use) naming the holder.
        """
        until = asyncio.get_running_loop().time() + wait_s
        while not self._try():
            holder = self._holder()
            if asyncio.get_running_loop().time() >= until:
                os.close(self.fd)
                raise EmbeddedError(
                    "data_dir_in_use",
                    f"{self._data_dir} is in use by {holder or 'an unknown process'}; stop it or use another directory",
                )
            if holder and not holder.is_alive:
                await _ask_to_stop(holder)
            await asyncio.sleep(_POLL_S)
        return self._holder()

    def sign(self, run_dir: Path) -> None:
        """Write down that this process holds the lock."""
        since = datetime.now(UTC).isoformat(timespec="seconds")
        holder = Holder(os.getpid(), shlex.join(sys.orig_argv)[:200], since, str(run_dir))
        os.ftruncate(self.fd, 0)
        os.pwrite(self.fd, msgspec.json.encode(holder), 0)

    def release(self) -> None:
        """Close our descriptor. The lock is free when the Redis has closed its own."""
        os.close(self.fd)

    def _try(self) -> bool:
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _holder(self) -> Holder | None:
        try:
            return msgspec.json.decode(os.pread(self.fd, 4096, 0), type=Holder)
        except msgspec.DecodeError:
            return None


async def _ask_to_stop(holder: Holder) -> None:
    """Ask a Redis without a server to end: where the system has no death signal, nobody else does."""
    with contextlib.suppress(OSError):
        _, writer = await asyncio.open_unix_connection(f"{holder.run_dir}/redis.sock")
        writer.write(b"SHUTDOWN NOSAVE\r\n")
        await writer.drain()
        writer.close()
