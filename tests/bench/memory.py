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
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from server.core.ids import GM, Position
from server.core.timeline.timeline import KEEP_EVERY, KEEP_NEWEST
from server.lobby.lobby import Refused
from server.past.pages import Paging
from server.past.questions import AnyQuestion, answer
from server.past.replay import History, Moment
from server.past.rulings import PreviewRewind
from server.process.collector import Collector
from server.rules.tirakan import SYSTEM
from server.table.table import Table
from tests.bench import machine
from tests.bench.fight import Place, Script
from tests.bench.figures import Row, most, ratio_most, row
from tests.bench.machine import SERVER_CORE
from tests.bench.tape import CONNECTIONS, Recorder, Silent, Tape

Stored: TypeAlias = tuple[Tape, list[tuple[tuple[str, str, int], bytes]]]
"""A fight, and the snapshots that were made of it: by encounter, fingerprint and slot."""

LAID = "laid.tapes"

Laid: TypeAlias = tuple[list[Tape], list[tuple[tuple[str, str, int], bytes]], dict[str, Place]]
"""Fights that have just begun, their snapshots, and where the scripts are of those that go on."""

FRESH_STEPS, NEXT_STEPS = 6, 5
"""So many steps have been played at a table that is just open; so many are measured."""

FEW_TABLES = 64
"""So many tables are played at, however many are open."""

TURNS, TURN_STEPS = 10, 30
"""A long fight and a young one go on in turns of so many steps."""

USED_TABLES = 600
"""So many tables tell what one in use holds."""

WATCHED_TABLES = 1_000
"""So many tables are watched by all who have a seat."""

WATCHED_ROUNDS = 3
"""The tables that are watched are played at in turn, so many steps each."""

GROWTH_ROUNDS = 3
"""At most so many rounds of what takes a minute each."""

CHILD_S = 600
"""A child that takes longer hangs."""

IN_MEMORY = "log and snapshots are in memory; CPU time"


def rows(folder: Path, long_commits: int, longest_commits: int, many_tables: int, rounds: int) -> list[Row]:
    """All figures of this file."""
    return [
        *_table_rows(folder, many_tables, min(rounds, GROWTH_ROUNDS)),
        *_opening_rows(folder, long_commits, rounds),
        *_longest_rows(folder, longest_commits, min(rounds, GROWTH_ROUNDS)),
    ]


def _table_rows(folder: Path, many_tables: int, rounds: int) -> list[Row]:
    """As tables grow: what each holds, and what an intent costs."""
    commits = _child("laying", folder, many_tables)["commits"]
    found = [[_child("tables", folder, count) for count in (1, FEW_TABLES, many_tables)] for _ in range(rounds)]
    one, few, many = (_middle(children) for children in zip(*found, strict=True))
    idle = (many["bytes"] - few["bytes"]) / (many_tables - FEW_TABLES)
    used = _child("used", folder, min(many_tables, USED_TABLES))["bytes_each"]
    watched = min(many_tables, WATCHED_TABLES)
    quiet, busy = (_child("watched", folder, count)["us"] for count in (FEW_TABLES, watched))
    note = "in memory, nobody watches; CPU time"
    return [
        row("memory per open idle table", idle / 1024, "KiB", most(100), note=f"{commits:.0f} commits each"),
        row("memory per open table in use", used / 1024, "KiB", most(1024)),
        row(f"an intent with {many_tables:,} open tables", many["us"], "µs", ratio_most(1.2), few["us"],
            f"floor: with {FEW_TABLES}; {note}"),
        row(f"an intent with {FEW_TABLES} open tables", few["us"], "µs", ratio_most(1.2), one["us"],
            f"floor: with 1; {note}"),
        row(f"an intent with {watched:,} watched tables", busy, "µs", ratio_most(1.2), quiet,
            f"floor: with {FEW_TABLES}; in memory, everybody watches, those on the map move, each table in its turn; "
            "CPU time"),
    ]  # fmt: skip


def _opening_rows(folder: Path, commits: int, rounds: int) -> list[Row]:
    """Opening a long table, and looking back from there."""
    stored(folder, commits)
    mid = _middle([_child("opening", folder, commits) for _ in range(rounds)])
    per_1000 = commits / 1000 * 1024
    return [
        row("memory per 1,000 commits, idle", mid["idle_bytes"] / per_1000, "KiB", most(100)),
        row("memory per 1,000 commits, in use", mid["used_bytes"] / per_1000, "KiB", most(2048)),
        row(f"opening a table of {commits:,} commits", mid["ms"], "ms", most(50), note=IN_MEMORY),
        row("the same without a snapshot", mid["bare_ms"], "ms", most(commits / 5)),
        row("the same, the second of its system", mid["again_ms"], "ms", most(50), note="the code is warm"),
        row("rewind at depth 1,000, just opened", mid["rewind_ms"], "ms", most(15), note="from a snapshot"),
        row("seek to a moment of the past, just opened", mid["seek_ms"], "ms", most(15), note="at depth 1,000"),
        row("the next moment", mid["next_ms"], "ms", most(2)),
        row("a page of 500 numbers", mid["page_ms"], "ms", most(250), note="in slices of 2 ms"),
        row("the same page again", mid["page_again_ms"], "ms", most(25)),
        _growth_row(folder, commits),
    ]


def _longest_rows(folder: Path, commits: int, rounds: int) -> list[Row]:
    """As a log grows far beyond a campaign's evening: the same limits but for folding it all."""
    stored(folder, commits)
    mid = _middle([_child("opening", folder, commits) for _ in range(rounds)])
    return [
        row(f"opening a table of {commits:,} commits", mid["ms"], "ms", most(50), note=IN_MEMORY),
        row("the same without a snapshot", mid["bare_ms"], "ms", most(commits / 5)),
        row(f"memory of it, idle, per 1,000 of {commits:,} commits", mid["idle_bytes"] / (commits / 1000 * 1024), "KiB",
            most(100)),
        _growth_row(folder, commits),
    ]  # fmt: skip


def _growth_row(folder: Path, commits: int) -> Row:
    spent = json.loads(_growth(folder, commits).read_text())
    note = "floor: of 100 to 400 intents, in turns; in memory, nobody watches; CPU time"
    return row(f"an intent after {commits:,} commits", spent["late_us"], "µs", ratio_most(1.2), spent["early_us"], note)


def _middle(found: Sequence[dict[str, float]]) -> dict[str, float]:
    return {key: statistics.median(one[key] for one in found) for key in found[0]}


def stored(folder: Path, count: int) -> Stored:
    """A fight of so many commits and its snapshots; recorded when first asked for."""
    path = _tape(folder, count)
    if not path.exists():
        _growth(folder, count).write_text(json.dumps(_child("long", folder, count)))
    found: Stored = msgspec.msgpack.decode(path.read_bytes(), type=Stored)
    return found


def _tape(folder: Path, count: int) -> Path:
    return folder / f"{count}.long"


def _growth(folder: Path, count: int) -> Path:
    return folder / f"{count}.json"


def _child(what: str, folder: Path, count: int) -> Any:
    command: list[str | Path] = [sys.executable, "-m", "tests.bench.memory", what, folder, str(count)]
    return machine.run_json(command, SERVER_CORE, CHILD_S)


# --- in the child ----------------------------------------------------------------------------------------------------


def _rss() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def _laying(folder: Path, count: int) -> dict[str, float]:
    """Lay so many fights and begin them; some, evenly spread, can go on. Kept in the folder."""
    gc.disable()  # nothing is measured, and collecting would take longer than laying
    first = Recorder(folder)
    tapes = [await first.play(await first.lay(), FRESH_STEPS) for _ in range(count)]
    await first.lobby.close()
    fresh = [Tape(tape.encounter, {}, [], tape.entries) for tape in tapes]
    scripts = {tape.encounter: first.scripts[tape.encounter].at for tape in tapes[:: count // FEW_TABLES][:FEW_TABLES]}
    (folder / LAID).write_bytes(msgspec.msgpack.encode((fresh, list(first.log.shelf.snapshots.items()), scripts)))
    return {"commits": sum(len(tape.entries) for tape in fresh) / count}


async def _tables(folder: Path, count: int) -> dict[str, float]:
    """Many tables are open and idle; then a few steps at some, the same ones however many are open."""
    recorder, tapes, scripts = _laid(folder)
    tables = recorder.lobby.tables
    played = [tape for tape in tapes if tape.encounter in scripts]
    before = _rss()
    for tape in tapes if count == len(tapes) else played[:count]:
        table = await recorder.lobby.table(tape.encounter)
        table.past.let_go()  # one by one, as tables fall idle: what one lets go the next takes
    grown = _rss() - before
    Collector(lambda seconds: None).start()  # as a server does when it is ready
    recorder.scripts = {encounter: Script(SYSTEM, at) for encounter, at in scripts.items()}
    seconds: list[float] = []
    for tape in played:
        seconds += [step.seconds for step in (await recorder.play(tape, NEXT_STEPS)).steps]
        if len(tables.open) > count:
            await tables._drop(tables.open[tape.encounter])
    await recorder.lobby.close()
    return {"bytes": grown, "us": statistics.median(seconds) * 1e6}


async def _watched(folder: Path, count: int) -> dict[str, float]:
    """Everybody sits at every table; the tables are played at in turn, so that what one needs another may push out."""
    recorder = Recorder(folder, moves=True)
    Collector(lambda seconds: None).start()  # as a server does when it is ready
    tapes = [await recorder.lay() for _ in range(count)]
    for tape in tapes:
        table = await recorder.lobby.table(tape.encounter)
        for seat in CONNECTIONS:
            table.attach(Silent(seat), in_blocks=True, in_likes=True)
    for steps in range(1, FRESH_STEPS + 1):
        tapes = [await recorder.play(tape, steps) for tape in tapes]
    for steps in range(FRESH_STEPS + 1, FRESH_STEPS + WATCHED_ROUNDS + 1):
        tapes = [await recorder.play(tape, steps) for tape in tapes]
    await recorder.lobby.close()
    seconds = [step.seconds for tape in tapes for step in tape.steps[FRESH_STEPS:]]
    return {"us": statistics.median(seconds) * 1e6}


async def _used(folder: Path, count: int) -> dict[str, float]:
    """Tables that keep what opening them brought."""
    recorder, tapes, _ = _laid(folder)
    grown: list[int] = []
    for tape in tapes[:count]:
        await recorder.lobby.table(tape.encounter)
        grown.append(_rss() if len(grown) in (count // 2, count - 1) else 0)
    await recorder.lobby.close()
    return {"bytes_each": (grown[-1] - grown[count // 2]) / (count - 1 - count // 2)}


def _laid(folder: Path) -> tuple[Recorder, list[Tape], dict[str, Place]]:
    """What `_laying` has kept, in a process that has nothing else."""
    tapes, snapshots, scripts = msgspec.msgpack.decode((folder / LAID).read_bytes(), type=Laid)
    recorder = Recorder(folder, luck=2)  # other ids than those laid with
    recorder.now_ms += 10**9  # and later
    recorder.log.shelf.streams = {tape.encounter: tape.entries for tape in tapes}
    recorder.log.shelf.snapshots.update(snapshots)
    return recorder, tapes, scripts


async def _long(folder: Path, count: int) -> dict[str, float]:
    """One fight of so many commits, then in turns with one that is young: a neighbour on the machine meets both alike.
    What is stored of it is kept in the folder, for `opening`."""
    recorder = Recorder(folder)
    Collector(lambda seconds: None).start()  # as a server does when it is ready
    tape = await recorder.play(await recorder.lay(), 0, count - TURNS * TURN_STEPS)
    young = await recorder.play(await recorder.lay(), 100)
    late, early = len(tape.steps), len(young.steps)
    for _ in range(TURNS):
        tape = await recorder.play(tape, len(tape.steps) + TURN_STEPS)
        young = await recorder.play(young, len(young.steps) + TURN_STEPS)
    await recorder.lobby.close()
    snapshots = [one for one in recorder.log.shelf.snapshots.items() if one[0][0] == tape.encounter]
    _tape(folder, count).write_bytes(msgspec.msgpack.encode((tape, snapshots)))
    spent = {"late_us": tape.steps[late:], "early_us": young.steps[early:]}
    return {key: statistics.median(step.seconds for step in steps) * 1e6 for key, steps in spent.items()}


async def _opening(folder: Path, count: int) -> dict[str, float]:
    """Open the long table."""
    tape, snapshots = stored(folder, count)
    recorder = Recorder(folder)
    recorder.log.shelf.streams[tape.encounter] = tape.entries
    recorder.log.shelf.snapshots.update(snapshots)
    before = _rss()
    figures = {"ms": await _ms(_opened(recorder, tape.encounter))}
    table = await recorder.lobby.table(tape.encounter)
    figures["idle_bytes"] = _rss() - before
    figures |= await _looking_back(table)
    await _all_kept(table)
    figures["used_bytes"] = _rss() - before
    await recorder.lobby.tables._drop(table)
    figures["again_ms"] = await _ms(_opened(recorder, tape.encounter))
    await recorder.lobby.tables._drop(await recorder.lobby.table(tape.encounter))
    recorder.log.shelf.snapshots.clear()
    figures["bare_ms"] = await _ms(_opened(recorder, tape.encounter))
    await recorder.lobby.close()
    return figures


async def _opened(recorder: Recorder, encounter: str) -> Table:
    """Asked for again by who was told to come back, while it is being opened."""
    while True:
        try:
            return await recorder.lobby.table(encounter)
        except Refused as refused:
            if refused.code != "busy":
                raise


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
        await table._recall.working(Paging(timeline, table.past.pages, gm, History(after=100)))

    figures = {"rewind_ms": await _ms(asked(PreviewRewind(to=to)))}
    table.past.let_go()
    figures["seek_ms"] = await _ms(asked(moment(to.version)))
    figures["next_ms"] = await _ms(asked(moment(to.version + 1)))
    figures["page_ms"] = await _ms(paged())
    figures["page_again_ms"] = await _ms(paged())
    table.past.let_go()
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
    work = {
        "laying": _laying,
        "tables": _tables,
        "used": _used,
        "watched": _watched,
        "long": _long,
        "opening": _opening,
    }[sys.argv[1]]
    print(json.dumps(asyncio.run(work(Path(sys.argv[2]), int(sys.argv[3])))))
