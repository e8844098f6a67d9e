"""Where the time of one intent goes, in ten lines: cProfile in the real server while tables are played at it.

    python -m tests.bench.profile

The profiler makes Python's own functions look dearer than they are, system calls and C code cheaper: read the order,
not the digits.
"""

from __future__ import annotations

import asyncio
import pstats
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.bench import machine, tape
from tests.bench.machine import OTHER_CORE
from tests.bench.network import Net, report_of

TABLES, STEPS = 16, 60
PARTS = {
    "options of those who look": [("seat.py", "options")],
    "what is known, and views": [("sight.py", "of")],
    "decide (rules, dice, terms)": [("intake.py", "draft_of")],
    "patches": [("sight.py", "patch")],
    "options that are new: encode": [("offered.py", "since")],
    "tell: what each audience learns": [("tell.py", "told_commit")],
    "check": [("intake.py", "check_intent")],
    "seal: encode, heads, chain": [("codec.py", "seal"), ("chain.py", "seal")],
    "fold and remember": [("timeline.py", "fold")],
    "append to Redis": [("appender.py", "append"), ("pipe.py", "_flush"), ("pipe.py", "data_received")],
    "encode messages": [("codec.py", "encode"), ("codec.py", "body")],
    "frames in, and decoding them": [("channel.py", "data_received")],
    "frames out": [("outbox.py", "_turn")],
}


def main() -> None:
    """Record, play, print."""
    with machine.workshop() as folder:
        net = Net(folder, asyncio.run(tape.record(folder, TABLES, STEPS)))
        with net.fray(TABLES) as (server, port, _):
            report = report_of(server)
            server.signal(signal.SIGUSR2)
            result = machine.run_json(net.command(port, (server.pid,), None), OTHER_CORE)
            server.signal(signal.SIGUSR2)
            until_s = time.monotonic() + machine.READY_S
            while not report.exists() and time.monotonic() < until_s:
                time.sleep(0.01)
            stats: Any = pstats.Stats(str(report))
        print("\n".join(_lines(stats.stats, result["intents"])))


def _lines(stats: dict[tuple[str, int, str], tuple[int, int, float, float, Any]], intents: int) -> Iterable[str]:
    idle = sum(value[2] for (_, _, name), value in stats.items() if "poll" in name)
    total = sum(value[2] for value in stats.values()) - idle
    yield f"{total / intents * 1e6:,.0f} µs per intent under the profiler, of which"
    shares = {name: sum(_cumulative(stats, *place) for place in places) for name, places in PARTS.items()}
    for name, seconds in sorted(shares.items(), key=lambda item: -item[1])[:10]:
        yield f"  {seconds / total:5.1%}  {seconds / intents * 1e6:8,.0f} µs  {name}"
    yield "The ten functions with the most time of their own:"
    for (file, line, name), value in sorted(stats.items(), key=lambda item: -item[1][2])[:11]:
        if "poll" not in name:
            yield f"  {value[2] / total:5.1%}  {value[0] / intents:8,.1f} calls  {Path(file).name}:{line} {name}"


def _cumulative(stats: dict[tuple[str, int, str], tuple[int, int, float, float, Any]], file: str, name: str) -> float:
    return sum(value[3] for (path, _, function), value in stats.items() if Path(path).name == file and function == name)


if __name__ == "__main__":
    main()
