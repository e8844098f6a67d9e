"""Appends that wait for a replica: a real pair of servers on the loopback."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from server.store.log import ZERO_HASH, Appended, Unavailable, Unsettled
from server.store.redis.connect import connect
from server.store.redis.embedded import Embedded
from server.store.redis.log import RedisLog
from tests.store.entries import entries, entry, fill
from tests.support.ports import free_port
from tests.support.redis_fixture import embedded


async def _in_step(replica: Redis) -> None:
    while (await replica.info("replication"))["master_link_status"] != "up":
        pass


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[Embedded, Embedded]]:
    """A primary and its replica, in step."""
    async with embedded(tmp_path / "primary") as primary, embedded(tmp_path / "replica") as replica:
        port = free_port()
        ours, theirs = connect(primary.url).client, connect(replica.url).client
        await ours.config_set("bind", "127.0.0.1")
        await ours.config_set("port", port)
        await ours.config_set("repl-diskless-sync-delay", 0)
        await theirs.replicaof("127.0.0.1", port)
        await _in_step(theirs)
        yield primary, replica
        await ours.aclose()
        await theirs.aclose()


async def test_acknowledged_entries_are_on_the_replica(pair: tuple[Embedded, Embedded], encounter: str) -> None:
    """When an append is acknowledged the replica has it, also when many share one WAIT."""
    primary, replica = pair
    log, copy = RedisLog(connect(primary.url), replicas=1), RedisLog(connect(replica.url))
    assert await log.check_durability() == []

    made = entries(encounter, 50)
    answers = await asyncio.gather(
        *(
            log.append(encounter, each, prior)
            for each, prior in zip(made, [ZERO_HASH, *[m.hash for m in made]], strict=False)
        )
    )

    assert answers == [Appended.OK] * 50
    assert made == await copy.read(encounter)
    assert made == await log.read(encounter)
    await log.close()
    await copy.close()


async def test_append_without_its_replica_is_unsettled(pair: tuple[Embedded, Embedded], encounter: str) -> None:
    """While the replica stands still nothing is acknowledged or read; afterwards the same append is settled."""
    primary, replica = pair
    log = RedisLog(connect(primary.url, silence_s=0.2), replicas=1, settle_s=0.5)
    made = await fill(log, encounter, 1)
    second = entry(encounter, 2, made[0].hash)

    os.kill(replica.pid, signal.SIGSTOP)
    try:
        with pytest.raises(Unsettled):
            await log.append(encounter, second, made[0].hash)
        with pytest.raises(Unavailable):
            await log.read(encounter)
    finally:
        os.kill(replica.pid, signal.SIGCONT)

    patient = RedisLog(connect(primary.url), replicas=1)
    assert await patient.settle(encounter, second, made[0].hash) is Appended.DUP
    assert [*made, second] == await patient.read(encounter)
    await log.close()
    await patient.close()


async def test_replica_takes_no_appends(pair: tuple[Embedded, Embedded], encounter: str) -> None:
    """A server that is a replica refuses for certain."""
    log = RedisLog(connect(pair[1].url))

    with pytest.raises(Unavailable, match="READONLY"):
        await log.append(encounter, entry(encounter, 1), ZERO_HASH)
    await log.close()


@pytest.mark.parametrize("length", [0, 1, 2, 3])
async def test_what_a_replaced_primary_holds_is_not_believed(
    pair: tuple[Embedded, Embedded], redis_url: str, encounter: str, length: int
) -> None:
    """Reads that still reach the old primary are Unavailable: it has less than the new one, or something else."""
    old, new = RedisLog(connect(redis_url)), RedisLog(connect(pair[0].url), replicas=1)
    made = await fill(new, encounter, 2)
    for each, prior in zip(entries(encounter, length)[:2], [ZERO_HASH, *[m.hash for m in made]], strict=False):
        await old.append(encounter, each, prior)
    if length == 3:  # an entry that was never settled
        await old.append(encounter, entry(encounter, 3, made[1].hash), made[1].hash)
    right, new._client = new._client, old._client

    if length == 2:
        assert await new.read(encounter) == made
    else:
        with pytest.raises(Unavailable, match="primary"):
            await new.read(encounter)
    new._client = right
    assert await new.read(encounter) == made
    await old.close()
    await new.close()


async def test_a_log_that_is_shorter_than_believed_reads_empty(pair: tuple[Embedded, Embedded], encounter: str) -> None:
    """After the last entry, and beyond it, nothing is found; the caller compares."""
    log = RedisLog(connect(pair[0].url), replicas=1)
    made = await fill(log, encounter, 2)

    assert await log.read(encounter, 2) == []
    assert await log.read(encounter, 7) == []
    assert await log.read(encounter, 1) == made[1:]
    await log.close()
