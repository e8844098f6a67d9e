"""How many bytes an intent costs those who sit at a table: payloads of all that they are sent, but for welcomes."""

from __future__ import annotations

import asyncio
import statistics
from pathlib import Path

import msgspec

from server.core.ids import GM
from server.core.state import State
from tests.bench.fight import SEATS, Script
from tests.bench.figures import Row, most, row
from tests.bench.tape import CONNECTIONS, Recorder, Silent, submit
from tests.support.luck import same_numbers

FIRST = 60
"""The menus of a fight are told in its first so many intents; afterwards most of them come back."""


class Counting(Silent):
    """Counts bytes; who is connected is said by the clock, and left out."""

    size = 0

    def send(self, payload: bytes) -> None:
        """One message more."""
        super().send(payload)
        if b"\xa8presence" not in payload[:20]:
            self.size += len(payload)

    def taken(self) -> int:
        """So many since it was asked last."""
        count, self.size = self.size, 0
        return count


class Told(msgspec.Struct, frozen=True):
    """What one intent cost each seat, and whom neither it nor what follows concerned."""

    by_seat: dict[str, int]
    unasked: list[str]

    @property
    def all(self) -> int:
        """By everybody."""
        return sum(self.by_seat.values())


def rows(folder: Path, steps: int) -> list[Row]:
    """A fight from its first intent on, in the same numbers each time."""
    with same_numbers(1):
        told = asyncio.run(_played(folder, steps))
    note = f"KiB, {steps} intents; {statistics.mean(one.all for one in told[:FIRST]) / 1024:.1f} of the first {FIRST}"
    unasked = [one.by_seat[seat] for one in told for seat in one.unasked]
    return [
        _row("bytes an intent, all six viewers", [one.all for one in told], 5, note),
        _row("bytes an intent, a player who is not asked", unasked, 1),
        _row("bytes an intent, the game master", [one.by_seat[GM] for one in told], 2),
    ]


def _row(figure: str, counts: list[int], most_kib: int, note: str = "") -> Row:
    return row(figure, statistics.mean(counts) / 1024, "KiB", most(most_kib), note=note)


async def _played(folder: Path, steps: int) -> list[Told]:
    recorder = Recorder(folder)
    tape = await recorder.lay()
    table, script = await recorder.lobby.table(tape.encounter), Script(recorder.system)
    viewers = {seat: Counting(seat) for seat in CONNECTIONS}
    for viewer in viewers.values():
        table.attach(viewer, in_blocks=True, in_likes=True)
        viewer.taken()
    told: list[Told] = []
    for _ in range(steps):
        seat, intent = script.next(table.timeline.state)
        message = recorder.message(intent)
        await submit(table, viewers[seat], message)
        asked = {seat, *_awaited(table.timeline.state)}
        told.append(Told({at: one.taken() for at, one in viewers.items()}, [at for at in SEATS if at not in asked]))
    await recorder.lobby.close()
    return told


def _awaited(state: State) -> set[str]:
    """The seats of whom an answer or an act is waited for."""
    decision, turn = state.play.decision, state.play.game.turn
    whos = decision.unanswered() if decision is not None else [turn] if turn else []
    return {GM if who == GM else state.ledger.controller(who) for who in whos}
