"""One Redis-compatible server (6.2 or newer) by URL. Every default of redis-py that matters is set here by hand.

It would resend a write whose reply was lost, ten times, and wait for ever for a server that says nothing.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, TypeVar, cast

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisClusterException, RedisError, ResponseError

from server.store import room
from server.store.log import Unavailable
from server.store.redis.durability import Primary
from server.store.redis.pipe import Lost, Pipe, encode
from server.store.room import Room

SILENCE_S = 2.0  # so long a connection may take to open, or owe a reply
POOL_CONNECTIONS = 16

Node = tuple[str, int]  # host and port
P = TypeVar("P", bound=Pipe)
FAILURES = (RedisError, RedisClusterException, OSError)  # what redis-py and the network raise; a time-out is an OSError


class Server:
    """redis://, rediss:// or unix://, with user and password. `client` is for everything but appends and wakes."""

    def __init__(self, url: str, silence_s: float = SILENCE_S) -> None:
        self.silence_s = silence_s
        self._options: dict[str, Any] = dict(parse_url(url))
        self._is_tls = self._options.get("connection_class") is SSLConnection
        self.client: Redis = self._connected()

    def _connected(self) -> Redis:
        pool = BlockingConnectionPool(
            max_connections=POOL_CONNECTIONS, timeout=self.silence_s, **self._options, **self._patience()
        )
        return Redis.from_pool(pool)

    def _patience(self) -> dict[str, Any]:
        """How redis-py is to behave: it tries nothing twice."""
        return {
            "protocol": 2,
            "retry": Retry(NoBackoff(), 0),
            "socket_timeout": self.silence_s,
            "socket_connect_timeout": self.silence_s,
            "health_check_interval": 0,
            "driver_info": None,  # else it introduces itself, which servers before 7.2 do not know
        }

    # --- pipes -------------------------------------------------------------------------------------------------------

    async def node_of(self, encounter: str) -> Node | None:
        """Which of several nodes has the encounter; None: there is one for all. Raises what is in FAILURES."""
        return None

    async def any_node(self) -> Node | None:
        """One of several nodes, as good as any other; None: there is one for all. Raises what is in FAILURES."""
        return None

    async def open_pipe(self, node: Node | None, kind: type[P]) -> P:
        """Connect for appends or wakes, to this node. Raises Unavailable."""
        try:
            async with asyncio.timeout(self.silence_s):
                pipe = await self._open({**self._options, **await self._place(node)}, kind)
                try:
                    await self._introduce(pipe)
                except BaseException:
                    pipe.abort("the connection is given up")
                    raise
                return pipe
        except (*FAILURES, Lost) as error:
            raise Unavailable(f"Redis is not reachable: {str(error) or 'no answer'}") from error

    async def _place(self, node: Node | None) -> dict[str, Any]:
        """Host and port, where the URL does not say them."""
        return {}

    async def _open(self, address: dict[str, Any], kind: type[P]) -> P:
        loop = asyncio.get_running_loop()
        if path := address.get("path"):
            return (await loop.create_unix_connection(lambda: kind(self.silence_s), path))[1]
        options = {name: value for name, value in address.items() if name != "connection_class"}
        tls = SSLConnection(**options).ssl_context.get() if self._is_tls else None
        host, port = address.get("host", "localhost"), address.get("port", 6379)
        return (await loop.create_connection(lambda: kind(self.silence_s), host, port, ssl=tls))[1]

    async def _introduce(self, pipe: Pipe) -> None:
        user, password, db = (self._options.get(name) for name in ("username", "password", "db"))
        replies = []
        if password:
            replies.append(pipe.send(encode(b"AUTH", (user or "default").encode(), password.encode())))
        if db:
            replies.append(pipe.send(encode(b"SELECT", b"%d" % db)))
        for reply in replies:
            if (line := await reply) != b"+OK":
                raise Unavailable(f"Redis refuses the connection: {line[1:].decode(errors='replace')}")

    # --- everything else ---------------------------------------------------------------------------------------------

    async def mistrust(self) -> None:
        """What is connected may have been replaced: no idle connection is used again, and who serves is found anew."""
        pool: Any = self.client.connection_pool
        for connection in pool._available_connections:  # closed without a pause: nobody is given one meanwhile
            await connection.disconnect(nowait=True)

    async def primaries(self) -> list[Primary]:
        """What every server that takes appends says of itself."""
        return [await self._described()]

    async def rooms(self) -> list[Room]:
        """What is left of the memory, and of the disk where that is this machine's. Raises what is in FAILURES."""
        rooms = room.memory(await self.client.info("memory"))
        return [*rooms, *await self._disk()] if self._options.get("path") else rooms

    async def _disk(self) -> list[Room]:
        """A server behind a Unix socket writes here."""
        try:
            config = cast(dict[str, str], await self.client.config_get("dir"))
        except ResponseError:  # not permitted, or no such command
            return []
        return await asyncio.to_thread(room.disk, Path(config["dir"])) if "dir" in config else []

    async def _described(self, **target: Any) -> Primary:
        info: dict[str, Any] = await self.client.info(**target)
        try:
            config = cast(dict[str, str], await self.client.config_get("*", **target))
        except ResponseError:  # not permitted, or no such command
            config = {}
        return Primary(config, info["redis_version"], info["role"], info.get("connected_slaves", 0))

    async def close(self) -> None:
        """Close the client's connections. A pipe is closed by who opened it."""
        await self.client.aclose()
