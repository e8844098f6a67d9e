"""Writes an export file in a process of its own, which reads the log itself: a long one takes seconds of the processor,
which nobody at a table waits for.

`python -m server.app.scribe FD` reads an order from its input, writes into the file that it has inherited as FD, and
says how far it is, one JSON object a line. Then it says the hash of the last entry, is told what stands behind the
entries (the signature: no key is handed to it), and ends with 0. Of one that ends otherwise there is no file.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import sys
import time
from collections.abc import AsyncIterator, Sequence
from typing import BinaryIO

import msgspec

from server.archive.making import Tail, Told
from server.archive.writing import Wish, Writing
from server.process.child import LINE_BYTES, beside, limit
from server.process.shares import Slice
from server.store.checked import entries_paged
from server.store.log import Broken, StoreError, Unavailable
from server.store.redis.connect import connect
from server.store.redis.log import RedisLog

BEHIND = "server.process.behind"
"""Whoever waits for a file waits long in any case. (Whoever brings one waits for a verdict, and is not put behind.)"""

SILENT_S = 30.0
"""One that says nothing for so long is ended."""

MORE_BYTES = 512 * 1024 * 1024
"""So much memory it may use beside what it begins with."""

MOST_BYTES = 2 * 1024 * 1024 * 1024
"""No file becomes larger."""

PAGE = 256
"""So many commits are read at once, and told of: the store serves nobody else while it puts them together."""


class Order(msgspec.Struct, frozen=True):
    """What is to be written, and of which store."""

    redis: str
    wish: Wish


class Word(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What it says: how many commits it has read, and what that took of the processor; the hash of the last entry, or
    why it can't go on."""

    read: int = 0
    used_s: float = 0.0
    head: bytes = b""
    broken: tuple[str, int, str] | None = None
    unavailable: str = ""


# --- who asks --------------------------------------------------------------------------------------------------------


class Scribe:
    """Has files written of the Redis at this URL."""

    def __init__(self, redis: str) -> None:
        self._redis = redis

    async def make(self, wish: Wish, file: BinaryIO, tail: Tail, turn: Slice, told: Told) -> int:
        """See `Maker.make`. When nobody waits for the file any more, the process ends, too."""
        async with _process(file.fileno()) as process:
            assert process.stdin is not None
            try:
                order = msgspec.msgpack.encode(Order(self._redis, wish))
                process.stdin.write(len(order).to_bytes(8, "big") + order)
                head = await _head(process, wish, told)
                process.stdin.write(await turn(lambda: tail(head)))
                process.stdin.close()
                async with asyncio.timeout(SILENT_S):
                    status = await process.wait()
            except (TimeoutError, ConnectionError) as error:
                raise Unavailable(f"the process that writes a file does not answer: {error}") from error
        if status:
            raise Unavailable(f"the process that writes a file ended with {status}")
        return os.fstat(file.fileno()).st_size


@contextlib.asynccontextmanager
async def _process(file: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """It ends with the block. Raises Unavailable where there is no place for another process."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            process = await stack.enter_async_context(
                beside(BEHIND, "server.app.scribe", str(file), files=(file,), line_bytes=LINE_BYTES)
            )
        except OSError as error:
            raise Unavailable(f"no process can be started that writes a file: {error}") from error
        yield process


async def _head(process: asyncio.subprocess.Process, wish: Wish, told: Told) -> bytes:
    """The hash of the last entry, when all are written. Raises Broken, Unavailable, TimeoutError."""
    assert process.stdout is not None
    while True:
        try:
            async with asyncio.timeout(SILENT_S):
                word = msgspec.json.decode(await process.stdout.readline(), type=Word)
        except (ValueError, msgspec.DecodeError) as error:  # it ended, or says what it should not
            raise Unavailable(f"the process that writes a file has failed: {error}") from error
        if word.broken is not None:
            raise Broken(*word.broken)
        if word.unavailable:
            raise Unavailable(word.unavailable)
        if word.head:
            return word.head
        told(min(1.0, word.read / max(1, wish.commits)), word.used_s)


# --- who answers -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> None:
    """Write what is ordered."""
    limit(MORE_BYTES, {resource.RLIMIT_FSIZE: MOST_BYTES})
    order = msgspec.msgpack.decode(_input(int.from_bytes(_input(8), "big")), type=Order)
    try:
        with os.fdopen(int(arguments[0]), "wb") as file:
            asyncio.run(_written(order, file))
    except Broken as error:
        _say(Word(broken=(error.code, error.version, error.detail)))
    except (StoreError, OSError) as error:
        _say(Word(unavailable=str(error) or type(error).__name__))


async def _written(order: Order, file: BinaryIO) -> None:
    log, writing = RedisLog(connect(order.redis)), Writing(order.wish, file)
    try:
        async for entries in entries_paged(log, order.wish.encounter, PAGE):
            writing.take(entries)
            _say(Word(read=entries[-1].version, used_s=time.process_time()))
            if writing.is_whole:
                break
    finally:
        await log.close()
    _say(Word(head=writing.head))
    writing.end(sys.stdin.buffer.read())


def _say(word: Word) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(word) + b"\n")
    sys.stdout.buffer.flush()


def _input(size: int) -> bytes:
    data = sys.stdin.buffer.read(size)
    if len(data) != size:
        sys.exit("whoever has started this is gone")
    return data


if __name__ == "__main__":
    main(sys.argv[1:])
