"""Where the time of one intent goes, by stages: cProfile in the real server while tables are played at it.

    python -m tests.bench.profile

Beside each stage stands what is wanted of it. Its share is the profiler's, of the CPU time without the profiler; and as
that makes Python's own functions look dearer than they are, system calls and C code cheaper, read the order, not the
digits.
"""

from __future__ import annotations

import asyncio
import pstats
import signal
import time
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tests.bench import machine, tape
from tests.bench.machine import OTHER_CORE
from tests.bench.network import Net, report_of

TABLES, STEPS = 16, 60

Stats: TypeAlias = dict[tuple[str, int, str], tuple[int, int, float, float, Any]]
"""By file, line and function: calls, of which not within themselves, seconds of its own, and with all it calls."""


class Stage(NamedTuple):
    """What is wanted of it for an intent, and the functions that do it."""

    aim_us: int
    places: tuple[tuple[str, str], ...]
    within: tuple[tuple[str, str], ...] = ()
    """What they call that belongs to other stages."""


STAGES = {
    "options of those who look": Stage(40, (("audience.py", "_options"),)),
    "options that are new: encode": Stage(10, (("blocks.py", "tell"),)),
    "what is known, and views": Stage(55, (("sight.py", "of"),)),
    "patches": Stage(20, (("sight.py", "patch"),)),
    "decide (rules, dice, terms)": Stage(50, (("intake.py", "draft_of"),)),
    "check": Stage(15, (("intake.py", "check_intent"),)),
    "fold and remember": Stage(12, (("timeline.py", "fold"),)),
    "tell: what each audience learns": Stage(15, (("tell.py", "told_commit"),)),
    "seal: encode, heads, chain": Stage(20, (("codec.py", "seal"), ("chain.py", "seal"))),
    "bodies, envelopes": Stage(
        45, (("audience.py", "_update"),), (("sight.py", "patch"), ("blocks.py", "tell"))
    ),
    "sockets and Redis, decoding, duties": Stage(
        125,
        (("channel.py", "data_received"), ("outbox.py", "_turn"), ("appender.py", "append"), ("pipe.py", "_flush"),
         ("pipe.py", "data_received"), ("duties.py", "schedule")),
    ),
}  # fmt: skip


def main() -> None:
    """Record, play, print."""
    with machine.workshop() as folder:
        net = Net(folder, asyncio.run(tape.record(folder, TABLES, STEPS)))
        cpu_us = net.play_fray(TABLES)["cpu_us"]
        with net.fray(TABLES) as (server, port, _):
            report = report_of(server)
            server.signal(signal.SIGUSR2)
            result = machine.run_json(net.command(port, (server.pid,), None), OTHER_CORE)
            server.signal(signal.SIGUSR2)
            until_s = time.monotonic() + machine.READY_S
            while not report.exists() and time.monotonic() < until_s:
                time.sleep(0.01)
            stats: Any = pstats.Stats(str(report))
        print("\n".join(lines(stats.stats, result["intents"], cpu_us)))


def lines(stats: Stats, intents: int, cpu_us: float) -> Iterable[str]:
    """For people; `cpu_us`: of an intent without the profiler."""
    idle = sum(value[2] for (_, _, name), value in stats.items() if "poll" in name)
    total = sum(value[2] for value in stats.values()) - idle
    aims = sum(stage.aim_us for stage in STAGES.values())
    yield f"{cpu_us:,.0f} µs of CPU per intent ({aims} wanted), of which"
    shares = {name: (_in(stats, stage.places) - _in(stats, stage.within)) / total for name, stage in STAGES.items()}
    for name, share in sorted(shares.items(), key=lambda item: -item[1]):
        aim_us, us = STAGES[name].aim_us, share * cpu_us
        verdict = "met" if us <= aim_us else f"missed by {us - aim_us:,.0f} µs"
        yield f"  {share:5.1%}  {us:8,.0f} µs  {name} (≤ {aim_us} µs, {verdict})"
    yield "The ten functions with the most time of their own:"
    for (file, line, name), value in sorted(stats.items(), key=lambda item: -item[1][2])[:11]:
        if "poll" not in name:
            yield f"  {value[2] / total:5.1%}  {value[0] / intents:8,.1f} calls  {Path(file).name}:{line} {name}"


def _in(stats: Stats, places: Container[tuple[str, str]]) -> float:
    """Seconds in these functions and all that they call."""
    return sum(value[3] for (path, _, name), value in stats.items() if (Path(path).name, name) in places)


if __name__ == "__main__":
    main()
