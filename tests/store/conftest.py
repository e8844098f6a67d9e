"""What the tests of the store share: a log of each kind, and an encounter id per test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.store.connect import connect
from server.store.log import Log
from server.store.memory import MemoryLog
from server.store.redis_log import RedisLog
from tests.redis_fixture import encounter_id, redis_url  # noqa: F401


@pytest.fixture
def encounter(request: pytest.FixtureRequest) -> str:
    """An encounter id of this test alone."""
    return encounter_id(request.node.nodeid)


@pytest.fixture
async def redis_log(redis_url: str) -> AsyncIterator[RedisLog]:  # noqa: F811
    """A log on the session's Redis."""
    log = RedisLog(connect(redis_url))
    yield log
    await log.close()


@pytest.fixture(params=["memory", "redis"])
def log(request: pytest.FixtureRequest) -> Log:
    """Each kind of log in turn."""
    return MemoryLog() if request.param == "memory" else request.getfixturevalue("redis_log")
