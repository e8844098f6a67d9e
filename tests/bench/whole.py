"""One table in memory with all its six viewers: everything that an intent costs but sockets and disk."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from server.core.ids import GM
from server.lobby.lobby import Lobby
from server.store.log import Entry
from server.table.table import Table
from tests.bench.tape import CONNECTIONS, Recorder, Silent, Tape, submit


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
            table.attach(viewer, in_blocks=True)
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
