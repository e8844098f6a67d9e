"""What only the Redis log has: damage done behind its back, paging, durability."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from server.store import chain
from server.store.log import ZERO_HASH, Broken, Entry
from server.store.redis.connect import connect
from server.store.redis.keys import key
from server.store.redis.log import RedisLog
from tests.store.entries import entries, entry, fill
from tests.support.redis_fixture import encounter_id


@pytest.fixture
async def editor(redis_url: str) -> AsyncIterator[Redis]:
    """Somebody with a connection of their own."""
    client = connect(redis_url).client
    yield client
    await client.aclose()


async def _store(editor: Redis, encounter: str, made: list[Entry]) -> None:
    for each in made:
        fields = {"cid": each.cid, "h": each.hash, "s": each.salt, "b": each.body}
        await editor.xadd(key(encounter, "log"), fields, id=f"{each.version}-0")  # type: ignore[arg-type]


async def test_flipped_byte_in_the_store_is_named(redis_log: RedisLog, editor: Redis, encounter: str) -> None:
    """One changed byte in the fourth entry is found and named, though every id and count is right."""
    made = entries(encounter, 9)
    body = bytes([made[3].body[0] ^ 1]) + made[3].body[1:]
    made[3] = Entry(4, made[3].cid, made[3].hash, made[3].salt, body)
    await _store(editor, encounter, made)
    await redis_log.health(encounter)

    with pytest.raises(Broken, match="chain_broken at version 4"):
        chain.verify(encounter, await redis_log.read(encounter))


async def test_deleted_entry_is_a_gap(redis_log: RedisLog, editor: Redis, encounter: str) -> None:
    """A hole in the middle stops the reader there, and the counts tell it too."""
    await fill(redis_log, encounter, 5)
    await editor.xdel(key(encounter, "log"), "3-0")

    with pytest.raises(Broken, match="gap at version 3"):
        await redis_log.read(encounter)
    with pytest.raises(Broken, match="entries_missing"):
        await redis_log.health(encounter)


@pytest.mark.parametrize("keep", [0, 3])
async def test_trimmed_stream_is_unhealthy(redis_log: RedisLog, editor: Redis, encounter: str, keep: int) -> None:
    """A stream cut at its old end, or emptied, is not taken for a young one."""
    await fill(redis_log, encounter, 5)
    await editor.xtrim(key(encounter, "log"), maxlen=keep, approximate=False)

    with pytest.raises(Broken, match="entries_missing"):
        await redis_log.health(encounter)


async def test_deleted_top_is_unhealthy(redis_log: RedisLog, editor: Redis, encounter: str) -> None:
    """The newest entry cannot vanish unnoticed."""
    await fill(redis_log, encounter, 5)
    await editor.xdel(key(encounter, "log"), "5-0")

    with pytest.raises(Broken, match="entries_missing at version 5"):
        await redis_log.health(encounter)


@pytest.mark.parametrize("after", [0, 2])
async def test_foreign_id_stops_the_reader(redis_log: RedisLog, editor: Redis, encounter: str, after: int) -> None:
    """An entry between two versions is found, also by who reads from right before it."""
    made = entries(encounter, 3)
    await _store(editor, encounter, made[:2])
    await editor.xadd(key(encounter, "log"), {"x": "y"}, id="2-1")
    await _store(editor, encounter, made[2:])

    with pytest.raises(Broken, match="foreign_entry at version 3"):
        await redis_log.read(encounter, after)


@pytest.mark.parametrize(
    "fields",
    [
        {"cid": "c", "h": "h", "s": "s"},
        {"cid": "c", "h": "h", "s": "s", "b": "b", "x": "y"},
        {"h": "h", "cid": "c", "s": "s", "b": "b"},
    ],
)
async def test_wrong_fields_stop_the_reader(
    redis_log: RedisLog, editor: Redis, encounter: str, fields: dict[str, str]
) -> None:
    """An entry has exactly the four fields, in their order."""
    await editor.xadd(key(encounter, "log"), fields, id="1-0")  # type: ignore[arg-type]

    with pytest.raises(Broken, match="wrong_fields at version 1"):
        await redis_log.read(encounter)


async def test_foreign_top_looks_like_no_head(redis_log: RedisLog, editor: Redis, encounter: str) -> None:
    """Among many tops a broken one hides nobody else's, and equals no head anyone can have."""
    other, third = encounter_id(encounter), encounter_id(encounter + "3")
    made = await fill(redis_log, other, 2)
    await editor.xadd(key(encounter, "log"), {"x": "y"}, id="7-3")
    await editor.set(key(third, "log"), "not a stream")

    assert [(7, b""), (2, made[1].hash), (0, b"")] == await redis_log.tops([encounter, other, third])
    await editor.delete(key(third, "log"))


async def test_long_log_is_read_in_pages(redis_log: RedisLog, encounter: str) -> None:
    """Two thousand and one entries come back whole, and so does a part across a page."""
    made = await fill(redis_log, encounter, 2001)

    assert made == await redis_log.read(encounter)
    assert made[500:1700] == await redis_log.read(encounter, 500, 1200)


async def test_embedded_redis_keeps_the_promise(redis_log: RedisLog) -> None:
    """The private Redis has no setting that weakens an acknowledgement."""
    assert await redis_log.check_durability() == []


async def test_weak_redis_is_named(redis_log: RedisLog, editor: Redis) -> None:
    """Each weak setting of the server is told in a sentence."""
    await editor.config_set("appendfsync", "everysec")
    try:
        told = await redis_log.check_durability()
    finally:
        await editor.config_set("appendfsync", "always")

    assert len(told) == 1
    assert told[0].startswith("not_durable: appendfsync is everysec")


async def test_wrong_password_is_refused(redis_url: str, encounter: str) -> None:
    """A wrong password ends as Unavailable, with Redis's words."""
    log = RedisLog(connect(redis_url.replace("unix://", "unix://nobody:wrong@")))

    with pytest.raises(Exception, match="WRONGPASS"):
        await log.append(encounter, entry(encounter, 1), ZERO_HASH)
    await log.close()
