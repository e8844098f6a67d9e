"""Marks that were noted with the fold, a page at a time, against those found by looking at all that was told."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.core.ids import Position
from server.core.timeline.kept import kept, restore
from server.core.timeline.marked import Marked, marks_of
from server.core.timeline.timeline import Timeline
from server.past import marks as module
from server.past.marks import Mark, Marking, Marks, MarksShown, Stretch, marks
from server.past.replay import parts
from server.store.memory import MemoryLog
from tests.table.party import laid, lobby_over
from tests.table.test_recall import fought

AUDIENCES = ("gm", "public", "seat:ann", "seat:bob")


def looked_through(timeline: Timeline, audience: str) -> list[Mark]:
    """All marks, of every part that was told."""
    return [
        Mark(n=n, step=part.step, kind=kind, who=who)
        for n, version in enumerate(timeline.numbers.get(audience, ()), start=1)
        for part in parts(timeline, version, audience, True)
        for kind, who in marks_of(timeline.system, part.events)
    ]


def undone(timeline: Timeline, audience: str) -> list[Stretch]:
    """Number by number: which are off the line, and which is the first behind them that is on it."""
    versions = list(timeline.numbers.get(audience, ()))
    stays = {here.version for here in timeline.before.line(Position(versions[-1] if versions else 0))}
    found, run = list[Stretch](), list[int]()
    for n, version in enumerate(versions, start=1):
        if version in timeline.aside:
            continue
        if version not in stays:
            run.append(n)
        elif run:
            found.append(Stretch(first=run[0], last=run[-1], by=n))
            run = []
    return found


def pages(timeline: Timeline, asker: Any, audience: str, count: int) -> Iterator[MarksShown]:
    """As a client asks for them."""
    until = last = -1
    while until < last or last < 0:
        page = marks(timeline, asker, Marks(audience=audience, after=max(0, until), count=count))
        assert page.until > until or page.until == page.last
        until, last = page.until, page.last
        yield page


@pytest.mark.parametrize("seed", range(6))
async def test_pages_hold_what_is_found_by_looking_at_everything(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rewinds, redos, amendments, what happens in secret and beside the line; also after a snapshot was taken up."""
    monkeypatch.setattr(module, "PAGE_AMENDED", 2)
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(seed), 120)
    timeline, asker = gm.table.timeline, gm.table.audiences.asker("gm")
    for audience in AUDIENCES:
        for count in (1, 3, 2_000):
            found = list(pages(timeline, asker, audience, count))
            assert [mark for page in found for mark in page.marks] == looked_through(timeline, audience)
            assert found[-1].undone == undone(timeline, audience)
            assert not any(page.undone for page in found[:-1])
            assert all(
                len({mark.n for mark in page.marks if not mark.step}) <= count + module.PAGE_AMENDED for page in found
            )
    again = Timeline(timeline.system, timeline.encounter)
    restore(again, kept(timeline))
    assert again.marked.packed() == timeline.marked.packed()
    assert list(again.marked.after("gm", 0, 2_000)) == list(timeline.marked.after("gm", 0, 2_000))


async def test_no_step_of_a_page_reads_much_and_its_beginning_reads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in marks that are spelled out."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(1), 120)
    timeline, asker = gm.table.timeline, gm.table.audiences.asker("gm")
    monkeypatch.setattr(module, "AT_ONCE", 3)
    read, spell = [0], Marked._noted

    def counted(marked: Marked, rows: Any, row: int) -> Any:
        read[-1] += 1
        return spell(marked, rows, row)

    monkeypatch.setattr(Marked, "_noted", counted)
    making = Marking(timeline, asker, Marks())
    while not making.is_done:
        read.append(0)
        making.step()
    assert read[0] == 0
    assert max(read) == 3
    assert sum(read) == len([mark for mark in looked_through(timeline, "gm") if not mark.step])


@pytest.mark.parametrize("seed", range(4))
async def test_what_follows_a_position_is_found_without_walking_the_line(seed: int, tmp_path: Path) -> None:
    """On lines of every position, steps of amendments included."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(seed), 120)
    before = gm.table.timeline.before
    for here in [*before][::-7]:
        line = [before.whole(position) for position in before.line(here)][::-1]
        for position, then in itertools.pairwise(line):
            assert before.behind(position, here) == then
