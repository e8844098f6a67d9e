"""A log that ends before what was signed of it: noticed wherever it is opened, and accepted by its operator's word."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from server.app.redis_server import server_of
from server.archive.checkpoints import EVERY, FILE, Checkpoint, Checkpoints, read, standing
from server.archive.export import pack, whole_of
from server.archive.verify import verify
from server.cli.checks import examine
from server.cli.main import main
from server.core.timeline.kept import Kept, restore
from server.core.timeline.timeline import Timeline
from server.gateway.metrics import Metrics
from server.lobby.lobby import Refused
from server.process.settings import Settings
from server.store import snapshots
from server.store.log import ZERO_HASH, Entry
from server.store.redis.keys import key
from server.store.redis.log import RedisLog
from server.table import recall
from tests.support import signed
from tests.support.redis_fixture import embedded
from tests.support.signed import SYSTEMS, House, restless, rewritten, stored
from tests.table.party import laid, lobby_over

LAST = EVERY - 4
"""Where the old backups end."""

house = signed.house


async def a_log(house: House) -> tuple[str, list[Entry]]:
    """An encounter whose head was signed at EVERY, and its log."""
    id = (await house.played()).table.encounter
    return id, await house.log.read(id)


@pytest.mark.parametrize("last", [LAST, 1, 0])
async def test_a_log_that_was_cut_back_is_not_opened(house: House, last: int, caplog: pytest.LogCaptureFixture) -> None:
    """Also where nothing is left of it; the server's log tells the numbers, its metrics count the table."""
    id, entries = await a_log(house)
    lobby = lobby_over(await stored(id, entries[:last]), house.data, checkpoints=Checkpoints(house.data))
    metrics = lobby.tables._meter = Metrics()
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            with pytest.raises(Refused, match="rolled_back"):
                await lobby.table(id)
    assert f"ends at commit {last}, but commit {EVERY} was signed" in caplog.text
    assert f"fray accept {id}" in caplog.text
    assert b'fray_tables{state="shut"} 1.0' in metrics.exposition()
    lobby.tables._services.checkpoints.add(id, last, entries[last - 1].hash if last else ZERO_HASH, "an old backup")  # type: ignore[union-attr]
    if last:
        await lobby.table(id)
    else:
        with pytest.raises(Refused, match="token"):  # as of an encounter that never was
            await lobby.table(id)
    assert b'fray_tables{state="shut"} 0.0' in metrics.exposition()


async def test_opened_from_a_snapshot_it_is_noticed_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The snapshot lies on the chain that is left; what was signed lies behind it."""
    for module in (snapshots, recall):
        monkeypatch.setattr(module, "EVERY", 8)
    id, entries = await a_log(house)
    cut = await stored(id, entries[:LAST])
    cut.shelf.snapshots.update(house.log.shelf.snapshots)
    restored: list[int] = []

    def counted(timeline: Timeline, kept: Kept) -> None:
        restored.append(kept.version)
        restore(timeline, kept)

    monkeypatch.setattr(recall, "restore", counted)
    with pytest.raises(Refused, match="rolled_back"):
        await lobby_over(cut, house.data, checkpoints=Checkpoints(house.data)).table(id)
    assert len(restored) == 1
    assert restored[0] <= LAST


async def test_what_another_server_appends_and_signs_meanwhile_is_no_damage(house: House) -> None:
    """It is read on before anything is said."""
    id, entries = await a_log(house)
    log = await stored(id, entries[:LAST])

    class Busy(Checkpoints):
        def each_newest(self, encounter: str) -> list[Checkpoint]:
            log.shelf.streams[encounter] = list(entries)
            return super().each_newest(encounter)

    table = await lobby_over(log, house.data, checkpoints=Busy(house.data)).table(id)
    assert table.timeline.version == len(entries)


async def test_an_accepted_log_goes_on_and_is_signed_anew(house: House) -> None:
    """What was signed of the lost commits counts no more; what is signed from then on does."""
    id, entries = await a_log(house)
    Checkpoints(house.data).add(id, LAST, entries[LAST - 1].hash, "an old backup")
    lobby = lobby_over(log := await stored(id, entries[:LAST]), house.data, checkpoints=Checkpoints(house.data))
    assert (await lobby.table(id)).frozen is None
    assert (await house.again(id, entries[:LAST])).frozen is None
    with pytest.raises(Refused, match="rolled_back"):
        await house.again(id, entries[: LAST - 1])
    with pytest.raises(Refused, match="integrity"):
        await house.again(id, rewritten(id, entries[:LAST], 3))
    Checkpoints(house.data).add(id, EVERY, b"n" * 32)
    with pytest.raises(Refused, match="integrity"):
        await house.again(id, entries)
    assert [each.n for each in Checkpoints(house.data).all()[id]] == [LAST, EVERY]
    assert len(house.notes) == 3
    assert await log.read(id) == entries[:LAST]


async def test_nobody_else_s_word_is_accepted(house: House) -> None:
    """A note with another key's signature gives up nothing."""
    id, entries = await a_log(house)
    other = House(house.data.parent / "other")
    Checkpoints(other.data).add(id, LAST, entries[LAST - 1].hash, "an old backup")
    with (house.data / FILE).open("ab") as file:
        file.write((other.data / FILE).read_bytes())
    with pytest.raises(Refused, match="rolled_back"):
        await house.again(id, entries[:LAST])
    key = Checkpoints(house.data).key
    assert [each.n for each in standing(house.notes, key)] == [EVERY, LAST]


async def test_the_verifier_tells_how_far_heads_were_signed(house: House, tmp_path: Path, capsys: Any) -> None:
    """A shorter file may be an older one: it is intact, with the numbers; after an acceptance nothing is missing."""
    id, entries = await a_log(house)
    data = pack(Checkpoints(house.data).sign(whole_of(id, entries[:LAST], 1)))
    verdict = verify(data, SYSTEMS, (), None, house.notes)
    assert (verdict.commits, verdict.checkpoints, verdict.signed_until) == (LAST, 0, EVERY)
    file = tmp_path / "short.fray"
    file.write_bytes(data)
    assert main(["verify", str(file), "--checkpoints", str(house.data / FILE)]) == 0
    assert f"it ends at commit {LAST}, but heads were signed up to {EVERY}" in capsys.readouterr().out
    Checkpoints(house.data).add(id, LAST, entries[LAST - 1].hash, "an old backup")
    verdict = verify(data, SYSTEMS, (), None, house.notes)
    assert (verdict.checkpoints, verdict.signed_until) == (1, LAST)
    Checkpoints(house.data).add(id, 0, ZERO_HASH, "nothing was left")
    verdict = verify(data, SYSTEMS, (), None, house.notes)
    assert (verdict.checkpoints, verdict.signed_until) == (0, 0)


async def cut_back(url: str, encounter: str, last: int) -> None:
    """An old backup in the place of the log, as Redis would have it."""
    log = RedisLog(server_of(url))
    entries = (await log.read(encounter))[:last]
    async with Redis.from_url(url) as admin:
        await admin.delete(key(encounter, "log"))
    previous = ZERO_HASH
    for entry in entries:
        await log.append(encounter, entry, previous)
        previous = entry.hash
    await log.close()


async def test_an_operator_is_told_and_accepts_a_restored_backup(tmp_path: Path, capsys: Any) -> None:
    """`fray doctor` names log and numbers, `fray accept` takes it for good, and the table opens again."""
    data = tmp_path / "data"
    data.mkdir()
    async with embedded(tmp_path) as redis:
        settings, place = Settings(port=0, data=str(data), redis=redis.url), ("--data", str(data), "--redis", redis.url)
        log = RedisLog(server_of(redis.url))
        lobby = lobby_over(log, data, checkpoints=Checkpoints(data))
        gm = await (await laid(lobby)).sits("gm")
        id = gm.table.encounter
        await restless(gm, EVERY + 1)
        assert not await said(settings, id)
        assert await asyncio.to_thread(main, ["accept", id, *place]) == 1
        assert f"{EVERY + 1} commits, heads are signed up to {EVERY}" in capsys.readouterr().err
        await lobby.close()

        await cut_back(redis.url, id, LAST)
        [wrong] = await said(settings, id)
        assert f"ends at commit {LAST}, but commit {EVERY} was signed" in wrong.found
        assert f"fray accept {id}" in wrong.right
        lobby = lobby_over(log, data, checkpoints=Checkpoints(data))
        with pytest.raises(Refused, match="rolled_back"):
            await lobby.table(id)
        assert await asyncio.to_thread(main, ["accept", id, "--reason", "disk lost", *place]) == 0
        assert f"ends at commit {LAST}" in capsys.readouterr().out
        assert not await said(settings, id)
        assert (await lobby.table(id)).timeline.version == LAST
        await lobby.close()
        await log.close()
    assert [each.accepted for each in read((data / FILE).read_bytes())] == ["", "disk lost"]


async def said(settings: Settings, encounter: str) -> list[Any]:
    """What the doctor finds wrong with a log."""
    return [one for one in await examine(settings) if one.what == f"log of {encounter}"]


def test_what_is_signed_is_told_apart_by_its_words(tmp_path: Path) -> None:
    """An acceptance reads back whole, with its reason in the signed text."""
    ours = Checkpoints(tmp_path)
    ours.add("ab" * 16, 3, b"h" * 32, "Sicherung vom Freitag, Platte hin")
    ours.add("ab" * 16, 4, b"i" * 32)
    accepted, plain = read((tmp_path / FILE).read_bytes())
    assert (accepted.accepted, plain.accepted) == ("Sicherung vom Freitag, Platte hin", "")
    assert accepted.is_by(ours.key)
    assert plain.is_by(ours.key)
    assert not accepted._replace(accepted="").is_by(ours.key)
