"""Which seats bots play at which table: a file for each such table, in the data folder, until its fight is over.

It holds no link; those are in `server.keys.links`. As long as bots play there the file is locked, so of several workers
one brings them: a process that ends, however that comes, locks nothing any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

FOLDER = "bots"


class Casts:
    """The files of one data folder. They are read and written in a thread: nobody waits for the disk but who asks. To
    lock one or to take it away is no such wait."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    async def of(self, encounter: str) -> frozenset[str]:
        """The seats that bots play at a table; none at most tables."""
        return await asyncio.to_thread(self._read, encounter)

    async def put(self, encounter: str, seats: Iterable[str]) -> None:
        """From now on bots play these seats. Raises OSError."""
        await asyncio.to_thread(self._write, encounter, sorted(seats))

    def claim(self, encounter: str) -> int | None:
        """Lock a table's file: a descriptor to close when its bots have gone; None where another worker's play there,
        or none shall any more."""
        try:
            claim = os.open(self._folder / encounter, os.O_RDONLY)
        except OSError:
            return None
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(claim)
            return None
        return claim

    def forget(self, encounter: str) -> None:
        """The fight is over: nobody gets bots there any more."""
        (self._folder / encounter).unlink(missing_ok=True)

    def _read(self, encounter: str) -> frozenset[str]:
        with contextlib.suppress(OSError, msgspec.DecodeError):
            return frozenset(msgspec.json.decode((self._folder / encounter).read_bytes(), type=list[str]))
        return frozenset()

    def _write(self, encounter: str, seats: list[str]) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        path = self._folder / encounter
        new = path.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(seats))
            os.fsync(file.fileno())
        new.replace(path)
