"""Limits that several connections share: a seat's rate, an address's sockets and encounters, a file's parts."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
import pytest

from protocol import messages as m
from protocol.limits import IMPORT_PART_BYTES
from server.gateway.limits import Limits, Rate
from server.lobby.quota import COUNT_EVERY_MS
from server.store.memory import MemoryLog, MemoryStore
from tests.gateway.conftest import Opening
from tests.gateway.house import House, Player
from tests.gateway.wire.raw import Raw
from tests.store.redis.waiting import until
from tests.support.clocks import HandClock
from tests.support.golden_exports import GOLDEN

FILE = (GOLDEN / "cups.gm.fray").read_bytes()
ENCOUNTER = {"title": "New", "system": "three_cups", "seats": {"ann": {}}, "combatants": {}}


async def pinged(player: Player) -> str:
    """What a ping is answered."""
    await player.send(m.Ping())
    answer = await player.next(m.Pong, m.Rejected, m.Bye)
    return "pong" if isinstance(answer, m.Pong) else str(answer.code)


async def test_sessions_of_a_seat_share_its_rate(opening: Opening) -> None:
    """Eight connections of one player may say no more than one; another player and spectators have their own."""
    house = await opening(Limits(player=Rate(4, 0.01), spectator=Rate(4, 0.01)))
    one, two, bob = await house.sit("ann"), await house.sit("ann"), await house.sit("bob")
    said = [await pinged(player) for player in (one, two, one, two, one, two)]
    assert said == ["pong"] * 4 + ["rate"] * 2
    assert await pinged(bob) == "pong"
    watch = [await house.sit("spectator") for _ in range(2)]
    assert [await pinged(player) for player in watch * 4] == ["pong"] * 8


async def test_coming_back_does_not_refill_a_seat_s_rate(opening: Opening) -> None:
    """A flood that reconnects is a flood."""
    house = await opening(Limits(player=Rate(3, 0.01)))
    for expected in (["pong"] * 3, ["rate"] * 2):
        ann = await house.sit("ann")
        assert [await pinged(ann) for _ in expected] == expected
        await ann.socket.close()
        await until(lambda: not house.listener.sessions)


async def guest_of(house: House) -> Player:
    """Somebody in the lobby."""
    guest = await house.connect()
    await guest.send(m.Hello())
    await guest.next(m.Lobby)
    return guest


async def created(guest: Player, check: bool = False) -> str:
    """What an encounter is answered."""
    body = msgspec.Raw(msgspec.msgpack.encode(ENCOUNTER))
    await guest.send(m.Create(id=1, encounter=body, check=check or msgspec.UNSET))
    answer = await guest.next(m.Answer, m.Rejected)
    return "made" if isinstance(answer, m.Answer) else str(answer.code)


async def brought(guest: Player, data: bytes) -> str:
    """What a file is answered, which is played on."""
    for at in range(0, len(data), IMPORT_PART_BYTES):
        part, last = data[at : at + IMPORT_PART_BYTES], at + IMPORT_PART_BYTES >= len(data)
        await guest.send(m.Import(id=1, offset=at, data=part, last=last, carry_on=True))
        answer = await guest.next(m.Answer, m.Rejected)
    return "made" if isinstance(answer, m.Answer) else str(answer.code)


async def test_what_is_refused_anyway_takes_no_place(opening: Opening) -> None:
    """Bad encounters and bad files leave the places to good ones; a closed lobby says that it is closed."""
    house = await opening(encounters=3)
    guest = await guest_of(house)
    for _ in range(3):
        assert await brought(guest, b"x") == "import"
        await guest.send(m.Create(id=1, encounter=msgspec.Raw(msgspec.msgpack.encode({"title": "None"}))))
        assert (await guest.next(m.Answer, m.Rejected)).code == "schema"
    assert [await brought(guest, FILE), await created(guest), await created(guest)] == [
        "made",
        "made",
        "encounters_full",
    ]
    house.lobby.is_open = False
    assert [await created(guest), await brought(guest, FILE)] == ["lobby_closed"] * 2


async def test_an_address_makes_so_many_encounters(opening: Opening) -> None:
    """Over any number of connections, also by branches; merely checking one is free."""
    limits = Limits(creations=Rate(2, 0.01), is_loopback_counted=True, lobby=Rate(100, 100))
    house = await opening(limits)
    one, two = await guest_of(house), await guest_of(house)
    assert [await created(guest) for guest in (one, two, one)] == ["made", "made", "rate"]
    assert await created(two, check=True) == "made"
    gm = await house.sit("gm")
    await gm.send(m.Branch(id=1))
    rejected = await gm.next(m.Answer, m.Rejected)
    assert (rejected.code, rejected.detail["retry_after_ms"] > 0) == ("rate", True)


async def test_asking_for_too_many_owes_nothing(opening: Opening) -> None:
    """Many share an address: what one of them is refused, also a player who may branch nothing, delays no other."""
    limits = Limits(creations=Rate(2, 0.01), is_loopback_counted=True, lobby=Rate(100, 100), player=Rate(100, 100))
    house = await opening(limits)
    player, guest = await house.sit("ann"), await guest_of(house)
    for id in range(5):
        await player.send(m.Branch(id=id))
        assert (await player.next(m.Answer, m.Rejected)).code == "forbidden"
    assert [await created(guest) for _ in range(12)] == ["made", "made", *["rate"] * 10]
    refused = guest.messages[-1]
    assert isinstance(refused, m.Rejected)
    assert 0 < float(refused.detail["retry_after_ms"]) <= 100_000  # until one more is there


async def test_a_log_holds_so_many_encounters(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever laid them, this server or another: one more is refused with the number, whatever way it would come."""
    shelf = MemoryStore()
    house = await opening(log=MemoryLog(shelf), encounters=3)  # one is there already
    guest, gm = await guest_of(house), await house.sit("gm")
    assert [await created(guest) for _ in range(3)] == ["made", "made", "encounters_full"]
    refused = guest.messages[-1]
    assert isinstance(refused, m.Rejected)
    assert (refused.detail["limit"], "3" in refused.message) == (3, True)
    await gm.send(m.Branch(id=1))
    assert (await gm.next(m.Answer, m.Rejected)).code == "encounters_full"
    assert await brought(guest, FILE) == "encounters_full"
    assert await brought(guest, b"x") == "import"
    assert await created(guest, check=True) == "made"
    assert len(shelf.streams) == 3


async def test_what_other_servers_lay_counts_when_it_is_counted_anew(opening: Opening) -> None:
    """And what was taken away makes room again."""
    shelf, clock = MemoryStore(), HandClock()
    house = await opening(log=MemoryLog(shelf), encounters=2, clock=clock)
    guest = await guest_of(house)
    assert await created(guest) == "made"
    laid = list(shelf.streams)
    shelf.streams["f" * 32] = shelf.streams.pop(laid[1])  # by another hand
    assert await created(guest) == "encounters_full"
    del shelf.streams["f" * 32]
    assert await created(guest) == "encounters_full"
    clock.now += COUNT_EVERY_MS
    assert await created(guest) == "made"


async def test_parts_of_a_file_are_counted_too(opening: Opening) -> None:
    """Parts that are refused or empty can't be sent for ever; the largest file can be sent at once."""
    house = await opening(Limits(import_parts=Rate(3, 0.01)))
    guest = await guest_of(house)
    said = []
    for _ in range(9):
        await guest.send(m.Import(id=1, offset=5, data=b""))
        answer = await guest.next(m.Rejected, m.Answer, m.Bye)
        said.append(answer.code)
        if isinstance(answer, m.Bye):
            break
    assert said[:3] == ["import_order"] * 3
    assert set(said[3:]) == {"rate"}
    assert isinstance(answer, m.Bye)
    assert Limits().import_parts.burst * IMPORT_PART_BYTES >= 64 * 1024 * 1024


async def test_sockets_that_say_nothing_use_up_no_files(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond all that may be there and a few that are told so, they are dropped; who is there plays on."""
    monkeypatch.setattr("server.gateway.gateway.OVER", 2)
    house = await opening(Limits(connections=2))
    ann = await house.sit("ann")
    silent = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(3)]
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    with contextlib.suppress(ConnectionResetError):
        assert await reader.read() == b""
    writer.close()
    await until(lambda: house.listener.sessions == 4)
    assert house.count('fray_http_requests_total{status="dropped"}') == 1
    silent.pop()[1].close()
    await until(lambda: house.listener.sessions == 3)
    assert (await house.get("/healthz"))[0] == 200
    assert await pinged(ann) == "pong"
    for _, one in silent:
        one.close()


async def test_an_address_holds_so_many_sockets(opening: Opening) -> None:
    """Whatever they have said or not: one more is dropped at once, and there is room again when one leaves."""
    house = await opening(Limits(sockets_per_address=3, is_loopback_counted=True))
    silent = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(2)]
    socket = await Raw.open(house.port)
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    with contextlib.suppress(ConnectionResetError):
        assert await reader.read() == b""
    writer.close()
    silent[0][1].close()
    await until(lambda: house.listener.sessions == 2)
    ann = await house.sit("ann")
    assert await pinged(ann) == "pong"
    for _, one in silent:
        one.close()
    socket.writer.close()
