"""This machine and its processes: where they run, what CPU time and memory they use, and what is compiled for them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
READY_S = 120.0
CALM_CORES = 0.3
SERVER_CORE, OTHER_CORE = 0, 1
"""The measured server has a core to itself; Redis and the load generator share the other one."""


class Missing(Exception):
    """Something that a figure needs is not on this machine."""


class Process:
    """A child on one core, or on all. Use `with`: it ends with the block."""

    child: subprocess.Popen[str]

    def __init__(
        self, command: Sequence[str | Path], core: int | None, environment: dict[str, str] | None = None
    ) -> None:
        self._command = [*_pinned(core), *map(str, command)]
        self._environment = environment or {}

    def __enter__(self) -> Process:
        environment = os.environ | self._environment | {"PYTHONPATH": str(ROOT)}
        self.errors = tempfile.TemporaryFile("w+")
        self.child = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            cwd=ROOT,
            env=environment,
        )
        return self

    def __exit__(self, *_: object) -> None:
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(10)
            except subprocess.TimeoutExpired:
                self.child.kill()
        self.child.communicate()
        self.errors.close()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.child.pid

    def line(self) -> Any:
        """The next line of JSON that it prints."""
        assert self.child.stdout is not None
        for text in self.child.stdout:
            if text.startswith("{"):
                return json.loads(text)
        self.errors.seek(0)
        raise RuntimeError(f"{' '.join(self._command)} ended: {self.errors.read()[-2000:]}")

    def tell(self, text: str = "") -> None:
        """A line on its standard input."""
        assert self.child.stdin is not None
        self.child.stdin.write(text + "\n")
        self.child.stdin.flush()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self.child.send_signal(number)

    @property
    def rss_bytes(self) -> int:
        """Resident memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _pinned(core: int | None) -> list[str]:
    several = core is not None and hasattr(os, "sched_getaffinity") and core in os.sched_getaffinity(0)
    return ["taskset", "-c", str(core)] if several and shutil.which("taskset") else []


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int) -> None:
    """Wait until somebody listens."""
    until_s = time.monotonic() + READY_S
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if time.monotonic() > until_s:
            raise RuntimeError(f"nobody listens on port {port} after {READY_S:.0f} s")
        time.sleep(0.002)


@contextlib.contextmanager
def workshop(kept: Path | None = None) -> Iterator[Path]:
    """A folder for everything that the benchmarks make; its path is short enough for a socket. One that is given stays,
    and what lies in it is not made again."""
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.resolve()
        return
    folder = Path(tempfile.mkdtemp(prefix="fray-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def compiled(folder: Path, name: str) -> Path:
    """A C program of this folder. Raises Missing without a compiler."""
    target = folder / name
    if not target.exists():
        compiler = shutil.which("gcc") or shutil.which("cc")
        if compiler is None:
            raise Missing("a C compiler (apt-get install gcc libc6-dev)")
        subprocess.run([compiler, "-O2", "-o", target, HERE / f"{name}.c"], check=True)
    return target


@contextlib.contextmanager
def redis(folder: Path, core: int | None = OTHER_CORE, like: Path | None = None) -> Iterator[tuple[str, int]]:
    """A private Redis that syncs every append to disk: the path of its socket, and its process id. It is empty, or
    begins with a copy of what one has left in a folder."""
    data = Path(tempfile.mkdtemp(dir=folder))
    if like is not None:
        shutil.copytree(like, data, dirs_exist_ok=True)
    with redis_in(data, core) as found:
        yield found
    shutil.rmtree(data)


@contextlib.contextmanager
def redis_in(data: Path, core: int | None = OTHER_CORE, sync: str = "always") -> Iterator[tuple[str, int]]:
    """A Redis over a folder, which stays."""
    from server.store.redis.binary import find

    path = data / "r.sock"
    options: dict[str, str | Path] = {
        "port": "0", "unixsocket": path, "dir": data, "save": "", "appendonly": "yes", "appendfsync": sync,
        "auto-aof-rewrite-percentage": "0" if sync == "no" else "100", "loglevel": "warning",
    }  # fmt: skip
    words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
    with Process([find().path, *words], core) as process:
        until_s = time.monotonic() + READY_S
        while not _answers(path) and time.monotonic() < until_s:
            time.sleep(0.01)
        yield str(path), process.pid


def _answers(path: Path) -> bool:
    """Has a Redis read all that it had kept?"""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1)
        line.connect(str(path))
        line.sendall(b"PING\r\n")
        return line.recv(64).startswith(b"+PONG")
    return False


async def fill(path: str, logs: dict[str, list[Any]]) -> None:
    """Append whole logs (encounter -> entries) to a Redis."""
    from server.store.log import ZERO_HASH, Appended
    from server.store.redis.connect import Server
    from server.store.redis.log import RedisLog

    log = RedisLog(Server(f"unix://{path}"))

    async def append_all(encounter: str) -> None:
        before = ZERO_HASH
        for entry in logs[encounter]:
            assert await log.append(encounter, entry, before) is Appended.OK
            before = entry.hash

    await asyncio.gather(*map(append_all, logs))
    await log.close()


def minimal(redis_path: str, *words: str) -> list[str]:
    """The command of the minimal server; its first line of JSON has the port."""
    return [sys.executable, "-m", "tests.bench.minimal", redis_path, *words]


@contextlib.contextmanager
def served(
    folder: Path, redis_path: str, master: bytes, *words: str, core: int | None = SERVER_CORE
) -> Iterator[tuple[Process, int]]:
    """`fray serve` over a Redis, without rate limits, by default on its own core: the process and its port."""
    data = Path(tempfile.mkdtemp(dir=folder))
    command = [sys.executable, "-m", "tests.bench.served", "serve", "--json", "--relaxed", "--port", "0"]
    environment = {"FRAY_MASTER_KEY": master.hex(), "FRAY_BENCH_REPORT": str(data / "report.json")}
    with Process([*command, "--data", data, "--redis", f"unix://{redis_path}", *words], core,
                 environment) as server:  # fmt: skip
        yield server, int(server.line()["url"].rpartition(":")[2])


def run_json(command: Sequence[str | Path], core: int | None, timeout_s: float = 150) -> Any:
    """The one line of JSON that a program prints."""
    done = subprocess.run([*_pinned(core), *map(str, command)], capture_output=True, text=True, errors="replace",
                          cwd=ROOT, timeout=timeout_s, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{command[0]} {command[1:]}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def calm(most_s: float = 4.0) -> None:
    """Wait, but not for long, until nobody else uses much of this machine."""
    until_s = time.monotonic() + most_s
    while busy_cores() > CALM_CORES and time.monotonic() < until_s:
        time.sleep(0.2)


def busy_cores(seconds: float = 0.2) -> float:
    """How many cores this machine keeps busy now."""

    def busy() -> int:
        times = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:8]]
        return sum(times[:3]) + sum(times[5:7])

    before = busy()
    time.sleep(seconds)
    return (busy() - before) / os.sysconf("SC_CLK_TCK") / seconds
