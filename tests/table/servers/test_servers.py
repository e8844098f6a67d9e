"""Three servers on one Redis, without owners or leases: each serves everything, and what must happen happens once."""

import asyncio
from collections.abc import AsyncIterator
from itertools import cycle
from pathlib import Path

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from protocol import messages as m
from server.core import intents as i
from server.core.state import TableOptions
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby import joining
from server.lobby.lobby import Lobby, Refused
from server.store.redis.connect import connect
from server.store.redis.keys import DOORS
from server.store.redis.log import RedisLog
from server.table.services import Services
from tests.support.clocks import HandClock
from tests.support.redis_fixture import redis_url  # noqa: F401
from tests.table.party import SPEC, Party, Remembering

SERVERS = 3


class Row:
    """The servers, their common clock, and one encounter at which every seat sits down at every server."""

    def __init__(self, lobbies: list[Lobby], clock: HandClock) -> None:
        self.lobbies, self.clock = lobbies, clock

    async def sit(self, **options) -> dict[str, list[Remembering]]:
        """Viewers by seat, one at each server."""
        spec = replace(SPEC, table=TableOptions(join="links", **options))
        links = (await self.lobbies[0].create(spec))["links"]
        self.parties = [Party(lobby, links) for lobby in self.lobbies]
        return {seat: [await party.sits(seat) for party in self.parties] for seat in ("gm", "ann", "bob", "spectator")}


@pytest.fixture
async def row(redis_url: str, tmp_path: Path) -> AsyncIterator[Row]:  # noqa: F811
    """Three servers that hear of one another."""
    clock = HandClock()
    logs = [RedisLog(connect(redis_url)) for _ in range(SERVERS)]
    lobbies = [
        Lobby(Services(log, SeedKeeper(b"m" * 32), clock), {"three_cups": SYSTEM}, Links(tmp_path / f"l{number}.json"))
        for number, log in enumerate(logs)
    ]
    for lobby in lobbies:
        lobby.start()
    yield Row(lobbies, clock)
    for lobby, log in zip(lobbies, logs, strict=True):
        await lobby.close()
        await log.close()


async def test_everybody_may_act_anywhere_and_sees_everything(row: Row) -> None:
    """Each intent goes to the next server; all viewers of a seat are shown the same, number by number."""
    seats = await row.sit()
    at = cycle(range(SERVERS))
    gm, ann, bob = (seats[name] for name in ("gm", "ann", "bob"))
    assert isinstance(await gm[next(at)].does({"type": "begin"}), m.Ack)
    for cups in ((1, 3), (3, 2), (2, 1)):  # at last Anna strikes Ben
        for viewers, who, cup in ((ann, "a", cups[0]), (bob, "b", cups[1])):
            assert isinstance(await viewers[next(at)].does({"type": "choose", "who": who, "cup": cup}), m.Ack)
    await ann[next(at)].does({"type": "choose", "who": "c", "cup": 1})
    await gm[0].shows(lambda view: view["phase"] == "riposte")
    for viewers in seats.values():
        newest = len(gm[0].table.timeline.numbers[viewers[0].audience])
        for viewer in viewers:
            await viewer.shows(lambda _, viewer=viewer, newest=newest: viewer.n >= newest)
            assert (viewer.n, viewer.head, viewer.view) == (newest, viewers[0].head, viewers[0].view)


async def test_an_index_of_doors_that_was_lost_is_filled_again_where_a_table_is_opened(row: Row) -> None:
    """Whoever opens it, at whichever server: the code leads there again, at all of them."""
    made = await row.lobbies[0].create(replace(SPEC, table=TableOptions()))
    log = row.lobbies[0]._log
    assert isinstance(log, RedisLog)
    await log._client.delete(DOORS)
    for lobby in row.lobbies:
        with pytest.raises(Refused, match="join_code"):
            await joining.free_seats_behind(lobby, made["code"])
    await Party(row.lobbies[1], made["links"]).sits("ann")
    for lobby in row.lobbies:
        assert (await joining.free_seats_behind(lobby, made["code"]))["encounter"] == made["encounter"]


@pytest.mark.parametrize("seat", ["ann", "gm"])
async def test_a_seat_is_told_of_a_further_session_at_another_server(row: Row, seat: str) -> None:
    """Also of one that is gone again at once. A subscription takes a moment, and hints before it are lost: so often."""
    links = (await row.lobbies[0].create(SPEC))["links"]
    here, elsewhere = (Party(lobby, links) for lobby in row.lobbies[:2])
    ann = await here.sits(seat)
    while not any(isinstance(x, m.Another) for x in ann.messages):
        guest = await elsewhere.sits(seat)
        guest.table.detach(guest)
        await asyncio.sleep(0)


async def test_a_revoked_seat_is_sent_away_from_every_server(row: Row) -> None:
    """The commit is folded everywhere: sessions end, and the link opens nothing any more."""
    seats = await row.sit()
    await seats["gm"][0].does({"type": "revoke_seat", "seat": "bob"})
    for gm in seats["gm"]:
        await gm.shows(lambda view: "bob" not in view["seats"])
    assert [viewer.said_bye for viewer in seats["bob"]] == ["seat_revoked"] * SERVERS
    assert [viewer.said_bye for viewer in seats["ann"]] == [""] * SERVERS
    for party in row.parties:
        with pytest.raises(Exception, match="seat_revoked"):
            await party.sits("bob")


@pytest.mark.parametrize("said", ["free_seat", "revoke_seat"])
async def test_a_link_that_is_none_any_more_is_welcomed_by_no_server(
    row: Row, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """Also not by one that has the table open and has not heard of it yet."""
    seats = await row.sit()
    behind = seats["bob"][1].table
    monkeypatch.setattr(behind, "wake", lambda _version=0: None)
    assert isinstance(await seats["gm"][0].does({"type": said, "seat": "bob"}), m.Ack)
    assert behind.top[0] < seats["gm"][0].table.top[0]
    with pytest.raises(Refused, match="seat_revoked" if said == "revoke_seat" else "token"):
        await row.parties[1].sits("bob")
    assert (await row.parties[1].sits("ann")).view


@pytest.mark.parametrize("living", [[0, 1, 2], [2]])
async def test_a_clock_runs_out_once_whoever_lives(row: Row, living: list[int]) -> None:
    """All servers that have the table open want to end the decision; one commit does, also when two are dead."""
    seats = await row.sit(window_s=30)
    await seats["gm"][0].does({"type": "begin"})
    for gm in seats["gm"]:
        await gm.shows(lambda view: view["stage"] == "running")
    for number in set(range(SERVERS)) - set(living):
        await row.lobbies[number].close()
    row.clock.now += 60_000
    survivors = [seats["gm"][number] for number in living]
    for gm in survivors:
        gm.table.keeping.go_on()  # what the timer calls
    for gm in survivors:
        await gm.shows(lambda view: view["phase"] != "choose" or view["round"] > 1)
        expired = [c for c in gm.table.timeline.commits if isinstance(c.submitted.intent, i.Expire)]
        assert len(expired) == 1


async def test_the_same_intent_at_every_server_at_once_is_one_commit(row: Row) -> None:
    """Three equal acks; who lost the race finds it in the log."""
    seats = await row.sit()
    acks = await asyncio.gather(*(gm.does({"type": "begin"}, id=b"b" * 16) for gm in seats["gm"]))
    assert len(set(map(repr, acks))) == 1
    assert isinstance(acks[0], m.Ack)
    begun = [c for c in seats["gm"][0].table.timeline.commits if c.submitted.id == b"b" * 16]
    assert len(begun) == 1
