"""A link is judged before its table is opened: a wrong one opens nothing, a right one is never locked out."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

from protocol import messages as m
from server.core import intents as i
from server.gateway.auth import parse_token
from server.gateway.limits import Limits, Rate
from server.keys.links import hashed, token_of
from server.lobby.lobby import Refused
from server.store.memory import MemoryLog, MemoryStore
from tests.gateway.conftest import Opening
from tests.gateway.house import House
from tests.store.redis.waiting import until
from tests.table.party import SPEC

FREE = Rate(10**6, 10**6)


class Counted(MemoryLog):
    """Notes what the store is asked; `gate` closed: reading takes until it is opened."""

    def __init__(self, shelf: MemoryStore | None = None) -> None:
        super().__init__(shelf)
        self.asked: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.reading = 0

    async def read(self, encounter: str, after: int = 0, count: int | None = None) -> Any:
        self.asked.append("read")
        self.reading += 1
        await self.gate.wait()
        self.reading -= 1
        return await super().read(encounter, after, count)

    async def top(self, encounter: str) -> Any:
        self.asked.append("top")
        return await super().top(encounter)

    async def get_seats(self, encounter: str) -> bytes | None:
        self.asked.append("seats")
        return await super().get_seats(encounter)


def split(house: House, seat: str) -> tuple[str, bytes]:
    """A seat's link: encounter and secret."""
    token = parse_token(house.links[seat])
    assert token is not None
    return token.encounter, token.secret


async def said(house: House, encounter: str, secret: bytes) -> str:
    """The seat, or why not."""
    try:
        return (await house.lobby.enter(encounter, secret)).seat
    except Refused as refused:
        return refused.code


async def left(house: House) -> None:
    """All tables are closed, as after a quiet minute."""
    for table in list(house.lobby.tables.open.values()):
        await house.lobby.tables._drop(table)


async def knocks(house: House, token: str) -> m.Bye | m.Welcome:
    """What a link is answered over the wire."""
    guest = await house.connect()
    await guest.send(m.Hello(token=token))
    answer: m.Bye | m.Welcome = await guest.next(m.Bye, m.Welcome)
    return answer


async def test_a_wrong_link_reads_no_log_and_opens_no_table(opening: Opening) -> None:
    """Neither when the encounter was only laid, nor after it was played and closed; the right ones open it."""
    log = Counted()
    house = await opening(log=log)
    encounter, secret = split(house, "ann")
    for _ in range(2):
        log.asked.clear()
        assert {await said(house, encounter, os.urandom(32)) for _ in range(20)} == {"token"}
        assert "read" not in log.asked
        assert house.lobby.tables.open == {}
        assert await said(house, encounter, secret) == "ann"
        gm = await house.sit("gm")
        await gm.submit({"type": "begin"})
        await left(house)


async def test_no_encounter_and_a_wrong_secret_cost_the_store_the_same(opening: Opening) -> None:
    """Nobody learns by the work which of them it was."""
    log = Counted()
    house = await opening(log=log)
    encounter, _ = split(house, "ann")
    costs = []
    for id in (encounter, os.urandom(16).hex()):
        log.asked.clear()
        assert await said(house, id, os.urandom(32)) == "token"
        costs.append(log.asked[:])
    assert costs[0] == costs[1] == ["seats", "top"]


@pytest.mark.parametrize("beside", [None, b"\xc1", b"\x94\x01\xc4\x00\x90\x90"], ids=["lost", "damaged", "stale"])
async def test_what_lies_beside_the_log_may_be_lost(opening: Opening, beside: bytes | None) -> None:
    """Every link is let in by the ledger, and it is there again afterwards."""
    shelf = MemoryStore()
    log = Counted(shelf)
    house = await opening(log=log)
    encounter, secret = split(house, "ann")
    shelf.seats.clear()
    if beside is not None:
        shelf.seats[encounter] = beside
    assert await said(house, encounter, secret) == "ann"
    await left(house)
    log.asked.clear()
    assert await said(house, encounter, os.urandom(32)) == "token"
    assert "read" not in log.asked


async def test_a_hash_that_somebody_put_there_lets_nobody_in(opening: Opening) -> None:
    """What lies beside the log decides refusals only."""
    log = Counted()
    house = await opening(log=log)
    encounter, _ = split(house, "ann")
    forged = os.urandom(32)
    await house.lobby.tables.admission.put(encounter, await log.top(encounter), [hashed(forged)])
    assert await said(house, encounter, forged) == "token"


async def test_a_withdrawn_link_opens_no_table(opening: Opening) -> None:
    """It is told why, as at an open one."""
    log = Counted()
    house = await opening(log=log)
    encounter, secret = split(house, "bob")
    gm = await house.sit("gm")
    assert isinstance(await gm.submit({"type": "revoke_seat", "seat": "bob"}), m.Ack)
    assert await said(house, encounter, secret) == "seat_revoked"
    await left(house)
    log.asked.clear()
    assert await said(house, encounter, secret) == "seat_revoked"
    assert "read" not in log.asked


async def test_a_link_that_another_server_has_just_given_out_is_let_in(opening: Opening, tmp_path: Any) -> None:
    """Where the table is open and not told of it yet, and where it is not."""
    shelf = MemoryStore()
    house = await opening(log=MemoryLog(shelf))
    (tmp_path / "two").mkdir()
    other = await opening(log=MemoryLog(shelf))
    encounter, old = split(house, "ann")
    for is_open in (True, False):
        if is_open:
            assert await said(other, encounter, split(house, "gm")[1]) == "gm"
            other.lobby.tables.open[encounter].wake = lambda *_: None  # type: ignore[method-assign]
        else:
            await left(other)
        new = os.urandom(32)
        table = await house.lobby.table(encounter)
        table._inbox.put_own(i.IssueTokens(tokens={"ann": hashed(new)}))
        await table.catch_up()  # behind what was put before
        assert await said(other, encounter, new) == "ann"
        assert await said(other, encounter, old) == "token"
        old = new


async def test_an_address_that_guesses_is_told_to_wait_and_others_links_still_open(opening: Opening) -> None:
    """Its own neighbours', too; without debt, so that they need not wait for what it goes on asking."""
    house = await opening(Limits(mistakes=Rate(3, 0.01), connects=FREE, is_loopback_counted=True))
    encounter, _ = split(house, "ann")
    wrong = [token_of(encounter, os.urandom(32)), token_of(os.urandom(16).hex(), os.urandom(32)), "x"] * 4
    answers = [await knocks(house, token) for token in wrong]
    assert [answer.code for answer in answers if isinstance(answer, m.Bye)] == ["token"] * 3 + ["rate"] * 9
    waits = [answer.retry_after_ms for answer in answers[3:] if isinstance(answer, m.Bye)]
    assert all(isinstance(wait, int) and wait <= 100_000 for wait in waits)
    assert isinstance(await knocks(house, house.links["ann"]), m.Welcome)


async def test_who_has_guessed_too_often_makes_nobody_search_logs(opening: Opening) -> None:
    """Where nothing lies beside a log, each guess would have it read."""
    log = Counted()
    house = await opening(Limits(mistakes=Rate(1, 0.01), connects=FREE, is_loopback_counted=True), log=log)
    made = [await house.lobby.create(SPEC) for _ in range(3)]
    log.shelf.seats.clear()
    answers = [await knocks(house, token_of(one["encounter"], os.urandom(32))) for one in made]
    assert [one.code for one in answers if isinstance(one, m.Bye)] == ["token", "busy", "busy"]
    assert len(house.lobby.tables.open) == 1


async def test_an_address_opens_so_many_tables_in_a_time(opening: Opening) -> None:
    """With right links, too; a table that is open is open to all."""
    house = await opening(Limits(openings=Rate(2, 0.01), connects=FREE, is_loopback_counted=True))
    made = [await house.lobby.create(SPEC) for _ in range(3)]
    answers = [await knocks(house, one["links"]["ann"]) for one in made]
    assert [isinstance(one, m.Welcome) for one in answers] == [True, True, False]
    bye = answers[2]
    assert isinstance(bye, m.Bye)
    assert bye.code == "busy"
    assert isinstance(bye.retry_after_ms, int)
    assert isinstance(await knocks(house, made[0]["links"]["bob"]), m.Welcome)


async def test_logs_are_searched_two_at_a_time_and_right_links_pass_them(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More guesses wait, and still more are told to come back; whoever's link is known has other places."""
    monkeypatch.setattr("server.lobby.lobby.MOST_SEARCHING", 1)
    log = Counted()
    house = await opening(log=log)
    made = [await house.lobby.create(SPEC) for _ in range(5)]
    for one in made[1:]:
        del log.shelf.seats[one["encounter"]]
    log.gate.clear()
    guesses = [asyncio.create_task(said(house, one["encounter"], os.urandom(32))) for one in made[1:]]
    await until(lambda: log.reading == 2 and any(guess.done() for guess in guesses))
    right = parse_token(made[0]["links"]["ann"])
    assert right is not None
    entering = asyncio.create_task(said(house, right.encounter, right.secret))
    await until(lambda: log.reading == 3)
    log.gate.set()
    assert await entering == "ann"
    assert sorted(await asyncio.gather(*guesses)) == ["busy", "token", "token", "token"]
