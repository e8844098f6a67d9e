"""An export file written piece by piece, while the log is read: nothing of it is kept in memory.

What stands before the entries is written first, so it is known before that how many they are and whether the file will
be signed; only what is signed is found out on the way.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable
from typing import BinaryIO, NamedTuple

import msgspec
from msgspec.structs import replace

from server.archive.export import Content, Excerpt, Signature
from server.store.log import Broken, Entry

NO_ENTRIES = b"\xa7entries\x90"
"""How an empty list of entries lies in a file; no text, which is UTF-8, holds these bytes."""


class Seal(NamedTuple):
    """What a file will bear: the newest checkpoint, if it is a game master's, and a signature."""

    checkpoint: str | None
    signature: Callable[[bytes], Signature]
    """Of the hash of its last entry."""


class Wish(msgspec.Struct, frozen=True):
    """A file to be written: an audience's, of so many rows, `before` them these bytes. `commits`: how many of the log
    may have to be read."""

    encounter: str
    audience: str
    count: int
    before: bytes
    commits: int


def wish_of(content: Content, count: int, commits: int, seal: Seal | None) -> tuple[Wish, Callable[[bytes], bytes]]:
    """The wish for what `content` says without its entries, and what is to stand behind them, made of the hash of the
    last."""

    def sealed(signature: Signature | None) -> tuple[bytes, bytes]:
        bare = replace(content, signature=signature, checkpoint=seal.checkpoint if seal is not None else None)
        head, mark, tail = msgspec.msgpack.encode(bare).partition(NO_ENTRIES)
        return head + mark[:-1] + _array(count), tail

    def tail(head: bytes) -> bytes:
        return sealed(seal.signature(head) if seal is not None else None)[1]

    before, _ = sealed(Signature(key=b"", signature=b"") if seal is not None else None)  # as many fields as with it
    return Wish(content.encounter, content.audience, count, before, commits), tail


class Writing:
    """A file on its way into `file`."""

    def __init__(self, wish: Wish, file: BinaryIO) -> None:
        self._excerpt = Excerpt(wish.encounter, wish.audience, wish.count)
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0
        """So many bytes were written."""
        self._add(wish.before)

    @property
    def is_whole(self) -> bool:
        """Are all entries in it?"""
        return self._excerpt.is_whole

    def take(self, entries: Iterable[Entry]) -> None:
        """The next entries of the log, which must come in their order."""
        self._add(b"".join(map(msgspec.msgpack.encode, self._excerpt.rows(entries))))

    @property
    def head(self) -> bytes:
        """The hash of the last entry. Raises Broken where the log ended too soon."""
        if not self.is_whole:
            raise Broken("entries_missing", self._excerpt.count + 1, "the log ends before what was told of it")
        return self._excerpt.head

    def end(self, tail: bytes) -> None:
        """What stands behind the entries."""
        self._add(tail)
        self._file.write(self._digest.digest())
        self.size += self._digest.digest_size
        self._file.flush()

    def _add(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self.size += len(data)


def _array(length: int) -> bytes:
    """How MessagePack begins a list."""
    if length < 16:
        return bytes([0x90 | length])
    return struct.pack(">BH", 0xDC, length) if length < 1 << 16 else struct.pack(">BI", 0xDD, length)
