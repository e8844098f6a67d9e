"""The server that already runs on a data folder: commands work on its Redis instead of starting one of their own."""

from __future__ import annotations

from pathlib import Path

from server.app.place import RunningServer, announced
from server.app.redis_server import server_of
from server.process.settings import Settings
from server.store.log import Unavailable
from server.store.redis.log import RedisLog


async def server_beside(settings: Settings) -> RunningServer | None:
    """The server that runs on this data folder, unless the settings name another Redis than its own."""
    running = await running_server(Path(settings.data))
    return running if running is not None and settings.redis in ("", running.redis) else None


async def running_server(data: Path) -> RunningServer | None:
    """The server that runs on this data folder. A server that was killed leaves its announcement behind, so only one
    whose Redis answers counts."""
    place = announced(data)
    return place if place is not None and await _answers(place.redis) else None


async def _answers(redis: str) -> bool:
    try:
        log = RedisLog(server_of(redis))
    except RuntimeError:
        return False
    try:
        await log.top("00" * 16)
    except Unavailable:
        return False
    finally:
        await log.close()
    return True
