"""Who writes export files: this process, by turns, or another one (`server.app.scribe`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import BinaryIO, Protocol

from server.archive.writing import Wish, Writing
from server.process.shares import Slice
from server.store.checked import entries_paged
from server.store.log import Log

Told = Callable[[float, float | None], None]
"""Hears which part of a file is done, from 0 to 1, and what it has taken of the processor (s), where that is known."""

Tail = Callable[[bytes], bytes]
"""What stands behind the entries, of the hash of the last."""


class Maker(Protocol):
    """Writes files."""

    async def make(self, wish: Wish, file: BinaryIO, tail: Tail, turn: Slice, told: Told) -> int:
        """Write it; returns its size. `told` hears now and then how far it is.

        Raises Broken, Unavailable."""


class Here:
    """Writes them in this process, in turns that are short for few commits."""

    def __init__(self, log: Log) -> None:
        self._log = log

    async def make(self, wish: Wish, file: BinaryIO, tail: Tail, turn: Slice, told: Told) -> int:
        """See `Maker.make`."""
        writing = await turn(partial(Writing, wish, file))
        async for entries in entries_paged(self._log, wish.encounter):
            await turn(partial(writing.take, entries))
            told(entries[-1].version / max(1, wish.commits), None)
            if writing.is_whole:
                break
        await turn(lambda: writing.end(tail(writing.head)))
        return writing.size
