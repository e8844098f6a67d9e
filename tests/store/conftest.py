"""What the tests of the store share: a log of each kind, and an encounter id per test."""

from __future__ import annotations

import pytest

from tests.support.redis_fixture import encounter_id, log, redis_log, redis_url  # noqa: F401


@pytest.fixture
def encounter(request: pytest.FixtureRequest) -> str:
    """An encounter id of this test alone."""
    return encounter_id(request.node.nodeid)
