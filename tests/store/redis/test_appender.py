"""Appends whose way to Redis and back is cut, refused or blocked: no wrong verdict, no second entry."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from server.store import chain
from server.store.log import ZERO_HASH, Appended, Broken, Unavailable, Unsettled
from server.store.redis.connect import connect
from server.store.redis.keys import key
from server.store.redis.log import RedisLog
from tests.store.entries import entry, fill
from tests.store.redis.relay import Fault, Line, Relay, after, before, mute, relaying, reply_cut_at, request_cut_at
from tests.store.redis.waiting import until
from tests.support.redis_fixture import encounter_id

_APPEND_BYTES = 261  # of one append in these tests


@pytest.fixture
async def relay(redis_url: str) -> AsyncIterator[Relay]:
    """A relay in front of the session's Redis, on a path short enough for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="relay-"))
    async with relaying(redis_url, folder / "s") as made:
        yield made
    shutil.rmtree(folder)


@pytest.fixture
async def far_log(relay: Relay) -> AsyncIterator[RedisLog]:
    """A log behind the relay that soon takes a line for dead.

    What is there before a cut comes from another log: behind an append its hint is still under way, and a cut that met
    the hint's reply would let the resend overtake the append."""
    log = RedisLog(connect(relay.url, silence_s=0.2))
    yield log
    await log.close()


@pytest.mark.parametrize(
    ("faults", "answer"),
    [
        ([before], Appended.OK),
        ([after], Appended.DUP),
        ([mute], Appended.DUP),
        ([before, before, before], Appended.OK),
        ([after, after, after], Appended.DUP),
        ([before, after, before], Appended.DUP),
    ],
)
async def test_writer_learns_what_became_of_a_cut_append(
    far_log: RedisLog, redis_log: RedisLog, relay: Relay, encounter: str, faults: list[Fault], answer: Appended
) -> None:
    """Cut before or after Redis got it, once or again, the entry is in the log once and the writer knows."""
    made = await fill(redis_log, encounter, 2)
    third = entry(encounter, 3, made[1].hash)
    relay.faults.extend(faults)

    assert await far_log.append(encounter, third, made[1].hash) is answer
    assert [*made, third] == await far_log.read(encounter)


@pytest.mark.parametrize("count", [*range(0, _APPEND_BYTES, 31), _APPEND_BYTES - 1])
async def test_request_may_be_cut_anywhere(far_log: RedisLog, relay: Relay, encounter: str, count: int) -> None:
    """However much of the request arrived, one entry is in the log and the writer has it."""
    first = entry(encounter, 1)
    relay.faults.append(request_cut_at(count))

    assert await far_log.append(encounter, first, ZERO_HASH) in (Appended.OK, Appended.DUP)
    assert [first] == await far_log.read(encounter)


@pytest.mark.parametrize("count", range(len("+OK\r\n")))
async def test_reply_may_be_cut_anywhere(
    far_log: RedisLog, redis_log: RedisLog, relay: Relay, encounter: str, count: int
) -> None:
    """A reply counts when it is whole."""
    made = await fill(redis_log, encounter, 1)  # so that the script is known and one reply is one line
    second = entry(encounter, 2, made[0].hash)
    relay.faults.append(reply_cut_at(count))

    assert await far_log.append(encounter, second, made[0].hash) is Appended.DUP
    assert [*made, second] == await far_log.read(encounter)


async def test_rival_takes_the_slot_of_a_lost_append(
    far_log: RedisLog, redis_log: RedisLog, relay: Relay, encounter: str
) -> None:
    """An append that never arrived and finds the slot taken is stale, not applied."""
    rival = entry(encounter, 1, writer="rival")

    async def race() -> None:
        await until(lambda: relay.appends > 0)
        assert await redis_log.append(encounter, rival, ZERO_HASH) is Appended.OK

    relay.faults.extend([before])
    racing = asyncio.create_task(race())

    answer = await far_log.append(encounter, entry(encounter, 1), ZERO_HASH)
    await racing

    assert answer is Appended.STALE
    assert [rival] == await redis_log.read(encounter)


async def test_append_has_the_size_these_tests_cut(far_log: RedisLog, relay: Relay, encounter: str) -> None:
    """The cuts above fall inside a request, the last one just before its end."""
    sizes = []

    def measure(line: Line, request: bytes) -> bytes:
        sizes.append(len(request))
        return request

    relay.faults.append(measure)
    await far_log.append(encounter, entry(encounter, 1), ZERO_HASH)

    assert sizes == [_APPEND_BYTES]


async def test_appends_of_one_turn_leave_in_one_write(far_log: RedisLog, relay: Relay, encounter: str) -> None:
    """Twenty tables that append in the same turn of the loop cost one write (group commit)."""
    tables = [encounter_id(f"{encounter} {number}") for number in range(20)]
    await fill(far_log, encounter, 1)
    writes = relay.appends

    answers = await asyncio.gather(*(far_log.append(table, entry(table, 1), ZERO_HASH) for table in tables))

    assert answers == [Appended.OK] * 20
    assert relay.appends == writes + 1


async def test_every_append_of_a_cut_batch_is_settled(
    far_log: RedisLog, redis_log: RedisLog, relay: Relay, encounter: str
) -> None:
    """Ten appends leave in one write, the line is cut in the middle, and each learns its own outcome."""
    made = await fill(redis_log, encounter, 1)
    for version in range(2, 12):
        made.append(entry(encounter, version, made[-1].hash))
    relay.faults.append(request_cut_at(5 * _APPEND_BYTES + 100))

    answers = await asyncio.gather(*(far_log.append(encounter, each, prior.hash) for prior, each in pairwise(made)))
    stored = await far_log.read(encounter)
    chain.verify(encounter, stored)

    assert stored == made[: len(stored)]
    for each, answer in zip(made[1:], answers, strict=True):
        assert (answer in (Appended.OK, Appended.DUP)) == (each in stored)


async def test_silent_redis_leaves_the_append_unsettled(
    far_log: RedisLog, redis_log: RedisLog, relay: Relay, encounter: str
) -> None:
    """Without any answer the append ends as Unsettled, carrying what `settle` needs to finish it later."""
    hasty = RedisLog(connect(relay.url, silence_s=0.2), settle_s=1)
    relay.faults.extend([mute] * 50)

    with pytest.raises(Unsettled) as caught:
        await hasty.append(encounter, entry(encounter, 1), ZERO_HASH)
    await hasty.close()
    assert [entry(encounter, 1)] == await redis_log.read(encounter)  # it was applied all the time
    relay.faults.clear()

    lost = caught.value
    assert await far_log.settle(lost.encounter, lost.entry, lost.prev_hash) is Appended.DUP


async def test_absent_redis_is_unavailable(tmp_path: Path, encounter: str) -> None:
    """Where nothing listens nothing was applied, and that is said at once."""
    log = RedisLog(connect(f"unix://{tmp_path}/none"))

    with pytest.raises(Unavailable):
        await log.append(encounter, entry(encounter, 1), ZERO_HASH)
    with pytest.raises(Unavailable):
        await log.read(encounter)
    with pytest.raises(Unsettled):
        await RedisLog(connect(f"unix://{tmp_path}/none"), settle_s=0.05).settle(
            encounter, entry(encounter, 1), ZERO_HASH
        )
    await log.close()


async def test_refusal_of_redis_is_definite(redis_log: RedisLog, redis_url: str, encounter: str) -> None:
    """A full server refuses writes, says so at once, and still reads."""
    made = await fill(redis_log, encounter, 1)
    client = connect(redis_url).client
    await client.config_set("maxmemory", "1")
    try:
        with pytest.raises(Unavailable, match="OOM"):
            await redis_log.append(encounter, entry(encounter, 2, made[0].hash), made[0].hash)
        assert made == await redis_log.read(encounter)
    finally:
        await client.config_set("maxmemory", "0")
        await client.aclose()

    assert await redis_log.append(encounter, entry(encounter, 2, made[0].hash), made[0].hash) is Appended.OK


async def test_forgotten_script_is_sent_again(redis_log: RedisLog, redis_url: str, encounter: str) -> None:
    """After a restart or SCRIPT FLUSH the server does not know the script; the append succeeds all the same."""
    made = await fill(redis_log, encounter, 1)
    client = connect(redis_url).client
    await client.script_flush()
    await client.aclose()

    assert await redis_log.append(encounter, entry(encounter, 2, made[0].hash), made[0].hash) is Appended.OK


async def test_removed_top_is_not_written_over(redis_log: RedisLog, redis_url: str, encounter: str) -> None:
    """After XDEL of the newest entry no append takes its place."""
    made = await fill(redis_log, encounter, 3)
    client = connect(redis_url).client
    await client.xdel(key(encounter, "log"), "3-0")
    await client.aclose()

    with pytest.raises(Broken, match="entries_missing at version 3"):
        await redis_log.append(encounter, entry(encounter, 3, made[1].hash, "rival"), made[1].hash)


async def test_foreign_top_is_not_built_upon(redis_log: RedisLog, redis_url: str, encounter: str) -> None:
    """An entry that is not ours on top of the stream stops every append."""
    made = await fill(redis_log, encounter, 1)
    client = connect(redis_url).client
    await client.xadd(key(encounter, "log"), {"x": "y"}, id="1-1")
    await client.aclose()

    with pytest.raises(Broken, match="foreign_entry at version 2"):
        await redis_log.append(encounter, entry(encounter, 2, made[0].hash), made[0].hash)


async def test_cancelled_append_harms_no_other(redis_log: RedisLog, encounter: str) -> None:
    """An append whose caller is gone is still applied, and the replies of the others stay theirs."""
    made = await fill(redis_log, encounter, 1)
    second = entry(encounter, 2, made[0].hash)
    third = entry(encounter, 3, second.hash)
    dropped = asyncio.create_task(redis_log.append(encounter, second, made[0].hash))
    kept = asyncio.create_task(redis_log.append(encounter, third, second.hash))
    await asyncio.sleep(0)
    dropped.cancel()

    assert await kept is Appended.OK
    assert [*made, second, third] == await redis_log.read(encounter)
