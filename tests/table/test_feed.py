"""Spectators of a delayed table: what they are sent, resume with and ask for is cut at the same place."""

import asyncio
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from three_cups import SYSTEM

from protocol import messages as m
from server.core.state import TableOptions
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.store.memory import MemoryLog
from server.table.services import Services
from tests.support.clocks import HandClock
from tests.table.party import SPEC, Party


async def seated(clock: HandClock, folder: Path, log: MemoryLog | None = None, **options: Any):
    """GM, Ann, Bob and a spectator at a delayed table."""
    lobby = Lobby(
        Services(log or MemoryLog(), SeedKeeper(b"m" * 32), clock), {"three_cups": SYSTEM}, Links(folder / "l.json")
    )
    spec = replace(SPEC, table=TableOptions(join="links", **options))
    party = Party(lobby, (await lobby.create(spec))["links"])
    return lobby, party, [await party.sits(seat) for seat in ("gm", "ann", "bob", "spectator")]


async def begun(gm: Any, ann: Any, cups: int) -> None:
    """The fight is on; Ann has lifted one cup after another."""
    await gm.does({"type": "begin"})
    for x in range(cups):
        await ann.does({"type": "choose", "who": "a", "cup": 1 + x % 3})


async def test_spectators_see_what_is_old_enough(tmp_path: Path) -> None:
    """Live, history, resume and a fresh welcome all end at the released number, and go on when time passes."""
    clock = HandClock()
    lobby, party, (gm, ann, _bob, watch) = await seated(clock, tmp_path, delay_s=60)
    assert watch.n == 0
    clock.now += 60_000
    await gm.does({"type": "begin"})
    await watch.shows(lambda view: bool(view))
    assert (watch.n, watch.view["stage"]) == (1, "setup")
    await ann.does({"type": "choose", "who": "a", "cup": 2})
    page = await watch.asks({"type": "history", "after": 0})
    assert page["last"] == 1
    late = await party.sits("spectator")
    left = m.Resume(n=late.n, head=late.head)
    assert left.n == 1
    clock.now += 60_000
    gm.table.audiences.release()
    assert (watch.n, watch.view["stage"]) == (gm.n, "running")
    resumed = await party.sits("spectator", left)
    assert resumed.view == watch.view
    await lobby.close()


async def test_a_spectator_is_taken_back_whose_number_is_not_released_any_more(tmp_path: Path) -> None:
    """The clock was put back after it had been told, and what was told is in memory no longer."""
    clock = HandClock()
    lobby, party, (gm, ann, _bob, watch) = await seated(clock, tmp_path, delay_s=60)
    await begun(gm, ann, 3)
    clock.now += 60_000
    gm.table.audiences.release()
    assert watch.n == gm.n
    left = m.Resume(n=watch.n - 1, head=gm.table.timeline.commit(gm.table.timeline.version - 1).told["public"].head)
    clock.now -= 120_000
    gm.table._recall.let_go()
    back = await party.sits("spectator", left)
    assert (back.n, back.view) == (watch.n, watch.view)
    await lobby.close()


async def test_a_spectator_who_was_told_more_than_is_released_here_has_no_other_history(tmp_path: Path) -> None:
    """It comes to a server whose clock is behind: it waits there like everybody, and is not told that anything was
    rewritten. With another head it is, and learns nothing of what there is."""
    clock, log = HandClock(), MemoryLog()
    lobby, party, (gm, ann, _bob, watch) = await seated(clock, tmp_path, log, delay_s=60)
    await begun(gm, ann, 3)
    clock.now += 60_000
    gm.table.audiences.release()
    left = m.Resume(n=watch.n, head=watch.head)
    assert left.n == gm.n
    await lobby.close()
    behind = HandClock()
    behind.ahead -= 24 * 3600 * 1000
    later = Lobby(Services(log, lobby._keeper, behind), lobby.systems, lobby.links)
    there = Party(later, party.links)
    back = await there.sits("spectator", left)
    assert [type(message) for message in back.messages[:1]] == [m.Welcome]
    assert back.n == 0
    behind.now += 60_000
    back.table.audiences.release()
    assert (back.n, back.head) == (left.n, left.head)
    for wrong in (m.Resume(n=left.n, head=bytes(16)), m.Resume(n=left.n + 1, head=left.head)):
        assert (await there.sits("spectator", wrong)).messages[0].code == "forked"
    await later.close()


async def test_a_delay_in_turns_counts_ended_turns(tmp_path: Path) -> None:
    """Nothing of a turn is shown before so many turns have ended after it (Three Cups has none: only age releases)."""
    clock = HandClock()
    lobby, _party, (gm, _ann, _bob, watch) = await seated(clock, tmp_path, delay_turns=1)
    await gm.does({"type": "begin"})
    await asyncio.sleep(0)
    assert watch.n == 0
    clock.now += 24 * 3600 * 1000
    gm.table.audiences.release()
    assert watch.n == gm.n
    await lobby.close()


async def test_the_close_of_a_delayed_table_skips_no_number(tmp_path: Path) -> None:
    """What the delay held back comes with the close, number by number, however much it is."""
    clock = HandClock()
    lobby, party, (gm, ann, _bob, watch) = await seated(clock, tmp_path, delay_s=600)
    await begun(gm, ann, 200)
    assert watch.n == 0
    await gm.does({"type": "close"})
    newest = len(gm.table.timeline.numbers["public"])
    assert watch.n < newest  # not all in one turn of the loop
    await watch.shows(lambda view: watch.n >= newest)  # the last seed may have been revealed meanwhile
    assert watch.view["stage"] == "closed"
    assert (await party.sits("spectator")).view == watch.view
    await lobby.close()


async def test_what_was_released_is_not_kept(tmp_path: Path) -> None:
    """However much is released at one version of the table, the views and bytes of one number at most are held."""
    clock = HandClock()
    lobby, _party, (gm, ann, _bob, watch) = await seated(clock, tmp_path, delay_s=600)
    await begun(gm, ann, 9)
    clock.now += 600_000
    gm.table.audiences.release()
    assert watch.n >= 9
    assert len(gm.table.audiences._sights._patches) <= 1
    await lobby.close()


async def test_a_failing_release_costs_the_spectators_only(tmp_path: Path, monkeypatch) -> None:
    """The author has the ack of a commit that stands; those who could not be told are sent away."""
    clock = HandClock()
    lobby, _party, (gm, _ann, _bob, watch) = await seated(clock, tmp_path, delay_s=600)

    def fails(*_: Any) -> None:
        raise RuntimeError("a fault in a view")

    clock.now += 600_000
    monkeypatch.setattr("server.table.audience.shown_at", fails)
    assert isinstance(await gm.does({"type": "begin"}), m.Ack)
    assert watch.said_bye == "internal"
    await lobby.close()


async def test_delayed_spectators_see_seats_and_stage_of_that_time(tmp_path: Path) -> None:
    """What stands beside the game (seats, requests, the stage) is delayed as the game is."""
    clock = HandClock()
    lobby, party, (gm, ann, _bob, watch) = await seated(clock, tmp_path, delay_s=60)
    await gm.does({"type": "begin"})
    clock.now += 30_000
    await ann.does({"type": "request_undo", "n": ann.n, "reason": "a slip"})
    await gm.does({"type": "revoke_seat", "seat": "bob"})
    clock.now += 30_000
    gm.table.audiences.release()
    assert watch.view["stage"] == "running"
    assert "bob" in watch.view["seats"]
    assert "requests" not in watch.view
    assert (await party.sits("spectator")).view == watch.view
    await lobby.close()
