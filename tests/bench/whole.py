"""Tables in memory that everybody watches who has a seat: everything that an intent costs but sockets and disk."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from msgspec.structs import replace

from client_demo.choice import choose
from protocol.messages import Submit
from server.conformance.fights import demo as spec_of
from server.core.ids import GM
from server.core.intents import Intent, Pause, SetPosition
from server.core.memo import Shelf
from server.core.secrecy import known
from server.core.system import System
from server.core.view import builtins, view
from server.lobby.lobby import Lobby
from server.store.log import Entry
from server.table.table import Table
from tests.bench.tape import CONNECTIONS, Recorder, Silent, Tape, submit

STEP_CM = 100


class Whole:
    """Plays a tape at a table that all its seats watch."""

    def __init__(self, folder: Path, tape: Tape, recorder: Recorder) -> None:
        self.tape = tape
        self._recorder = Recorder(folder, recorder)
        self._recorder.log.shelf.streams = {tape.encounter: tape.beginning}

    def entries(self) -> list[Entry]:
        """The log as it is now."""
        return self._recorder.log.shelf.streams[self.tape.encounter]

    async def play(self) -> float:
        """Returns the seconds of a median step."""
        lobby: Lobby = self._recorder.lobby
        table: Table = await lobby.table(self.tape.encounter)
        viewers = {seat: Silent(seat) for seat in CONNECTIONS}
        for viewer in viewers.values():
            table.attach(viewer, in_blocks=True, in_likes=True)
        seconds = [await submit(table, viewers[step.seat], step.message) for step in self.tape.steps]
        assert len(table.timeline.numbers[GM]) == self.tape.steps[-1].gm_n
        await lobby.close()
        return sorted(seconds)[len(seconds) // 2]


class Bytecodes:
    """Counts the instructions that Python executes in the server's own code. Use `with`."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> Bytecodes:
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _argument: object) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._traced

    def _traced(self, _frame: FrameType, event: str, _argument: object) -> Any:
        self.count += event == "opcode"
        return self._traced


def bytecodes_per_intent(folder: Path, tape: Tape, recorder: Recorder) -> float:
    """Instructions of Python for one intent at a whole table: the same in every run."""
    with Bytecodes() as counted:
        asyncio.run(Whole(folder, tape, recorder).play())
    return counted.count / len(tape.steps)


# --- of any system, at many tables -----------------------------------------------------------------------------------


class Over(AssertionError):
    """A fight has ended before as many intents as wanted: which dice fall hangs on the table's id."""


class Demo:
    """A system's demo fight at a table that all watch. Somebody does, by lot, what is offered."""

    def __init__(self, table: Table, seats: list[str], luck: random.Random) -> None:
        self._table, self._luck = table, luck
        self._viewers = {seat: Silent(seat) for seat in seats}
        self._looking = Shelf()
        """Not the table's own: what is counted is counted with nothing worked out for it before."""
        for viewer in self._viewers.values():
            table.attach(viewer, in_blocks=True, in_likes=True)

    @classmethod
    async def laid(cls, recorder: Recorder, system: System, seed: int) -> Demo:
        """A table of its own, which waits for nothing but people."""
        spec = spec_of(system.name)
        spec = replace(spec, table=replace(spec.table, join="links", min_window_s=0, window_s=None))
        made = await recorder.lobby.create(spec)
        return cls(await recorder.lobby.table(made["encounter"]), list(made["links"]), random.Random(seed))

    def chosen(self) -> tuple[Silent, Submit]:
        """Who does what next."""
        seats = [seat for seat, viewer in self._viewers.items() if viewer.role != "spectator"]
        self._luck.shuffle(seats)
        for seat in seats:
            asker = self._table.audiences.asker(seat)
            system, state = self._table.timeline.system, self._table.timeline.state
            with self._looking:
                now = known(system, state, asker.audience)
                options = msgspec.to_builtins(system.options(now, asker))
                found = choose(options, builtins(view(system, now, asker.audience)), self._luck)
            if found is not None:
                intent, decision = found
                id, nonce = self._luck.randbytes(16), self._luck.randbytes(16)
                raw = msgspec.Raw(msgspec.msgpack.encode(intent))
                return self._viewers[seat], Submit(id=id, nonce=nonce, intent=raw, decision=decision or msgspec.UNSET)
        raise Over("nobody is offered anything")

    async def step(self) -> None:
        """One intent, and all that follows from it."""
        await submit(self._table, *self.chosen())

    async def counted(self) -> int:
        """The same; returns how many instructions it took."""
        return await self._counted(*self.chosen())

    async def paused(self) -> int:
        """The same of a pause, after which everybody is offered what was offered before."""
        return await self._said(Pause())

    async def moved(self, count: int) -> int:
        """The same of one of those on the map who is put a step aside: all in turns, as `count` goes up."""
        pieces = self._table.timeline.state.play.pieces
        places = [(who, piece.at) for who, piece in pieces.items() if piece.at is not None]
        who, (x, y) = places[count % len(places)]
        return await self._said(SetPosition(who=who, at=(x + STEP_CM, y)))

    async def _said(self, intent: Intent) -> int:
        """By the game master."""
        id, raw = self._luck.randbytes(16), msgspec.Raw(msgspec.msgpack.encode(intent))
        return await self._counted(self._viewers[GM], Submit(id=id, nonce=self._luck.randbytes(16), intent=raw))

    async def _counted(self, viewer: Silent, message: Submit) -> int:
        with Bytecodes() as counted:
            await submit(self._table, viewer, message)
        return counted.count


async def recorded_demo(folder: Path, system: System, steps: int, seed: int) -> Tape:
    """A demo fight of so many intents, or to its end, to be decided again."""
    recorder = Recorder(folder, system=system)
    demo = await Demo.laid(recorder, system, seed)
    with contextlib.suppress(Over):
        for _ in range(steps):
            await demo.step()
    ((encounter, entries),) = recorder.log.shelf.streams.items()
    await recorder.lobby.close()
    return Tape(encounter, {}, [], entries)


async def bytecodes_of_a_demo(folder: Path, system: System, steps: int, counted: int) -> float:
    """Instructions for one intent, of so many after the first steps."""
    recorder = Recorder(folder, system=system)
    demo = await Demo.laid(recorder, system, 0)
    for _ in range(steps):
        await demo.step()
    total = sum([await demo.counted() for _ in range(counted)])
    await recorder.lobby.close()
    return total / counted


async def bytecodes_of_a_step(folder: Path, system: System, steps: int, counted: int) -> float:
    """Instructions for somebody's step on the map, which all see, of so many after the first intents."""
    recorder = Recorder(folder, system=system)
    demo = await Demo.laid(recorder, system, 0)
    for _ in range(steps):
        await demo.step()
    total = sum([await demo.moved(count) for count in range(counted)])
    await recorder.lobby.close()
    return total / counted


async def bytecodes_at_one_of_many(folder: Path, system: System, tables: int) -> float:
    """Instructions for a pause at the table at which nothing has happened for longest."""
    recorder = Recorder(folder, system=system)
    demos = [await Demo.laid(recorder, system, seed) for seed in range(tables)]
    for each in demos:
        await each.step()
    total = await demos[0].paused()
    await recorder.lobby.close()
    return total
