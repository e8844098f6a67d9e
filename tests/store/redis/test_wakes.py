"""Wake hints between two servers on one Redis."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

from server.store.log import ZERO_HASH, Log
from server.store.redis.connect import connect
from server.store.redis.embedded import Embedded
from server.store.redis.keys import wake_channel
from server.store.redis.log import RedisLog
from server.store.redis.wakes import Wakes
from tests.store.entries import entry
from tests.store.redis.relay import relaying
from tests.store.redis.waiting import until
from tests.support.redis_fixture import encounter_id

Heard = asyncio.Queue[tuple[str, int]]


async def _append_until_heard(log: Log, encounter: str, heard: Heard) -> tuple[str, int]:
    """Append until a hint comes: a subscription takes a moment, and hints before it are lost."""
    version, prev_hash = await log.top(encounter)
    while heard.empty():
        version += 1
        made = entry(encounter, version, prev_hash)
        await log.append(encounter, made, prev_hash)
        prev_hash = made.hash
        await asyncio.sleep(0)
    return heard.get_nowait()


async def test_other_server_hears_of_an_append(redis_url: str, redis_log: RedisLog, encounter: str) -> None:
    """The hint names encounter and version, and reaches a server that did not append."""
    other = RedisLog(connect(redis_url))
    heard: Heard = asyncio.Queue()
    listening = asyncio.create_task(other.listen(lambda *hint: heard.put_nowait(hint)))
    await other.watch(encounter)

    assert (await _append_until_heard(redis_log, encounter, heard))[0] == encounter
    listening.cancel()
    await other.close()


async def test_unwatched_encounter_is_silent(redis_url: str, redis_log: RedisLog, encounter: str) -> None:
    """After as many unwatches as watches nothing comes, while another encounter's hints still do."""
    silent, loud = f"00{encounter[2:]}", f"01{encounter[2:]}"
    other = RedisLog(connect(redis_url))
    heard: Heard = asyncio.Queue()
    listening = asyncio.create_task(other.listen(lambda *hint: heard.put_nowait(hint)))
    for name in (silent, silent, loud):
        await other.watch(name)
    await _append_until_heard(redis_log, silent, heard)
    await other.unwatch(silent)
    while not heard.empty():
        heard.get_nowait()
    await _append_until_heard(redis_log, silent, heard)  # one watch is left
    await other.unwatch(silent)
    await _append_until_heard(redis_log, loud, heard)  # Redis has read the unsubscribe before this came
    while not heard.empty():
        heard.get_nowait()

    version, prev_hash = await redis_log.top(silent)
    await redis_log.append(silent, entry(silent, version + 1, prev_hash), prev_hash)
    hint = await _append_until_heard(redis_log, loud, heard)

    assert hint[0] == loud
    listening.cancel()
    await other.close()


async def test_listener_survives_a_restart_of_redis(tmp_path: Path) -> None:
    """After Redis was killed and is back the hints come again, without a new watch."""
    restarted = asyncio.Event()
    encounter = encounter_id("restart")
    async with Embedded(tmp_path, on_restart=lambda _: restarted.set()) as redis:
        log, other = RedisLog(connect(redis.url)), RedisLog(connect(redis.url))
        heard: Heard = asyncio.Queue()
        listening = asyncio.create_task(other.listen(lambda *hint: heard.put_nowait(hint)))
        await other.watch(encounter)
        await _append_until_heard(log, encounter, heard)
        os.kill(redis.pid, signal.SIGKILL)
        await restarted.wait()
        while not heard.empty():
            heard.get_nowait()

        assert (await _append_until_heard(log, encounter, heard))[0] == encounter
        listening.cancel()
        await log.close()
        await other.close()


async def test_listener_leaves_a_silent_connection(redis_url: str, redis_log: RedisLog, encounter: str) -> None:
    """A connection on which not even a ping is answered is given up for a new one."""
    folder = Path(tempfile.mkdtemp(prefix="relay-"))
    async with relaying(redis_url, folder / "s") as relay:
        server = connect(relay.url, silence_s=0.5)
        wakes = Wakes(server, quiet_s=0.05)
        heard: Heard = asyncio.Queue()
        await wakes.watch(encounter)
        listening = asyncio.create_task(wakes.listen(lambda *hint: heard.put_nowait(hint)))
        await _append_until_heard(redis_log, encounter, heard)
        relay.is_silent = True
        lines = relay.lines
        await until(lambda: relay.lines > lines)
        relay.is_silent = False
        while not heard.empty():
            heard.get_nowait()

        assert (await _append_until_heard(redis_log, encounter, heard))[0] == encounter
        listening.cancel()
        await server.close()
    shutil.rmtree(folder)


async def test_foreign_message_is_passed_over(redis_url: str, redis_log: RedisLog, encounter: str) -> None:
    """What is no hint on a wake channel wakes nobody and ends nothing."""
    heard: Heard = asyncio.Queue()
    await redis_log.watch(encounter)
    listening = asyncio.create_task(redis_log.listen(lambda *hint: heard.put_nowait(hint)))
    await _append_until_heard(redis_log, encounter, heard)
    client = connect(redis_url).client
    for foreign in (b"", b"hello", b"\xff" * 32 + b" 1", encounter.encode() + b" x"):
        await client.publish(wake_channel(encounter).decode(), foreign)
    await client.aclose()
    while not heard.empty():
        heard.get_nowait()

    assert (await _append_until_heard(redis_log, encounter, heard))[0] == encounter
    listening.cancel()


@pytest.mark.parametrize("watches", [1, 3])
async def test_watch_before_listen_counts(redis_url: str, redis_log: RedisLog, encounter: str, watches: int) -> None:
    """Watching may come before listening."""
    other = RedisLog(connect(redis_url))
    heard: Heard = asyncio.Queue()
    for _ in range(watches):
        await other.watch(encounter)
    listening = asyncio.create_task(other.listen(lambda *hint: heard.put_nowait(hint)))

    assert (await _append_until_heard(redis_log, encounter, heard))[0] == encounter
    assert await redis_log.top(encounter) != (0, ZERO_HASH)
    listening.cancel()
    await other.close()
