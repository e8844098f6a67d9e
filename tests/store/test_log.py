"""The contract of the log, kept by the memory log and by a real Redis alike."""

from __future__ import annotations

import asyncio

import pytest

from server.store import chain
from server.store.log import ZERO_HASH, Appended, Log
from tests.store.entries import TAKEN, entries, entry, fill
from tests.support.redis_fixture import encounter_id


async def test_reader_gets_what_was_appended(log: Log, encounter: str) -> None:
    """Entries come back byte for byte, in order, and as a chain."""
    made = await fill(log, encounter, 5)

    assert made == await log.read(encounter)
    chain.verify(encounter, await log.read(encounter))
    assert (5, made[-1].hash) == await log.top(encounter)
    await log.health(encounter)


async def test_empty_log_has_no_top(log: Log, encounter: str) -> None:
    """An encounter that was never written to is empty, not an error."""
    assert await log.read(encounter) == []
    assert await log.top(encounter) == (0, ZERO_HASH)
    await log.health(encounter)


@pytest.mark.parametrize(
    ("after", "count", "versions"), [(2, None, [3, 4, 5]), (2, 2, [3, 4]), (5, None, []), (0, 0, [])]
)
async def test_reader_asks_for_a_part(
    log: Log, encounter: str, after: int, count: int | None, versions: list[int]
) -> None:
    """`after` is excluded and `count` is a limit."""
    await fill(log, encounter, 5)

    assert versions == [each.version for each in await log.read(encounter, after, count)]


async def test_any_bytes_survive(log: Log, encounter: str) -> None:
    """Body and ids are bytes, whatever they contain."""
    body = bytes(range(256)) + b"\r\n$5\r\n" + b"\0" * 70_000
    made = entry(encounter, 1, body=body)

    assert await log.append(encounter, made, ZERO_HASH) is Appended.OK
    assert [made] == await log.read(encounter)


async def test_resend_is_recognised(log: Log, encounter: str) -> None:
    """The same bytes are in the log once, however often they are sent, also after later entries."""
    made = await fill(log, encounter, 3)

    assert await log.append(encounter, made[2], made[1].hash) is Appended.DUP
    assert await log.append(encounter, made[0], ZERO_HASH) is Appended.DUP
    assert await log.settle(encounter, made[1], made[0].hash) is Appended.DUP
    assert made == await log.read(encounter)


async def test_writer_behind_is_stale(log: Log, encounter: str) -> None:
    """Who decided on an old state is told so, and nothing changes."""
    made = await fill(log, encounter, 3)

    assert await log.append(encounter, entry(encounter, 3, made[1].hash, "rival"), made[1].hash) is Appended.STALE
    assert made == await log.read(encounter)


async def test_writer_ahead_meets_a_gap(log: Log, encounter: str) -> None:
    """Who believes in a longer log than there is leaves no hole."""
    made = entries(encounter, 3)
    assert await log.append(encounter, made[0], ZERO_HASH) is Appended.OK

    assert await log.append(encounter, made[2], made[1].hash) is Appended.GAP
    assert made[:1] == await log.read(encounter)


async def test_other_predecessor_is_a_fork(log: Log, encounter: str) -> None:
    """The predecessor counts by its hash, not only by its number."""
    made = await fill(log, encounter, 2)
    lost = entry(encounter, 2, made[0].hash, "rival")

    assert await log.append(encounter, entry(encounter, 3, lost.hash), lost.hash) is Appended.FORK
    assert await log.append(encounter, entry(encounter, 3, ZERO_HASH), ZERO_HASH) is Appended.FORK
    assert made == await log.read(encounter)


async def test_racing_writers_share_one_line(log: Log, encounter: str) -> None:
    """Eight writers race to 100; each slot has one winner, each loser is told, and the winners are the log."""
    won: dict[int, list[bytes]] = {}

    async def write(writer: str) -> None:
        version, prev_hash = await log.top(encounter)
        while version < 100:
            made = entry(encounter, version + 1, prev_hash, writer)
            answer = await log.append(encounter, made, prev_hash)
            assert answer in (*TAKEN, Appended.STALE)
            if answer in TAKEN:
                won.setdefault(made.version, []).append(made.cid)
            version, prev_hash = await log.top(encounter)

    await asyncio.gather(*(write(f"writer {number}") for number in range(8)))
    stored = await log.read(encounter)

    chain.verify(encounter, stored)
    assert {each.version: [each.cid] for each in stored} == won


async def test_appends_of_one_turn_keep_their_order(log: Log, encounter: str) -> None:
    """Several appends to one stream, and to others, may be under way at once."""
    other = encounter_id(encounter)
    ours, theirs = entries(encounter, 20), entries(other, 20)

    answers = await asyncio.gather(
        *(
            log.append(name, each, made[number - 1].hash if number else ZERO_HASH)
            for number in range(20)
            for name, made in ((encounter, ours), (other, theirs))
            for each in [made[number]]
        )
    )

    assert answers == [Appended.OK] * 40
    assert (ours, theirs) == (await log.read(encounter), await log.read(other))


async def test_tops_come_together(log: Log, encounter: str) -> None:
    """One call tells the top of many, in the order asked."""
    made = await fill(log, encounter, 3)

    assert [(0, ZERO_HASH), (3, made[2].hash)] == await log.tops([encounter_id("nobody"), encounter])
    assert await log.tops([]) == []


async def test_encounters_are_found_by_their_logs(log: Log, encounter: str) -> None:
    """Every log is found once; snapshots and settle keys are not logs."""
    await fill(log, encounter, 1)
    await log.put_snapshot(encounter_id("only a snapshot"), "f", 0, b"x", 60)

    found = [each async for each in log.encounters()]

    assert encounter in found
    assert encounter_id("only a snapshot") not in found
    assert len(set(found)) == len(found)


async def test_lobby_keeps_one_line_per_encounter(log: Log, encounter: str) -> None:
    """A lobby line is replaced; there is none where none was put."""
    assert await log.get_lobby(encounter) is None
    await log.put_lobby(encounter, b"old")
    await log.put_lobby(encounter, b"new")

    assert await log.get_lobby(encounter) == b"new"


async def test_seats_lie_beside_their_log(log: Log, encounter: str) -> None:
    """What was put there last is there; nothing where nothing was."""
    assert await log.get_seats(encounter) is None
    await log.put_seats(encounter, b"old")
    await log.put_seats(encounter, b"new")
    assert await log.get_seats(encounter) == b"new"
    assert encounter not in [each async for each in log.encounters()]


async def test_snapshots_are_kept_by_fingerprint_and_slot(log: Log, encounter: str) -> None:
    """Two releases do not see each other's snapshots; a slot is overwritten."""
    await log.put_snapshot(encounter, "release-1", 3, b"old", 60)
    await log.put_snapshot(encounter, "release-1", 3, b"new", 60)

    assert await log.get_snapshot(encounter, "release-1", 3) == b"new"
    assert await log.get_snapshot(encounter, "release-2", 3) is None
    assert await log.get_snapshot(encounter, "release-1", 4) is None


async def test_listener_hears_of_watched_encounters(log: Log, encounter: str) -> None:
    """Appends to a watched encounter are hinted at, soon after the watch at the latest."""
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    listening = asyncio.create_task(log.listen(lambda *hint: heard.put_nowait(hint)))
    await log.watch(encounter)
    prev_hash = ZERO_HASH
    for version in range(1, 10_000):  # a subscription takes a moment; hints before it are lost, and may be
        made = entry(encounter, version, prev_hash)
        assert await log.append(encounter, made, prev_hash) is Appended.OK
        prev_hash = made.hash
        await asyncio.sleep(0)
        if not heard.empty():
            break

    hint = heard.get_nowait()
    listening.cancel()

    assert hint[0] == encounter
    assert 1 <= hint[1] <= version


async def test_an_import_is_recorded_before_its_first_entry(log: Log, encounter: str) -> None:
    """It may go on until it has ended, another file's may not; then, or without a record, a log stays what it is."""
    assert not await log.is_importing(encounter)
    assert await log.begin_import(encounter, b"first", b"1")
    assert await log.begin_import(encounter, b"file", b"2")  # nothing had come of the first
    await fill(log, encounter, 1)
    assert await log.is_importing(encounter)
    assert await log.begin_import(encounter, b"file", b"3")
    assert not await log.begin_import(encounter, b"other", b"4")
    assert not await log.begin_import(encounter, b"", b"5")
    for digest, attempt in ((b"file", b"2"), (b"other", b"4")):  # taken over; never begun
        assert not await log.end_import(encounter, digest, attempt)
    assert await log.is_importing(encounter)
    assert await log.end_import(encounter, b"file", b"3")
    assert not await log.is_importing(encounter)
    for digest in (b"file", b"other"):
        assert not await log.begin_import(encounter, digest, b"6")
        assert not await log.end_import(encounter, digest, b"3")
