"""Redis Cluster: encounters on different nodes, moved between them, and a primary that is killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import ResponseError

from server.store.log import ZERO_HASH, Appended
from server.store.redis.cluster import Cluster
from server.store.redis.connect import connect
from server.store.redis.keys import key
from server.store.redis.log import RedisLog
from server.store.redis.rights import CLUSTER_COMMANDS, COMMANDS
from server.store.room import MIB
from tests.store.entries import entries, entry, fill
from tests.store.redis.deployments import Clustered, clustered
from tests.store.redis.test_rights import PASSWORD, USER, all_a_log_does, forbidden, rights
from tests.store.redis.test_sentinel import appended, patiently
from tests.support.redis_fixture import encounter_id


@pytest.fixture(scope="module")
async def deployed() -> AsyncIterator[Clustered]:
    """Three primaries."""
    async with clustered() as made:
        yield made


@pytest.fixture
async def log(deployed: Clustered) -> AsyncIterator[RedisLog]:
    """A log on the cluster."""
    log = RedisLog(connect(deployed.url))
    yield log
    await log.close()


async def test_every_node_has_encounters(deployed: Clustered, log: RedisLog) -> None:
    """Thirty encounters are served as on one server, with their tops, lobby and snapshots."""
    names = [encounter_id(f"cluster {number}") for number in range(30)]
    made = {name: await fill(log, name, 2) for name in names}
    for name in names:
        assert await log.read(name) == made[name]
        assert await log.append(name, made[name][1], made[name][0].hash) is Appended.DUP
        await log.health(name)
        await log.put_lobby(name, b"line")
        await log.put_snapshot(name, "print", 1, b"snapshot", 60)
        assert await log.get_snapshot(name, "print", 1) == b"snapshot"
    assert await log.tops([*names, "0" * 32]) == [*[(2, made[name][1].hash) for name in names], (0, ZERO_HASH)]
    assert {name async for name in log.encounters()} >= set(names)
    assert [await log.get_lobby(name) for name in names] == [b"line"] * 30
    assert all([await node.admin.dbsize() > 0 for node in deployed.nodes])
    assert await log.check_durability() == []


async def test_of_the_nodes_the_fullest_says_what_is_left(deployed: Clustered, log: RedisLog) -> None:
    """Nothing is known while none has a bound; its disks are elsewhere."""
    assert await log.rooms() == []
    try:
        for node, most in zip(deployed.nodes, (300 * MIB, 100 * MIB, 200 * MIB), strict=True):
            await node.admin.config_set("maxmemory", most)
        [room] = await log.rooms()
    finally:
        for node in deployed.nodes:
            await node.admin.config_set("maxmemory", 0)
    assert (room.of, room.reserve) == ("memory", 20 * MIB)
    assert 0 < room.free < 100 * MIB


async def test_wakes_reach_servers_on_every_node(deployed: Clustered, log: RedisLog) -> None:
    """Wherever an encounter is, another server hears of its append."""
    other = RedisLog(connect(deployed.url))
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    listening = asyncio.create_task(other.listen(lambda *hint: heard.put_nowait(hint)))
    for number in range(12):
        name, previous, version = encounter_id(f"wakes {number}"), ZERO_HASH, 0
        await other.watch(name)
        while heard.empty():  # a subscription takes a moment
            version += 1
            made = entry(name, version, previous)
            assert await log.append(name, made, previous) is Appended.OK
            previous = made.hash
            await asyncio.sleep(0.01)
        while not heard.empty():
            assert (await heard.get())[0] == name
        await other.unwatch(name)
    listening.cancel()
    await other.close()


async def test_an_encounter_moves_to_another_node(deployed: Clustered, log: RedisLog, encounter: str) -> None:
    """While its slot moves (ASK) and afterwards (MOVED) appends and reads follow it; none is lost or doubled."""
    await moved(deployed, log, encounter)


async def moved(deployed: Clustered, log: RedisLog, encounter: str) -> None:
    """Move it, and look whether the log follows."""
    encounter = encounter_id(encounter)
    made = await fill(log, encounter, 3)
    server = log._server
    assert isinstance(server, Cluster)
    node = await server.node_of(encounter)
    assert node is not None
    stream, slot = key(encounter, "log"), str(key_slot(key(encounter, "log").encode()))
    old = deployed.node_at(node[1])
    new = next(each for each in deployed.nodes if each is not old)
    names = [await each.admin.execute_command("CLUSTER", "MYID") for each in (old, new)]
    await new.admin.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", names[0])
    await old.admin.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", names[1])
    await old.admin.execute_command("MIGRATE", "127.0.0.1", str(new.port), stream, "0", "5000")

    fourth = entry(encounter, 4, made[-1].hash)
    assert await log.append(encounter, fourth, made[-1].hash) is Appended.OK
    assert await log.append(encounter, fourth, made[-1].hash) is Appended.DUP
    assert await log.read(encounter) == [*made, fourth]

    for each in deployed.nodes:
        await each.admin.execute_command("CLUSTER", "SETSLOT", slot, "NODE", names[1])
    fifth = entry(encounter, 5, fourth.hash)
    assert await log.append(encounter, fifth, fourth.hash) is Appended.OK
    assert await log.read(encounter) == [*made, fourth, fifth]
    assert await server.node_of(encounter) == ("127.0.0.1", new.port)
    await log.health(encounter)


async def test_least_rights_suffice_in_a_cluster(deployed: Clustered, encounter: str) -> None:
    """The documented user can do all there, also where an encounter moves, and can't delete."""
    for node in deployed.nodes:
        await node.admin.execute_command("ACL", "SETUSER", *rights(CLUSTER_COMMANDS))
    server = connect(deployed.url.replace("://", f"://{USER}:{PASSWORD}@"))
    await all_a_log_does(RedisLog(server), encounter)
    await moved(deployed, RedisLog(server), encounter)
    assert [await node.admin.execute_command("ACL", "LOG") for node in deployed.nodes] == [[], [], []]
    sent = {name.removeprefix("cmdstat_") for node in deployed.nodes for name in await node.admin.info("commandstats")}
    assert {*COMMANDS, *CLUSTER_COMMANDS} - sent <= {"select"}  # a cluster has one database
    server_user = Redis(port=deployed.nodes[0].port, username=USER, password=PASSWORD)
    for words in forbidden(encounter):
        with pytest.raises(ResponseError, match=r"NOPERM|[Nn]o permissions"):
            await server_user.execute_command(*words)
    await server_user.aclose()
    await server.close()


async def test_a_killed_primary_is_followed_by_its_replica(encounter: str) -> None:
    """What was acknowledged is there, and the log goes on without a new start."""
    async with clustered(primaries=3, replicas=1) as deployed:
        log = RedisLog(connect(deployed.url), replicas=1)
        made = entries(encounter, 30)
        previous = ZERO_HASH
        for each in made[:15]:
            assert await log.append(encounter, each, previous) is Appended.OK
            previous = each.hash
        node = await log._server.node_of(encounter)
        assert node is not None
        old = deployed.node_at(node[1])
        await old.kill()
        reader = RedisLog(connect(deployed.url))
        assert await patiently(reader.read, encounter) == made[:15]
        await reader.close()
        await old.start()  # it comes back as a replica, so that appends find one again
        for each in made[15:]:
            assert await appended(log, encounter, each, previous) in (Appended.OK, Appended.DUP)
            previous = each.hash
        assert await patiently(log.read, encounter) == made
        await log.close()


async def test_a_url_of_another_kind_is_refused() -> None:
    """Only Sentinel and Cluster are known."""
    with pytest.raises(ValueError, match="redis\\+sentinel"):
        connect("redis+proxy://localhost")
