"""Which Redis a server uses: the one its settings name, or a private one that lives in the data folder."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from server.app.data_folder import private_folder
from server.process.settings import Settings, without_password
from server.store.redis.connect import Server, connect
from server.store.redis.embedded import Embedded


def server_of(url: str) -> Server:
    """The Redis behind a URL. Raises RuntimeError for what is none."""
    try:
        return connect(url)
    except ValueError as error:
        raise RuntimeError(f"{without_password(url)} is no Redis URL: {error}") from error


@contextlib.asynccontextmanager
async def redis_of(settings: Settings) -> AsyncIterator[str]:
    """The URL of the Redis to use. A private one is started here and ends with this."""
    if settings.redis:
        yield settings.redis
        return
    data = private_folder(Path(settings.data))
    binary = Path(settings.redis_binary) if settings.redis_binary else None
    async with Embedded(data, binary=binary) as embedded:
        yield embedded.url
