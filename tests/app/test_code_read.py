"""The sources of the rule systems, of which snapshots are named, are read before anybody is served."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from server.app.app import serving
from server.core.system import System
from server.process.settings import Settings
from server.store import fingerprint as code
from tests.support.redis_fixture import embedded


async def test_no_table_waits_until_the_code_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes far longer than a turn of the loop may: once for each system, beside the loop, and not for a table."""
    read, where = code.sources, dict[str, threading.Thread]()

    def reading(system: System) -> dict[str, bytes]:
        assert system.name not in where
        where[system.name] = threading.current_thread()
        return read(system)

    monkeypatch.setattr(code, "sources", reading)
    code.fingerprint.cache_clear()
    async with (
        embedded(tmp_path / "redis") as redis,
        serving(Settings(redis=redis.url, data=str(tmp_path / "data"), port=0)) as (app, _),
    ):
        assert where.keys() == app.lobby.systems.keys()
        assert threading.current_thread() not in where.values()
        for system in app.lobby.systems.values():
            code.fingerprint(system)
