"""Redis behind Sentinel: a primary that is asked for by name, and is another one after a fail-over."""

from __future__ import annotations

from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool

from server.store.redis.single import POOL_CONNECTIONS, SILENCE_S, Node, Server

SENTINEL_PORT = 26379


class _Pool(SentinelConnectionPool, BlockingConnectionPool):
    """Whoever finds all connections taken waits, as at a single server."""


class Sentinels(Server):
    """The primary that these sentinels name. `url` has the credentials and options of Redis, any host and no port.

    Options of the sentinels themselves begin with `sentinel_`: sentinel_username, sentinel_password.
    """

    def __init__(self, url: str, sentinels: list[Node], service: str, silence_s: float = SILENCE_S) -> None:
        self._sentinels, self._service = sentinels, service
        super().__init__(url, silence_s)

    def _connected(self) -> Redis:
        redis, theirs = {}, {}
        for name, value in self._options.items():
            if name.startswith("sentinel_"):
                theirs[name.removeprefix("sentinel_")] = value
            elif name not in ("host", "port", "connection_class"):
                redis[name] = value
        self._options = redis
        is_secret = {name: value for name, value in redis.items() if name.startswith("ssl_")} if self._is_tls else {}
        patience = self._patience() | {  # several are asked in turn, within the time of one connection
            "socket_timeout": self.silence_s / 4,
            "socket_connect_timeout": self.silence_s / 4,
        }
        self._asked = Sentinel(  # type: ignore[no-untyped-call]
            self._sentinels, sentinel_kwargs={"ssl": self._is_tls, **is_secret, **patience, **theirs}
        )
        self._pool = _Pool(  # type: ignore[no-untyped-call]
            self._service,
            self._asked,
            ssl=self._is_tls,
            max_connections=POOL_CONNECTIONS,
            timeout=self.silence_s,
            **redis,
            **self._patience(),
        )
        return Redis.from_pool(self._pool)

    async def _place(self, node: Node | None) -> dict[str, Any]:
        host, port = await self._pool.get_master_address()  # type: ignore[no-untyped-call]
        return {"host": host, "port": port}

    async def close(self) -> None:
        """Close the connections, those to the sentinels too."""
        await super().close()
        await self._asked.aclose()
