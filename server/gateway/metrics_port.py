"""The metrics' own port. Counts give away acts that players may not know of, so metrics are not served on the game's
port.

One request per connection, as on the other port. Nobody has to log in, so only those who may read the metrics may be
able to reach it.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import cast

from server.gateway.wire.handshake import Gate, Handshake, Peer

MOST_AT_ONCE = 16
PATIENCE_S = 5.0
"""So long a request and its answer may take."""


def address_of(text: str) -> tuple[str, int]:
    """Host and port in HOST:PORT, [::1]:PORT for IPv6. Raises RuntimeError for what is none."""
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdecimal() or len(port) > 5 or int(port) > 65535:
        raise RuntimeError(f"the address for metrics {text!r} should look like 127.0.0.1:9464")
    return host.strip("[]"), int(port)


def is_here(host: str) -> bool:
    """Does only this machine reach this address? A name may be anything."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def told_to_others(address: str) -> str:
    """What to say of metrics that more than this machine can read; empty where it can't."""
    host, _ = address_of(address)
    return "" if is_here(host) else f"whoever reaches {address} reads of hidden acts"


class MetricsPort:
    """`door` lets requests in by their Host header, and has the site that answers them."""

    def __init__(self, address: str, door: Gate, reuse_port: bool) -> None:
        self.host, self.port = address_of(address)
        self.door = door
        self.open: set[Scrape] = set()
        self._reuse_port = reuse_port
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Open it. Raises OSError if that is not possible."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Scrape(self), self.host, self.port, reuse_port=self._reuse_port or None
        )
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Close it; whoever is being answered is dropped."""
        if self._server is not None:
            self._server.close()
            for scrape in list(self.open):
                scrape.drop()
            await self._server.wait_closed()


class Scrape(asyncio.Protocol):
    """One connection, from request to answer."""

    def __init__(self, port: MetricsPort) -> None:
        self._port = port
        self._loop = asyncio.get_running_loop()
        self._handshake: Handshake | None = Handshake()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection has to be over soon."""
        self._transport = cast(asyncio.Transport, transport)
        self._end = self._loop.call_later(PATIENCE_S, self.drop)
        self._port.open.add(self)
        if len(self._port.open) > MOST_AT_ONCE:
            self.drop()

    def data_received(self, data: bytes) -> None:
        """Bytes of the request; what comes behind it is of no interest."""
        if self._handshake is None:
            return
        far, near = (self._transport.get_extra_info(name) for name in ("peername", "sockname"))
        peer = Peer(str(far[0]), str(near[0]))
        answer = self._handshake.receive(data, self._port.door, peer, self._loop.time())
        if answer is not None:
            self._handshake = None
            self._transport.write(answer.data)
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._end.cancel()
        self._port.open.discard(self)

    def drop(self) -> None:
        """End it without a word."""
        self._transport.abort()
