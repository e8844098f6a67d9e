"""The user of the documentation: it can do all that a server does, and can't delete, trim or configure anything."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from redis.exceptions import RedisError, ResponseError

import server.store
from server.store.log import StoreError, Unavailable
from server.store.redis.connect import Server, connect
from server.store.redis.keys import key
from server.store.redis.log import RedisLog
from server.store.redis.pipe import encode
from server.store.redis.rights import CHANNELS, CLUSTER_COMMANDS, COMMANDS, KEYS, SENTINEL_COMMANDS, acl, allowed
from server.store.redis.single import Node, P
from tests.store.entries import entry, fill
from tests.store.redis.deployments import clustered, replicated, speaks_tls
from tests.support.redis_fixture import encounter_id

USER, PASSWORD = "fray", "secret"
_PAGE = Path(server.store.__file__).with_name("README.md")
_OURS = {"script|flush", "acl|setuser", "acl|log", "config|resetstat"}
"""What the tests themselves send."""


def rights(more: tuple[str, ...] = ()) -> list[str]:
    """The documented user, as ACL SETUSER takes it."""
    return [*acl(PASSWORD).split()[1:], *allowed(more).split()]


def test_the_page_shows_the_lists() -> None:
    """What an operator copies is what is tested here."""
    page = _PAGE.read_text("utf-8")
    for shown in (acl(), allowed(CLUSTER_COMMANDS)):
        assert f"```\n{shown}\n```" in page
    assert f"`{allowed(SENTINEL_COMMANDS)}`" in page


def forbidden(encounter: str) -> list[tuple[str, ...]]:
    """What nobody who holds a server's password should be able to do."""
    log = key(encounter, "log")
    return [
        ("DEL", log),
        ("UNLINK", log),
        ("XDEL", log, "1-0"),
        ("XTRIM", log, "MAXLEN", "0"),
        ("RENAME", log, key(encounter, "other")),
        ("EXPIRE", log, "1"),
        ("FLUSHDB",),
        ("FLUSHALL",),
        ("CONFIG", "SET", "appendonly", "no"),
        ("SHUTDOWN",),
        ("REPLICAOF", "NO", "ONE"),
        ("ACL", "LIST"),
        ("SET", "another", "1"),
        ("GET", "another"),
        ("PUBLISH", "another", "1"),
    ]


async def all_a_log_does(log: RedisLog, encounter: str) -> None:
    """Every command that a server ever sends."""
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    log._wakes._quiet_s = 0.2
    pinged = _noticing_pings(log._server)
    listening = asyncio.create_task(log.listen(lambda *hint: heard.put_nowait(hint)))
    try:
        await _does_all(log, encounter, heard)
        await pinged.wait()
    finally:
        while not listening.done():  # a client library may swallow a cancellation
            listening.cancel()
            await asyncio.wait([listening], timeout=0.1)
        await log._appender.close()


def _noticing_pings(server: Server) -> asyncio.Event:
    """Set when the connection for wakes, on which nothing was said for a while, has been asked whether it lives."""
    pinged, open_pipe = asyncio.Event(), server.open_pipe

    async def noticed(node: Node | None, kind: type[P]) -> P:
        made = await open_pipe(node, kind)
        post = made.post

        def noticed_post(command: bytes) -> None:
            if command == encode(b"PING"):
                pinged.set()
            post(command)

        made.post = noticed_post  # type: ignore[method-assign]
        return made

    server.open_pipe = noticed  # type: ignore[method-assign]
    return pinged


async def _does_all(log: RedisLog, encounter: str, heard: asyncio.Queue[tuple[str, int]]) -> None:
    await log.watch(encounter)
    made = await fill(log, encounter, 2)
    assert made == await log.read(encounter)
    assert await log.top(encounter) == (2, made[1].hash)
    await log.health(encounter)
    await log.put_lobby(encounter, b"x")
    assert await log.get_lobby(encounter) == b"x"
    await log.put_snapshot(encounter, "f", 0, b"x", 60)
    assert await log.get_snapshot(encounter, "f", 0) == b"x"
    await log.put_seats(encounter, b"x")
    assert await log.get_seats(encounter) == b"x"
    assert not await log.begin_import(encounter, b"x", b"1")
    assert not await log.end_import(encounter, b"x", b"1")
    assert not await log.is_importing(encounter)
    await log.put_door(encounter, encounter)
    assert await log.get_door(encounter) == encounter
    await log.drop_door(encounter)
    await log.raise_format(1)
    assert await log.format() == 1
    assert encounter in [each async for each in log.encounters()]
    assert await log.check_durability() == []
    version, previous = 2, made[1].hash
    while heard.empty():  # a subscription takes a moment
        version += 1
        each = entry(encounter, version, previous)
        await log.append(encounter, each, previous)
        previous = each.hash
        await asyncio.sleep(0.01)
    await log.unwatch(encounter)
    waiting = RedisLog(log._server, replicas=1, settle_s=0.1)
    with pytest.raises(Unavailable, match="WAIT answers :0"):
        await waiting.read(encounter)
    await waiting._appender.close()


async def test_least_rights_suffice(redis_url: str, encounter: str) -> None:
    """Nothing that a server does is refused to the documented user, and everything else is; each right is used."""
    admin = connect(redis_url).client
    await admin.execute_command("ACL", "SETUSER", *rights())
    await admin.execute_command("ACL", "LOG", "RESET")
    await admin.script_flush()  # so that the guard has to be brought
    await admin.config_resetstat()
    server = connect(redis_url.replace("unix://", f"unix://{USER}:{PASSWORD}@") + "?db=1")
    await all_a_log_does(RedisLog(server), encounter)

    assert await admin.acl_log() == []
    sent = {name.removeprefix("cmdstat_") for name in await admin.info("commandstats")}
    assert sent - _OURS - {"auth"} == set(COMMANDS)
    for words in forbidden(encounter):
        with pytest.raises(ResponseError, match=r"NOPERM|[Nn]o permissions"):
            await server.client.execute_command(*words)
    await server.close()
    await admin.acl_deluser(USER)
    await admin.aclose()


@pytest.mark.skipif(not speaks_tls(), reason="the server program speaks no TLS; FRAY_TEST_REDIS names another one")
async def test_sentinels_and_clusters_speak_tls(encounter: str) -> None:
    """Every connection to every node is encrypted, and all a log does is done over it."""
    async with replicated(is_tls=True) as sentinels:
        log = RedisLog(connect(sentinels.url), replicas=1)
        made = await fill(log, encounter, 3)
        assert await log.read(encounter) == made
        await log.close()
    async with clustered(is_tls=True) as cluster:
        log = RedisLog(connect(cluster.url))
        await all_a_log_does(log, encounter)
        await log.close()


@pytest.mark.parametrize("lacking", [*COMMANDS, KEYS, CHANNELS])
async def test_without_any_of_the_rights_something_fails(redis_url: str, encounter: str, lacking: str) -> None:
    """Each is needed: without it a command of the server is refused, and Redis notes which."""
    user = "poor" + lacking.strip("~&*").replace("|", "").replace(":", "")
    admin = connect(redis_url).client
    await admin.execute_command("ACL", "SETUSER", user, *[one for one in rights()[1:] if one.strip("+") != lacking])
    await admin.execute_command("ACL", "LOG", "RESET")
    await admin.script_flush()
    server_url = redis_url.replace("unix://", f"unix://{user}:{PASSWORD}@") + "?db=1"
    log, noted = RedisLog(connect(server_url)), set[str]()
    for patience_s in (1.5, 5, 20, 60):  # a busy machine may not come to what is lacking at once
        with contextlib.suppress(StoreError, RedisError, TimeoutError, AssertionError):
            async with asyncio.timeout(patience_s):
                await all_a_log_does(log, encounter_id(f"{encounter} {patience_s}"))
        noted = {str(one["username"]) for one in await admin.acl_log() if one["reason"] != "auth"}
        await log.close()
        if noted:
            break
        log = RedisLog(connect(server_url))
    await admin.acl_deluser(user)
    await admin.aclose()
    assert noted == {user}
