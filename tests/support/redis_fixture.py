"""A real private Redis for tests: one per session (with xdist: per worker).

    from tests.support.redis_fixture import redis_url  # noqa: F401

Everything a test stores must be under an encounter id of its own: `encounter_id(request.node.nodeid)`.
FRAY_TEST_REDIS names another server program to run the tests against.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest

from server.store.log import Log
from server.store.memory import MemoryLog
from server.store.redis.connect import connect
from server.store.redis.embedded import Embedded
from server.store.redis.log import RedisLog


def embedded(data_dir: Path) -> Embedded:
    """Return a private Redis over a directory; it waits long for the directory."""
    binary = os.environ.get("FRAY_TEST_REDIS")
    return Embedded(data_dir, Path(binary) if binary else None, lock_wait_s=30)


def encounter_id(name: str) -> str:
    """Return an encounter id that belongs to a name."""
    return sha256(name.encode()).hexdigest()[:32]


@pytest.fixture(scope="session")
async def redis_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The URL of a private Redis that lives for the whole session."""
    async with embedded(tmp_path_factory.mktemp("redis")) as redis:
        yield redis.url


@pytest.fixture
async def redis_log(redis_url: str) -> AsyncIterator[RedisLog]:
    """A log on the session's Redis."""
    log = RedisLog(connect(redis_url))
    yield log
    await log.close()


@pytest.fixture(params=["memory", "redis"])
def log(request: pytest.FixtureRequest) -> Log:
    """Each kind of log in turn."""
    return MemoryLog() if request.param == "memory" else request.getfixturevalue("redis_log")
