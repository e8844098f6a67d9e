"""No table is left behind: what a test's lobbies still run would be collected in the middle of another test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.table.party import LOBBIES


@pytest.fixture(autouse=True)
async def no_table_is_left() -> AsyncIterator[None]:
    """Closing twice does no harm."""
    yield
    while LOBBIES:
        await LOBBIES.pop().close()
