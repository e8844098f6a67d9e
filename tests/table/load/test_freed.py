"""What is closed or finished is freed at once: no cycle holds it until the collector comes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.core.history import amend
from server.lobby import copying, tables
from server.lobby.lobby import Lobby, Refused
from server.store.memory import MemoryStore
from server.table.table import Table
from tests.lobby.test_tables import MINUTE_MS, made, turns
from tests.support.alive import alive, without_collector
from tests.support.clocks import HandClock
from tests.table.party import SPEC, Party, Remembering, laid

TABLES, COPIES, PREVIEWS, ACTS = 25, 3, 200, 12

OF_A_TABLE = (
    "table.Table", "line.Line", "keeping.Keeping", "timeline.Timeline", "audience.Audiences", "answers.Answers",
    "duties.Duties", "log_end.LogEnd",
)  # fmt: skip
OF_A_PREVIEW = ("amend.Previewing", "amending.Amending", "walk.Walk", "edits.Edits", "draft.Draft")


@pytest.fixture(autouse=True)
def _counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tables, "SWEEP_EVERY_S", 0)
    monkeypatch.setattr(tables, "PAUSE_S", 0)
    with without_collector():
        yield


def of(*names: str) -> dict[str, int]:
    """How many there are of the classes whose names end so."""
    return {name: count for name, count in sorted(alive().items()) if name.endswith(names)}


async def fight(party: Party) -> tuple[Remembering, dict[str, Any]]:
    """The GM at a table with some acts, and an amendment of the first of them."""
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    for act in range(ACTS):
        await ann.does({"type": "choose", "who": "a", "cup": 1 + act % 3})
    ann.table.detach(ann)
    at = [gm.n - ACTS + 1, 0]
    return gm, {"type": "preview_amend", "target": at, "edits": [{"at": at, "struck": True}]}


async def played(lobby: Lobby) -> None:
    """A table at which every kind of thing has happened once, and that everybody has left."""
    gm, change = await fight(await laid(lobby))
    for question in (change, {"type": "history"}, {"type": "marks"}, {"type": "moment", **here(gm)}):
        await gm.asks(question)
    await gm.asks({"type": "export"})
    await gm.does({"type": "rewind", "to": [gm.n - 2, 0]})
    gm.table.detach(gm)


def here(gm: Remembering) -> dict[str, Any]:
    return {"encounter": gm.table.encounter, "n": gm.n}


async def swept(lobby: Lobby, clock: HandClock) -> None:
    """Time goes by until nobody needs a table any more."""
    for _ in range(3):
        clock.now += 2 * MINUTE_MS
        await turns()
    assert not lobby.tables.open


async def test_a_table_that_was_closed_is_freed(tmp_path: Path) -> None:
    """All of it, whatever was asked and done there."""
    clock = HandClock()
    lobby = made(MemoryStore(), tmp_path, clock)
    lobby.start()
    before = of(*OF_A_TABLE)
    for _ in range(TABLES):
        await played(lobby)
    assert of(*OF_A_TABLE) != before
    await swept(lobby, clock)
    assert of(*OF_A_TABLE) == before
    await lobby.close()


async def test_a_table_that_ended_badly_is_freed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was frozen, one that failed, one that could not be opened: what was raised holds none of it."""
    monkeypatch.setattr(logging.root, "handlers", [])  # the runner's keep what is logged, with what was raised
    clock, shelf = HandClock(), MemoryStore()
    lobby = made(shelf, tmp_path, clock)
    lobby.start()
    before = of(*OF_A_TABLE)
    await _frozen(lobby, shelf)
    await _failed(lobby)
    closed = (await lobby.create(SPEC))["encounter"]
    shelf.streams[closed][0] = replace(shelf.streams[closed][0], body=b"")
    with pytest.raises(Refused, match="integrity"):
        await lobby.table(closed)
    await swept(lobby, clock)
    assert of(*OF_A_TABLE) == before
    await lobby.close()


async def _frozen(lobby: Lobby, shelf: MemoryStore) -> None:
    """Its log has lost what was shown."""
    gm, _ = await fight(await laid(lobby))
    shelf.streams[gm.table.encounter].pop()
    gm.table.wake()
    await turns()
    assert gm.table.frozen is not None
    gm.table.detach(gm)


async def _failed(lobby: Lobby) -> None:
    """Its task has ended with an error."""

    async def fails(table: Table, item: object) -> None:
        raise RuntimeError(table)

    gm, _ = await fight(await laid(lobby))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Table, "_do", fails)
        gm.table.wake()
        await turns()
    assert gm.said_bye == "internal"
    gm.table.detach(gm)  # as a session does that is sent away


async def test_a_part_that_knows_its_table_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail."""
    started = Table.__init__

    def with_a_cycle(table: Table, *rest: Any) -> None:
        started(table, *rest)
        table.audiences._recall_release = table.wake

    monkeypatch.setattr(Table, "__init__", with_a_cycle)
    clock = HandClock()
    lobby = made(MemoryStore(), tmp_path, clock)
    lobby.start()
    before = of(*OF_A_TABLE)
    await played(lobby)
    await swept(lobby, clock)
    assert of(*OF_A_TABLE) != before
    await lobby.close()


async def test_previews_leave_nothing(tmp_path: Path) -> None:
    """Neither those that are taken back nor those that a refusal ends."""
    lobby = made(MemoryStore(), tmp_path, HandClock())
    gm, change = await fight(await laid(lobby))
    await gm.asks(change)
    before = alive()
    for number in range(PREVIEWS):
        edit = {"at": change["target"], "intent": {"type": "choose", "who": "a", "cup": 1 + number % 3}}
        wrong = {"at": [1, 0], "struck": True}
        await gm.asks({**change, "edits": [edit if number % 4 else wrong]})
    gm.messages.clear()
    assert {name: count for name, count in (alive() - before).items() if name.endswith(OF_A_PREVIEW)} == {}
    await lobby.close()


async def test_a_preview_that_keeps_its_own_step_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail."""
    step = amend.Previewing.step

    def remembered(preview: amend.Previewing) -> None:
        preview.again = preview.step  # type: ignore[attr-defined]
        step(preview)

    monkeypatch.setattr(amend.Previewing, "step", remembered)
    lobby = made(MemoryStore(), tmp_path, HandClock())
    gm, change = await fight(await laid(lobby))
    before = of(*OF_A_PREVIEW)
    await gm.asks(change)
    assert of(*OF_A_PREVIEW) != before
    await lobby.close()


async def test_branches_and_imports_leave_nothing(tmp_path: Path) -> None:
    """The timelines that they are made with."""
    clock = HandClock()
    lobby = made(MemoryStore(), tmp_path, clock)
    gm, _ = await fight(await laid(lobby))
    encounter = gm.table.encounter
    file = (await gm.asks({"type": "export"}))["data"]
    await copying.branch_of(lobby, encounter)
    before = of(*OF_A_TABLE, *OF_A_PREVIEW)
    for _ in range(COPIES):
        await copying.branch_of(lobby, encounter)
        await copying.bring(lobby, file, carry_on=True)
    assert of(*OF_A_TABLE, *OF_A_PREVIEW) == before
    await lobby.close()


async def test_looking_back_leaves_nothing_but_what_is_kept_on_purpose(tmp_path: Path) -> None:
    """Pages, moments, marks, cards, files, other eyes: asked once more, nothing is alive that was not."""
    lobby = made(MemoryStore(), tmp_path, HandClock())
    gm, _ = await fight(await laid(lobby))
    card = {"type": "act_card", "at": [gm.n - 2, 0]}
    eyes = ({"type": kind, "audience": "seat:ann"} for kind in ("view_as", "options_as"))
    back = {"type": "preview_rewind", "to": [gm.n - 3, 0]}
    questions = [{"type": "history"}, {"type": "marks"}, {"type": "moment", **here(gm)}, card, *eyes, back]
    for question in (*questions, {"type": "export"}):
        await gm.asks(question)
    gm.messages.clear()
    gm.frames.clear()
    before = alive()
    for number in range(TABLES * len(questions)):
        assert not isinstance(await gm.asks(questions[number % len(questions)]), m.Rejected)
    for _ in range(TABLES):
        await gm.asks({"type": "export"})
    gm.messages.clear()
    gm.frames.clear()
    more = {name: count for name, count in (alive() - before).items() if not name.startswith("protocol.")}
    assert {name: count for name, count in more.items() if count >= TABLES} == {}
    await lobby.close()
