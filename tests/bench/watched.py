"""Tables at which people sit and play at their own pace, those on the map moving: how many of them one core bears, and
what each holds, with all that watch it connected."""

from __future__ import annotations

import asyncio
import gc
from bisect import bisect_left
from collections.abc import Callable, Sequence
from pathlib import Path

from server.core.state import TableOptions
from tests.bench import machine
from tests.bench.fight import AS_MADE, AT_ONCE
from tests.bench.figures import Row, least, most, row
from tests.bench.machine import OTHER_CORE, Process
from tests.bench.network import Net, Result
from tests.bench.tape import Recorder, Tape

FRESH_COMMITS, STEPS = 12, 6
"""So much has been played when everybody comes; so much more is then, to about twenty commits."""

ACK_P99_US = 50_000
"""People take for slow what takes longer."""

KEPT_UP = 0.9
"""The server has kept up with people where they could send at least this share of the intents that they meant to send:
nobody sends the next one before the last is done, so a server that falls behind is asked for less and less. It is never
quite all, for a pause that a table makes may be longer than people think."""

TABLES = {"as the page makes them": AS_MADE, "without shortest pauses": AT_ONCE}


def rows(folder: Path, counts: Sequence[int], pace_s: float) -> list[Row]:
    """Of both kinds of tables."""
    found: list[Row] = []
    for kind, options in TABLES.items():
        hall = Hall(folder, options, counts[-1], pace_s)
        found += [hall.row(kind, counts), hall.memory_row(kind)]
    return found


class Hall:
    """So many tables at most, and what was found at some of them."""

    def __init__(self, folder: Path, options: TableOptions, most_tables: int, pace_s: float) -> None:
        self._net = Net(folder, asyncio.run(_recorded(Recorder(folder, table=options, moves=True), most_tables)))
        self._pace_s = pace_s
        self.found: dict[int, Result] = {}

    def row(self, kind: str, counts: Sequence[int]) -> Row:
        """The most of these counts of tables that the server keeps up with."""
        figure = f"tables at human pace on one core, {kind}"
        return row(figure, most_borne(counts, self.bears), "tables", least(1_500), note=self._note())

    def memory_row(self, kind: str) -> Row:
        """At the most tables that were tried."""
        count = max(self.found)
        note = f"{count:,} tables of about 20 commits, six viewers each, sockets included"
        figure = f"memory of a watched table, {kind}"
        return row(figure, self.found[count]["bytes_each"] / 2**20, "MiB", most(0.5), note=note)

    def bears(self, count: int) -> bool:
        """Does it keep up with so many?"""
        result = self.found[count] = self._played(count)
        return keeps_up(result, count / self._pace_s)

    def _played(self, count: int) -> Result:
        machine.calm()
        with self._net.fray(count) as (server, port, _):
            with Process(self._net.command(port, (), None, "-t", 2, "-w"), OTHER_CORE) as first:
                first.line()  # the code of a table that opens has run
            before = server.rss_bytes
            options = ("-t", count, "-i", round(self._pace_s * 1e6), "-w")
            with Process(self._net.command(port, (server.pid,), None, *options), OTHER_CORE) as load:
                load.line()
                load.tell()
                played: Result = load.line()
                return {**played, "bytes_each": (server.rss_bytes - before) / count}

    def _note(self) -> str:
        tried = (
            f"{count:,}: p50 {one['ack_p50_us'] / 1000:.1f} ms, p99 {one['ack_p99_us'] / 1000:.1f} ms, "
            f"{one['per_s']:.0f} intents/s, {one['cpu_us']:.0f} µs of CPU each"
            for count, one in sorted(self.found.items())
        )
        return f"an intent every {self._pace_s:g} s; ack p99 ≤ {ACK_P99_US / 1000:.0f} ms; {'; '.join(tried)}"


def most_borne(counts: Sequence[int], bears: Callable[[int], bool]) -> int:
    """The last of growing counts that is borne, found in few tries; 0 where none is."""
    at = bisect_left(counts, True, key=lambda count: not bears(count))
    return counts[at - 1] if at else 0


def keeps_up(result: Result, per_s: float) -> bool:
    """Does nobody wait for long, and is all done that people mean to do in a second?"""
    return bool(result["ack_p99_us"] <= ACK_P99_US and result["per_s"] >= KEPT_UP * per_s)


async def _recorded(recorder: Recorder, count: int) -> list[Tape]:
    """Fights that have been going on for a while."""
    gc.disable()  # nothing is measured, and collecting would take longer than playing
    try:
        begun = [(await recorder.play(await recorder.lay(), commits=FRESH_COMMITS)).begun() for _ in range(count)]
        tapes = [await recorder.play(tape, STEPS) for tape in begun]
        await recorder.lobby.close()
    finally:
        gc.enable()
    return tapes
