"""Redis behind Sentinel: the primary is found by name, also after it has been killed and another one promoted."""

from __future__ import annotations

import asyncio

import pytest

from server.process.settings import without_password
from server.store.log import ZERO_HASH, Appended, Unavailable, Unsettled
from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from tests.store.entries import entries, entry
from tests.store.redis.deployments import replicated


async def test_the_log_survives_a_fail_over(encounter: str) -> None:
    """What was acknowledged is on the new primary; appends, reads and wakes go on without a new start."""
    async with replicated() as deployed:
        log, other = RedisLog(connect(deployed.url), replicas=1), RedisLog(connect(deployed.url), replicas=1)
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        listening = asyncio.create_task(other.listen(lambda *hint: heard.put_nowait(hint)))
        await other.watch(encounter)
        assert await log.check_durability() == []
        made = entries(encounter, 40)
        previous = ZERO_HASH
        for each in made[:20]:
            assert await log.append(encounter, each, previous) is Appended.OK
            previous = each.hash

        old = await deployed.fail_over()
        await deployed.take_back(old)
        for each in made[20:]:
            assert await appended(log, encounter, each, previous) in (Appended.OK, Appended.DUP)
            previous = each.hash
        while (await heard.get())[1] != 40:
            pass

        for reader in (log, other):
            assert await patiently(reader.read, encounter) == made
            await reader.health(encounter)
        listening.cancel()
        await log.close()
        await other.close()


async def appended(log: RedisLog, *what) -> Appended:
    """Append as a table does: again while it is Unavailable, settled while it is Unsettled."""
    while True:
        try:
            return await log.append(*what)
        except (Unavailable, Unsettled):
            await asyncio.sleep(0.05)


async def patiently(read, *what):
    """Read as a table does."""
    while True:
        try:
            return await read(*what)
        except Unavailable:
            await asyncio.sleep(0.05)


async def test_sentinels_that_know_no_such_name_are_unavailable(encounter: str) -> None:
    """So are sentinels that are not there, and a wrong password; the message says what is the matter."""
    async with replicated() as deployed:
        for url, reason in (
            (deployed.url.replace("/main", "/nobody"), "nobody"),
            (deployed.url.replace(str(deployed.sentinels[0].port), "1"), "main"),
            (deployed.url.replace("p%2Bss", "pass"), "WRONGPASS|invalid username-password"),
            (deployed.url.replace("=another", "=wrong"), "invalid username-password|WRONGPASS|main"),
        ):
            log = RedisLog(connect(url))
            with pytest.raises(Unavailable, match=reason):
                await log.append(encounter, entry(encounter, 1), ZERO_HASH)
            with pytest.raises(Unavailable):
                await log.read(encounter)
            await log.close()


def test_a_url_is_shown_without_its_secrets() -> None:
    """Neither Redis's password nor that of the sentinels."""
    url = f"redis+sentinel://u:one@host:1,other/main?sentinel_password={'two'}"
    assert without_password(url) == "redis+sentinel://host:1,other/main"


def test_a_url_of_sentinels_names_the_primary() -> None:
    """Without a name it is an error at once."""
    with pytest.raises(ValueError, match="name of the primary"):
        connect("redis+sentinel://localhost")
