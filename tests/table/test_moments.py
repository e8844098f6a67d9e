"""A wall clock that is set while a table is played: no deadline moves, nothing is told early, nothing stands still."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from protocol import messages as m
from server.lobby.tables import QUIET_MS
from server.store.memory import MemoryLog
from server.table.duties import GRACE_MS
from server.table.services import Services
from tests.support.clocks import HandClock
from tests.table.test_feed import begun, seated
from tests.table.test_own_intents import DAY_MS, fought, settled

MINUTE_MS = 60_000
STEPS = (10 * MINUTE_MS, -10 * MINUTE_MS, DAY_MS, -DAY_MS)
steps = pytest.mark.parametrize("step", STEPS)
WINDOW_MS = 30_000


async def look(table: Any) -> None:
    """The table's timer has come."""
    table.keeping.go_on()
    await settled()


@steps
async def test_a_deadline_is_neither_early_nor_late(tmp_path: Path, step: int) -> None:
    """To the millisecond, from when the question was asked; the same again for the next one."""
    clock = HandClock()
    lobby, _party, (gm, *_) = await seated(clock, tmp_path, window_s=WINDOW_MS // 1000)
    clock.now += GRACE_MS
    await gm.does({"type": "begin"})
    clock.ahead += step
    for _ in range(2):
        asked = gm.table.timeline.state.play.decision
        clock.now += WINDOW_MS - 1
        await look(gm.table)
        assert gm.table.timeline.state.play.decision == asked
        clock.now += 1
        await look(gm.table)
        assert gm.table.timeline.state.play.decision != asked
    await lobby.close()


@steps
async def test_whoever_comes_is_told_how_long_is_left(tmp_path: Path, step: int) -> None:
    """By what the welcome says of the time, though what is recorded has fallen behind, or nobody has done anything."""
    clock = HandClock()
    lobby, party, (gm, *_) = await seated(clock, tmp_path, window_s=WINDOW_MS // 1000)
    await gm.does({"type": "begin"})
    clock.ahead += step
    clock.now += 5_000
    await gm.does({"type": "auto_pass", "kinds": ["nothing"]})
    for passed in (0, 7_000):
        clock.now += passed
        late = await party.sits("ann")
        welcome = next(message for message in late.messages if isinstance(message, m.Welcome))
        due = gm.table.keeping._duties.due()
        assert due is not None
        assert late.view["decision"]["closes_at"] - welcome.at == due[0] - clock.loop_ms()
    await lobby.close()


@steps
async def test_recorded_times_never_fall_and_rise_no_faster_than_the_loop(tmp_path: Path, step: int) -> None:
    """They are the wall clock's as long as it goes on evenly; each commit is told from the one before it."""
    clock = HandClock()
    lobby, _party, (gm, *_) = await seated(clock, tmp_path)
    times, passed = gm.table.timeline.times, 7_000
    for number, kind in enumerate(("begin", "pause", "unpause", "pause", "unpause")):
        clock.ahead += step * (number == 2)
        clock.now += passed
        await gm.does({"type": kind})
        await settled()
        assert 0 < times[-1] - times[-2] <= passed
        assert number >= 2 or times[-1] == clock.wall_ms()
    await lobby.close()


async def test_times_come_back_to_the_wall_clock(tmp_path: Path) -> None:
    """Ten minutes after it was put back by ten."""
    clock = HandClock()
    lobby, _party, (gm, *_) = await seated(clock, tmp_path)
    await gm.does({"type": "begin"})
    clock.ahead -= 10 * MINUTE_MS
    for kind in ("pause", "unpause"):
        clock.now += 6 * MINUTE_MS
        await gm.does({"type": kind})
    assert gm.table.timeline.newest_at == clock.wall_ms()
    await lobby.close()


@steps
async def test_spectators_wait_as_long_as_they_should(tmp_path: Path, step: int) -> None:
    """Their delay is measured from when each commit was seen, whatever it says."""
    clock = HandClock()
    lobby, _party, (gm, ann, _bob, watch) = await seated(clock, tmp_path, delay_s=60)
    await begun(gm, ann, 1)
    clock.ahead += step
    clock.now += 59_999
    gm.table.audiences.release()
    assert watch.n == 0
    assert (await watch.asks({"type": "history", "after": 0}))["last"] == 0
    clock.now += 1
    gm.table.audiences.release()
    assert watch.n == gm.n
    assert (await watch.asks({"type": "history", "after": 0}))["last"] == gm.n
    await lobby.close()


@steps
async def test_a_table_is_kept_and_closed_by_the_loop(tmp_path: Path, step: int) -> None:
    """Not closed because a clock was set, and not kept for a day for that."""
    clock = HandClock()
    lobby, _party, viewers = await seated(clock, tmp_path)
    table = viewers[0].table
    await settled()  # that they sat down has been told
    for viewer in viewers:
        table.detach(viewer)
    clock.ahead += step
    for passed, is_idle in ((QUIET_MS, False), (1, True)):
        clock.now += passed
        assert table.is_idle(clock.loop_ms() - QUIET_MS) == is_idle
    await lobby.close()


@steps
async def test_what_has_ended_is_closed_a_day_later(tmp_path: Path, step: int) -> None:
    """A day of the loop's."""
    clock = HandClock()
    lobby, _party, (gm, ann, bob, _watch) = await seated(clock, tmp_path)
    await fought(gm, ann, bob)
    clock.ahead += step
    for passed, is_closed in ((DAY_MS - 1, False), (1, True)):
        clock.now += passed
        await look(gm.table)
        assert gm.table.timeline.ledger.closed == is_closed
    await lobby.close()


@pytest.mark.parametrize(
    ("step", "waits_ms"), [(0, WINDOW_MS - 20_000), (10 * MINUTE_MS, GRACE_MS), (-DAY_MS, WINDOW_MS)]
)
async def test_across_a_restart_the_wall_clock_is_trusted(tmp_path: Path, step: int, waits_ms: int) -> None:
    """It alone knows how long nobody was there; whoever comes back has 15 s at least, and the whole time at most."""
    clock, log = HandClock(), MemoryLog()
    lobby, _party, (gm, *_) = await seated(clock, tmp_path, log, window_s=WINDOW_MS // 1000)
    await gm.does({"type": "begin"})
    await lobby.close()
    again = HandClock()
    again.now, again.ahead = 5, clock.now + 20_000 - 5 + step
    later = type(lobby)(Services(log, lobby._keeper, again), lobby.systems, lobby.links)
    table = await later.table(gm.table.encounter)
    due = table.keeping._duties.due()
    assert due is not None
    assert due[0] - again.now == max(waits_ms, GRACE_MS)
    await later.close()
