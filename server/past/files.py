"""Export files on the wire: made on demand, held for a while, handed out part by part.

A file is named by a random id, which whoever was given it may use; sessions of one audience share one file. What is in
it is `server.archive.export`'s matter, who may have it `server.past.question`'s.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Annotated
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta

from server.archive.export import Content, Excerpt, Packing
from server.archive.file_name import file_name
from server.core.errors import Rejected
from server.past.question import Question
from server.process.clock import Clock
from server.process.shares import Slice
from server.process.work import in_turns
from server.store.checked import entries_paged
from server.store.log import Log

PART_BYTES = 512 * 1024
"""The bytes of one part."""

HELD_BYTES = 128 * 1024 * 1024
"""So much is held at most, beside the newest file; the oldest gives way."""

HELD_MS = 120_000
"""A file of which no part was fetched for so long is let go."""


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


class _Held(msgspec.Struct):
    file: str
    data: bytearray
    fetched_at: int
    """When a part of it was asked for last (ms)."""

    def part(self, offset: int) -> bytes:
        """From there on, as much as fits into one answer."""
        return bytes(self.data[offset : offset + PART_BYTES])


Sign = Callable[[Content], Content]
"""Adds the server's signature, where it can sign."""


class Files:
    """The files that are being fetched from this server."""

    def __init__(self, log: Log, clock: Clock, sign: Sign | None = None) -> None:
        self._log = log
        self._clock = clock
        self._sign = sign or (lambda content: content)
        self._held: OrderedDict[tuple[str, str, int], _Held] = OrderedDict()
        self._making: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        """By address and by file, as long as anybody works there or waits."""

    async def export(
        self, encounter: str, audience: str, last: int, turn: Slice, address: str = "", title: str = ""
    ) -> FileShown:
        """An audience's file up to its number `last`, made by turns; one after another for an address, which bounds
        how many are made at once: whoever makes one waits for turns of its own share, and only its own address, or who
        wants that very file, waits with it. Raises Broken, Unavailable."""
        key = (encounter, audience, last)
        async with self._alone(address), self._alone(key):
            held = self._held.get(key)
            if held is None:
                content = await self._content(*key, turn)
                held = _Held(secrets.token_hex(16), await in_turns(Packing(content), turn), self._clock.loop_ms())
                self._hold(key, held)
            held.fetched_at = self._clock.loop_ms()
        size, name = len(held.data), file_name(title, encounter, audience)
        return FileShown(file=held.file, name=name, audience=audience, n=last, size_bytes=size, data=held.part(0))

    def _alone(self, what: Hashable) -> asyncio.Lock:
        return self._making.setdefault(what, asyncio.Lock())

    async def _content(self, encounter: str, audience: str, last: int, turn: Slice) -> Content:
        excerpt = Excerpt(encounter, audience, last)
        async for entries in entries_paged(self._log, encounter):
            await turn(partial(excerpt.take, entries))
            if excerpt.is_whole:
                break
        return await turn(lambda: self._sign(excerpt.content(self._clock.wall_ms())))

    def part(self, question: Part) -> FilePart:
        """A part of a file. Raises Rejected: export_gone, range."""
        held = next((held for held in self._held.values() if held.file == question.file), None)
        if held is None:
            raise Rejected("export_gone")
        if question.offset >= len(held.data):
            raise Rejected("range", problem=f"offset {question.offset}, but the file has {len(held.data)} bytes")
        held.fetched_at = self._clock.loop_ms()
        return FilePart(offset=question.offset, data=held.part(question.offset))

    def let_go(self) -> None:
        """Hold no more what nobody fetches."""
        since = self._clock.loop_ms() - HELD_MS
        for key in [key for key, held in self._held.items() if held.fetched_at < since]:
            del self._held[key]

    def _hold(self, key: tuple[str, str, int], held: _Held) -> None:
        size = sum(len(each.data) for each in self._held.values())
        while self._held and size > HELD_BYTES:
            size -= len(self._held.popitem(last=False)[1].data)
        self._held[key] = held
