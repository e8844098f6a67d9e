"""One pipelined connection to Redis, for commands whose reply is one line.

What is sent in one turn of the loop leaves in one write (group commit); each command is answered on its own. A status,
an integer and an error are one line each, so the parser is a split; a command with any other reply may not be sent
here. That makes an append several times cheaper than through a full client.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import cast

Reply = asyncio.Future[bytes]  # the line without its end; the first byte tells + status, : integer, - error


class Lost(Exception):
    """The connection ended or fell silent after the command may have left: its outcome is unknown."""


def encode(*words: bytes) -> bytes:
    """Return a command as Redis reads it."""
    return b"*%d\r\n" % len(words) + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])


class Pipe(asyncio.Protocol):
    """Commands out, lines in, in order. A command without a reply when the connection ends raises Lost."""

    def __init__(self, silence_s: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._silence_s = silence_s  # so long Redis may owe replies and send none
        self._watchdog: asyncio.TimerHandle | None = None
        self._heard = 0  # replies so far
        self._transport: asyncio.Transport | None = None
        self._queue: list[bytes] = []
        self._last: tuple[tuple[bytes, ...], Reply] | None = None
        self._waiting: deque[Reply | None] = deque()  # None: nobody wants this reply
        self._rest = b""
        self._is_scheduled = False
        self.is_open = True

    def send(self, command: bytes) -> Reply:
        """Queue an encoded command for this turn's write."""
        reply: Reply = self._loop.create_future()
        self._put(command, reply)
        return reply

    def post(self, command: bytes) -> None:
        """Queue a command whose reply does not matter."""
        self._put(command, None)

    def send_last(self, *commands: bytes) -> Reply:
        """Queue commands behind all that is sent this turn; all callers of a turn share the first's, and one reply."""
        if self._last is None:
            reply: Reply = self._loop.create_future()
            reply.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to ask
            self._last = (commands, reply)
            self._schedule()
        return asyncio.shield(self._last[1])  # one caller's cancellation is not the others'

    def abort(self, cause: str) -> None:
        """End the connection at once; every command without a reply is Lost."""
        self.is_open = False
        if self._transport:
            self._transport.abort()
        if self._watchdog:
            self._watchdog.cancel()
        self._put_last()
        for reply in self._waiting:
            if reply and not reply.done():
                reply.set_exception(Lost(cause))
        self._waiting.clear()
        self._queue.clear()

    def _put(self, command: bytes, reply: Reply | None) -> None:
        self._queue.append(command)
        self._waiting.append(reply)
        self._schedule()

    def _put_last(self) -> None:
        if self._last:
            (*others, last), reply = self._last
            self._last = None
            for command in others:
                self._put(command, None)
            self._put(last, reply)

    def _schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._put_last()
        self._is_scheduled = False
        if not self.is_open or not self._transport:
            self.abort("the connection is closed")
            return
        self._transport.write(b"".join(self._queue))
        self._queue.clear()
        if self._watchdog is None:
            self._watchdog = self._loop.call_later(self._silence_s, self._watch, self._heard)

    def _watch(self, heard: int) -> None:
        self._watchdog = None
        if not self._waiting:
            return
        if heard == self._heard:
            self.abort(f"no reply for {self._silence_s} s")
        else:
            self._watchdog = self._loop.call_later(self._silence_s, self._watch, self._heard)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin (asyncio calls this)."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance

    def data_received(self, data: bytes) -> None:
        """Hand each line to the oldest command without a reply (asyncio calls this)."""
        *lines, self._rest = (self._rest + data).split(b"\r\n")
        self._heard += len(lines)
        for line in lines:
            reply = self._waiting.popleft()
            if reply and not reply.done():
                reply.set_result(line)

    def connection_lost(self, exc: Exception | None) -> None:
        """End (asyncio calls this)."""
        self.abort(str(exc or "Redis closed the connection"))
