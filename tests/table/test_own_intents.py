"""What the server does by itself: acts go on whoever won a race, and a failing own intent makes no endless loop."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from protocol import messages as m
from server.core import draft
from server.core.errors import Rejected
from server.core.ids import Position
from server.core.intents import ClaimSeat, CloseEnded, Continue
from server.lobby.lobby import Lobby
from server.store.log import Unavailable
from server.store.memory import MemoryLog, MemoryStore
from server.table import line
from server.table.duties import GRACE_MS, HOUR_MS
from server.table.inbox import MOST
from server.table.services import Services
from tests.support.clocks import HandClock
from tests.table.party import Party, Remembering, laid, lobby_over
from tests.table.test_feed import seated


@pytest.fixture
async def lobbies(tmp_path: Path) -> AsyncIterator[list[Lobby]]:
    """Two servers over one store."""
    shelf = MemoryStore()
    made = [lobby_over(MemoryLog(shelf), tmp_path / str(number)) for number in range(2)]
    for lobby in made:
        lobby.start()
    yield made
    for lobby in made:
        await lobby.close()


async def waits_for_cat(party: Party) -> None:
    """The fight has begun, and only Cat has not lifted a cup."""
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    await ann.does({"type": "choose", "who": "a", "cup": 2})
    await bob.does({"type": "choose", "who": "b", "cup": 1})


async def test_a_loser_of_a_race_that_is_refused_continues_what_the_winner_left(
    lobbies: list[Lobby], monkeypatch
) -> None:
    """The winner dies before its continue, its wake is lost: the refused loser has caught up and goes on."""
    party = await laid(lobbies[0])
    other = Party(lobbies[1], party.links)
    await waits_for_cat(party)
    gm, ann, far = await party.sits("gm"), await party.sits("ann"), await other.sits("gm")
    await gm.does({"type": "pause"})
    await far.shows(lambda view: view.get("paused", False))
    gm.table.keeping.go_on = lambda: None  # the winner is about to die
    far.table.wake = lambda version=0: None  # and its wakes are lost
    append, gate = lobbies[1]._log.append, asyncio.Event()

    async def slow(*entry):
        await gate.wait()
        return await append(*entry)

    monkeypatch.setattr(lobbies[1]._log, "append", slow)
    refused = asyncio.ensure_future(far.does({"type": "unpause"}))
    await asyncio.sleep(0)
    await gm.does({"type": "unpause"})
    await ann.does({"type": "choose", "who": "c", "cup": 1})
    gate.set()
    assert (await refused).code == "not_paused"
    await far.shows(lambda view: view["phase"] == "riposte")


async def test_an_act_goes_on_after_an_own_intent_was_busy(lobbies: list[Lobby], monkeypatch) -> None:
    """Others were faster five times: the server tries its own intent again a little later."""
    monkeypatch.setattr("server.table.keeping.STORE_RETRY_MS", 1)
    party = await laid(lobbies[0])
    await waits_for_cat(party)
    gm, ann = await party.sits("gm"), await party.sits("ann")
    decide, left = ann.table._line._commit, [2]

    async def busy(job):
        if job.viewer is None and left[0]:
            left[0] -= 1
            raise Rejected("busy")
        await decide(job)

    ann.table._line._commit = busy
    await ann.does({"type": "choose", "who": "c", "cup": 1})
    await gm.shows(lambda view: view["phase"] == "riposte")
    assert left == [0]


@pytest.mark.parametrize("failure", [Rejected("not_paused"), RuntimeError("a fault in a rule"), None])
async def test_an_own_intent_that_changes_nothing_is_not_tried_for_ever(
    lobbies: list[Lobby], failure: Exception | None
) -> None:
    """Refused, failed or empty: it is tried once at a version, and again when somebody has changed something."""
    party = await laid(lobbies[0])
    await waits_for_cat(party)
    gm, ann = await party.sits("gm"), await party.sits("ann")
    decide = gm.table._line._commit
    tried: list[int] = []

    async def failing(job):
        if job.viewer is None and len(tried) < 2:
            tried.append(gm.table.timeline.version)
            if failure is not None:
                raise failure
            return
        await decide(job)

    gm.table._line._commit = failing
    await ann.does({"type": "choose", "who": "c", "cup": 1})
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(tried) == 1
    assert isinstance(await gm.does({"type": "pause"}), m.Ack)
    assert isinstance(await gm.does({"type": "unpause"}), m.Ack)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(tried) == 2


async def test_a_flood_of_intents_is_turned_away_before_it_is_queued(lobbies: list[Lobby], monkeypatch) -> None:
    """While the store takes its time the queue stays short; hints that somebody appended take one place."""
    party = await laid(lobbies[0])
    gm = await party.sits("gm")
    append, gate = lobbies[0]._log.append, asyncio.Event()

    async def slow(*entry):
        await gate.wait()
        return await append(*entry)

    monkeypatch.setattr(lobbies[0]._log, "append", slow)
    for _ in range(MOST + 50):
        gm.submit({"type": "pause"})
        gm.table.wake()
        await asyncio.sleep(0)
    assert len(gm.table._inbox) <= MOST + 1
    refused = [message.code for message in gm.messages if isinstance(message, m.Rejected)]
    assert refused == ["busy"] * 50  # one intent is being decided, one place is the hint
    gate.set()


async def test_everybody_has_time_again_when_the_store_is_back(tmp_path: Path, monkeypatch) -> None:
    """A clock that ran out during an outage expires 15 s after it, not at once."""
    monkeypatch.setattr("server.table.keeping.STORE_RETRY_MS", 0)
    clock = HandClock()
    lobby, _party, (gm, *_) = await seated(clock, tmp_path, window_s=30)
    await gm.does({"type": "begin"})
    append, read = lobby._log.append, lobby._log.read

    async def away(*_):
        raise Unavailable("the store is away")

    monkeypatch.setattr(lobby._log, "append", away)
    monkeypatch.setattr(lobby._log, "read", away)
    clock.now += 600_000
    gm.table.keeping.go_on()
    assert (await gm.does({"type": "pause"})).code == "unavailable"
    monkeypatch.setattr(lobby._log, "append", append)
    monkeypatch.setattr(lobby._log, "read", read)
    for _ in range(20):
        await asyncio.sleep(0)
    assert gm.view["phase"] == "choose"
    due = gm.table.keeping._duties.due()
    assert due is not None
    assert due[0] == clock.now + GRACE_MS
    await lobby.close()


DAY_MS = 24 * 3_600_000


async def fought(gm: Remembering, ann: Remembering, bob: Remembering) -> None:
    """Ben is struck, round after round, until the fight is over."""
    await gm.does({"type": "begin"})
    for _ in range(60):
        for player, who, cup in ((ann, "a", 2), (bob, "b", 1), (ann, "c", 1)):
            await player.does({"type": "choose", "who": who, "cup": cup})
        await settled()
        await bob.does({"type": "riposte", "who": "b", "decline": True})
        await settled()
        if gm.table.timeline.state.play.phase == "ended":
            return
    raise AssertionError("the fight does not end")


async def settled(turns: int = 30) -> None:
    """Whatever the server does by itself is done."""
    for _ in range(turns):
        await asyncio.sleep(0)


async def test_what_has_ended_is_closed_after_a_day(tmp_path: Path) -> None:
    """Not a moment sooner; then the last seeds are known too."""
    clock = HandClock()
    lobby, _party, (gm, ann, bob, _watch) = await seated(clock, tmp_path)
    await fought(gm, ann, bob)
    clock.now += DAY_MS - 1
    gm.table.keeping.go_on()
    await settled()
    assert not gm.table.timeline.ledger.closed
    clock.now += 1
    gm.table.keeping.go_on()
    await settled()
    assert gm.view["stage"] == "closed"
    assert not gm.table.timeline.ledger.epoch_over
    await lobby.close()


async def test_an_end_that_was_taken_back_closes_nothing(tmp_path: Path) -> None:
    """The day begins anew when it ends again, be it by a redo; an own intent that comes late is refused."""
    clock = HandClock()
    lobby, _party, (gm, ann, bob, _watch) = await seated(clock, tmp_path)
    await fought(gm, ann, bob)
    first = gm.table.timeline.ledger.ended_at
    end = gm.table.timeline.version
    while gm.table.timeline.play_at(Position(end)).phase == "ended":
        end -= 1
    clock.now += DAY_MS // 2
    assert isinstance(await gm.does({"type": "rewind", "to": [end, 0]}), m.Ack)
    assert gm.table.timeline.ledger.ended_at == 0
    gm.table._inbox.put_own(CloseEnded(ended_at=first))
    clock.now += DAY_MS
    gm.table.keeping.go_on()
    await settled()
    assert not gm.table.timeline.ledger.closed
    assert isinstance(await gm.does({"type": "redo"}), m.Ack)
    assert gm.table.timeline.ledger.ended_at == clock.now
    clock.now += DAY_MS
    gm.table.keeping.go_on()
    await settled()
    assert gm.table.timeline.ledger.closed
    await lobby.close()


async def test_an_ended_table_is_let_go_and_closed_when_it_is_next_opened(tmp_path: Path) -> None:
    """Nobody needs it to stay in memory for a day; whoever comes later finds it closed soon after."""
    clock, log = HandClock(), MemoryLog()
    lobby, party, (gm, ann, bob, watch) = await seated(clock, tmp_path, log)
    await fought(gm, ann, bob)
    for viewer in (gm, ann, bob, watch):
        viewer.table.detach(viewer)
    await settled()
    assert gm.table.is_idle(clock.now + 1)
    await lobby.close()
    clock.now += 2 * DAY_MS
    later = Lobby(Services(log, lobby._keeper, clock), lobby.systems, lobby.links)
    gm = await Party(later, party.links).sits("gm")
    await settled()
    assert gm.view["stage"] != "closed"
    clock.now += GRACE_MS
    gm.table.keeping.go_on()
    await settled()
    assert gm.view["stage"] == "closed"
    await later.close()


async def test_a_table_that_never_waits_for_anybody_soon_takes_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Everybody always lifts cup 1, so round follows round: the log does not fill, people are heard in between, and the
    operator learns of it, once. Whoever does something has it go on at once again."""
    monkeypatch.setattr("server.table.duties.MOST_ALONE", 20)
    clock = HandClock()
    lobby, _party, (gm, ann, bob, _watch) = await seated(clock, tmp_path)
    for player in (ann, bob):
        await player.does({"type": "auto_pass", "kinds": ["choose"]})
    with caplog.at_level(logging.WARNING):
        await gm.does({"type": "begin"})
        await settled(600)
        assert gm.view["round"] == 21
        waits_ms = []
        for _ in range(14):
            due = gm.table.keeping._duties.due()
            assert due is not None
            waits_ms.append(due[0] - clock.now)
            clock.now = due[0]
            gm.table.keeping.go_on()
            await settled()
    assert gm.view["round"] == 35
    assert waits_ms == [*(1_000 << k for k in range(12)), HOUR_MS, HOUR_MS]
    lines = [getattr(record, "fields", {}) for record in caplog.records]
    told = [line for line in lines if line.get("event") == "goes_on_alone"]
    assert [(line["encounter"], line["kind"]) for line in told] == [(gm.table.encounter, "choose")]
    assert isinstance(await gm.does({"type": "pause"}), m.Ack)
    assert isinstance(await gm.does({"type": "unpause"}), m.Ack)
    due = gm.table.keeping._duties.due()
    assert due is None or due[0] <= clock.now
    await lobby.close()


async def told_why(gm: Remembering) -> list[str]:
    """What the GM has been told without having asked for anything."""
    await settled()
    return [x.code for x in gm.messages if isinstance(x, m.Rejected) and x.id is msgspec.UNSET]


STANDS = ["dice_beyond", "stands_still"]


@pytest.mark.parametrize("way", ["rewind", "amend", "later"])
async def test_what_is_too_much_for_one_act_stops_the_table_until_the_gm_has_ruled(
    lobbies: list[Lobby], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """All have chosen, and the strike throws more dice than may be: the GM is told so at once, and who comes later;
    players are not. It is tried once. Any ruling lets the table go on."""
    monkeypatch.setattr(draft, "MOST_OF_ROLL", 0)
    party = await laid(lobbies[0])
    await waits_for_cat(party)
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await ann.does({"type": "choose", "who": "c", "cup": 1})
    assert await told_why(gm) == STANDS
    assert await told_why(ann) == []
    assert await told_why(await party.sits("gm")) == STANDS
    assert gm.view["phase"] == "choose"
    at = gm.table.timeline.version
    if way == "rewind":
        assert isinstance(await gm.does({"type": "rewind", "to": [at - 1, 0]}), m.Ack)
        monkeypatch.setattr(draft, "MOST_OF_ROLL", 1)
        await ann.does({"type": "choose", "who": "c", "cup": 1})
        await gm.shows(lambda view: view["phase"] == "riposte")
    elif way == "amend":  # Ann lifts the same cup as the others: nobody strikes
        first = [at - 2, 0]
        change = {"target": first, "edits": [{"at": first, "intent": {"type": "choose", "who": "a", "cup": 1}}]}
        digest = (await gm.asks({"type": "preview_amend", **change}))["digest"]
        assert isinstance(await gm.does({"type": "amend", **change, "digest": digest}), m.Ack)
        decision = gm.table.timeline.state.play.decision
        assert isinstance(await gm.does({"type": "continue", "decision": decision.id}), m.Ack)
        await gm.shows(lambda view: view["round"] == 2)
    else:
        assert (await gm.does({"type": "continue", "decision": gm.view["decision"]["id"]})).code == "dice_beyond"
        monkeypatch.setattr(draft, "MOST_OF_ROLL", 1)
        assert isinstance(await gm.does({"type": "set_position", "who": "a", "at": [0, 0]}), m.Ack)
        await gm.shows(lambda view: view["phase"] == "riposte")
    assert await told_why(gm) == STANDS


@pytest.mark.parametrize("own_bytes", [0, 10_000])
async def test_a_log_that_is_full_takes_little_of_the_server_itself(
    lobbies: list[Lobby], monkeypatch: pytest.MonkeyPatch, own_bytes: int
) -> None:
    """What has begun goes on as long as there is room for that; then all stands still, and the GM may close it."""
    party = await laid(lobbies[0])
    await waits_for_cat(party)
    gm, ann = await party.sits("gm"), await party.sits("ann")
    monkeypatch.setattr(line, "MOST_BYTES", gm.table._log_end.size + 1)
    monkeypatch.setattr(line, "OWN_BYTES", own_bytes)
    assert isinstance(await ann.does({"type": "choose", "who": "c", "cup": 1}), m.Ack)
    full = gm.table.timeline.version
    await settled()
    own = [commit.submitted.intent for commit in gm.table.timeline.commits[full:]]
    assert any(isinstance(intent, Continue) for intent in own) is bool(own_bytes)
    assert (await gm.does({"type": "pause"})).code == "log_full"
    with pytest.raises(Rejected) as refused:  # somebody waits for it: no act of the server's own
        await gm.table.serve(ClaimSeat(seat="ann", key_h=bytes(32), k=1))
    assert refused.value.code == "log_full"
    assert isinstance(await gm.does({"type": "close"}), m.Ack)
    await settled()
    assert not gm.table.timeline.ledger.epoch_over  # its seeds are revealed
