"""What came of the fight, against what the state says, for each viewer, however much was taken back and ruled anew."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from three_cups import SYSTEM, HeartLost, Struck

from server.core.errors import Absent, Rejected
from server.core.ids import GM
from server.core.telling.tally import Row, Spot, Tally
from server.core.timeline.timeline import Timeline
from server.past.outcome import Outcome, OutcomeShown, Reckoning
from server.past.questions import answer
from server.past.replay import Moment
from server.store.memory import MemoryLog
from tests.table.party import SPEC, laid, lobby_over
from tests.table.test_recall import fought

AUDIENCES = ("gm", "public", "seat:ann", "seat:bob")
HEARTS = 3


def outcome(timeline: Timeline, asker: Any, audience: str) -> OutcomeShown:
    """As a client asks for it."""
    found: OutcomeShown = answer(timeline, asker, Outcome(audience=audience))
    return found


@pytest.mark.parametrize("seed", range(6))
async def test_what_everybody_took_is_what_the_state_lacks(seed: int, tmp_path: Path) -> None:
    """Whatever was taken back, done again or ruled anew: the game master's account is that of the line as it stands."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(seed), 120)
    timeline, asker = gm.table.timeline, gm.table.audiences.asker("gm")
    found = outcome(timeline, asker, GM)
    lost = {who: HEARTS - sheet.hearts for who, sheet in timeline.state.play.game.sheets.items()}
    assert {row.who: row.took for row in found.rows} == lost
    assert sum(row.dealt for row in found.rows) == sum(lost.values())
    assert {fall.who for fall in found.falls} == {who for who, hearts in lost.items() if hearts >= HEARTS}
    assert found.beaten == list(timeline.system.beaten(timeline.state.play))
    assert [row.name for row in found.rows] == [SPEC.combatants[row.who].name for row in found.rows]


@pytest.mark.parametrize("seed", range(6))
async def test_each_is_told_what_it_could_have_counted_itself(seed: int, tmp_path: Path) -> None:
    """From the events that it was told and that are still true: no other figures, and nobody whom it does not see."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(seed), 120)
    timeline, asker = gm.table.timeline, gm.table.audiences.asker("gm")
    for audience in AUDIENCES:
        found = outcome(timeline, asker, audience)
        seen = {row.who for row in found.rows}
        assert seen <= {who for who in timeline.state.play.pieces if who != "c"} or audience in ("gm", "seat:ann")
        for place in (*found.falls, *([found.worst] if found.worst else [])):
            moment = Moment(encounter=timeline.encounter, audience=audience, n=place.n, step=place.step)
            told = answer(timeline, asker, moment).events
            assert any(getattr(event, "who", "") == place.who for event in _inner(told))


def _inner(events: list[Any]) -> list[Any]:
    steps = [step for event in events for step in getattr(event, "steps", ())]
    return [*events, *(event for step in steps for event in step.events)]


async def test_a_seat_may_not_ask_for_the_account_of_another(tmp_path: Path) -> None:
    """Before everything is revealed."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(1), 40)
    asker = gm.table.audiences.asker("ann")
    with pytest.raises(Rejected, match="not_revealed"):
        answer(gm.table.timeline, asker, Outcome(audience=GM))
    assert answer(gm.table.timeline, asker, Outcome()).last == len(gm.table.timeline.numbers["seat:ann"])


async def test_a_step_that_found_something_absent_is_done_again_and_counts_nothing_twice(tmp_path: Path) -> None:
    """A walk through a long fight brings back what it needs."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(2), 60)
    timeline, asker = gm.table.timeline, gm.table.audiences.asker("gm")
    whole = outcome(timeline, asker, GM)
    kept, work = dict(timeline.commits.kept), Reckoning(timeline, asker, Outcome())
    missed = 0
    while not work.is_done:
        timeline.commits.kept.clear()
        try:
            work.step()
        except Absent:
            missed += 1
            timeline.commits.kept.update(kept)
            work.step()
    timeline.commits.kept.update(kept)
    assert missed
    assert work.result() == whole


def test_harm_goes_to_the_newest_act_against_somebody_that_has_not_ended() -> None:
    """An answer inside another's act takes nothing from it; what nobody does, and whom one does not see, counts not."""
    tally = Tally()
    tally.at(1)
    tally.strikes("a", "ann", "bob")
    tally.strikes("b", "cid", "bob")
    tally.harms("bob", 2)
    tally.ends("b")
    tally.at(2, 1)
    tally.harms("bob", 5)
    tally.harms("bob", 0)
    tally.ends("a")
    tally.harms("bob", 1)
    tally.strikes("c", "unseen", "ann")
    tally.harms("ann", 1)
    tally.stops("ann", 3)
    tally.stops("ann", -1)
    tally.falls_down("bob")
    tally.at(3)
    tally.falls_down("bob")
    assert tally.rows == {
        "ann": Row(who="ann", dealt=5, took=1, stopped=3, more_dealt=True),
        "bob": Row(who="bob", took=8, more_took=True),
        "cid": Row(who="cid", dealt=2),
    }
    assert tally.worst == Spot(n=2, step=1, who="bob")
    assert tally.falls == [Spot(n=2, step=1, who="bob")]


def test_nobody_loses_more_than_it_had() -> None:
    """Of whom it was told what it had; of all others what was dealt counts. Of an amount that is not told nobody knows
    what it has left."""
    tally = Tally()
    tally.strikes("a", "ann", "bob")
    tally.has("bob", 5)
    for amount, left in ((3, 2), (11, 0), (4, 0)):
        tally.harms("bob", amount, left=left)
    assert tally.rows == {"ann": Row(who="ann", dealt=5), "bob": Row(who="bob", took=5)}
    tally.has("bob", 9)
    tally.harms("bob", 2)  # nobody says what it has left, any more
    tally.harms("bob", 0)
    tally.harms("bob", 20)
    assert tally.rows["bob"] == Row(who="bob", took=27, more_took=True)
    tally.harms("cid", 6)
    tally.harms("cid", 6)
    assert tally.rows["cid"] == Row(who="cid", took=12)


def test_the_most_harm_at_once_is_what_was_lost() -> None:
    """A mighty blow at one who had little left is not the worst of the fight."""
    tally = Tally()
    tally.has("ann", 2)
    tally.has("bob", 9)
    tally.at(1)
    tally.harms("ann", 11, left=0)
    tally.at(2)
    tally.harms("bob", 4, left=5)
    assert tally.worst == Spot(n=2, who="bob")


def test_what_tires_is_counted_and_what_of_it_came_back() -> None:
    """What has cost nothing after all is taken off again; of an amount that is not told it is known that there was
    one."""
    tally = Tally()
    for amount in (5, 3, -3):
        tally.spends("ann", amount)
    tally.regains("ann", 2)
    tally.spends("bob", 0)
    tally.regains("cid", 0)
    tally.spends("unseen", 4)
    assert tally.rows == {"ann": Row(who="ann", spent=5, regained=2), "bob": Row(who="bob", more_spent=True)}


def test_the_system_s_own_events_are_what_is_counted() -> None:
    """Three Cups: a strike that hits home costs a heart."""
    tally = Tally()
    tally.take(SYSTEM.tally, [Struck(who="a", target="b", act="x", face=6, hit=True), HeartLost(who="b", hearts=2)])
    assert {who: (row.dealt, row.took) for who, row in tally.rows.items()} == {"a": (1, 0), "b": (0, 1)}
