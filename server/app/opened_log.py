"""The log in Redis, opened for one of three uses: to serve it, to read it, or to write to it from a command.

Commands may run beside a server on the same data folder: they then use its Redis, and write as durably as it does.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from msgspec.structs import replace

from server.app.neighbour import server_beside
from server.app.place import RunningServer
from server.app.redis_server import redis_of, server_of
from server.app.startup_checks import check_folder, check_log
from server.process.settings import Settings
from server.store.redis.log import RedisLog


@contextlib.asynccontextmanager
async def log_to_serve(settings: Settings) -> AsyncIterator[tuple[RedisLog, str]]:
    """The log of a server, and the URL of its Redis. Raises RuntimeError where it should not be served."""
    await check_folder(settings)
    async with redis_of(settings) as url, _log_at(url, settings) as log:
        await check_log(log, settings)
        yield log, url


@contextlib.asynccontextmanager
async def log_to_read(settings: Settings) -> AsyncIterator[RedisLog]:
    """The log to read, for a command beside a running server as well as without one."""
    running = await server_beside(settings)
    async with _redis_beside(running, settings) as url, _log_at(url, settings) as log:
        yield log


@contextlib.asynccontextmanager
async def log_to_write(settings: Settings) -> AsyncIterator[RedisLog]:
    """The log to write to. Raises RuntimeError where acknowledged commits may be lost and nobody has agreed to that."""
    running = await server_beside(settings)
    if running is None:
        await check_folder(settings)
    else:
        settings = _as_durable_as(running, settings)
    async with _redis_beside(running, settings) as url, _log_at(url, settings) as log:
        await check_log(log, settings)
        yield log


def _as_durable_as(running: RunningServer, settings: Settings) -> Settings:
    """An append waits for as many replicas as one of the running server, and is allowed what that was allowed."""
    return replace(
        settings,
        replicas=max(settings.replicas, running.replicas),
        reduced_durability=settings.reduced_durability or running.reduced_durability,
    )


@contextlib.asynccontextmanager
async def _redis_beside(running: RunningServer | None, settings: Settings) -> AsyncIterator[str]:
    """The Redis of the running server; two private ones can't share a data folder."""
    if running is not None:
        yield running.redis
        return
    async with redis_of(settings) as url:
        yield url


@contextlib.asynccontextmanager
async def _log_at(url: str, settings: Settings) -> AsyncIterator[RedisLog]:
    log = RedisLog(server_of(url), settings.replicas)
    try:
        yield log
    finally:
        await log.close()
