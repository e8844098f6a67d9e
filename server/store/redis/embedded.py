"""The private Redis of a server without configuration: started, watched, started again and stopped here.

It listens on a unix socket only, writes every command to disk before it answers, and holds the lock on its data
directory together with this process (see `datalock`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import shutil
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from server.store.redis.binary import Binary, EmbeddedError, find
from server.store.redis.datalock import DataLock

logger = logging.getLogger(__name__)

LOCK_WAIT_S = 10.0
_READY_S = 30.0  # so long until it answers at all; loading a log may take longer
_STOP_S = 10.0
_POLL_S = 0.005
_FIRST_PAUSE_S, _LAST_PAUSE_S = 0.1, 5.0
_RUN_PREFIX = "fray-"

_CONFIG = """\
dir {data_dir}
unixsocket {run_dir}/redis.sock
unixsocketperm 700
port 0
daemonize no
save ""
appendonly yes
appendfsync always
no-appendfsync-on-rewrite no
aof-load-truncated yes
maxmemory-policy noeviction
"""

_NAMED = re.compile(r"^file (\S+) ", re.MULTILINE)
"""The parts of a log, in the manifest of its folder."""

# Runs between fork and exec, in a Python of its own: code of ours in the forked child could find a lock taken by a
# thread that is no more. Linux then ends Redis when the thread that started it dies, however that happens.
_DIE_WITH_PARENT = """\
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM)
if os.getppid() != int(sys.argv[1]):
    sys.exit("the server is gone")
os.execv(sys.argv[2], sys.argv[2:])
"""


class Embedded:
    """A private Redis over one data directory. Start it from the main thread: it lives as long as its thread.

    `on_restart` is called with the exit status each time a Redis that died is back.
    """

    def __init__(
        self,
        data_dir: Path,
        binary: Path | None = None,
        lock_wait_s: float = LOCK_WAIT_S,
        on_restart: Callable[[int], None] | None = None,
    ) -> None:
        self._data_dir = data_dir.absolute()
        self._wanted_binary = binary
        self._lock_wait_s = lock_wait_s
        self._on_restart = on_restart
        self._binary: Binary
        self._lock: DataLock
        self._run_dir: Path
        self._process: Process
        self._watcher: asyncio.Task[None]

    @property
    def url(self) -> str:
        """Where it listens, as a Redis URL."""
        return f"unix://{self._run_dir}/redis.sock"

    @property
    def pid(self) -> int:
        """The process id of the Redis that runs now."""
        return self._process.pid

    async def start(self) -> None:
        """Lock the directory and start. Raises EmbeddedError; its code is one of the following.

        no_redis_binary, data_dir_in_use, data_too_new, log_incomplete, redis_does_not_start.
        """
        self._binary = find(self._wanted_binary)
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_format(self._data_dir, self._binary)
        self._lock = DataLock(self._data_dir)
        before = await self._lock.acquire(self._lock_wait_s)
        if before:
            _remove_run_dir(Path(before.run_dir))
        self._run_dir = _make_run_dir()
        self._lock.sign(self._run_dir)
        config = _CONFIG.format(data_dir=_quoted(self._data_dir), run_dir=self._run_dir)
        (self._run_dir / "redis.conf").write_text(config)
        try:
            _check_whole(self._data_dir)
            await self._spawn()
        except BaseException:
            self._let_go()
            raise
        self._watcher = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop Redis cleanly and free the directory."""
        self._watcher.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._watcher
        await self._stop()
        self._let_go()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _spawn(self) -> None:
        """Start the process and wait until it serves. On failure it is gone again."""
        command = [str(self._binary.path), str(self._run_dir / "redis.conf")]
        if sys.platform == "linux":
            command = [sys.executable, "-I", "-S", "-c", _DIE_WITH_PARENT, str(os.getpid()), *command]
        with _appended(self._data_dir / "redis.log") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(self._lock.fd,),
                preexec_fn=_private,
                start_new_session=True,  # Ctrl-C must not reach it before our last append
            )
        try:
            await self._ready()
        except BaseException:
            await self._stop()
            raise

    async def _ready(self) -> None:
        until = asyncio.get_running_loop().time() + _READY_S
        while (answer := await _ping(self._run_dir)) != b"+PONG":
            is_late = asyncio.get_running_loop().time() > until and not answer.startswith(b"-LOADING")
            if self._process.returncode is not None or is_late:
                raise EmbeddedError(
                    "redis_does_not_start",
                    f"{self._binary.path} ended with {self._process.returncode}; "
                    f"the end of {self._data_dir}/redis.log: {_last_lines(self._data_dir / 'redis.log')}",
                )
            await asyncio.sleep(_POLL_S)

    async def _stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(_STOP_S):
                await self._process.wait()
        except TimeoutError:
            logger.error("Redis did not stop in %s s and is killed", _STOP_S)
            self._process.kill()
            await self._process.wait()

    async def _watch(self) -> None:
        """Start Redis again whenever it ends. Appends meanwhile are Unavailable or settled afterwards."""
        while True:
            status = await self._process.wait()
            logger.error("Redis ended with %s and is started again", status)
            pause_s = _FIRST_PAUSE_S
            while not await self._is_revived():
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, _LAST_PAUSE_S)
            if self._on_restart:
                self._on_restart(status)

    async def _is_revived(self) -> bool:
        try:
            await self._spawn()
        except (EmbeddedError, OSError) as error:
            logger.error("Redis does not come back: %s", error)
            return False
        return True

    def _let_go(self) -> None:
        _remove_run_dir(self._run_dir)
        self._lock.release()


def _check_format(data_dir: Path, binary: Binary) -> None:
    """Refuse a server that would not see the log another wrote, and start empty."""
    if (data_dir / "appendonlydir").exists() and binary.version < (7, 0):
        raise EmbeddedError(
            "data_too_new",
            f"{data_dir} was written by a server 7.0 or newer, {binary.path} is {'.'.join(map(str, binary.version))}; "
            "use a newer one",
        )


def _check_whole(data_dir: Path) -> None:
    """Refuse a log without the manifest that names its parts, or without one of these: Redis would cut to nothing what
    is there, or say in its own words why it does not start."""
    folder = data_dir / "appendonlydir"
    parts = {file.name: file for file in folder.glob("*")}
    manifests = [file.read_text() for name, file in parts.items() if name.endswith(".manifest")]
    named = [name for manifest in manifests for name in _NAMED.findall(manifest)]
    missing = sorted({*named} - parts.keys()) if named else ["its manifest"]
    if parts and missing:
        size = sum(file.stat().st_size for file in parts.values())
        raise EmbeddedError(
            "log_incomplete",
            f"{folder} holds {size} bytes without {', '.join(missing)}; bring the whole folder back from a backup or, "
            "to begin without it, move it out of the data folder",
        )


def _make_run_dir() -> Path:
    """Make a directory only we can enter, with a path short enough for a unix socket (104 bytes)."""
    parent = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix=_RUN_PREFIX, dir=parent if len(parent) < 70 else "/tmp"))


def _remove_run_dir(run_dir: Path) -> None:
    if run_dir.name.startswith(_RUN_PREFIX):
        shutil.rmtree(run_dir, ignore_errors=True)


def _quoted(path: Path) -> str:
    """Return a path as a configuration file takes it, spaces and all."""
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _last_lines(path: Path) -> str:
    return " | ".join(path.read_text(errors="replace").splitlines()[-3:])


def _appended(path: Path) -> BinaryIO:
    """A file to add to, which is its user's alone."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")


def _private() -> None:
    """The log holds every secret of a table. (uvloop does not know the argument `umask`.)"""
    os.umask(0o077)


async def _ping(run_dir: Path) -> bytes:
    """Return the answer to a PING without its line end, empty when there is none."""
    try:
        async with asyncio.timeout(_READY_S):
            reader, writer = await asyncio.open_unix_connection(run_dir / "redis.sock")
            try:
                writer.write(b"PING\r\n")
                return (await reader.readline()).strip()
            finally:
                writer.close()
    except OSError:
        return b""
