"""What is lost beside a server, logs out of its store or its master key: noticed at the start, and said to whoever can
mend it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from server.app.app import App, overseeing, serving
from server.archive.checkpoints import Checkpoint, Checkpoints
from server.cli.checks import examine
from server.cli.main import main
from server.core.create import EncounterSpec
from server.encounter.file import parse_encounter
from server.encounter.installed import systems
from server.gateway.auth import parse_token
from server.keys.links import FILE as LINKS
from server.keys.links import Links
from server.keys.master_key import ensure_master_key
from server.lobby.holdings import AT_ONCE, Holdings
from server.lobby.lobby import Refused
from server.process.settings import Settings
from server.store.log import Top
from server.store.memory import MemoryLog
from server.store.redis.binary import EmbeddedError
from tests.support.redis_fixture import embedded

Made = dict[str, Any]
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FRAY_MASTER_KEY", "FRAY_FORMER_KEYS"):
        monkeypatch.delenv(name, raising=False)


def spec() -> EncounterSpec:
    """A small encounter."""
    found = systems()
    return parse_encounter(found["tirakan"].demo, "a demo", found)


def journal(data: Path) -> Path:
    """What the private Redis has appended."""
    return next((data / "appendonlydir").glob("*.incr.aof"))


def private(data: Path, **more: Any) -> Settings:
    """A server with a Redis of its own."""
    return Settings(port=0, data=str(data), **more)


async def laid(data: Path, count: int) -> tuple[list[Made], list[int]]:
    """So many encounters, and the length of Redis's file after each. Redis is killed when all are acknowledged."""
    async with embedded(data) as redis:
        async with serving(private(data, redis=redis.url)) as (app, _):
            made, ends = [], []
            for _ in range(count):
                made.append(await app.lobby.create(spec()))
                ends.append(os.stat(journal(data)).st_size)
        os.kill(redis.pid, signal.SIGKILL)
    return made, ends


async def comes_in(app: App, made: Made) -> str:
    """By the GM's link: yes, or why not."""
    token = parse_token(made["links"]["gm"])
    assert token is not None
    try:
        await app.lobby.enter(token.encounter, token.secret)
    except Refused as refused:
        return refused.code
    return "yes"


async def wrongs(settings: Settings) -> dict[str, str]:
    """What the doctor finds wrong, each with what would be right."""
    return {one.what: f"{one.found}; {one.right}" for one in await examine(settings) if one.level == "wrong"}


# --- logs ------------------------------------------------------------------------------------------------------------


async def test_after_a_kill_nothing_is_lost(tmp_path: Path) -> None:
    """The control: what was acknowledged is there, and doctor says so."""
    made, _ = await laid(data := tmp_path / "data", 3)
    async with serving(private(data)) as (app, _):
        assert [await comes_in(app, each) for each in made] == ["yes"] * 3
        found = [one.found for one in await examine(private(data)) if one.what == "logs"]
    assert found == ["3 are there, with all that was signed of them"]
    assert await wrongs(private(data)) == {}


@pytest.mark.parametrize("is_torn", [False, True])
async def test_a_log_that_was_lost_is_told_to_whoever_comes(
    tmp_path: Path, is_torn: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The end of Redis's file is gone, in the middle of an entry too: the first table goes on, the others say so."""
    made, ends = await laid(data := tmp_path / "data", 3)
    os.truncate(journal(data), ends[0] + 200 * is_torn)
    with caplog.at_level(logging.ERROR, "server.lobby.holdings"):
        async with serving(private(data)) as (app, _):
            assert [await comes_in(app, each) for each in made] == ["yes", "rolled_back", "rolled_back"]
            lost = [each["encounter"] for each in made[1:]]
            assert {*await wrongs(private(data))} == {f"log of {encounter}" for encounter in lost}
    at_start = [record for record in caplog.records if record.name == "server.lobby.holdings"]
    assert [record.fields["encounter"] for record in at_start] == lost  # type: ignore[attr-defined]
    assert all(f"fray accept {encounter}" in caplog.text for encounter in lost)


@pytest.mark.parametrize("is_running", [False, True])
async def test_where_all_logs_are_lost_no_server_starts(tmp_path: Path, is_running: bool, capsys: Captured) -> None:
    """An emptied file is no new server: what would mend it is said, by doctor too; nothing new is laid either."""
    await laid(data := tmp_path / "data", 2)
    os.truncate(journal(data), 0)
    mend = "bring back its append-only file (appendonlydir) from a backup"
    with pytest.raises(RuntimeError, match="logs_lost: 2 encounters were laid here") as caught:
        async with serving(private(data)):
            pass
    assert mend in str(caught.value)
    file = tmp_path / "demo.toml"
    await asyncio.to_thread(file.write_text, systems()["tirakan"].demo, "utf-8")
    assert await asyncio.to_thread(main, ["create", str(file), "--data", str(data)]) == 1
    assert mend in capsys.readouterr().err
    async with embedded(data if is_running else tmp_path / "other") as redis:
        found = await wrongs(private(data, redis=redis.url if is_running else ""))
    assert mend in found["logs"]
    os.rename(data / LINKS, data / "links.json.old")
    async with serving(private(data)) as (app, _):
        await app.lobby.create(spec())
    assert await wrongs(private(data)) == {}


def emptied(data: Path) -> None:
    """All that Redis has written, its manifest too, is there with no bytes."""
    for file in (data / "appendonlydir").iterdir():
        os.truncate(file, 0)


def removed(data: Path) -> None:
    """The files are gone, their folder is not."""
    for file in (data / "appendonlydir").iterdir():
        file.unlink()


@pytest.mark.parametrize("lose", [emptied, removed])
@pytest.mark.parametrize(("start", "workers"), [(serving, 1), (overseeing, 2)], ids=["one process", "workers"])
async def test_an_emptied_folder_is_told_before_redis_starts(
    tmp_path: Path, lose: Callable[[Path], None], start: Callable[[Settings], Any], workers: int
) -> None:
    """With its manifest, so that Redis itself would not start, and say why in its own words."""
    await laid(data := tmp_path / "data", 2)
    lose(data)
    before = sorted((file.name, file.stat().st_size) for file in (data / "appendonlydir").iterdir())
    with pytest.raises(RuntimeError, match=r"logs_lost: 2 encounters .*bring back its append-only file"):
        async with start(private(data, workers=workers)):
            pass
    assert sorted((file.name, file.stat().st_size) for file in (data / "appendonlydir").iterdir()) == before
    os.rename(data / LINKS, data / "links.json.old")
    lost = (data / "appendonlydir").rename(tmp_path / "lost")
    async with start(private(data, workers=workers)):
        assert await wrongs(private(data)) == {}
    assert lost.exists()


@pytest.mark.parametrize("part", ["*.manifest", "*.incr.aof", "*.base.*"])
async def test_a_log_that_misses_a_part_is_left_as_it_is(tmp_path: Path, part: str) -> None:
    """Without its manifest Redis would begin anew and cut what is there to nothing."""
    [made], _ = await laid(data := tmp_path / "data", 1)
    [gone] = (data / "appendonlydir").glob(part)
    gone.rename(tmp_path / gone.name)
    (data / "appendonlydir" / "note").write_bytes(b"x" * 512)  # else it can hold no log anyway
    before = {file.name: file.read_bytes() for file in (data / "appendonlydir").iterdir()}
    with pytest.raises(EmbeddedError, match=r"log_incomplete: .*bring the whole folder back"):
        async with serving(private(data)):
            pass
    assert {file.name: file.read_bytes() for file in (data / "appendonlydir").iterdir()} == before
    (tmp_path / gone.name).rename(gone)
    async with serving(private(data)) as (app, _):
        assert await comes_in(app, made) == "yes"


async def test_a_log_that_was_deleted_on_purpose_is_accepted(tmp_path: Path, capsys: Captured) -> None:
    """By whoever runs the server: nothing is said of it any more, and its links lead nowhere."""
    made, ends = await laid(data := tmp_path / "data", 2)
    os.truncate(journal(data), ends[0])
    kept, lost = (each["encounter"] for each in made)
    words = ["--reason", "an old one", "--data", str(data)]
    assert await asyncio.to_thread(main, ["accept", lost, *words]) == 0
    assert f"{lost}: ends at commit 0" in capsys.readouterr().out
    for encounter in (kept, lost):
        assert await asyncio.to_thread(main, ["accept", encounter, *words]) == 1
        assert "nothing to accept" in capsys.readouterr().err
    async with serving(private(data)) as (app, _):
        assert [await comes_in(app, each) for each in made] == ["yes", "token"]
        assert await wrongs(private(data)) == {}


async def test_looking_for_a_hundred_logs_is_one_round_trip(tmp_path: Path) -> None:
    """So a start takes no longer for it, and one with ten thousand 20 of them; no log is read."""
    asked: list[int] = []

    class Counting(MemoryLog):
        async def tops(self, encounters: Sequence[str]) -> list[Top]:
            asked.append(len(encounters))
            return [(1, b"h" * 32)] * len(encounters)

    links = Links(tmp_path / LINKS)
    for count, expected in ((100, [100]), (AT_ONCE + 1, [AT_ONCE, 1])):
        while len(links) < count:
            await links.put(f"{len(links):032x}", {"gm": "token"})
            await links.refresh()
        asked.clear()
        assert await Holdings(links, Checkpoints(tmp_path)).losses(Counting()) == {}
        assert asked == expected


async def test_what_was_signed_is_read_once_for_all_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in a file, which each of ten thousand would open on the loop."""
    links, checkpoints, reads = Links(tmp_path / LINKS), Checkpoints(tmp_path), list[int]()
    for n in range(5):
        await links.put(f"{n:032x}", {"gm": "token"})
    read_all = checkpoints.all

    def counted() -> dict[str, list[Checkpoint]]:
        reads.append(1)
        return read_all()

    monkeypatch.setattr(checkpoints, "all", counted)
    losses = await Holdings(links, checkpoints).losses(MemoryLog())
    assert (len(losses), len(reads)) == (5, 1)


# --- the master key --------------------------------------------------------------------------------------------------


async def test_another_key_in_the_place_of_the_true_one_is_noticed(tmp_path: Path) -> None:
    """It would lay what is new under it, and let nobody to the tables that are there; a rotation says where the old
    one is, and an empty log has lost nothing."""
    [made], _ = await laid(data := tmp_path / "data", 1)
    kept = data / "master.key"
    kept.rename(tmp_path / "backup")
    kept.write_bytes(b"x" * 32)
    with pytest.raises(RuntimeError, match=f"key_lost: .* holds another key, and encounter {made['encounter']}"):
        async with serving(private(data)):
            pass
    (data / "master.key.1").write_bytes((tmp_path / "backup").read_bytes())
    async with serving(private(data)) as (app, _):
        assert await comes_in(app, made) == "yes"
    kept.write_bytes(b"y" * 32)
    await ensure_master_key(data, MemoryLog())
    assert (data / "served.key").stat().st_mode & 0o777 == 0o600


async def test_a_lost_key_is_not_replaced_unless_somebody_says_so(tmp_path: Path) -> None:
    """Whoever has a backup of it brings it back; else what was made under it stops, and what is new gets a new one."""
    [made], _ = await laid(data := tmp_path / "data", 1)
    kept = data / "master.key"
    kept.rename(tmp_path / "backup")
    assert "bring it back from a backup" in (await wrongs(private(data)))["master key"]
    with pytest.raises(
        RuntimeError, match=f"key_lost: .*encounter {made['encounter']} was made under the lost one; bring it back"
    ):
        async with serving(private(data)):
            pass
    assert kept.name not in os.listdir(data)
    async with serving(private(data, new_key=True)) as (app, _):
        assert await comes_in(app, made) == "key_changed"
        assert await comes_in(app, await app.lobby.create(spec())) == "yes"
        [told] = [one for one in await examine(private(data)) if one.what == "master key" and one.level == "warning"]
        assert "1 of the newest" in told.found
        assert f"fray branch {made['encounter']}" in told.right
    async with serving(private(data)) as (app, _):  # it is said once
        assert await comes_in(app, made) == "key_changed"
    os.rename(kept, data / "master.key.1")
    os.rename(tmp_path / "backup", kept)
    async with serving(private(data)) as (app, _):
        assert await comes_in(app, made) == "yes"


async def test_a_key_is_lost_also_where_its_links_are(tmp_path: Path) -> None:
    """Of a backup only the log was brought back."""
    [made], _ = await laid(data := tmp_path / "data", 1)
    for name in ("master.key", LINKS, "signing.key"):
        os.remove(data / name)
    with pytest.raises(RuntimeError, match=f"key_lost: .*{made['encounter']}"):
        async with serving(private(data)):
            pass


async def test_a_key_that_was_moved_aside_makes_room_for_a_new_one(tmp_path: Path, monkeypatch: Any) -> None:
    """As the operators' page says; but not if the newest encounter was made under one that is lost."""
    await laid(data := tmp_path / "data", 1)
    kept = data / "master.key"
    os.rename(kept, data / "master.key.1")
    assert await wrongs(private(data)) == {}
    await laid(data, 1)
    assert kept.name in os.listdir(data)
    second = await asyncio.to_thread(kept.read_bytes)
    os.remove(kept)
    with pytest.raises(RuntimeError, match="key_lost"):
        async with serving(private(data)):
            pass
    monkeypatch.setenv("FRAY_FORMER_KEYS", second.hex())
    async with serving(private(data)):
        assert await wrongs(private(data)) == {}
    assert await asyncio.to_thread(kept.read_bytes) != second


async def test_a_key_that_somebody_has_replaced_on_purpose_is_told(tmp_path: Path) -> None:
    """The server serves what it can; doctor says that it is another one."""
    [made], _ = await laid(data := tmp_path / "data", 1)
    await asyncio.to_thread((data / "master.key").write_bytes, b"x" * 32)
    async with serving(private(data, new_key=True)):
        [told] = [one for one in await examine(private(data)) if one.what == "master key" and one.level == "warning"]
    assert made["encounter"] in told.found
    assert "FRAY_FORMER_KEYS" in told.right
