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
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from server.app import spare_the_collector
from server.core.ids import GM, Position
from server.core.timeline import KEEP_EVERY, KEEP_NEWEST
from server.pages import Paging
from server.questions import AnyQuestion, answer
from server.replay import History, Moment
from server.rulings import PreviewRewind
from server.table import Table
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
    found = [_child("opening", folder, long_commits) for _ in range(rounds)]
    mid = {key: statistics.median(one[key] for one in found) for key in found[0]}
    each, idle = ((many[key] - few[key]) / (many_tables - 64) / 1024 for key in ("bytes", "idle_bytes"))
    per_1000 = long_commits / 1000 * 1024
    note = "log and snapshots are in memory; CPU time"
    return [
        row("memory per open idle table", idle, "KiB", most(100), note=f"{few['commits'] / 64:.0f} commits each"),
        row("memory per open table in use", each, "KiB", most(1024)),
        row("memory per 1,000 commits, idle", mid["idle_bytes"] / per_1000, "KiB", most(100)),
        row("memory per 1,000 commits, in use", mid["used_bytes"] / per_1000, "KiB", most(2048)),
        row(f"opening a table of {long_commits:,} commits", mid["ms"], "ms", most(50), note=note),
        row("the same without a snapshot", mid["bare_ms"], "ms", most(long_commits / 5)),
        row("the same, the second of its system", mid["again_ms"], "ms", most(50), note="the code is warm"),
        row("rewind at depth 1,000, just opened", mid["rewind_ms"], "ms", most(15), note="from a snapshot"),
        row("seek to a moment of the past, just opened", mid["seek_ms"], "ms", most(15), note="at depth 1,000"),
        row("the next moment", mid["next_ms"], "ms", most(2)),
        row("a page of 500 numbers", mid["page_ms"], "ms", most(250), note="in slices of 2 ms"),
        row("the same page again", mid["page_again_ms"], "ms", most(25)),
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
    for table in recorder.lobby.tables.open.values():
        table.let_go()
    idle = _rss() - before
    spare_the_collector()  # as a server does when it is ready
    seconds: list[float] = []
    for tape in tapes[:: max(1, count // 64)][:64]:
        seconds += [step.seconds for step in (await recorder.play(tape, FRESH_STEPS + 5)).steps[FRESH_STEPS:]]
    commits = sum(len(tape.entries) for tape in tapes)
    await recorder.lobby.close()
    return {"bytes": grown, "idle_bytes": idle, "us": statistics.median(seconds) * 1e6, "commits": commits}


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
    before = _rss()
    figures = {"ms": await _ms(recorder.lobby.table(tape.encounter))}
    table = await recorder.lobby.table(tape.encounter)
    figures["idle_bytes"] = _rss() - before
    figures |= await _looking_back(table)
    await _all_kept(table)
    figures["used_bytes"] = _rss() - before
    await recorder.lobby.tables._drop(table)
    figures["again_ms"] = await _ms(recorder.lobby.table(tape.encounter))
    await recorder.lobby.tables._drop(await recorder.lobby.table(tape.encounter))
    recorder.log.shelf.snapshots.clear()
    figures["bare_ms"] = await _ms(recorder.lobby.table(tape.encounter))
    await recorder.lobby.close()
    return figures


async def _ms(work: Awaitable[object]) -> float:
    begun_s = time.process_time()
    await work
    return (time.process_time() - begun_s) * 1000


async def _looking_back(table: Table) -> dict[str, float]:
    """What the game master asks of a table that was just opened."""
    gm, timeline = table.audiences.asker(GM), table.timeline
    to = Position(timeline.version - 1_000)

    def asked(question: AnyQuestion) -> Awaitable[object]:
        return table._recall.reading(lambda: answer(timeline, gm, question))

    def moment(n: int) -> Moment:
        return Moment(encounter=timeline.encounter, n=n)

    async def paged() -> None:
        await table._recall.working(Paging(timeline, table.answers.pages, gm, History(after=100)))

    figures = {"rewind_ms": await _ms(asked(PreviewRewind(to=to)))}
    table.let_go()
    figures["seek_ms"] = await _ms(asked(moment(to.version)))
    figures["next_ms"] = await _ms(asked(moment(to.version + 1)))
    figures["page_ms"] = await _ms(paged())
    figures["page_again_ms"] = await _ms(paged())
    table.let_go()
    return figures


async def _all_kept(table: Table) -> None:
    """As after a fight that was played here: the newest commits, and every so manyth play."""
    timeline = table.timeline
    for version in range(timeline.version % KEEP_EVERY or KEEP_EVERY, timeline.version, KEEP_EVERY):
        here = Position(version)
        timeline.bring(here, await table._recall.reading(lambda at=here: timeline.play_at(at)))  # type: ignore[misc]
    timeline.let_go(KEEP_NEWEST)
    await table._recall.reading(lambda: timeline.commits.need(timeline.version - KEEP_NEWEST + 1, timeline.version))


if __name__ == "__main__":
    work = {"tables": _tables, "long": _long, "opening": _opening}[sys.argv[1]]
    print(json.dumps(asyncio.run(work(Path(sys.argv[2]), int(sys.argv[3])))))
