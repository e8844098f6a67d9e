"""A relay between a log and its Redis that cuts the line where a test says."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

Fault = Callable[["Line", bytes], bytes]  # takes what the client sent, returns what goes on; may mark the line


class Line:
    """One connection through the relay."""

    def __init__(self) -> None:
        self.is_cut = False  # after the bytes under way
        self.reply_bytes: int | None = None  # so many bytes of replies still go through, then the line is cut
        self.is_mute = False  # replies are swallowed, the line stays open


def before(line: Line, request: bytes) -> bytes:
    """The request never arrives."""
    line.is_cut = True
    return b""


def after(line: Line, request: bytes) -> bytes:
    """The request arrives, its reply does not."""
    line.reply_bytes = 0
    return request


def mute(line: Line, request: bytes) -> bytes:
    """The request arrives, and then there is silence."""
    line.is_mute = True
    return request


def request_cut_at(count: int) -> Fault:
    """So many bytes of the request arrive."""

    def cut(line: Line, request: bytes) -> bytes:
        line.is_cut = True
        return request[:count]

    return cut


def reply_cut_at(count: int) -> Fault:
    """The request arrives, and so many bytes of the reply."""

    def cut(line: Line, request: bytes) -> bytes:
        line.reply_bytes = count
        return request

    return cut


class Relay:
    """Listens on a unix socket and passes on to another; each fault hits one append, in order."""

    def __init__(self, target: str, path: Path) -> None:
        self._target = target.removeprefix("unix://")
        self._path = path
        self._tasks: set[asyncio.Task[None]] = set()
        self.faults: deque[Fault] = deque()
        self.appends = 0  # seen so far
        self.lines = 0  # opened so far
        self.is_silent = False  # no reply goes through, on any line

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"unix://{self._path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection until either end or a fault closes it."""
        line = Line()
        self.lines += 1
        to_reader, to_writer = await asyncio.open_unix_connection(self._target)
        pumps = {
            asyncio.create_task(self._requests(line, reader, to_writer)),
            asyncio.create_task(self._replies(line, to_reader, writer)),
        }
        self._tasks |= pumps
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        to_writer.close()
        writer.close()
        await asyncio.wait(pumps)
        self._tasks -= pumps

    async def _requests(self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not line.is_cut and (request := await _receive(reader)):
            if b"EVALSHA" in request:
                self.appends += 1
                if self.faults:
                    request = self.faults.popleft()(line, request)
            writer.write(request)

    async def _replies(self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while reply := await _receive(reader):
            if line.reply_bytes is not None:
                writer.write(reply[: line.reply_bytes])
                return
            if not line.is_mute and not self.is_silent:
                writer.write(reply)


async def _receive(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(1 << 20)
    except OSError:
        return b""


@asynccontextmanager
async def relaying(target: str, path: Path) -> AsyncIterator[Relay]:
    """Run a relay."""
    relay = Relay(target, path)
    server = await asyncio.start_unix_server(relay.serve, path)
    try:
        yield relay
    finally:
        server.close()
