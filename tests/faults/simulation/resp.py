"""The protocol of Redis (RESP 2): replies as bytes, and what has arrived as values. No socket is opened here."""

from __future__ import annotations

from typing import Any

from redis._parsers import _AsyncRESP2Parser
from redis.exceptions import ConnectionError

READ_BYTES = 1 << 16


def status(text: bytes) -> bytes:
    """`+text`"""
    return b"+%b\r\n" % text


def number(value: int) -> bytes:
    """`:value`"""
    return b":%d\r\n" % value


def bulk(value: bytes | None) -> bytes:
    """A string or nothing."""
    return b"$-1\r\n" if value is None else b"$%d\r\n%b\r\n" % (len(value), value)


def array(*items: bytes) -> bytes:
    """A list of encoded replies."""
    return b"*%d\r\n" % len(items) + b"".join(items)


class Refusal(str):
    """The text of an error reply."""


def parse(data: bytes, here: int) -> tuple[Any, int] | None:
    """The first whole value from here on, and where it ends: bytes, int, None, Refusal or a list of these."""
    end = data.find(b"\r\n", here)
    if end < 0:
        return None
    kind, text, here = data[here], data[here + 1 : end], end + 2
    if kind == 36:  # $
        end = here + int(text)
        if end < here:
            return None, here
        return (data[here:end], end + 2) if end + 2 <= len(data) else None
    if kind == 42:  # *
        return _parse_items(data, here, int(text))
    if kind == 58:  # :
        return int(text), here
    return Refusal(text.decode()) if kind == 45 else text, here


def _parse_items(data: bytes, here: int, count: int) -> tuple[list[Any], int] | None:
    items: list[Any] = []
    for _ in range(count):
        end = data.find(b"\r\n", here)
        if end < 0:
            return None
        if data[here] == 36 and data[here + 1] != 45:  # most are strings
            start = end + 2
            end = start + int(data[here + 1 : end])
            here = end + 2
            if here > len(data):
                return None
            items.append(data[start:end])
        elif (parsed := parse(data, here)) is not None:
            items.append(parsed[0])
            here = parsed[1]
        else:
            return None
    return items, here


class Reader(_AsyncRESP2Parser):
    """redis-py's, but it takes at once what has arrived. Its own asks the stream for every line, which is a tenth of a
    run; that one reads the replies of every real Redis."""

    async def read_response(self, disable_decoding: bool = False) -> Any:
        """As redis-py's: an error is returned, but raised where it speaks of the connection."""
        while (parsed := parse(self._buffer, 0)) is None:
            stream = self._stream if self._connected else None
            arrived = await stream.read(READ_BYTES) if stream is not None else b""
            if not arrived:
                raise ConnectionError("Redis closed the connection")
            self._buffer += arrived
        value, end = parsed
        self._buffer = self._buffer[end:]
        if isinstance(value, Refusal):
            value = self.parse_error(value)
            if isinstance(value, ConnectionError):
                raise value
        return value
