"""What is left of a store: as Redis says it, as the disk does, and what of it is for running tables alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from server.store.room import MIB, MOST_KEPT, Room, disk, least, memory


def test_a_part_of_the_memory_is_kept() -> None:
    """A fifth of what there may be, and no more than so much of a large one; what has no bound is not full."""
    assert memory({"used_memory": 70 * MIB, "maxmemory": 100 * MIB}) == [Room("memory", 30 * MIB, 20 * MIB)]
    assert memory({"used_memory": MIB, "maxmemory": 100_000 * MIB})[0].reserve == MOST_KEPT
    assert memory({"used_memory": 3, "maxmemory": 2})[0].free == 0
    assert memory({"used_memory": 70 * MIB, "maxmemory": 0}) == []


def test_what_is_laid_leaves_the_reserve_whole() -> None:
    """To the byte."""
    room = Room("memory", free=30, reserve=20)
    assert [room.has(size) for size in (0, 10, 11)] == [True, True, False]


def test_a_disk_that_is_not_here_is_not_known(tmp_path: Path) -> None:
    """Of one that is here, as much is kept as of any."""
    assert disk(tmp_path / "none") == []
    [room] = disk(tmp_path)
    assert 0 < room.reserve <= MOST_KEPT


def test_of_several_servers_the_fullest_counts() -> None:
    """By what is left beyond its own reserve."""
    full, large = Room("memory", 50, 40), Room("memory", 40, 5)
    assert least([large, full, Room("disk", 1, 1)]) == [Room("disk", 1, 1), full]


@pytest.mark.parametrize("most", [0, 64 * MIB])
async def test_redis_says_what_is_left(redis_log: RedisLog, redis_url: str, most: int) -> None:
    """Of its memory, where that has a bound, and of the disk, as it is behind a socket of this machine."""
    client = connect(redis_url).client
    await client.config_set("maxmemory", most)
    try:
        rooms = {room.of: room for room in await redis_log.rooms()}
    finally:
        await client.config_set("maxmemory", "0")
        await client.aclose()
    assert rooms.keys() == ({"memory", "disk"} if most else {"disk"})
    if most:
        assert 0 < rooms["memory"].free < most
        assert rooms["memory"].reserve == most // 5
