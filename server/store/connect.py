"""From a Redis URL to connections: the only place that knows how Redis is reached.

Every default of redis-py that matters is set here by hand: it would resend a write whose reply was lost, ten times.
Sentinel and Cluster belong here and nowhere else.
"""

from __future__ import annotations

import asyncio
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from server.store.log import Unavailable
from server.store.pipe import Lost, Pipe, encode

SILENCE_S = 2.0  # so long a connection may take to open, or owe a reply
_POOL_CONNECTIONS = 16


class Server:
    """One Redis-compatible server (6.2 or newer), by URL: redis://, rediss:// or unix://, with user and password."""

    def __init__(self, url: str, silence_s: float = SILENCE_S) -> None:
        self.silence_s = silence_s
        self._is_tls = url.startswith("rediss:")
        self.client: Redis = Redis.from_pool(  # for everything but appends
            BlockingConnectionPool.from_url(
                url,
                protocol=2,
                retry=Retry(NoBackoff(), 0),
                socket_timeout=silence_s,
                socket_connect_timeout=silence_s,
                health_check_interval=0,
                max_connections=_POOL_CONNECTIONS,
                timeout=silence_s,
            )
        )

    async def open_pipe(self) -> Pipe:
        """Connect for appends. Raises Unavailable."""
        try:
            async with asyncio.timeout(self.silence_s):
                pipe = await self._open()
                try:
                    await self._introduce(pipe)
                except BaseException:
                    pipe.abort("the connection is given up")
                    raise
                return pipe
        except (OSError, Lost) as error:  # TimeoutError is an OSError
            raise Unavailable(f"Redis is not reachable: {str(error) or 'no answer'}") from error

    async def _open(self) -> Pipe:
        loop = asyncio.get_running_loop()
        address = self._address
        if path := address.get("path"):
            return (await loop.create_unix_connection(lambda: Pipe(self.silence_s), path))[1]
        tls = SSLConnection(**address).ssl_context.get() if self._is_tls else None
        host, port = address.get("host", "localhost"), address.get("port", 6379)
        return (await loop.create_connection(lambda: Pipe(self.silence_s), host, port, ssl=tls))[1]

    async def _introduce(self, pipe: Pipe) -> None:
        user, password, db = (self._address.get(name) for name in ("username", "password", "db"))
        replies = []
        if password:
            replies.append(pipe.send(encode(b"AUTH", (user or "default").encode(), password.encode())))
        if db:
            replies.append(pipe.send(encode(b"SELECT", b"%d" % db)))
        for reply in replies:
            if (line := await reply) != b"+OK":
                raise Unavailable(f"Redis refuses the connection: {line[1:].decode(errors='replace')}")

    @property
    def _address(self) -> dict[str, Any]:
        return self.client.connection_pool.connection_kwargs

    async def close(self) -> None:
        """Close the client's connections. A pipe is closed by who opened it."""
        await self.client.aclose()


def connect(url: str, silence_s: float = SILENCE_S) -> Server:
    """Return the server behind a URL. Nothing is sent yet. Raises ValueError for another kind of URL."""
    return Server(url, silence_s)
