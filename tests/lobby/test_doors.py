"""Doors: who sits down by a code, who can't, and whose seat stays theirs."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from protocol import messages as m
from server.core import events as e
from server.core.ids import Position
from server.core.state import TableOptions
from server.gateway.auth import parse_token
from server.keys.links import Links, token_of
from server.keys.seeds import SeedKeeper
from server.lobby import copying, joining
from server.lobby.lobby import Lobby, Refused
from server.store.memory import MemoryLog, MemoryStore
from server.table.duties import DOOR_MS
from server.table.services import Services
from server.table.waiting import LAPSE_MS, LEAST_MS
from tests.support.clocks import HandClock
from tests.table.party import SPEC, Party, Remembering


class Hall:
    """Servers over one store, and one encounter with two players' seats that was laid at the first of them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.shelf = folder, HandClock(), MemoryStore()
        self.lobbies: list[Lobby] = []
        self.code = ""
        self.party: Party

    def server(self) -> Lobby:
        """One more, which hears of the others."""
        links = Links(self.folder / f"links{len(self.lobbies)}")
        lobby = Lobby(Services(MemoryLog(self.shelf), SeedKeeper(b"m" * 32), self.clock), {"three_cups": SYSTEM}, links)
        lobby.start()
        self.lobbies.append(lobby)
        return lobby

    async def lay(self, **options: Any) -> None:
        """The encounter; with its code if a door is open."""
        made = await self.server().create(replace(SPEC, table=TableOptions(**options)))
        self.encounter, self.code = made["encounter"], made.get("code", "")
        self.party = Party(self.lobbies[0], made["links"])

    async def claims(self, seat: str, secret: bytes, at: int = 0, player: str = "") -> Any:
        """Somebody sits down by the code; returns the refusal's code, or the answer."""
        try:
            return await joining.sit(self.lobbies[at], self.code, seat, hashlib.sha256(secret).digest(), player)
        except Refused as refused:
            return refused.code

    async def comes(self, secret: bytes, at: int = 0) -> Remembering:
        """Somebody with a link of their own making."""
        parsed = parse_token(token_of(self.encounter, secret))
        assert parsed is not None
        viewer = Remembering(await self.lobbies[at].enter(*parsed))
        viewer.table.attach(viewer)
        return viewer

    async def taken(self, at: int = 0) -> dict[str, bool] | str:
        """What the code shows of the players' seats, or that it leads nowhere."""
        try:
            seats = (await joining.free_seats_behind(self.lobbies[at], self.code))["seats"]
        except Refused as refused:
            return refused.code
        return {id: seat["taken"] for id, seat in seats.items() if seat["role"] == "player"}

    async def new_code(self, gm: Remembering) -> str:
        """What the GM is told of the open door."""
        entered = await gm_of(self.lobbies[0], self.party)
        self.code = (await self.lobbies[0].links_of(entered)).get("code", "")
        return self.code


async def gm_of(lobby: Lobby, party: Party) -> Any:
    """The GM, as a server lets it in."""
    parsed = parse_token(party.links["gm"])
    assert parsed is not None
    return await lobby.enter(*parsed)


async def settled(test: Callable[[], bool]) -> None:
    """Let the tables work until it is so."""
    for _ in range(1000):
        if test():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came")


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """With one server, and nothing laid yet."""
    hall = Hall(tmp_path)
    yield hall
    for lobby in hall.lobbies:
        await lobby.close()


HERS, HIS = b"h" * 32, b"i" * 32


# --- sitting down ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["GM", "G\u041c", "Bob", "B\u043eb", "\uff22ob"])
async def test_nobody_sits_down_under_another_s_name(hall: Hall, name: str) -> None:
    """Nor under what looks like it; the seat's own is anybody's who sits there."""
    await hall.lay()
    assert await hall.claims("ann", HERS, player=name) == "name_alike"
    assert (await hall.claims("ann", HERS, player="Ann"))["seats"]["ann"]["taken"] is True


@pytest.mark.parametrize("is_open", [True, False])
async def test_the_list_shows_no_link_of_a_seat_that_was_taken_by_code(hall: Hall, is_open: bool) -> None:
    """Its own stays with whoever made it; the others are as they were laid."""
    await hall.lay()
    await hall.claims("ann", HERS)
    lobby = hall.lobbies[0]
    if not is_open:
        await lobby.tables._drop(lobby.tables.open[hall.encounter])
    (line,) = (await lobby.page())["encounters"]
    tokens = {seat: shown["token"] for seat, shown in line["links"].items()}
    assert tokens == {**hall.party.links, "ann": ""}


async def test_nobody_is_called_what_looks_like_another_player(hall: Hall) -> None:
    """The very name deceives nobody: one may sit on two seats."""
    await hall.lay()
    await hall.claims("ann", HERS, player="Mia")
    assert await hall.claims("bob", HIS, player="M\u0456a") == "name_alike"
    assert (await hall.claims("bob", HIS, player="Mia"))["seats"]["bob"]["taken"] is True


async def test_whoever_has_the_code_takes_a_free_seat_with_a_link_of_their_own(hall: Hall) -> None:
    """The link that was laid for the seat opens nothing any more; all are told who came, the GM how."""
    await hall.lay()
    gm, watch = await hall.party.sits("gm"), await hall.party.sits("spectator")
    assert gm.view["door"] == 1
    assert await hall.taken() == {"ann": False, "bob": False}
    found = await hall.claims("ann", HERS, player="Mia")
    assert (found["encounter"], found["token"], found["seats"]["ann"]["taken"]) == (hall.encounter, "", True)
    assert (await hall.comes(HERS)).seat == "ann"
    with pytest.raises(Refused, match="token"):
        await hall.party.sits("ann")
    assert gm.view["seats"]["ann"] == {"name": "Ann", "role": "player", "taken": "code", "player": "Mia"}
    await watch.until(lambda x: isinstance(x, m.Update))
    assert watch.view["seats"]["ann"] == {"name": "Ann", "role": "player"}
    assert "door" not in watch.view
    told = [event for x in watch.messages if isinstance(x, m.Update) for event in watch._read(x.events)]
    assert told == [{"type": "SeatClaimed", "seat": "ann", "key_h": b"", "k": 1, "player": "Mia"}]


async def test_a_lost_answer_is_asked_again_and_is_the_same(hall: Hall) -> None:
    """Also when the door has closed behind the last who came; one commit each."""
    await hall.lay()
    first = await hall.claims("ann", HERS)
    assert await hall.claims("ann", HERS) == first
    await hall.claims("bob", HIS)
    assert await hall.taken() == "join_code"
    again = await hall.claims("bob", HIS)
    assert (again["encounter"], again["seats"]["bob"]["taken"]) == (hall.encounter, True)
    table = await hall.lobbies[0].table(hall.encounter)
    events = [type(event).__name__ for version in (2, 3) for event in table.timeline.commit(version).events]
    assert (table.timeline.version, events) == (3, ["SeatClaimed", "SeatClaimed", "DoorClosed"])


async def test_an_answer_that_was_lost_is_the_same_when_the_next_door_is_open(hall: Hall) -> None:
    """By the code of the door that the seat was claimed at, to whoever has claimed it; that code does nothing else."""
    await hall.lay()
    first, gm = hall.code, await hall.party.sits("gm")
    answer = await hall.claims("ann", HERS)
    for _ in range(2):
        await gm.does({"type": "open_door"})
        assert await hall.new_code(gm) != first
    hall.code = first
    assert await hall.claims("ann", HERS) == answer
    assert await hall.taken() == "join_code"
    assert [await hall.claims(seat, HIS) for seat in ("ann", "bob")] == ["join_code", "join_code"]
    with pytest.raises(Refused, match="join_code"):
        await joining.sit(hall.lobbies[0], first, "spectator", b"", "")
    await gm.does({"type": "free_seat", "seat": "ann"})
    assert await hall.claims("ann", HERS) == "join_code"


@pytest.mark.parametrize("seat", ["gm", "nobody", "ann"])
async def test_other_seats_stay_closed_all_alike(hall: Hall, seat: str) -> None:
    """The GM's, one that is not there, one that somebody has claimed."""
    await hall.lay()
    await hall.claims("ann", HERS)
    assert await hall.claims(seat, HIS) == "seat_taken"


async def test_of_two_who_race_at_two_servers_the_log_lets_one_win(hall: Hall) -> None:
    """Whoever comes second is told so, and the first one's link is the seat's."""
    await hall.lay()
    hall.server()
    for lobby in hall.lobbies:
        await lobby.table(hall.encounter)
    said = await asyncio.gather(hall.claims("ann", HERS, 0), hall.claims("ann", HIS, 1))
    assert sorted(isinstance(one, dict) for one in said) == [False, True]
    assert "seat_taken" in said
    winner, loser = (HERS, HIS) if isinstance(said[0], dict) else (HIS, HERS)
    for at in (0, 1):
        assert (await hall.comes(winner, at)).seat == "ann"
        with pytest.raises(Refused, match="token"):
            await hall.comes(loser, at)


async def test_a_claimer_who_tries_everything_gets_one_free_seat_at_most(hall: Hall) -> None:
    """By the right code and wrong ones, with and without a hash, before and after the others sat down."""
    await hall.lay()
    ann = await hall.party.sits("ann")
    await settled(lambda: ann.table.timeline.ledger.seats["ann"].taken)
    for seat in ("ann", "gm", "spectator ", "", "bob\0"):
        assert await hall.claims(seat, HIS) == "seat_taken"
    for key_h in (b"", hashlib.sha256(b"").digest()):
        with pytest.raises(Refused, match=r"schema|seat_taken"):
            await joining.sit(hall.lobbies[0], hall.code, "ann", key_h, "")
    with pytest.raises(Refused, match="join_code"):
        await joining.sit(hall.lobbies[0], "AAAA-AAAA-AAAA", "bob", hashlib.sha256(HIS).digest(), "")
    assert isinstance(await hall.claims("bob", HIS), dict)
    assert await hall.claims("ann", HIS) in ("seat_taken", "join_code")
    assert ann.said_bye == ""


async def test_spectators_share_their_link(hall: Hall) -> None:
    """Through an open door anybody is told it."""
    await hall.lay()
    found = await joining.sit(hall.lobbies[0], hall.code, "spectator", b"", "")
    assert found["token"] == hall.party.links["spectator"]


# --- whose seat it is ------------------------------------------------------------------------------------------------


async def test_a_seat_once_sat_on_is_taken_at_every_server_also_while_its_phone_sleeps(hall: Hall) -> None:
    """It came by its link and is gone again; nobody else gets in."""
    await hall.lay()
    hall.server()
    ann = await hall.party.sits("ann")
    await settled(lambda: ann.table.timeline.ledger.seats["ann"].taken)
    ann.table.detach(ann)
    assert await hall.taken(at=1) == {"ann": True, "bob": False}
    assert await hall.claims("ann", HERS, at=1) == "seat_taken"
    await hall.party.sits("ann")
    assert ann.table.timeline.version == 2  # recorded once


async def test_a_seat_is_told_of_each_further_session_of_its_own(hall: Hall) -> None:
    """Once each, at every server, also of one that is gone again at once; nobody else is, and nothing is recorded."""
    await hall.lay()
    hall.server()
    await hall.claims("ann", HERS)
    ann = [await hall.comes(HERS, at) for at in (0, 1)]
    others = [await hall.party.sits(seat) for seat in ("gm", "bob", "spectator")]
    await settled(lambda: ann[0].table.timeline.version == 3)  # Bob has come
    await settled(lambda: [told(viewer) for viewer in ann] == [1, 0])
    for at in (0, 1, 1):
        guest = await hall.comes(HERS, at)
        guest.table.detach(guest)
    await settled(lambda: [told(viewer) for viewer in ann] == [4, 3])
    assert [told(viewer) for viewer in (guest, *others)] == [0, 0, 0, 0]
    assert ann[0].table.timeline.version == 3


@pytest.mark.parametrize("seat", ["ann", "gm"])
async def test_a_session_that_comes_back_is_no_further_one(hall: Hall, seat: str) -> None:
    """As after a restart, with two windows of one's own: at whichever server. Whoever does not know what was told to
    the seat has not sat there."""
    await hall.lay(join="links")
    hall.server()
    parties = [hall.party, Party(hall.lobbies[1], hall.party.links)]
    left = await hall.party.sits(seat)
    stays = await hall.party.sits(seat)
    await settled(lambda: told(left) == 1)
    left.table.detach(left)
    known, guessed = (m.Resume(n=left.n, head=head) for head in (left.head, bytes(16)))
    for resume in (known, guessed, m.Resume(n=0, head=b"")):
        for party in parties:
            guest = await party.sits(seat, resume)
            guest.table.detach(guest)
    await settled(lambda: told(stays) >= 4)
    for _ in range(100):  # whatever else there was to tell
        await asyncio.sleep(0)
    assert told(stays) == 4


def told(viewer: Remembering) -> int:
    """How often a viewer has heard of a further session."""
    return sum(isinstance(message, m.Another) for message in viewer.messages)


async def test_a_seat_in_a_branch_of_a_fight_that_has_begun_is_its_phone_s(hall: Hall) -> None:
    """Nobody joins there with a random value: that somebody came is recorded all the same."""
    await hall.lay()
    gm = await hall.party.sits("gm")
    await gm.does({"type": "begin"})
    made = await copying.branch_of(hall.lobbies[0], hall.encounter, Position(gm.table.timeline.version))
    hall.encounter, hall.code, hall.party = made["encounter"], made["code"], Party(hall.lobbies[0], made["links"])
    bob = await hall.party.sits("bob")
    await settled(lambda: bob.table.timeline.ledger.seats["bob"].taken)
    bob.table.detach(bob)
    assert await hall.taken() == {"ann": False, "bob": True}
    assert await hall.claims("bob", HIS) == "seat_taken"
    assert isinstance(await hall.claims("ann", HERS), dict)


async def test_only_the_gm_frees_a_seat_and_with_it_end_its_link_and_sessions_everywhere(hall: Hall) -> None:
    """At both servers; the GM's new link opens it then, and so does the next door."""
    await hall.lay()
    hall.server()
    await hall.claims("ann", HERS)
    sessions = [await hall.comes(HERS, at) for at in (0, 1)]
    gm = await hall.party.sits("gm")
    key_h = hashlib.sha256(b"n" * 32).digest()
    assert (await sessions[0].does({"type": "free_seat", "seat": "ann"})).code == "gm_only"
    assert isinstance(await gm.does({"type": "free_seat", "seat": "ann", "key_h": key_h}), m.Ack)
    await settled(lambda: all(viewer.said_bye == "token_expired" for viewer in sessions))
    for at in (0, 1):
        with pytest.raises(Refused, match="token"):
            await hall.comes(HERS, at)
    assert gm.view["seats"]["ann"] == {"name": "Ann", "role": "player"}
    assert await hall.taken(at=1) == {"ann": False, "bob": False}
    assert (await hall.comes(b"n" * 32, at=1)).seat == "ann"


async def test_who_came_is_known_after_a_restart(hall: Hall) -> None:
    """The code is the same, and so is who has which seat."""
    await hall.lay()
    await hall.claims("ann", HERS)
    await hall.lobbies.pop().close()
    hall.server()
    assert await hall.taken() == {"ann": True, "bob": False}
    assert isinstance(await hall.claims("ann", HERS), dict)
    assert (await hall.comes(HERS)).seat == "ann"


async def test_before_anybody_recorded_who_came_a_first_door_leads_to_no_seat(hall: Hall) -> None:
    """Of a table from an older log nobody knows who sat there: the GM frees what is free."""
    await hall.lay(join="links")
    gm = await hall.party.sits("gm")
    assert (await gm.does({"type": "open_door"})).code == "links_only"
    ledger = gm.table.timeline.ledger
    gm.table.timeline.ledger = replace(ledger, table=TableOptions())  # as of a log from before there were doors
    assert isinstance(await gm.does({"type": "open_door"}), m.Ack)
    await hall.new_code(gm)
    assert await hall.taken() == {"ann": True, "bob": True}
    await gm.does({"type": "free_seat", "seat": "bob"})
    assert await hall.taken() == {"ann": True, "bob": False}


# --- doors open and close --------------------------------------------------------------------------------------------


async def test_a_door_closes_at_the_start_and_the_next_one_has_another_code(hall: Hall) -> None:
    """The old code leads nowhere then, the new one only while it is open."""
    await hall.lay()
    gm, first = await hall.party.sits("gm"), hall.code
    await gm.does({"type": "begin"})
    assert "door" not in gm.view
    assert await hall.taken() == "join_code"
    await gm.does({"type": "open_door"})
    assert gm.view["door"] == 2
    assert await hall.new_code(gm) not in ("", first)
    assert await hall.taken() == {"ann": False, "bob": False}
    await gm.does({"type": "close_door"})
    assert await hall.taken() == "join_code"
    assert await hall.claims("ann", HERS) == "join_code"
    hall.code = first
    assert await hall.taken() == "join_code"
    assert len(hall.shelf.doors) == 1


async def test_a_door_closes_after_two_hours(hall: Hall) -> None:
    """By a commit of the server's own; not a moment sooner."""
    await hall.lay()
    gm = await hall.party.sits("gm")
    opened_at = gm.table.timeline.ledger.door.opened_at
    due = gm.table.keeping._duties.due()
    assert due is not None
    assert due[0] == opened_at + DOOR_MS
    hall.clock.now = opened_at + DOOR_MS - 1
    assert await hall.taken() == {"ann": False, "bob": False}
    hall.clock.now += 1
    gm.table.keeping.go_on()
    await settled(lambda: not gm.table.timeline.ledger.door.is_open)
    assert await hall.taken() == "join_code"


@pytest.mark.parametrize("step", [600_000, -600_000, 86_400_000, -86_400_000])
async def test_the_two_hours_of_a_door_are_the_loop_s(hall: Hall, step: int) -> None:
    """From when it was seen to open, whatever the wall clock is set to: neither early nor late."""
    await hall.lay()
    gm = await hall.party.sits("gm")
    hall.clock.ahead += step
    hall.clock.now += 600_000
    await gm.does({"type": "open_door"})
    seen = hall.clock.now
    hall.clock.ahead -= step
    hall.clock.now = seen + DOOR_MS - 1
    gm.table.keeping.go_on()
    assert await hall.new_code(gm)
    assert await hall.taken() == {"ann": False, "bob": False}
    hall.clock.now += 1
    gm.table.keeping.go_on()
    await settled(lambda: not gm.table.timeline.ledger.door.is_open)


async def test_a_door_that_nobody_watched_is_closed_before_a_late_comer_is_let_in(hall: Hall) -> None:
    """Its table was not open here: what is due is decided before the claim."""
    await hall.lay()
    hall.clock.now += DOOR_MS
    assert await hall.claims("ann", HERS) == "join_code"


async def test_an_open_door_keeps_no_table_in_memory(hall: Hall) -> None:
    """Whoever opens it next closes the door."""
    await hall.lay()
    table = await hall.lobbies[0].table(hall.encounter)
    assert table.keeping._duties.is_idle


async def test_a_table_of_links_has_no_door(hall: Hall) -> None:
    """Nothing is recorded of who sits down."""
    await hall.lay(join="links")
    gm, ann = await hall.party.sits("gm"), await hall.party.sits("ann")
    await gm.does({"type": "pause"})
    assert hall.code == ""
    assert ann.table.timeline.version == 2


# --- the GM is asked -------------------------------------------------------------------------------------------------


async def test_where_the_gm_is_asked_a_claim_waits_and_is_asked_again(hall: Hall) -> None:
    """Nobody is held meanwhile; the word counts at every server."""
    await hall.lay(join="ask")
    hall.server()
    gm = await hall.party.sits("gm")
    assert await hall.claims("ann", HERS, at=1, player="Mia") == "claim_waits"
    assert await hall.claims("ann", HERS) == "claim_waits"
    assert await hall.claims("ann", HIS) == "seat_taken"
    await gm.shows(lambda view: "claims" in view)
    ((claim, shown),) = gm.view["claims"].items()
    assert shown == {"seat": "ann", "player": "Mia"}
    assert isinstance(await gm.does({"type": "answer_claim", "claim": claim, "yes": True}), m.Ack)
    assert isinstance(await hall.claims("ann", HERS, at=1), dict)
    assert (await hall.comes(HERS, at=1)).seat == "ann"
    assert "claims" not in gm.view


async def test_who_is_refused_is_told_so_and_another_may_ask(hall: Hall) -> None:
    """The same one can't ask for the seat again."""
    await hall.lay(join="ask")
    gm = await hall.party.sits("gm")
    await hall.claims("ann", HERS)
    (claim,) = gm.view["claims"]
    await gm.does({"type": "answer_claim", "claim": claim, "yes": False})
    assert (await gm.does({"type": "answer_claim", "claim": claim, "yes": True})).code == "nothing_waits"
    assert await hall.claims("ann", HERS) == "claim_refused"
    assert await hall.claims("ann", HIS) == "claim_waits"
    assert len(gm.table.timeline.ledger.claims) == 1


async def test_a_yes_gives_nobody_a_seat_that_was_taken_by_its_link_meanwhile(hall: Hall) -> None:
    """Only freeing it takes it from who has it; nobody waits for it any more."""
    await hall.lay(join="ask")
    gm = await hall.party.sits("gm")
    assert await hall.claims("ann", HERS) == "claim_waits"
    (claim,) = gm.view["claims"]
    ann = await hall.party.sits("ann")
    await gm.shows(lambda view: "claims" not in view)
    assert (await gm.does({"type": "answer_claim", "claim": claim, "yes": True})).code == "seat_taken"
    assert await hall.claims("ann", HERS) == "seat_taken"
    assert not ann.said_bye


async def asking(hall: Hall, servers: int = 1) -> Remembering:
    """Mia waits for Ann's seat; returns the GM, who is shown so."""
    await hall.lay(join="ask")
    for _ in range(1, servers):
        await hall.server().table(hall.encounter)
    gm = await hall.party.sits("gm")
    assert await hall.claims("ann", HERS, at=servers - 1, player="Mia") == "claim_waits"
    await gm.shows(lambda view: "claims" in view)
    return gm


async def later(hall: Hall, ms: int) -> None:
    """So much later the servers have done what is due."""
    hall.clock.now += ms
    for lobby in hall.lobbies:
        (await lobby.table(hall.encounter)).keeping.go_on()
        await (await lobby.table(hall.encounter)).catch_up()


async def test_who_no_longer_asks_is_gone_for_the_gm_too(hall: Hall) -> None:
    """Not a moment sooner, counted from when it was last asked; then somebody else may ask, or the same one anew."""
    gm = await asking(hall)
    hall.clock.now += LAPSE_MS - 1
    assert await hall.claims("ann", HERS) == "claim_waits"
    await later(hall, LAPSE_MS - 1)
    assert "claims" in gm.view
    assert await hall.claims("ann", HIS) == "seat_taken"
    await later(hall, 1)
    await gm.shows(lambda view: "claims" not in view)
    assert await hall.claims("ann", HERS) == "claim_refused"
    assert await hall.claims("ann", HIS) == "claim_waits"


async def test_who_asks_at_one_server_is_not_gone_at_another(hall: Hall) -> None:
    """The servers tell each other who asks; once nobody hears it any more it lapses once."""
    gm = await asking(hall, servers=2)
    for _ in range(4):
        await later(hall, LAPSE_MS - 1)
        assert "claims" in gm.view
        assert await hall.claims("ann", HERS, at=1) == "claim_waits"
        await asyncio.sleep(0)
    version = gm.table.timeline.version
    await later(hall, LAPSE_MS)
    await gm.shows(lambda view: "claims" not in view)
    assert [type(event) for event in gm.table.timeline.commit(version + 1).events] == [e.ClaimRefused]
    assert gm.table.timeline.version == version + 1


async def test_a_question_that_a_server_finds_lapses_as_if_it_had_just_been_asked(hall: Hall) -> None:
    """Whoever asked there before the restart may be gone."""
    await asking(hall)
    await hall.lobbies.pop().close()
    table = await hall.server().table(hall.encounter)
    await later(hall, LAPSE_MS - 1)
    assert not next(iter(table.timeline.ledger.claims.values())).is_refused
    await later(hall, 1)
    assert next(iter(table.timeline.ledger.claims.values())).is_refused


async def test_who_withdraws_waits_no_more(hall: Hall) -> None:
    """After five seconds at least; nobody else can do it, and asking again takes it back until then."""
    gm = await asking(hall)
    await withdraws(hall, HIS)
    await withdraws(hall, HERS)
    await later(hall, LEAST_MS - 1)
    assert await hall.claims("ann", HERS) == "claim_waits"
    await later(hall, 1)
    assert "claims" in gm.view
    await withdraws(hall, HERS)
    await gm.shows(lambda view: "claims" not in view)
    assert await hall.claims("ann", HIS) == "claim_waits"


async def test_what_is_kept_of_who_waits_is_bounded(hall: Hall) -> None:
    """By those who wait: nothing stays of who withdrew, was refused or sat down."""
    gm = await asking(hall)
    for number in range(20):
        await withdraws(hall, HERS if number == 0 else b"%32d" % number)
        await later(hall, LEAST_MS)
        assert await hall.claims("ann", b"%32d" % (number + 1)) == "claim_waits"
    assert len(gm.table._waiting._now()) == 1
    await gm.does({"type": "close_door"})
    assert gm.table._waiting._now() == {}
    assert gm.table.keeping._duties.is_idle


async def withdraws(hall: Hall, secret: bytes) -> None:
    """Whoever has asked with this secret asks which seats are free, with the same key."""
    await joining.free_seats_behind(hall.lobbies[0], hall.code, hashlib.sha256(secret).digest())


@pytest.mark.parametrize("join", ["code", "ask"])
async def test_a_key_is_of_one_seat(hall: Hall, join: str) -> None:
    """It would open one of two; and where the GM is asked nothing would come of the second claim, nor of a no."""
    await hall.lay(join=join)
    gm = await hall.party.sits("gm")
    first = await hall.claims("ann", HERS)
    assert await hall.claims("bob", HERS) == "key_used"
    if join == "ask":
        assert first == "claim_waits"
        (claim,) = gm.view["claims"]
        await gm.does({"type": "answer_claim", "claim": claim, "yes": False})
        assert await hall.claims("bob", HERS) == "key_used"
        assert await hall.claims("bob", HIS) == "claim_waits"


@pytest.mark.parametrize("join", ["code", "ask"])
async def test_who_claims_a_free_seat_with_the_key_of_its_link_is_a_claimant_like_any_other(
    hall: Hall, join: str
) -> None:
    """Whoever is told yes has the seat from then on; and where the GM is asked, that comes first."""
    await hall.lay(join=join)
    gm = await hall.party.sits("gm")
    parsed = parse_token(hall.party.links["ann"])
    assert parsed is not None
    laid = parsed.secret
    first = await hall.claims("ann", laid)
    if join == "ask":
        assert first == "claim_waits"
        (claim,) = gm.view["claims"]
        await gm.does({"type": "answer_claim", "claim": claim, "yes": True})
    assert (await hall.claims("ann", laid))["seats"]["ann"]["taken"] is True
    assert await hall.claims("ann", HERS) == "seat_taken"
    assert (await hall.comes(laid)).seat == "ann"


async def test_doors_and_who_asked_are_the_gm_s_to_know(hall: Hall) -> None:
    """Nobody else is told of them, whatever happens at them."""
    await hall.lay(join="ask")
    gm, watch = await hall.party.sits("gm"), await hall.party.sits("spectator")
    await hall.claims("ann", HERS, player="Mia")
    (claim,) = gm.view["claims"]
    await gm.does({"type": "answer_claim", "claim": claim, "yes": False})
    for intent in ("close_door", "open_door", "pause"):
        await gm.does({"type": intent})
    await watch.until(lambda x: isinstance(x, m.Update))
    told = [event["type"] for x in watch.messages if isinstance(x, m.Update) for event in watch._read(x.events)]
    assert told == [e.Paused.__name__]
    assert not {"door", "claims"} & watch.view.keys()
