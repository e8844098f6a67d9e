"""A server does not start over a Redis that loses what it acknowledges, unless it is told to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.app import serving
from server.settings import Settings
from server.store.connect import connect
from tests.redis_fixture import embedded


@pytest.fixture
async def weak_url(tmp_path: Path) -> AsyncIterator[str]:
    """A Redis that syncs once a second."""
    async with embedded(tmp_path / "redis") as redis:
        client = connect(redis.url).client
        await client.config_set("appendfsync", "everysec")
        await client.aclose()
        yield redis.url


async def test_a_weak_redis_is_refused(weak_url: str, tmp_path: Path) -> None:
    """The message names the setting, what it costs, what would be right, and how to serve all the same."""
    settings = Settings(redis=weak_url, data=str(tmp_path / "data"), port=0)
    with pytest.raises(RuntimeError, match=r"appendfsync is everysec.*power cut.*always.*--reduced-durability"):
        async with serving(settings):
            pass


async def test_a_weak_redis_serves_when_that_is_wanted(weak_url: str, tmp_path: Path, caplog) -> None:
    """It is said in the log at every start."""
    settings = Settings(redis=weak_url, data=str(tmp_path / "data"), port=0, reduced_durability=True)
    async with serving(settings) as (app, _):
        assert app.lobby.is_ready
    assert "appendfsync is everysec" in caplog.text
