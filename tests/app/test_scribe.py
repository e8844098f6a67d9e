"""Files written by another process: the same bytes, and whatever becomes of it nobody is harmed."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from server.app import scribe
from server.app.scribe import Scribe
from server.archive.checkpoints import Checkpoints
from server.archive.export import Content, content_of, excerpt_of, pack
from server.archive.verify import verify
from server.archive.writing import wish_of
from server.conformance.storms import entries_of
from server.process.shares import now
from server.scenario.rehearsal import ENCOUNTER
from server.store.log import ZERO_HASH, Appended, Broken, Log, Unavailable
from server.store.redis.log import RedisLog
from tests.store.redis.waiting import until
from tests.support.exported import fought
from tests.support.redis_fixture import redis_log, redis_url  # noqa: F401

ENTRIES = entries_of(fought())


@pytest.fixture
async def filled(redis_log: RedisLog) -> None:  # noqa: F811
    """The fight is in the store."""
    await _fill(redis_log)


async def _fill(log: Log) -> None:
    before = ZERO_HASH
    for entry in ENTRIES:
        assert await log.append(ENCOUNTER, entry, before) in (Appended.OK, Appended.DUP)
        before = entry.hash


async def written(by: Scribe, content: Content, checkpoints: Checkpoints | None = None, more: int = 0) -> bytes:
    """The file that it writes for what these rows are told."""
    count = len(content.entries) + more
    seal = None if checkpoints is None else checkpoints.seal(b"", ENCOUNTER, content.audience, count)
    wish, tail = wish_of(replace(content, entries=[]), count, len(ENTRIES), seal)
    with tempfile.TemporaryFile() as file:
        size = await by.make(wish, file, tail, now, lambda part, used_s: None)
        file.seek(0)
        data = file.read()
    assert len(data) == size
    return data


GM_FILE = content_of(ENCOUNTER, SYSTEM.name, "gm", 1, excerpt_of(ENCOUNTER, ENTRIES, "gm", 1).entries)


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("audience", ["gm", "public", "seat:ann"])
async def test_it_writes_what_would_be_written_here(audience: str, redis_url: str, tmp_path: Path) -> None:  # noqa: F811
    """Signed by the server: the process has no key."""
    content, checkpoints = excerpt_of(ENCOUNTER, ENTRIES, audience, 7), Checkpoints(tmp_path)
    data = await written(Scribe(redis_url), content, checkpoints)
    assert data == pack(checkpoints.sign(content))
    assert verify(data, {"three_cups": SYSTEM}, (), checkpoints.key).signed


@pytest.mark.usefixtures("filled")
async def test_it_says_how_far_it_is(redis_url: str) -> None:  # noqa: F811
    told: list[tuple[float, float | None]] = []
    wish, tail = wish_of(replace(GM_FILE, entries=[]), len(ENTRIES), len(ENTRIES), None)
    with tempfile.TemporaryFile() as file:
        await Scribe(redis_url).make(wish, file, tail, now, lambda *found: told.append(found))
    ((part, used_s),) = told
    assert part == 1.0
    assert used_s


@pytest.mark.usefixtures("filled")
async def test_of_a_log_that_lacks_its_end_there_is_no_file(redis_url: str) -> None:  # noqa: F811
    with pytest.raises(Broken, match="entries_missing"):
        await written(Scribe(redis_url), GM_FILE, more=1)


async def test_a_store_that_is_away_is_said_to_be() -> None:
    with pytest.raises(Unavailable, match="Redis"):
        await written(Scribe("unix:///nowhere/at.all"), GM_FILE)


def instead(monkeypatch: pytest.MonkeyPatch, folder: Path, does: str) -> None:
    """What is started in the place of Python."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{does}\n", "ascii")
    program.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(program))


LIES = {
    "nothing": "",
    "an end": "exit 3",
    "a crash": "kill -SEGV $$",
    "half a word": "echo {",
    "another word": 'echo \'{"code": "token"}\'',
    "too much": "exec yes",
    "a line without end": "exec tr '\\0' a < /dev/zero",
    "done, and then a crash": 'echo \'{"head": "AAAA"}\'; exit 3',
}


@pytest.mark.parametrize("does", LIES.values(), ids=LIES)
async def test_whatever_it_answers_the_file_is_asked_for_again(
    does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instead(monkeypatch, tmp_path, does)
    with pytest.raises(Unavailable):
        await written(Scribe("unix:///nowhere"), GM_FILE)


async def test_one_that_says_more_than_is_read_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is waited for: a pipe that nobody reads does not tell that it is closed."""
    instead(monkeypatch, tmp_path, "exec yes")
    monkeypatch.setattr(scribe, "LINE_BYTES", 16)
    async with asyncio.timeout(30):
        with pytest.raises(Unavailable):
            await written(Scribe("unix:///nowhere"), GM_FILE)


async def test_one_that_is_silent_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, tmp_path, "exec sleep 1000")
    monkeypatch.setattr(scribe, "SILENT_S", 0.05)
    begun = noted(monkeypatch)
    with pytest.raises(Unavailable):
        await written(Scribe("unix:///nowhere"), GM_FILE)
    assert [process.returncode for process in begun] == [-9]


def noted(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.subprocess.Process]:
    """The processes that are started from now on."""
    begun: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def kept(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        begun.append(await start(*arguments, **options))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", kept)
    return begun


async def test_it_ends_with_who_waits_for_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, tmp_path, "exec sleep 1000")
    begun = noted(monkeypatch)
    waiting = asyncio.ensure_future(written(Scribe("unix:///nowhere"), GM_FILE))
    await until(lambda: bool(begun))
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert [process.returncode for process in begun] == [-9]


@pytest.mark.usefixtures("filled")
async def test_a_file_that_becomes_too_large_is_given_up(
    redis_url: str,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    less = "import sys; from server.app import scribe; scribe.MOST_BYTES = 1000; scribe.main(sys.argv[1:])"
    instead(monkeypatch, tmp_path, f"for last; do :; done; exec {sys.executable} -c '{less}' \"$last\"")
    with pytest.raises(Unavailable):
        await written(Scribe(redis_url), GM_FILE)


async def test_no_secret_is_seen_by_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither keys nor the store's password stand in its environment or its command, which any process may read."""
    monkeypatch.setenv("FRAY_MASTER_KEY", "00" * 32)
    instead(monkeypatch, tmp_path, f'(env; echo "$@") > {tmp_path}/seen')
    with pytest.raises(Unavailable):
        await written(Scribe("redis://:password@127.0.0.1:1"), GM_FILE)
    seen = (tmp_path / "seen").read_text("utf-8")
    assert f"PATH={os.environ['PATH']}" in seen
    assert "FRAY" not in seen
    assert "password" not in seen
