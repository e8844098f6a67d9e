"""A WebSocket by hand: frames that no library would send, and what comes back byte by byte."""

from __future__ import annotations

import asyncio
import base64
import os
from typing import Self

from tests.gateway.house import WAIT_S

TEXT, BINARY, CLOSE, PING, PONG, LAST = 0x1, 0x2, 0x8, 0x9, 0xA, 0x80
REQUEST = (
    "GET /ws HTTP/1.1",
    "Host: 127.0.0.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: " + base64.b64encode(bytes(16)).decode(),
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Protocol: fray.v1.msgpack",
)


def request(*more: str, without: str = "-") -> bytes:
    """The opening request with more headers, or without those that begin so."""
    lines = [line for line in REQUEST if not line.startswith(without)]
    return "\r\n".join([*lines, *more, "", ""]).encode()


def frame(lead: int, payload: bytes = b"", *, declared: int | None = None, is_masked: bool = True) -> bytes:
    """A client's frame; `declared` is a size that it only claims to have."""
    size = len(payload) if declared is None else declared
    if size < 126:
        head = bytes((lead, size | 0x80 * is_masked))
    elif size < 1 << 16:
        head = bytes((lead, 126 | 0x80 * is_masked)) + size.to_bytes(2, "big")
    else:
        head = bytes((lead, 127 | 0x80 * is_masked)) + size.to_bytes(8, "big")
    if not is_masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Raw:
    """An open WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, asked: bytes = b"") -> Self:
        """Connect and shake hands."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(asked or request())
        async with asyncio.timeout(WAIT_S):
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    @classmethod
    async def handshake(cls, port: int, asked: bytes) -> bytes:
        """Only the answer's head."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(asked)
        async with asyncio.timeout(WAIT_S):
            head = await reader.readuntil(b"\r\n\r\n")
        writer.transport.abort()
        return head

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.writer.write(data)

    async def next(self) -> tuple[int, bytes]:
        """The next frame's lead byte and payload. Raises IncompleteReadError at the end."""
        async with asyncio.timeout(WAIT_S):
            lead, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            return lead, await self.reader.readexactly(size)

    async def end(self) -> tuple[int, str]:
        """Number and reason of the close frame, after which the server's half must end."""
        while True:
            lead, payload = await self.next()
            if lead == CLOSE | LAST:
                self.send(frame(CLOSE | LAST, payload))
                async with asyncio.timeout(WAIT_S):
                    assert await self.reader.read() == b""
                self.writer.close()
                return int.from_bytes(payload[:2], "big"), payload[2:].decode()
