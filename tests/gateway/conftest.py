"""A server per test, with the limits the test asks for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.gateway.house import House, close_house, open_house
from tests.support.redis_fixture import log, redis_log, redis_url  # noqa: F401

Opening = Callable[..., Awaitable[House]]


@pytest.fixture
async def opening(tmp_path: Path) -> AsyncIterator[Opening]:
    """Opens servers with limits and settings; closes them at the end."""
    houses: list[House] = []

    async def open_one(*args: Any, **settings: Any) -> House:
        houses.append(await open_house(tmp_path, *args, **settings))
        return houses[-1]

    yield open_one
    for house in houses:
        await close_house(house)


@pytest.fixture
async def house(opening: Opening) -> House:
    """A server as it is by default."""
    return await opening()
