"""What open tables cost: memory, opening, and the cost of an intent as tables and logs grow. Each in a fresh process.

python -m tests.bench.memory WHAT FOLDER COUNT     prints one line of JSON
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from tests.bench import machine
from tests.bench.figures import Row, most, ratio_most, row
from tests.bench.machine import SERVER_CORE
from tests.bench.tape import Recorder, Tape

STORED, GROWTH = "long.tape", "long.json"

Stored: TypeAlias = tuple[Tape, list[tuple[tuple[str, str, int], bytes]]]
"""A fight, and the snapshots that were made of it: by encounter, fingerprint and slot."""

FRESH_STEPS = 6
"""So many steps have been played at a table that is just open."""


def rows(folder: Path, long_commits: int, many_tables: int, rounds: int) -> list[Row]:
    """All figures of this file."""
    few = _child("tables", folder, 64)
    many = _child("tables", folder, many_tables)
    stored(folder, long_commits)
    long = json.loads((folder / GROWTH).read_text())
    openings = [_child("opening", folder, long_commits) for _ in range(rounds)]
    opening_ms, grown = (statistics.median(one[key] for one in openings) for key in ("ms", "bytes"))
    each = (many["bytes"] - few["bytes"]) / (many_tables - 64)
    return [
        row("memory per open table", each / 1024, "KiB", most(100), note=f"{few['commits'] / 64:.0f} commits each"),
        row("memory per 1,000 commits", grown / long_commits * 1000 / 1024, "KiB", most(2048)),
        row(f"opening a table of {long_commits:,} commits", opening_ms, "ms", most(50), note="the log is in memory"),
        row(f"an intent with {many_tables:,} open tables", many["us"], "µs", ratio_most(1.2), few["us"],
            "floor: with 64; in memory, nobody watches"),
        row(f"an intent after {long_commits:,} commits", long["late_us"], "µs", ratio_most(1.2), long["early_us"],
            "floor: after 300; in memory, nobody watches"),
    ]  # fmt: skip


def stored(folder: Path, count: int) -> Stored:
    """A fight of so many commits and its snapshots; recorded when first asked for."""
    if not (folder / STORED).exists():
        (folder / GROWTH).write_text(json.dumps(_child("long", folder, count)))
    found: Stored = msgspec.msgpack.decode((folder / STORED).read_bytes(), type=Stored)
    return found


def _child(what: str, folder: Path, count: int) -> Any:
    command: list[str | Path] = [sys.executable, "-m", "tests.bench.memory", what, folder, str(count)]
    return machine.run_json(command, SERVER_CORE, 300)


# --- in the child ----------------------------------------------------------------------------------------------------


def _rss() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def _tables(folder: Path, count: int) -> dict[str, float]:
    """Many tables are opened; then a few steps at some of them."""
    first = Recorder(folder)
    tapes = [await first.play(await first.lay(), FRESH_STEPS) for _ in range(count)]
    await first.lobby.close()
    recorder = Recorder(folder, first)
    del first
    before = _rss()
    for tape in tapes:
        await recorder.lobby.table(tape.encounter)
    grown = _rss() - before
    seconds: list[float] = []
    for tape in tapes[:: max(1, count // 64)][:64]:
        seconds += [step.seconds for step in (await recorder.play(tape, FRESH_STEPS + 5)).steps[FRESH_STEPS:]]
    commits = sum(len(tape.entries) for tape in tapes)
    await recorder.lobby.close()
    return {"bytes": grown, "us": statistics.median(seconds) * 1e6, "commits": commits}


async def _long(folder: Path, count: int) -> dict[str, float]:
    """One fight of so many commits; what is stored of it is kept in the folder, for `opening`."""
    recorder = Recorder(folder)
    tape = await recorder.play(await recorder.lay(), 0, count)
    spent = [step.seconds for step in tape.steps]
    await recorder.lobby.close()
    snapshots = list(recorder.log.shelf.snapshots.items())
    (folder / STORED).write_bytes(msgspec.msgpack.encode((tape, snapshots)))
    return {"early_us": statistics.median(spent[100:400]) * 1e6, "late_us": statistics.median(spent[-300:]) * 1e6}


async def _opening(folder: Path, count: int) -> dict[str, float]:
    """Open the long table."""
    tape, snapshots = stored(folder, count)
    recorder = Recorder(folder)
    recorder.log.shelf.streams[tape.encounter] = tape.entries
    recorder.log.shelf.snapshots.update(snapshots)
    before, begun_s = _rss(), time.process_time()
    await recorder.lobby.table(tape.encounter)
    seconds = time.process_time() - begun_s
    grown = _rss() - before
    await recorder.lobby.close()
    return {"ms": seconds * 1000, "bytes": grown}


if __name__ == "__main__":
    work = {"tables": _tables, "long": _long, "opening": _opening}[sys.argv[1]]
    print(json.dumps(asyncio.run(work(Path(sys.argv[2]), int(sys.argv[3])))))
