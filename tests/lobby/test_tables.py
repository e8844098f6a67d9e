"""Which tables stay open, which are closed and opened again, and how much of the past they keep."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from three_cups import SYSTEM

from protocol import messages as m
from server.core.history.amend import ACT_BYTES, PREVIEWED, UNCHANGED
from server.core.state import TableOptions
from server.keys.links import Links
from server.keys.seeds import SeedKeeper, _marks
from server.lobby import tables
from server.lobby.lobby import Lobby, Refused
from server.process.budget import Budget
from server.process.meter import Silent
from server.store.memory import MemoryLog, MemoryStore
from server.table.services import Services
from tests.support.clocks import HandClock
from tests.table.party import SPEC, Party, laid

MINUTE_MS = 60_000


class Counting(Silent):
    """Counts tables."""

    def __init__(self) -> None:
        self.tables: dict[str, int] = {"open": 0, "frozen": 0}

    def table(self, state: str, change: int) -> None:
        self.tables[state] += change


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SWEEP_EVERY_S", 0)
    monkeypatch.setattr(tables, "PAUSE_S", 0)


def made(shelf: MemoryStore, folder: Path, clock: HandClock, **rest: Any) -> Lobby:
    """A server's lobby."""
    folder.mkdir(exist_ok=True)
    log, links = MemoryLog(shelf), Links(folder / "links.json")
    return Lobby(Services(log, SeedKeeper(b"m" * 32), clock, **rest), {"three_cups": SYSTEM}, links)


async def turns(count: int = 60) -> None:
    """Let everybody have so many turns of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_table_that_nobody_needs_is_closed_and_opens_again(tmp_path: Path) -> None:
    """A minute after the last one has left; whoever comes back finds it as it was."""
    clock, shelf, meter = HandClock(), MemoryStore(), Counting()
    lobby = made(shelf, tmp_path, clock, meter=meter)
    lobby.start()
    party = await laid(lobby)
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})
    clock.now += 2 * MINUTE_MS
    await turns()
    assert lobby.tables.open  # somebody sits there
    gm.table.detach(gm)
    await turns()
    assert lobby.tables.open  # he has only just left
    clock.now += 2 * MINUTE_MS
    await turns()
    assert not lobby.tables.open
    assert meter.tables == {"open": 0, "frozen": 0}
    assert not lobby.tables._running
    assert not lobby._log._watched[gm.table.encounter]  # type: ignore[attr-defined]
    again = await party.sits("gm")
    assert again.view == gm.view
    assert again.table is not gm.table
    assert isinstance(await again.does({"type": "choose", "who": "a", "cup": 1}), m.Ack)
    await lobby.close()


async def test_a_table_whose_clock_runs_stays_open(tmp_path: Path) -> None:
    """Its decision ends by default although nobody is there; at rest it is closed."""
    clock, shelf = HandClock(), MemoryStore()
    lobby = made(shelf, tmp_path, clock)
    lobby.start()
    table_options = TableOptions(join="links", window_s=600)
    party = Party(lobby, (await lobby.create(_with(table_options)))["links"])
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})
    assert gm.table.timeline.state.play.decision.remaining_ms == 600_000
    version = gm.table.timeline.version
    gm.table.detach(gm)
    clock.now += 5 * MINUTE_MS
    await turns()
    assert lobby.tables.open
    clock.now += 6 * MINUTE_MS
    gm.table.keeping.go_on()  # its timer, which waits for the real clock
    await turns()
    assert gm.table.timeline.version > version
    await lobby.close()


async def test_a_clock_runs_on_behind_an_open_door(tmp_path: Path) -> None:
    """The door may be shut by whoever opens the table next, also where its time is over first."""
    clock, shelf = HandClock(), MemoryStore()
    lobby = made(shelf, tmp_path, clock)
    lobby.start()
    party = Party(lobby, (await lobby.create(_with(TableOptions(window_s=86_400))))["links"])
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})
    await gm.does({"type": "open_door"})
    gm.table.detach(gm)
    clock.now += 5 * MINUTE_MS
    await turns()
    assert lobby.tables.open
    await lobby.close()


async def test_after_a_restart_clocks_run_on_without_anybody(tmp_path: Path) -> None:
    """The server opens by itself where something happened lately, and closes again what is at rest."""
    clock, shelf = HandClock(), MemoryStore()
    first = made(shelf, tmp_path, clock)
    with_clock = Party(first, (await first.create(_with(TableOptions(join="links", window_s=600))))["links"])
    at_rest = await laid(first)
    gm = await with_clock.sits("gm")
    await gm.does({"type": "begin"})
    resting = await at_rest.sits("gm")
    await first.close()  # killed, for all the log knows

    second = made(shelf, tmp_path, clock)
    second.start()
    await turns()
    assert set(second.tables.open) == {gm.table.encounter, resting.table.encounter}
    clock.now += 2 * MINUTE_MS
    await turns()
    assert set(second.tables.open) == {gm.table.encounter}
    await second.close()

    clock.now += 2 * tables.RECENT_MS
    third = made(shelf, tmp_path, clock)
    third.start()
    await turns()
    assert not third.tables.open
    await third.close()


async def test_quiet_tables_keep_their_head_alone(tmp_path: Path) -> None:
    """Also with people at them; what they ask comes back from the log."""
    clock = HandClock()
    lobby = made(MemoryStore(), tmp_path, clock)
    lobby.start()
    gm = await (await laid(lobby)).sits("gm")
    await gm.does({"type": "begin"})
    assert len(gm.table.timeline.commits.kept) == gm.table.timeline.version
    page = await gm.asks({"type": "history"})
    clock.now += 2 * MINUTE_MS
    await turns()
    assert not gm.table.timeline.commits.kept
    assert await gm.asks({"type": "history"}) == page
    await lobby.close()


async def test_the_least_used_table_gives_way_first(tmp_path: Path) -> None:
    """One budget for all: who plays keeps the past, who has not played for longest keeps the head."""
    clock, shelf = HandClock(), MemoryStore()
    budget = Budget(200_000)
    lobby = made(shelf, tmp_path, clock, budget=budget)
    gms = [await (await laid(lobby)).sits("gm") for _ in range(3)]
    for gm in gms:
        await gm.does({"type": "begin"})
    for _ in range(3):
        await gms[2].does({"type": "pause"})
        await gms[2].does({"type": "unpause"})
    assert not gms[0].table.timeline.commits.kept
    assert len(gms[2].table.timeline.commits.kept) > 4
    assert budget.used_bytes <= 200_000
    await lobby.close()
    for gm in gms:
        await lobby.tables._drop(gm.table)
    assert budget.used_bytes == 0


async def test_what_previews_and_rules_keep_is_weighed_and_let_go(tmp_path: Path) -> None:
    """It weighs as soon as the game master has asked; the next commit makes it worthless; a full budget has it go."""
    budget = Budget()
    lobby = made(MemoryStore(), tmp_path, HandClock(), budget=budget)
    party = await laid(lobby)
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    for cup in (1, 2, 3, 1):
        await ann.does({"type": "choose", "who": "a", "cup": cup})
    timeline, target = gm.table.timeline, [gm.n - 3, 0]
    change = {"type": "preview_amend", "target": target, "edits": [{"at": target, "struck": True}]}
    before = budget.used_bytes
    await gm.asks(change)
    weighed = budget.used_bytes - before
    assert weighed >= 8 * ACT_BYTES  # four acts as they were recorded, and as they would be decided
    assert timeline.shelf.weight_bytes > 0
    await gm.does({"type": "pause"})
    assert not timeline.notes.has(PREVIEWED)
    assert not timeline.notes.has(UNCHANGED)
    await gm.asks(change)
    budget._limit_bytes = 1
    await gm.asks({"type": "marks"})
    assert budget.used_bytes == timeline.shelf.weight_bytes == 0
    assert not timeline.notes.has(PREVIEWED)
    assert not timeline.notes.has(UNCHANGED)
    await lobby.close()


async def test_opening_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    """No table, no watch, no task."""
    clock, shelf = HandClock(), MemoryStore()
    party = await laid(made(shelf, tmp_path, clock))
    services = Services(MemoryLog(shelf), SeedKeeper(b"x" * 32), clock)
    foreign = Lobby(services, {"three_cups": SYSTEM}, Links(tmp_path / "l.json"))
    with pytest.raises(Refused, match="key_changed"):
        await Party(foreign, party.links).sits("gm")
    assert not foreign.tables.open
    assert not +foreign._log._watched  # type: ignore[attr-defined]
    await turns(3)
    assert not foreign.tables._opening


def _with(options: TableOptions) -> Any:
    return type(SPEC)(**{**{name: getattr(SPEC, name) for name in SPEC.__struct_fields__}, "table": options})


async def test_nobody_s_first_act_waits_for_the_chains_of_seeds(tmp_path: Path) -> None:
    """They are made when the table is opened, and not again, however many other tables are opened meanwhile."""
    lobby = made(MemoryStore(), tmp_path, HandClock())
    gm = await (await laid(lobby)).sits("gm")
    _marks.cache_clear()
    await gm.does({"type": "begin"})
    assert _marks.cache_info().misses == 0
    await lobby.close()
