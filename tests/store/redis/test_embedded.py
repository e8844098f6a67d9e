"""The private Redis: started, killed, orphaned, contested. Real processes throughout."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from server.store import chain
from server.store.log import ZERO_HASH, Appended, Entry, Unavailable, Unsettled
from server.store.redis.binary import EmbeddedError
from server.store.redis.connect import connect
from server.store.redis.embedded import Embedded
from server.store.redis.log import RedisLog
from tests.store.entries import entry, fill
from tests.store.redis.waiting import until
from tests.support.redis_fixture import embedded, encounter_id


def _is_running(pid: int) -> bool:
    """Tell whether a process runs; one that ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the second when it ends while we read
        return False


def _written(data_dir: Path) -> Path:
    """Return the file that Redis appends to."""
    (path,) = [*data_dir.glob("appendonlydir/*.incr.aof"), *data_dir.glob("appendonly.aof")]
    return path


def _open_to_others(paths: list[Path]) -> list[Path]:
    return [path for path in paths if path.stat().st_mode & 0o077]


@asynccontextmanager
async def _holder(data_dir: Path, encounter: str, *flags: str) -> AsyncIterator[tuple[Process, int]]:
    """Run another server process on a directory; gives it and the id of its Redis."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.store.redis.holder", str(data_dir), encounter, *flags, stdout=PIPE
    )
    assert process.stdout
    try:
        _, redis_pid = (await process.stdout.readline()).split()
        yield process, int(redis_pid)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_second_start_finds_everything(tmp_path: Path, encounter: str) -> None:
    """What was acknowledged is there after a clean stop, under any path."""
    data_dir = tmp_path / 'a "quoted" directory\\with spaces'
    async with embedded(data_dir) as redis:
        first_pid = redis.pid
        log = RedisLog(connect(redis.url))
        made = await fill(log, encounter, 3)
        await log.close()
    assert not _is_running(first_pid)
    assert not Path(redis.url.removeprefix("unix://")).parent.exists()

    async with embedded(data_dir) as redis:
        log = RedisLog(connect(redis.url))
        assert made == await log.read(encounter)
        await log.close()


async def test_others_cannot_read_the_log(tmp_path: Path) -> None:
    """Every file of the log is for its owner only: it holds all secrets of all tables."""
    data_dir = tmp_path / "shared"
    data_dir.mkdir(mode=0o755)
    async with embedded(data_dir) as redis:
        socket = Path(redis.url.removeprefix("unix://"))

        assert _open_to_others([_written(data_dir), socket, socket.parent]) == []


async def test_second_server_is_refused_and_told_who_is_there(tmp_path: Path, encounter: str) -> None:
    """While another process has the directory a new one waits, then names it: id, command and since when."""
    async with _holder(tmp_path, encounter) as (process, _):
        with pytest.raises(EmbeddedError) as caught:
            await Embedded(tmp_path, lock_wait_s=0.1).start()
    async with Embedded(tmp_path):
        pass  # it is free now

    assert caught.value.code == "data_dir_in_use"
    assert f"process {process.pid} (" in str(caught.value)
    assert "tests.store.redis.holder" in str(caught.value)
    assert "since 20" in str(caught.value)


@pytest.mark.parametrize("flags", [(), ("--orphan",)])
async def test_restart_right_after_kill_finds_every_acknowledged_entry(
    tmp_path: Path, encounter: str, flags: tuple[str, ...]
) -> None:
    """The server is killed while it appends; the next one starts at once, alone, and finds all it acknowledged.

    An orphaned Redis, which no death signal ends, is asked to stop by the next server.
    """
    async with _holder(tmp_path, encounter, *flags) as (process, redis_pid):
        assert process.stdout
        told = [await process.stdout.readline() for _ in range(50)]
        process.kill()
        rest = await process.stdout.read()
    acked = [int(line.split()[0]) for line in [*told, *rest.splitlines(True)] if line.endswith(b" OK\n")]

    async with Embedded(tmp_path, lock_wait_s=30) as redis:
        assert not _is_running(redis_pid)
        log = RedisLog(connect(redis.url))
        stored = await log.read(encounter)
        await log.close()

    chain.verify(encounter, stored)
    assert acked == list(range(1, len(acked) + 1))
    assert len(acked) <= len(stored) <= len(acked) + 1


async def settled(log: RedisLog, encounter: str, made: Entry, prev_hash: bytes) -> Appended:
    """What became of it, however long a busy machine takes to start Redis again."""
    while True:
        try:
            return await log.append(encounter, made, prev_hash)
        except Unsettled:
            continue


async def test_killed_redis_comes_back_with_every_acknowledged_entry(tmp_path: Path) -> None:
    """Redis is killed three times under six writers, two of them racing: nothing acknowledged is lost or doubled."""
    restarts: asyncio.Queue[int] = asyncio.Queue()
    streams = [encounter_id(name) for name in ("a", "b", "c", "d", "race", "race")]
    acked: dict[str, list[bytes]] = {name: [] for name in streams}
    is_over = False
    redis = Embedded(tmp_path, on_restart=restarts.put_nowait)

    def has_acked(count: int) -> bool:
        return sum(map(len, acked.values())) >= count

    async def write(encounter: str, writer: str) -> None:
        log = RedisLog(connect(redis.url))
        while not is_over:
            try:
                version, prev_hash = await log.top(encounter)
                made = entry(encounter, version + 1, prev_hash, writer)
                answer = await settled(log, encounter, made, prev_hash)
            except Unavailable:
                await asyncio.sleep(0)
                continue
            assert answer in (Appended.OK, Appended.DUP, Appended.STALE)
            if answer is not Appended.STALE:
                acked[encounter].append(made.cid)
        await log.close()

    async with redis:
        writers = [asyncio.create_task(write(name, f"w{number}")) for number, name in enumerate(streams)]
        for goal in (300, 600, 900):
            await until(partial(has_acked, goal))
            os.kill(redis.pid, signal.SIGKILL)
            assert await restarts.get() == -signal.SIGKILL
        is_over = True
        await asyncio.gather(*writers)
        log = RedisLog(connect(redis.url))
        stored = {name: await log.read(name) for name in acked}
        await log.close()

    for name, made in stored.items():
        chain.verify(name, made)
        assert sorted(acked[name]) == sorted(each.cid for each in made)


async def test_append_during_an_outage_is_unavailable(tmp_path: Path, encounter: str) -> None:
    """While Redis is away an append is refused for certain; once it is back the same append succeeds."""
    restarted = asyncio.Event()
    async with Embedded(tmp_path, on_restart=lambda _: restarted.set()) as redis:
        log = RedisLog(connect(redis.url))
        made = await fill(log, encounter, 1)
        killed = redis.pid
        os.kill(killed, signal.SIGKILL)
        await until(lambda: not _is_running(killed))
        second = entry(encounter, 2, made[0].hash)
        try:
            answer = await log.append(encounter, second, made[0].hash)
        except Unavailable:
            await restarted.wait()
            answer = await log.append(encounter, second, made[0].hash)

        assert answer in (Appended.OK, Appended.DUP)
        assert [*made, second] == await log.read(encounter)
        await log.close()


async def test_torn_tail_costs_only_what_was_not_acknowledged(tmp_path: Path, encounter: str) -> None:
    """A file cut inside its last entry, as a power cut leaves it, loads without that entry."""
    async with embedded(tmp_path) as redis:
        log = RedisLog(connect(redis.url))
        made = await fill(log, encounter, 5)
        await log.close()
    written = _written(tmp_path)
    os.truncate(written, written.stat().st_size - 20)

    async with embedded(tmp_path) as redis:
        log = RedisLog(connect(redis.url))
        assert made[:4] == await log.read(encounter)
        assert await log.append(encounter, made[4], made[3].hash) is Appended.OK
        await log.close()


async def test_unreadable_file_is_refused_with_redis_own_words(tmp_path: Path) -> None:
    """When Redis cannot load its file the error carries the end of its log, and the directory is free again."""
    async with embedded(tmp_path) as redis:
        log = RedisLog(connect(redis.url))
        await fill(log, encounter_id("x"), 5)
        await log.close()
    written = _written(tmp_path)
    whole = written.read_bytes()
    written.write_bytes(b"garbage" + whole)

    with pytest.raises(EmbeddedError, match=r"redis_does_not_start.*Bad file format"):
        await embedded(tmp_path).start()
    written.write_bytes(whole)
    async with embedded(tmp_path) as redis:
        log = RedisLog(connect(redis.url))
        assert (await log.top(encounter_id("x")))[0] == 5
        await log.close()


async def test_orphan_of_a_failed_start_does_not_stay(tmp_path: Path) -> None:
    """A binary that is none leaves the directory untouched."""
    with pytest.raises(EmbeddedError, match="no_redis_binary"):
        await Embedded(tmp_path, binary=Path("/bin/true")).start()

    assert os.listdir(tmp_path) == []


async def test_empty_log_of_a_restored_directory_meets_a_gap(tmp_path: Path, encounter: str) -> None:
    """A writer that outlives its data (the directory was replaced) leaves no hole in the new log."""
    async with embedded(tmp_path / "old") as redis:
        log = RedisLog(connect(redis.url))
        made = await fill(log, encounter, 3)
        await log.close()
    async with embedded(tmp_path / "new") as redis:
        log = RedisLog(connect(redis.url))
        assert await log.append(encounter, entry(encounter, 4, made[2].hash), made[2].hash) is Appended.GAP
        assert await log.top(encounter) == (0, ZERO_HASH)
        await log.close()
