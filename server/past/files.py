"""Export files on the wire: made on demand, held for a while, handed out part by part.

A file is named by a random id, which whoever was given it may use; sessions of one audience share one file, and however
many ask for it, it is made once. What is in it is `server.archive.export`'s matter, who may have it
`server.past.question`'s.
"""

from __future__ import annotations

import asyncio
import io
import math
import secrets
import shutil
import tempfile
from collections import OrderedDict
from pathlib import Path
from typing import Annotated, BinaryIO, NoReturn, cast

import msgspec
from msgspec import Meta

from server.archive.export import content_of
from server.archive.file_name import file_name
from server.archive.making import Here, Maker, Tail
from server.archive.provenance import Provenance
from server.archive.writing import Wish, wish_of
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.timeline.timeline import Timeline
from server.past.question import Question
from server.process.child import cores
from server.process.clock import Clock
from server.process.door import Costs, Door, Place
from server.process.shares import Party, Slice
from server.store.log import Log

PART_BYTES = 512 * 1024
"""The bytes of one part."""

HELD_BYTES, HELD_PART = 2 * 1024 * 1024 * 1024, 0.25
"""So much is held on disk at most beside the newest file, and of what is free there only this part; the oldest gives
way."""

MOST_HELD = 256
"""So many files are held at most: each is open."""

HELD_MS = 120_000
"""A file of which no part was fetched for so long is let go."""

LONG_COMMITS = 4_000
"""The files of longer logs are not made here, but by a process of their own."""

AT_ONCE = 1 if cores() < 4 else 2
"""So many files of long logs are made at once."""

RATE = AT_ONCE * (1 / 3 if cores() < 2 else 2 / 3)
"""So much of the processor they have together at least: who serves the tables, and the store, go before."""

HOLD_S = 1.0
"""Who is let in so soon just waits: the file itself takes seconds, too."""

FEW_AT_ONCE = 64
"""So many of short ones, by turns."""

COMMIT_S = 50e-6
"""About what a commit costs there, before one was made."""


class Export(Question, frozen=True, kw_only=True):
    """The file (`.fray`) of one's own audience, or of another that one may look through."""

    audience: str | None = None


class Part(Question, frozen=True, kw_only=True):
    """A further part of a file."""

    file: str
    offset: Annotated[int, Meta(ge=0)]


class FileShown(msgspec.Struct, frozen=True, kw_only=True):
    """A file of `size_bytes` bytes, and its first part in `data`; ask for the rest by `part` from `len(data)` on."""

    file: str
    name: str
    """How to save it."""
    audience: str
    n: int
    """The newest number that is in it."""
    size_bytes: int
    data: bytes


class FilePart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a file from `offset` on."""

    offset: int
    data: bytes


class _Held:
    """A file that is there; a short one lies in memory, the others on disk without a name."""

    def __init__(self, file: BinaryIO, size: int, fetched_at: int) -> None:
        self.name = secrets.token_hex(16)
        self.size = size
        self.fetched_at = fetched_at
        """When a part of it was asked for last, or somebody was told to come for it (ms)."""
        self._file = file
        if size <= PART_BYTES:
            self._file = io.BytesIO(self.part(0))
            file.close()

    def part(self, offset: int) -> bytes:
        """From there on, as much as fits into one answer."""
        self._file.seek(offset)
        return self._file.read(PART_BYTES)

    def close(self) -> None:
        """It is gone, from the disk too."""
        self._file.close()


class _Job:
    """A file that is made, or will be when it is its turn, as long as anybody waits for it or was told when it will be
    there."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.waiting = 0
        self.told_s: dict[Party, float] = {}
        """Who was told when it will be there."""
        self.task: asyncio.Task[_Held]


_Key = tuple[str, str, int]
"""Encounter, audience, the newest number that is in it."""


class Files:
    """The files that are being fetched from this server. `away`: who makes those of long logs; `folder`: where files
    lie, without a name, while they are held."""

    def __init__(
        self, log: Log, clock: Clock, provenance: Provenance, away: Maker | None = None, folder: Path | None = None
    ) -> None:
        self._clock = clock
        self._provenance = provenance
        self._here: tuple[Maker, Door] = Here(log), Door(self._now_s, FEW_AT_ONCE, FEW_AT_ONCE)
        self._away: tuple[Maker, Door] = away or Here(log), Door(self._now_s, AT_ONCE, RATE, HOLD_S)
        self._folder = folder
        self._held: OrderedDict[_Key, _Held] = OrderedDict()
        self._jobs: dict[_Key, _Job] = {}
        self._costs = Costs()

    def _now_s(self) -> float:
        return self._clock.loop_ms() / 1000

    async def export(self, timeline: Timeline, audience: str, last: int, party: Party, turn: Slice) -> FileShown:
        """An audience's file up to its number `last`; that of a short log is made by turns.

        Raises Rejected: busy, with the time at which it will be there. Broken, Unavailable."""
        key = (timeline.encounter, audience, last)
        held = self._held.get(key) or await self._made(key, timeline, party, turn)
        held.fetched_at = max(held.fetched_at, self._clock.loop_ms())
        name = file_name(timeline.ledger.title, timeline.encounter, audience)
        return FileShown(
            file=held.name, name=name, audience=audience, n=last, size_bytes=held.size, data=held.part(0)
        )  # fmt: skip

    async def _made(self, key: _Key, timeline: Timeline, party: Party, turn: Slice) -> _Held:
        """Waited for by whoever is there when it is soon made; the others are told when it will be there."""
        maker, door = self._away if timeline.version > LONG_COMMITS else self._here
        job = self._jobs.get(key)
        if job is None:
            job = self._begun(key, timeline, maker, door, party, turn)
            wait_s = door.until_s(job.place.begins_s)
        else:
            wait_s = door.done_s(job.place)
        if party not in job.told_s and wait_s > door.hold_s:
            self._send_away(job, door, party)
        job.waiting += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            job.waiting -= 1
            if not job.waiting and not job.told_s:
                self._end(key, job)

    def _send_away(self, job: _Job, door: Door, party: Party) -> NoReturn:
        wait_s = door.done_s(job.place)
        job.told_s[party] = self._now_s() + wait_s
        raise Rejected("busy", retry_after_ms=math.ceil(wait_s * 1000))

    def _begun(self, key: _Key, timeline: Timeline, maker: Maker, door: Door, party: Party, turn: Slice) -> _Job:
        commits = timeline.version
        job = _Job(door.book(party, key, self._costs.of(_kind(key), commits, commits * COMMIT_S)))
        wish, tail = self._wish(key, timeline)
        job.task = asyncio.get_running_loop().create_task(self._make(key, job, wish, tail, maker, turn))
        job.task.add_done_callback(lambda _: self._end(key, job))
        self._jobs[key] = job
        return job

    def _end(self, key: _Key, job: _Job) -> None:
        """It is made, or nobody waits for it any more: who asks from here on is no part of it."""
        if self._jobs.get(key) is job:
            del self._jobs[key]
        if not job.task.done():
            job.task.cancel()
        elif not job.task.cancelled():
            job.task.exception()  # whoever has waited has been told

    async def _make(self, key: _Key, job: _Job, wish: Wish, tail: Tail, maker: Maker, turn: Slice) -> _Held:
        async with (place := job.place):
            begun_s = self._now_s()

            known_s = place.cost_s

            def told(part: float, used_s: float | None) -> None:
                """What is left is judged by what is known at first, and more and more by how it goes."""
                place.used_s = self._now_s() - begun_s if used_s is None else used_s
                place.cost_s = place.used_s + (1 - part) * ((1 - part) * known_s + place.used_s)

            file = cast(BinaryIO, tempfile.TemporaryFile(dir=self._folder))  # noqa: SIM115  (it is held, if all goes well)
            try:
                size = await maker.make(wish, file, tail, turn, told)
            except BaseException:
                file.close()
                raise
            self._costs.learn(_kind(key), wish.commits, place.used_s)
            held = _Held(file, size, round(max((self._now_s(), *job.told_s.values())) * 1000))
            self._hold(key, held)
            return held

    def _wish(self, key: _Key, timeline: Timeline) -> tuple[Wish, Tail]:
        encounter, audience, last = key
        content = content_of(encounter, timeline.system.name, audience, self._clock.wall_ms(), [])
        return wish_of(content, last, timeline.version, self._provenance.seal(timeline.ledger, audience, last))

    def part(self, question: Part) -> FilePart:
        """A part of a file. Raises Rejected: export_gone, range."""
        held = next((held for held in self._held.values() if held.name == question.file), None)
        if held is None:
            raise Rejected("export_gone")
        if question.offset >= held.size:
            raise Rejected("range", problem=f"offset {question.offset}, but the file has {held.size} bytes")
        held.fetched_at = max(held.fetched_at, self._clock.loop_ms())
        return FilePart(offset=question.offset, data=held.part(question.offset))

    def let_go(self) -> None:
        """Hold no more what nobody fetches."""
        since = self._clock.loop_ms() - HELD_MS
        for key in [key for key, held in self._held.items() if held.fetched_at < since]:
            self._held.pop(key).close()

    def close(self) -> None:
        """Hold nothing any more, and make nothing."""
        for key, job in list(self._jobs.items()):
            self._end(key, job)
        while self._held:
            self._held.popitem()[1].close()

    def _hold(self, key: _Key, held: _Held) -> None:
        size = sum(each.size for each in self._held.values())
        free = shutil.disk_usage(self._folder or tempfile.gettempdir()).free
        most = min(HELD_BYTES, int(HELD_PART * (free + size)))
        while self._held and (size > most or len(self._held) >= MOST_HELD):
            _, oldest = self._held.popitem(last=False)
            size -= oldest.size
            oldest.close()
        self._held[key] = held


def _kind(key: _Key) -> str:
    """The game master's holds the log as it lies, others what is shown of it."""
    return "whole" if key[1] == GM else "shown"
