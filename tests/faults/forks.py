"""Work in several processes: each piece in a process of its own, forked from one that has read all the code.

Nothing is left over from one piece to the next. A piece may not ask for processes of this kind in its turn.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Made = TypeVar("Made")

READ = ["tests.faults.parts"]
"""What the process that is forked has read."""
ENDING_S = 5.0


def each(
    work: Callable[[Piece], Made],
    pieces: Iterable[Piece],
    jobs: int,
    niceness: int = 0,
    lost: Callable[[Piece, object], Made] | None = None,
) -> Iterator[Made]:
    """`work(piece)` of all pieces, as they end; `jobs` at a time, which step back behind others by their niceness.

    Where a process ends without a result, with this exit code, that is `lost(piece, code)`; without `lost` it raises
    RuntimeError."""
    context: Any = get_context("forkserver")
    context.set_forkserver_preload(READ)
    todo, running = iter(pieces), dict[Any, Any]()
    try:
        while True:
            while len(running) < jobs and (piece := next(todo, None)) is not None:
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_do, args=(theirs, niceness, work, piece))
                running[ours] = process, piece
                process.start()
                theirs.close()
            if not running:
                return
            ready: list[Any] = wait(list(running))
            for line in ready:
                process, piece = running.pop(line)
                try:
                    made = line.recv()
                except EOFError:
                    process.join()
                    if lost is None:
                        raise RuntimeError(f"a process ended with {process.exitcode} and without a result") from None
                    made = lost(piece, process.exitcode)
                process.join()
                yield made
    finally:
        for process, _ in running.values():  # after an interruption; it was told too, and has something to clean up
            process.join(ENDING_S)
            process.kill()


def _do(line: Connection, niceness: int, work: Callable[[Any], Any], piece: Any) -> None:
    os.nice(niceness)
    line.send(work(piece))
