"""The parts of the fault suite: what each does, how much of it, and how they run beside one another."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.faults import forks
from tests.faults.real.kills import kill_all
from tests.faults.real.losses import Verdict
from tests.faults.scenes import SCENES as OWN
from tests.faults.siege.siege import SCENES as DOORS
from tests.faults.simulation.differential import compare
from tests.faults.simulation.mutants import MUTANTS
from tests.faults.simulation.simulate import many
from tests.faults.tested import SCENES as TESTED
from tests.fuzz.scenes import SCENES as FUZZ
from tests.gateway.scenes import SCENES as GATEWAY
from tests.secrecy.scenes import SCENES as WORLDS
from tests.support.redis_fixture import embedded


class Size(msgspec.Struct, frozen=True):
    """How much is done."""

    seeds: int
    traces: int
    kills: int
    differential: int
    is_quick: bool
    jobs: int = os.cpu_count() or 1


QUICK = Size(seeds=120, traces=12, kills=8, differential=15, is_quick=True)
WHOLE = Size(seeds=20_000, traces=100, kills=200, differential=400, is_quick=False)
SHORT_MUTANTS = (
    "accepted intents are not remembered",
    "acknowledged before it is appended",
    "a seat is given without a commit",
    "the link of a freed seat lets in",
)
"""These are noticed within a few seeds, so the quick part can try them."""

Part = Callable[[Size, int], Verdict]


def simulation(size: Size, seed: int) -> Verdict:
    """Many seeds."""
    begun_s = time.monotonic()
    virtual_s, commits, faults, seats, acked = 0.0, 0, Counter[str](), Counter[str](), 0
    wrongs: list[str] = []
    for run in many(range(seed, seed + size.seeds), size.jobs, niceness=0 if size.is_quick else 10):
        virtual_s += run.virtual_s
        commits += run.commits.total()
        acked += run.acked
        faults += run.faults
        seats += run.seats
        if run.wrongs:
            others = f" (and {len(run.wrongs) - 1} more)" if run.wrongs[1:] else ""
            wrongs.append(f"seed {run.seed} ({run.profile}): {run.wrongs[0]}{others}")
    took_s = time.monotonic() - begun_s
    return (
        f"{size.seeds} seeds at {size.seeds / took_s:.1f}/s, {virtual_s / took_s:.0f} x real time; {commits} commits, "
        f"{acked} acknowledged, faults: {_told(faults)}; seats: {_told(seats)}"
    ), wrongs


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def traces(size: Size, seed: int) -> Verdict:
    """Every seed twice, in different processes and orders: the same to the byte."""
    seeds = range(seed, seed + size.traces)
    first = {run.seed: run.trace for run in many(seeds, size.jobs)}
    second = {run.seed: run.trace for run in many(reversed(seeds), 1)}
    wrongs = [f"seed {one} has two traces" for one in seeds if first[one] != second[one]]
    return f"{size.traces} seeds twice, {len(set(first.values()))} different traces", wrongs


def mutants(size: Size, seed: int) -> Verdict:
    """Every planted bug is noticed."""
    wrongs, lines = [], []
    for name, (_, within) in MUTANTS.items():
        if size.is_quick and name not in SHORT_MUTANTS:
            continue
        tried, reason = _noticed(name, range(seed, seed + within))
        lines.append(f"\n      {name}: " + (f"at seed {tried}: {reason}" if reason else f"NOT within {within} seeds"))
        if not reason:
            wrongs.append(f"mutant not noticed: {name}")
    return f"{len(lines)} planted bugs{''.join(lines)}", wrongs


def _noticed(name: str, seeds: range) -> tuple[int, str]:
    for number, run in enumerate(many(seeds, 1, name), 1):
        if run.wrongs:
            return number, run.wrongs[0].partition(" s: ")[2]
    return len(seeds), ""


def differential(size: Size, seed: int) -> Verdict:
    """The simulated Redis against the real one."""
    with asyncio.Runner() as runner:
        stack, folder = AsyncExitStack(), Path(tempfile.mkdtemp(prefix="fray-faults-"))
        redis = runner.run(stack.enter_async_context(embedded(folder)))
        try:
            count, differences = compare(redis.url, range(seed, seed + size.differential))
        finally:
            runner.run(stack.aclose())
            shutil.rmtree(folder, ignore_errors=True)
    return f"{count} commands, byte for byte", differences


def kills(size: Size, seed: int) -> Verdict:
    """kill -9 under load."""
    return asyncio.run(kill_all(size.kills, seed))


SCENES = {**OWN, **DOORS, **FUZZ, **WORLDS, **GATEWAY, **TESTED}


def _scene(name: str) -> Part:
    scene, quick, whole = SCENES[name]
    return lambda size, seed: asyncio.run(scene(seed, quick if size.is_quick else whole))


PARTS: dict[str, Part] = {
    "differential": differential,
    "simulation": simulation,
    "traces": traces,
    "mutants": mutants,
    "kills": kills,
    **{name: _scene(name) for name in SCENES},
}


BESIDE = ("simulation", "traces", "two worlds", "more fights", "more examples")
"""These only compute, and in processes of their own: they take the time that the others, which wait for disks and
processes, leave."""

AT_ONCE = 2
"""So many of the others at a time, each in a process of its own."""


class Job(NamedTuple):
    """A part to run."""

    name: str
    size: Size
    seed: int


class Outcome(NamedTuple):
    """How a part went."""

    name: str
    figures: str
    wrongs: list[str]
    took_s: float


def run(size: Size, seed: int, names: list[str]) -> Iterator[Outcome]:
    """Each part, as it ends."""
    jobs = [Job(name, size, seed) for name in names if not size.is_quick or name not in SCENES or SCENES[name][1]]
    with ThreadPoolExecutor(1) as thread:
        ending = [thread.submit(timed, job) for job in jobs if job.name in BESIDE]
        yield from forks.each(timed, [job for job in jobs if job.name not in BESIDE], AT_ONCE, lost=_lost)
        yield from (end.result() for end in ending)


def _lost(job: Job, code: object) -> Outcome:
    return Outcome(job.name, "it broke off", [f"its process ended with {code} and without a result"], 0.0)


def timed(job: Job) -> Outcome:
    """One part, with a quiet log."""
    root, begun_s = logging.getLogger(), time.monotonic()
    level = root.level
    root.setLevel(logging.CRITICAL)
    try:
        figures, wrongs = PARTS[job.name](job.size, job.seed)
    except Exception as error:  # the others go on
        figures, wrongs = "it broke off", traceback.format_exception(error)[-3:]
    finally:
        root.setLevel(level)
    return Outcome(job.name, figures, wrongs, time.monotonic() - begun_s)


def closing(outcomes: list[Outcome]) -> str:
    """What each part did and in which time, one line each, in the parts' own order."""
    rows_ = sorted(outcomes, key=lambda one: list(PARTS).index(one.name))
    return "\n".join(
        f"  {'WRONG' if one.wrongs else 'ok':5} {one.name:22} {one.took_s:7.1f} s  {one.figures.splitlines()[0]}"
        for one in rows_
    )
