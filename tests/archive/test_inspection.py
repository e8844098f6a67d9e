"""Files made to cost more than they are, judged apart from the server by a process that may not take what they want."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from msgspec.structs import replace

from server.archive import inspection
from server.archive.export import Row, pack, unpack
from server.archive.inspection import inspect
from server.core.errors import Rejected
from server.lobby import copying
from server.lobby.copying import bring
from server.lobby.lobby import Refused
from server.lobby.tables import BUSY_MS
from server.process.child import environment
from server.store.memory import MemoryLog
from tests.support.forgeries import grown, sealed
from tests.support.golden_exports import FILES, GOLDEN
from tests.table.party import lobby_over

CUPS = (GOLDEN / FILES["gm"]).read_bytes()
NAMES = ("three_cups",)


def with_row(**changes: Any) -> bytes:
    """The golden file with another third entry."""
    content = unpack(CUPS)
    rows = list(content.entries)
    rows[2] = Row(**{**{name: getattr(rows[2], name) for name in Row.__struct_fields__}, **changes})
    return pack(replace(content, entries=rows))


def header(entries: Any) -> bytes:
    return sealed({**msgpack.unpackb(CUPS[:-32]), "entries": entries})


def commit(data: bytes, **changes: Any) -> dict[str, Any]:
    """The newest commit, changed; with no dice and variants of its own."""
    return {**msgpack.unpackb(unpack(data).entries[-1].body), "evidence": [], "variants": [], **changes}


def many_commits(count: int) -> bytes:
    """An honest, long file: the GM pauses and goes on."""
    at = msgpack.unpackb(unpack(CUPS).entries[-1].body)["at"]
    kinds = ("Paused", "Unpaused")
    return grown(CUPS, *(commit(CUPS, events=[{"type": kinds[n % 2], "at": at + n}]) for n in range(count)))


BOMBS: dict[str, tuple[Callable[[], bytes], int, str]] = {
    "a million tiny entries": (lambda: header([0] * 1_000_000), 0, "1000000 entries"),
    "nested around the entries": (lambda: b"\x91" * 1_000_000 + bytes(32), 0, "depth"),
    "nested in a commit": (lambda: with_row(body=b"\x91" * 1_000_000 + b"\xc0"), 3, "depth"),
    "a million tiny containers in a commit": (
        lambda: with_row(body=msgpack.packb([[]] * 1_000_000)),
        3,
        "1000000 entries",
    ),
    "the same, part by part": (lambda: with_row(body=msgpack.packb([[[]] * 60_000] * 20)), 3, "values in one message"),
    "a commit of 5 MiB": (lambda: with_row(body=msgpack.packb(bytes(5 * 2**20))), 3, "bytes, at most"),
}


@pytest.mark.parametrize("name", BOMBS)
async def test_what_is_too_much_is_refused_before_it_is_decoded(name: str) -> None:
    """By the file's outline alone, or by a commit's: none is unpacked."""
    made, position, problem = BOMBS[name]
    with pytest.raises(Rejected) as caught:
        await inspect(made(), NAMES)
    assert (caught.value.code, caught.value.detail["position"]) == ("import_bounds", position)
    assert problem in str(caught.value.detail["problem"])


async def heavy(data: bytes) -> dict[str, Any]:
    """The file is refused as too heavy; with these numbers."""
    with pytest.raises(Rejected) as caught:
        await inspect(data, NAMES)
    assert caught.value.code == "import_heavy"
    return dict(caught.value.detail)


async def test_what_wants_more_memory_is_refused() -> None:
    """Within every count, a commit of some bytes for each of so many things that it would be far larger in memory."""
    events = [{"type": "Paused", "at": [{} for _ in range(13)]} for _ in range(58_000)]
    data = grown(CUPS, commit(CUPS, events=events, told={"gm": None}))
    assert len(data) < inspection.LEAST_BYTES / inspection.TIMES
    assert (await heavy(data))["mib"] == inspection.LEAST_BYTES // 2**20


async def test_an_honest_file_needs_less_than_twenty_times_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """With not a byte more than that; with a fifth of it, it does not get by."""
    data = many_commits(3_000)
    monkeypatch.setattr(inspection, "LEAST_BYTES", 0)
    await inspect(data, NAMES)
    monkeypatch.setattr(inspection, "TIMES", 4)
    assert (await heavy(data))["mib"] == 4 * len(data) // 2**20


async def test_what_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the processor's time, and by the clock; nothing of it goes on."""
    data = many_commits(12_000)
    monkeypatch.setattr(inspection, "CPU_S", 1)
    assert (await heavy(data))["seconds"] == 1
    monkeypatch.setattr(inspection, "WITHIN_S", 0)
    begun = []
    start = asyncio.create_subprocess_exec

    async def noted(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        begun.append(await start(*arguments, **options))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    await heavy(data)
    assert [process.returncode for process in begun] == [-9]


@pytest.mark.parametrize("says", ["", "exit 3", "kill -SEGV $$", "echo {", 'echo \'{"code": "token"}\'', "exec yes"])
async def test_whatever_becomes_of_it_the_answer_is_the_same(
    says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends at once, crashes, or answers what it should not, and too much of that."""
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{says}\n", "ascii")
    program.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(program))
    assert await heavy(CUPS) == {"seconds": 60, "mib": 64}


async def test_no_secret_is_handed_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and the store's password stand in the environment of whoever serves."""
    monkeypatch.setenv("FRAY_MASTER_KEY", "00" * 32)
    monkeypatch.setenv("FRAY_REDIS", "redis://:password@there")
    assert os.environ["PATH"] == environment()["PATH"]
    assert not [name for name in environment() if name.startswith("FRAY")]


async def test_nothing_is_unpacked_by_who_serves_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, in a thread, after the other process has found nothing wrong."""
    unpacked: list[threading.Thread] = []

    def noted(data: bytes) -> Any:
        unpacked.append(threading.current_thread())
        return unpack(data)

    monkeypatch.setattr(copying, "unpack", noted)
    lobby = lobby_over(MemoryLog(), tmp_path, master=b"x" * 32)
    with pytest.raises(Refused, match="import"):
        await bring(lobby, CUPS[:-1])
    assert unpacked == []
    await bring(lobby, CUPS)
    assert [thread is threading.main_thread() for thread in unpacked] == [False]
    await lobby.close()


async def test_few_files_are_looked_into_at_once(tmp_path: Path) -> None:
    """More wait, and whoever can't even wait is told so."""
    lobby = lobby_over(MemoryLog(), tmp_path, master=b"x" * 32)
    lobby.inspections._left = 0
    with pytest.raises(Refused, match="busy") as caught:
        await bring(lobby, CUPS)
    assert caught.value.detail == {"retry_after_ms": BUSY_MS}
    await lobby.close()
