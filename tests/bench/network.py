"""What a real server does over sockets and a Redis that syncs every append, beside its floors in the same rounds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from protocol.messages import Submit
from tests.bench import machine
from tests.bench.figures import Row, most, ratio_least, ratio_most, row
from tests.bench.machine import OTHER_CORE, SERVER_CORE, Process
from tests.bench.tape import CONNECTIONS, MASTER, Step, Tape, write

Result = dict[str, Any]
"""What load.c prints."""

EVERY_US = 8_000
"""A lone table gets an intent so often, so that one never waits for another."""

COLD = 10
"""So many first intents of a lone table are not counted: for most of them something runs that has never run before."""

BESIDE_US = 25_000
"""So often a table acts beside another one with a crowd."""

LOAD = 0.8
"""So much of the most that it takes a server gets, for its latency under load."""

SETTLE_S = 1.5
"""After so long everybody has been told who is here."""

GENERATOR_PERCENT = 85
"""A generator that does more is taken for the bottleneck."""

FLOOR_HEAD_BYTES = 30
"""What an update of floor.c has beside its padding."""

APPEND_BYTES = 1300
"""About what a commit of the fight has."""


class Net:
    """Servers and generator for one folder of tapes."""

    def __init__(self, folder: Path, tapes: Sequence[Tape]) -> None:
        self.folder = folder
        self.tapes = tapes
        self.load, self.floor = machine.compiled(folder, "load"), machine.compiled(folder, "floor")
        self._tape = write(folder / "fray.tape", tapes)
        self._plain = write(folder / "plain.tape", [_plain(tape, k, True) for k, tape in enumerate(tapes)])
        self._echo = write(folder / "echo.tape", [_plain(tapes[0], 0, False)])

    @contextlib.contextmanager
    def fray(self, tables: int) -> Iterator[tuple[Process, int, int]]:
        """A server whose Redis holds the first commits of so many tables: process, port, Redis' process id."""
        logs = {tape.encounter: tape.beginning for tape in self.tapes[:tables]}
        with machine.redis(self.folder) as (path, redis_pid):
            asyncio.run(machine.fill(path, logs))
            with machine.served(self.folder, path, MASTER) as (server, port):
                yield server, port, redis_pid

    def play_fray(self, tables: int, *options: object) -> Result:
        """A tape at the real server."""
        with self.fray(tables) as (server, port, redis_pid):
            return self._load(port, (server.pid, redis_pid), self._tape, "-t", tables, *options)

    def play_workers(self, tables: int, workers: int, *options: object) -> Result:
        """The same at so many processes on one port, with all cores for everybody."""
        logs = {tape.encounter: tape.beginning for tape in self.tapes[:tables]}
        with machine.redis(self.folder, None) as (path, redis_pid):
            asyncio.run(machine.fill(path, logs))
            words = ("--workers", str(workers)) if workers > 1 else ()
            with machine.served(self.folder, path, MASTER, *words, core=None) as (server, port):
                command = self.command(port, (server.pid, redis_pid), None, "-t", tables, *options)
                return machine.run_json(command, None)  # type: ignore[no-any-return]

    def play_apart(self, tables: int, servers: int) -> Result:
        """The tables dealt to so many servers over one Redis; all who sit at a table are connected to the same one."""
        parts = [self.tapes[k:tables:servers] for k in range(servers)]
        files = [write(self.folder / f"{k}of{servers}.tape", part) for k, part in enumerate(parts)]
        with contextlib.ExitStack() as ends:
            path, _ = ends.enter_context(machine.redis(self.folder, None))
            asyncio.run(machine.fill(path, {tape.encounter: tape.beginning for tape in self.tapes[:tables]}))
            serving = [ends.enter_context(machine.served(self.folder, path, MASTER, core=None)) for _ in parts]
            loads = [
                ends.enter_context(Process(self.command(port, (server.pid,), file, "-w"), None))
                for (server, port), file in zip(serving, files, strict=True)
            ]
            for load in loads:
                load.line()
            for load in loads:
                load.tell()
            found: list[Result] = [load.line() for load in loads]
        return {
            "cpu_us": sum(one["cpu_us"] for one in found) / servers,
            "intents": sum(one["intents"] for one in found),
        }

    def play_minimal(self, tables: int, *options: object, words: Sequence[str] = ()) -> Result:
        """The same intents at the least server there can be. `words`: how much it sends (tests/bench/minimal.py)."""
        with (
            machine.redis(self.folder) as (path, redis_pid),
            Process(machine.minimal(path, *words), SERVER_CORE) as server,
        ):
            port = server.line()["port"]
            return self._load(port, (server.pid, redis_pid), self._plain, "-t", tables, *options)

    def play_floor(self, update_bytes: int, *options: object) -> Result:
        """One table at the C loop; without bytes it only echoes."""
        with self.c_floor(update_bytes) as (server, port):
            return self._load(port, (server.pid,), self._plain if update_bytes else self._echo, "-t", 1, *options)

    @contextlib.contextmanager
    def c_floor(self, update_bytes: int) -> Iterator[tuple[Process, int]]:
        """The C loop: process and port."""
        port = machine.free_port()
        with Process([self.floor, str(port), str(update_bytes)], SERVER_CORE) as server:
            machine.wait_for_port(port)
            yield server, port

    def _load(self, port: int, pids: Sequence[int], tape: Path, *options: object) -> Result:
        return machine.run_json(self.command(port, pids, tape, *options), OTHER_CORE)  # type: ignore[no-any-return]

    def command(self, port: int, pids: Sequence[int], tape: Path | None, *options: object) -> list[str | Path]:
        """The generator's command line."""
        watched = [word for pid in pids for word in ("-S", str(pid))]
        return [self.load, "-p", str(port), *watched, *map(str, options), tape or self._tape]


def _plain(tape: Tape, number: int, is_told: bool) -> Tape:
    """The same steps for servers without rules, where every intent is one commit; is everybody told of it?"""
    steps = []
    for n, step in enumerate(tape.steps, start=1):
        message = Submit(id=step.message.id, nonce=step.message.nonce, intent=step.message.intent)
        steps.append(Step(step.seat, message, n if is_told else 0, n if is_told else 0, 0))
    return Tape(tape.encounter, dict.fromkeys(CONNECTIONS, f"table{number}"), steps, [])


# --- intents ---------------------------------------------------------------------------------------------------------


def throughput_rows(net: Net, tables: int, rounds: int) -> list[Row]:
    """As many intents as the server takes, from many tables at once."""
    ours, floors, befores = rounds_of(
        rounds,
        lambda: net.play_fray(tables),
        lambda: net.play_minimal(tables),
        lambda: net.play_minimal(tables, words=("before",)),
    )
    cpu, floor_cpu, before_cpu = (median(results, "cpu_us") for results in (ours, floors, befores))
    p50_ms = median(ours, "ack_p50_us") / 1000
    return [
        row(f"committed intents/s, {tables} tables, 5 listeners", median(ours, "per_s"), "1/s",
            ratio_least(0.25, aim=0.4), median(floors, "per_s"), _busy(ours, floors)),
        _generator_row(f"{tables} tables", [*ours, *floors]),
        row(f"server CPU per intent, {tables} tables", cpu, "µs", ratio_most(4), floor_cpu,
            f"floor: tests/bench/minimal.py; submit→ack p50 {p50_ms:.1f} ms, all tables at once"),
        row(f"server CPU per intent, {tables} tables, beside as many appends and bytes", cpu, "µs", ratio_most(5),
            before_cpu, "floor: tests/bench/minimal.py with as much traffic as Fray had, 19.8 KiB; the stages of it: "
            "python -m tests.bench.profile"),
        *_loaded_rows(net, tables, rounds, median(ours, "per_s"), median(floors, "per_s")),
    ]  # fmt: skip


def workers_rows(net: Net, tables: int, rounds: int) -> list[Row]:
    """Is more than one process faster, though each table's listeners are spread over them? And what does an intent cost
    where they are not?"""
    one, two, alone, apart = rounds_of(
        rounds,
        lambda: net.play_workers(tables, 1),
        lambda: net.play_workers(tables, 2),
        lambda: net.play_apart(tables, 1),
        lambda: net.play_apart(tables, 2),
    )
    per_s = [median(results, "per_s") for results in (two, one)]
    return [
        row(f"committed intents/s, --workers 2, {tables} tables", per_s[0], "1/s", ratio_least(1.2), per_s[1],
            "floor: one process; Redis and the generator on the same cores"),
        row(f"server CPU per intent by each of two processes, {tables} tables", median(apart, "cpu_us"), "µs",
            ratio_most(1.1), median(alone, "cpu_us"),
            "floor: by one; everybody connected to the process that has the table"),
    ]  # fmt: skip


def _loaded_rows(net: Net, tables: int, rounds: int, per_s: float, floor_per_s: float) -> list[Row]:
    """How long people wait while the server has much, but not too much to do."""

    def every_us(rate: float) -> int:
        return round(tables / (LOAD * rate) * 1e6)

    ours, floors = rounds_of(
        rounds,
        lambda: net.play_fray(tables, "-i", every_us(per_s)),
        lambda: net.play_minimal(tables, "-i", every_us(floor_per_s)),
    )
    figures = (("submit→ack", "ack"), ("submit→other viewer's update", "other"))
    return [
        row(f"{name} {share}, {tables} tables, {LOAD:.0%} load", median(ours, key) / 1000, "ms", ratio_most(limit),
            median(floors, key) / 1000, "floor: tests/bench/minimal.py under as much of its own most")
        for name, what in figures
        for share, limit in (("p50", 2.5), ("p99", 4.0))
        for key in [f"{what}_{share}_us"]
    ]  # fmt: skip


def lone_rows(net: Net, kind: str, rounds: int) -> list[Row]:
    """One table of a kind alone: how long people wait."""
    steps = len(net.tapes[0].steps)
    ours, echoes = rounds_of(
        rounds,
        lambda: net.play_fray(1, "-r", "-i", EVERY_US),
        lambda: net.play_floor(0, "-r", "-i", EVERY_US),
    )
    with machine.redis(net.folder) as (path, _):
        appends = fsynced_appends_us(path, steps * rounds)
    echo = _warm(echoes, "ack_us")
    floor = sorted(a + b for a, b in zip(echo, appends, strict=False))
    ack, other = sorted(_warm(ours, "ack_us")), sorted(_warm(ours, "other_us"))
    every = f"each every {EVERY_US // 1000} ms, without the first {COLD}"
    note = f"floor: one echo in C + one append with fsync, {every}"
    told = "submit→other viewer's update"
    p50, p99 = _share(floor, 50), _share(floor, 99)
    return [
        row(f"submit→ack p50, lone table {kind}", _share(ack, 50), "µs", ratio_most(2), p50, note),
        row(f"submit→ack p99, lone table {kind}", _share(ack, 99), "µs", ratio_most(2.5), p99, note),
        row(f"{told} p50, lone table {kind}", _share(other, 50), "µs", ratio_most(2.5), p50),
        row(f"{told} p99, lone table {kind}", _share(other, 99), "µs", ratio_most(3), p99),
    ]


def _warm(results: Sequence[Result], key: str) -> list[float]:
    """All latencies of these rounds but those of a server that has just started."""
    return [us for result in results for us in result[key][COLD:]]


def fsynced_appends_us(path: str, count: int) -> list[float]:
    """How long one append takes that Redis syncs to disk, in the table's rhythm: what was idle wakes slowly."""
    words = (b"XADD", b"floor", b"*", b"b", bytes(APPEND_BYTES))
    command = b"*5\r\n" + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])
    times = []
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        for _ in range(count):
            time.sleep(EVERY_US / 1e6)
            begun = time.perf_counter()
            line.sendall(command)
            line.recv(100)
            times.append((time.perf_counter() - begun) * 1e6)
    return times


def rounds_of(rounds: int, *plays: Callable[[], Result]) -> list[list[Result]]:
    """What each has found, in rounds that take them all in turn."""
    found: list[list[Result]] = [[] for _ in plays]
    for _ in range(rounds):
        for play, results in zip(plays, found, strict=True):
            machine.calm()
            results.append(play())
    return found


def median(results: Sequence[Result], key: str) -> float:
    """Of one figure over the rounds."""
    return float(statistics.median(result[key] for result in results))


def _share(values: Sequence[float], percent: int) -> float:
    return values[len(values) * percent // 100]


def _generator_row(when: str, results: Sequence[Result]) -> Row:
    """Is the load generator the bottleneck? Of all these results the one that asked most of it."""
    share = max(result["load_cpu"] for result in results) * 100
    return row(f"load generator's share of a core, {when}", share, "%", most(GENERATOR_PERCENT))


def _busy(ours: Sequence[Result], floors: Sequence[Result]) -> str:
    def shares(results: Sequence[Result]) -> str:
        cpu = [statistics.median(values) for values in zip(*(result["cpu"] for result in results), strict=True)]
        return f"server {cpu[0]:.0%}, Redis {cpu[1]:.0%}, generator {median(results, 'load_cpu'):.0%} of a core"

    return f"{shares(ours)}; floor: {shares(floors)}"


# --- the crowd -------------------------------------------------------------------------------------------------------


def crowd_rows(net: Net, sizes: Sequence[int], rounds: int) -> list[Row]:
    """One update to many spectators; what they cost while they only watch, and others while they are served."""
    found, steps = [], len(net.tapes[0].steps)
    for size in sizes:
        ours: list[Result] = []
        floors: list[Result] = []
        without: list[Result] = []
        for _ in range(rounds):
            machine.calm()
            ours.append(crowd_at_fray(net, size))
            machine.calm()
            update_bytes = max(1, int(median(ours, "crowd_bytes")) - FLOOR_HEAD_BYTES)
            floors.append(net.play_floor(update_bytes, "-k", size, "-s", steps))
            if size == sizes[-1]:
                without.append(net.play_fray(2, "-r", "-i", BESIDE_US))
        last, floor = (median(results, "last_p50_us") / 1000 for results in (ours, floors))
        note = (
            f"floor: a loop of writes in C, of as many bytes ({median(ours, 'crowd_bytes'):.0f}); "
            f"p99 {median(ours, 'last_p99_us') / 1000:.0f} ms"
        )
        found.append(row(f"{size:,} spectators: submit to the last one", last, "ms", ratio_most(1.25), floor, note))
        found.append(_generator_row(f"{size:,} spectators", ours))
    return [*found, *_ack_rows(size, ours, without), *_watching_rows(size, ours)]


def _ack_rows(size: int, ours: Sequence[Result], without: Sequence[Result]) -> list[Row]:
    """How long players wait while a crowd is served: those whom it watches, and those of another table."""
    names = {"first": f"players' ack p99 at a table with {size:,} spectators",
             "beside": f"another table's ack p99 beside {size:,} spectators"}  # fmt: skip
    return [each for whose, name in names.items() for each in _ack_row(name, f"{whose}_us", ours, without)]


def _ack_row(name: str, key: str, ours: Sequence[Result], without: Sequence[Result]) -> list[Row]:
    """All rounds taken together."""
    waits, alone = (sorted(us / 1000 for one in results for us in one[key]) for results in (ours, without))
    p99, p50 = _share(waits, 99), _share(waits, 50)
    note = (
        f"floor: the same table without them; p50 {p50:.1f} ms, without them {_share(alone, 50):.1f} ms; "
        f"{len(waits)} and {len(alone)} intents"
    )
    return [row(name, p99, "ms", ratio_most(3), _share(alone, 99), note), row(name, p99, "ms", most(10))]


def _watching_rows(size: int, ours: Sequence[Result]) -> list[Row]:
    return [
        row(f"memory per idle spectator, {size:,} of them", median(ours, "bytes_each") / 1024, "KiB", most(8)),
        row("longest garbage collection while they connect and watch", median(ours, "longest_ms"), "ms", most(20)),
        row(f"a full garbage collection with {size:,} spectators", median(ours, "full_ms"), "ms", most(20),
            note="forced, at the end; the server's thresholds decide how seldom there is one"),
    ]  # fmt: skip


def crowd_at_fray(net: Net, size: int) -> Result:
    """A crowd watches the first table while the others play on; also the collector's pauses, and memory for each."""
    tables = min(2, len(net.tapes))
    with net.fray(tables) as (server, port, redis_pid):
        with Process(net.command(port, (), None, "-w"), OTHER_CORE) as first:
            first.line()  # the tables are open, and their code has run
        collector_of(server)  # forgets what the start cost
        before = server.rss_bytes
        command = net.command(port, (server.pid, redis_pid), None, "-k", size, "-i", BESIDE_US, "-r", "-w")
        with Process(command, OTHER_CORE) as load:
            load.line()
            time.sleep(SETTLE_S)
            each = (server.rss_bytes - before) / size
            connecting_ms = collector_of(server)["longest_ms"]
            load.tell()
            played: Result = load.line()
            collected = collector_of(server)
    longest_ms = max(connecting_ms, collected["longest_ms"])
    return {**played, **collected, "longest_ms": longest_ms, "bytes_each": each}


def collector_of(server: Process) -> Result:
    """The collector's longest pause since the last time, and a full collection now (tests/bench/served.py)."""
    report = report_of(server)
    report.unlink(missing_ok=True)
    server.signal(signal.SIGUSR1)
    until_s = time.monotonic() + machine.READY_S
    while not report.exists() and time.monotonic() < until_s:
        time.sleep(0.01)
    found: Result = json.loads(report.read_text())
    return found


def report_of(server: Process) -> Path:
    """Where the server writes what it is asked for by a signal."""
    lines = Path(f"/proc/{server.pid}/environ").read_bytes().split(b"\0")
    return Path(next(line for line in lines if line.startswith(b"FRAY_BENCH_REPORT=")).partition(b"=")[2].decode())
