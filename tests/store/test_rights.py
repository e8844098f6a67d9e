"""The user of the documentation: it can do all that a server does, and can't delete, trim or configure anything."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

import server.store
from server.store.connect import connect
from server.store.keys import key
from server.store.log import Unavailable
from server.store.redis_log import RedisLog
from tests.store.deployments import clustered, replicated, speaks_tls
from tests.store.entries import entry, fill

USER, PASSWORD = "fray", "secret"
_PAGE = Path(server.store.__file__).with_name("README.md")


def rights(*more: str) -> list[str]:
    """The words of the documented ACL line, and of what is documented for `more`, as ACL SETUSER takes them."""
    blocks = re.findall(r"([^\n]*)\n\n```\n(.*?)\n```", _PAGE.read_text("utf-8"), re.S)
    lines = [line for before, line in blocks if line.startswith("user ") or any(one in before.lower() for one in more)]
    assert len(lines) == 1 + len(more)
    return " ".join(lines).removeprefix("user ").replace("PASSWORD", PASSWORD).split()


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
    listening = asyncio.create_task(log.listen(lambda *hint: heard.put_nowait(hint)))
    await log.watch(encounter)
    made = await fill(log, encounter, 2)
    assert made == await log.read(encounter)
    assert await log.top(encounter) == (2, made[1].hash)
    await log.health(encounter)
    await log.put_lobby(encounter, b"x")
    assert await log.get_lobby(encounter) == b"x"
    assert encounter in await log.lobby()
    await log.drop_lobby(encounter)
    await log.put_snapshot(encounter, "f", 0, b"x", 60)
    assert await log.get_snapshot(encounter, "f", 0) == b"x"
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
    listening.cancel()
    waiting = RedisLog(log._server, replicas=1, settle_s=0.1)
    with pytest.raises(Unavailable, match="WAIT answers :0"):
        await waiting.read(encounter)
    await waiting._appender.close()
    await log._appender.close()


async def test_least_rights_suffice(redis_url: str, encounter: str) -> None:
    """Nothing that a server does is refused to the documented user, and everything else is."""
    admin = connect(redis_url).client
    await admin.execute_command("ACL", "SETUSER", *rights())
    await admin.execute_command("ACL", "LOG", "RESET")
    server = connect(redis_url.replace("unix://", f"unix://{USER}:{PASSWORD}@") + "?db=1")
    await all_a_log_does(RedisLog(server), encounter)

    assert await admin.execute_command("ACL", "LOG") == []
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


async def test_no_right_is_given_in_vain(redis_url: str) -> None:
    """Each command of the documented line is known to Redis, and dangerous ones are not among them."""
    admin = connect(redis_url).client
    given = {word[1:] for word in rights("in a cluster") if word.startswith("+")}
    known = await admin.execute_command("COMMAND", "INFO", *(name.partition("|")[0] for name in given))
    assert len(known) == len(given)
    assert all(known.values() if isinstance(known, dict) else known)
    assert not given & {"del", "xdel", "xtrim", "flushall", "flushdb", "config", "config|set", "@all", "cluster"}
    await admin.aclose()
