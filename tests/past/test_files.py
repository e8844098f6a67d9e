"""Files that are asked for: made once for all, in line, as long as anybody waits; held while they are fetched."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import BinaryIO

import pytest

from server.archive.export import excerpt_of, pack
from server.archive.making import Here, Tail, Told
from server.archive.provenance import Provenance
from server.archive.writing import Wish
from server.conformance.storms import entries_of
from server.core.errors import Rejected
from server.past import files
from server.past.files import Files, FileShown, Part
from server.process.clock import Clock
from server.process.door import MOST_OF_ONE
from server.process.shares import Party, Slice, now
from server.scenario.rehearsal import ENCOUNTER
from server.store.log import Unavailable
from server.store.memory import MemoryLog
from tests.support.exported import fought

TABLE = fought()
ENTRIES = entries_of(TABLE)
ANN, BOB, CAT = Party("a", "ann"), Party("b", "bob"), Party("c", "cat")
LAST = {"gm": len(ENTRIES), "public": 5, "seat:ann": 5, "seat:bob": 5}


class Slow:
    """Writes when it is told to; which files were begun and given up is known."""

    def __init__(self, log: MemoryLog) -> None:
        self._here = Here(log)
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.fails: Exception | None = None
        self.go = asyncio.Event()

    async def make(self, wish: Wish, file: BinaryIO, tail: Tail, turn: Slice, told: Told) -> int:
        self.begun.append(wish.audience)
        self.told = told
        try:
            await self.go.wait()
            if self.fails is not None:
                raise self.fails
            return await self._here.make(wish, file, tail, turn, told)
        finally:
            self.ended.append(wish.audience)


class Kept:
    """Files over the fight's log, whose clock stands still."""

    def __init__(self, folder: Path, patched: pytest.MonkeyPatch) -> None:
        log = MemoryLog()
        log.shelf.streams = {ENCOUNTER: ENTRIES}
        self.now_ms = 1_000
        clock = Clock(lambda: 7, lambda: self.now_ms)
        self.maker = Slow(log)
        self.files = Files(log, clock, Provenance(None, None), self.maker, folder)
        patched.setattr(files, "LONG_COMMITS", 0)
        patched.setattr(files, "COMMIT_S", 6.0 / len(ENTRIES))

    async def asks(self, party: Party, audience: str, last: int | None = None) -> FileShown:
        """Somebody asks for a file."""
        return await self.files.export(TABLE.timeline, audience, last or LAST[audience], party, now)

    def asking(self, party: Party, audience: str, last: int | None = None) -> asyncio.Task[FileShown]:
        """The same, not waited for."""
        return asyncio.ensure_future(self.asks(party, audience, last))

    async def begun(self, *audiences: str) -> None:
        """Until these are begun."""
        while self.maker.begun != list(audiences):  # noqa: ASYNC110  (what is begun says so to nobody)
            await asyncio.sleep(0)


@pytest.fixture
async def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Nothing was asked yet; a file seems to take six seconds, and one is made at a time."""
    monkeypatch.setattr(files, "AT_ONCE", 1)
    monkeypatch.setattr(files, "RATE", 1.0)
    return Kept(tmp_path, monkeypatch)


async def settle() -> None:
    """Everything that can happen now has happened."""
    for _ in range(50):
        await asyncio.sleep(0)


async def busy(asking: asyncio.Task[FileShown]) -> int:
    """Who asks is told to come back, after so long (ms)."""
    with pytest.raises(Rejected, match="busy") as refused:
        await asking
    wait_ms = refused.value.detail["retry_after_ms"]
    assert isinstance(wait_ms, int)
    return wait_ms


async def test_the_file_is_what_was_told(kept: Kept) -> None:
    kept.maker.go.set()
    for audience, last in LAST.items():
        shown = await kept.asks(ANN, audience)
        assert shown.data == pack(excerpt_of(ENCOUNTER, ENTRIES, audience, 7, last))
        assert (shown.n, shown.size_bytes) == (last, len(shown.data))


async def test_what_many_ask_for_is_made_once(kept: Kept) -> None:
    """Who asks while it is made is told when it will be there, or waits with the first where that is soon."""
    first = kept.asking(ANN, "public")
    await kept.begun("public")
    assert await busy(kept.asking(BOB, "public")) == 6_000
    kept.now_ms += 4_500
    kept.maker.told(0.9, None)
    second = kept.asking(CAT, "public")
    await settle()
    assert not second.done()
    kept.maker.go.set()
    names = {(await each).file for each in (first, second)} | {(await kept.asks(BOB, "public")).file}
    assert len(names) == 1
    assert kept.maker.begun == ["public"]


async def test_who_comes_back_when_told_is_told_no_other_time(kept: Kept) -> None:
    """Though the file takes longer: it waits until it is there."""
    first = kept.asking(ANN, "public")
    await kept.begun("public")
    wait_ms = await busy(kept.asking(BOB, "public"))
    kept.maker.told(0.2, 2.0)
    kept.now_ms += wait_ms
    assert await busy(kept.asking(CAT, "public")) > 6_000
    second = kept.asking(BOB, "public")
    await settle()
    kept.maker.go.set()
    assert (await first).file == (await second).file


async def test_a_file_is_made_in_its_turn_though_nobody_is_there(kept: Kept) -> None:
    """Two who want it were told when it will be there; they find it."""
    first = kept.asking(ANN, "gm")
    await kept.begun("gm")
    assert [await busy(kept.asking(party, "public")) for party in (BOB, CAT)] == [12_000, 12_000]
    kept.maker.go.set()
    await first
    await settle()
    assert kept.maker.begun == kept.maker.ended == ["gm", "public"]
    kept.now_ms += 12_000
    assert len({(await kept.asks(party, "public")).file for party in (BOB, CAT)}) == 1
    assert kept.maker.begun == ["gm", "public"]


async def test_a_file_that_is_there_early_is_held_for_who_was_told_when(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else came when there was room, and has fetched it."""
    monkeypatch.setattr(files, "HELD_MS", 1_000)
    first = kept.asking(ANN, "gm")
    await kept.begun("gm")
    wait_ms = await busy(kept.asking(BOB, "public"))
    kept.maker.go.set()
    await first
    await kept.asks(CAT, "public")
    kept.now_ms += wait_ms - 1
    kept.files.let_go()
    kept.now_ms += 1
    await kept.asks(BOB, "public")
    assert kept.maker.begun == ["gm", "public"]


async def test_a_file_is_made_to_the_end_for_who_was_told_when_it_will_be_there(kept: Kept) -> None:
    """Though whoever had it begun has left."""
    first = kept.asking(ANN, "public")
    await kept.begun("public")
    await busy(kept.asking(BOB, "public"))
    first.cancel()
    await settle()
    kept.maker.go.set()
    await settle()
    await kept.asks(BOB, "public")
    assert kept.maker.begun == ["public"]


async def test_it_is_made_as_long_as_anybody_waits_for_it(kept: Kept) -> None:
    first = kept.asking(ANN, "public")
    await kept.begun("public")
    kept.maker.told(0.99, None)
    kept.now_ms += 1_000
    kept.maker.told(0.99, None)
    second = kept.asking(BOB, "public")
    await settle()
    first.cancel()
    await settle()
    assert kept.maker.ended == []
    second.cancel()
    third = kept.asking(CAT, "public")  # has nothing to do with what is given up
    await kept.begun("public", "public")
    assert kept.maker.ended == ["public"]
    kept.maker.go.set()
    assert (await third).audience == "public"


async def test_others_are_told_a_time_and_served_when_they_come_back(kept: Kept) -> None:
    """In the order in which they asked, before all who ask later."""
    first = kept.asking(ANN, "public")
    await kept.begun("public")
    assert await busy(kept.asking(BOB, "seat:bob")) == 12_000
    assert await busy(kept.asking(CAT, "seat:ann")) == 18_000
    kept.now_ms += 6_000
    kept.maker.told(0.9, None)
    bob = kept.asking(BOB, "seat:bob")
    await settle()
    assert await busy(kept.asking(ANN, "gm")) > 12_000
    kept.maker.go.set()
    await asyncio.gather(first, bob)
    await kept.asks(CAT, "seat:ann")
    await settle()
    assert kept.maker.begun == ["public", "seat:bob", "seat:ann", "gm"]


async def test_of_one_so_many_are_made_that_nobody_waits_for(kept: Kept) -> None:
    """Whoever asks for one after another and leaves has no more of the maker's time than that."""
    first = kept.asking(ANN, "gm")
    await kept.begun("gm")
    for last in range(1, MOST_OF_ONE + 4):
        await busy(kept.asking(BOB, "seat:bob", last))
    kept.maker.go.set()
    await first
    await settle()
    assert len(kept.maker.begun) == 1 + MOST_OF_ONE


async def test_one_that_fails_is_told_to_all_and_made_anew(kept: Kept, tmp_path: Path) -> None:
    kept.maker.fails = Unavailable("on purpose")
    first = kept.asking(ANN, "public")
    await kept.begun("public")
    kept.maker.go.set()
    with pytest.raises(Unavailable, match="on purpose"):
        await first
    kept.maker.fails = None
    assert (await kept.asks(ANN, "public")).n == 5
    assert os.listdir(tmp_path) == [], "no file has a name"


async def test_long_files_are_handed_out_part_by_part(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the disk."""
    monkeypatch.setattr(files, "PART_BYTES", 100)
    kept.maker.go.set()
    shown = await kept.asks(ANN, "gm")
    data = shown.data
    while len(data) < shown.size_bytes:
        data += kept.files.part(Part(file=shown.file, offset=len(data))).data
    assert data == pack(excerpt_of(ENCOUNTER, ENTRIES, "gm", 7))
    kept.files.close()
    with pytest.raises(Rejected, match="export_gone"):
        kept.files.part(Part(file=shown.file, offset=0))


@pytest.mark.parametrize(("name", "most"), [("HELD_BYTES", 1), ("HELD_PART", 0.0), ("MOST_HELD", 1)])
async def test_so_much_is_held_at_most(name: str, most: float, kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the newest: in all, of what is free on the disk, and in number."""
    monkeypatch.setattr(files, name, most)
    kept.maker.go.set()
    for audience in ("public", "gm", "seat:ann"):
        shown = await kept.asks(ANN, audience)
    held = [each.name for each in kept.files._held.values()]
    assert held[-1] == shown.file
    assert len(held) <= 2
    await kept.asks(ANN, "public")
    assert kept.maker.begun.count("public") == 2
