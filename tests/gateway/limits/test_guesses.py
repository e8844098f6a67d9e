"""Join codes over the wire: a seat taken by one, a lost answer, and what becomes of those who guess."""

import hashlib
import logging
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.core.state import TableOptions
from server.gateway.guesses import Guesses
from server.gateway.limits import Limits, Rate
from server.gateway.metrics import Metrics
from server.keys.links import token_of
from tests.gateway.conftest import Opening
from tests.gateway.house import House, Player
from tests.table.party import SPEC

FREE = Rate(10**6, 10**6)
COUNTED = Limits(lobby=FREE, connects=FREE, is_loopback_counted=True)
DOOR = replace(SPEC, table=TableOptions())
WRONG = "AAAA-AAAA-AAAA"


async def visitor(house: House) -> Player:
    """Somebody in the lobby."""
    guest = await house.connect()
    await guest.send(m.Hello())
    await guest.next(m.Lobby)
    return guest


async def asks(guest: Player, code: str, **more: Any) -> Any:
    """The answer's body, or the refusal."""
    await guest.send(m.Join(id=1, code=code, **more))
    said = await guest.next(m.Answer, m.Rejected)
    return msgspec.msgpack.decode(said.body) if isinstance(said, m.Answer) else said


async def test_a_player_comes_by_the_code_and_sits_down_with_a_link_of_its_own(opening: Opening) -> None:
    """The answer that was lost with a connection is given again over the next."""
    house = await opening(spec=DOOR)
    made = await house.lobby.create(DOOR)
    secret = b"s" * 32
    claim: dict[str, Any] = {"seat": "ann", "key_h": hashlib.sha256(secret).digest(), "name": "Mia"}
    guest = await visitor(house)
    found = await asks(guest, made["code"])
    assert found["seats"]["ann"] == {"name": "Ann", "role": "player", "taken": False}
    await guest.send(m.Join(id=2, code=made["code"], **claim))
    await guest.socket.close()
    answer = await asks(await visitor(house), made["code"], **claim)
    assert answer["encounter"] == made["encounter"]
    ann = await House(house.listener, house.lobby, {"ann": token_of(made["encounter"], secret)}).sit("ann")
    assert isinstance(ann.messages[-1], m.Welcome)
    assert (await asks(await visitor(house), made["code"], **{**claim, "key_h": bytes(32)})).code == "seat_taken"


async def test_without_a_hash_no_seat_is_given(opening: Opening) -> None:
    """As clients of an older release ask: what is missing is named."""
    house = await opening()
    made = await house.lobby.create(DOOR)
    refused = await asks(await visitor(house), made["code"], seat="ann")
    assert (refused.code, refused.detail["path"]) == ("schema", "$.key_h")


async def test_ten_wrong_codes_of_an_address_and_then_one_a_minute(opening: Opening) -> None:
    """Over whichever connections; a right one doesn't count, but is not judged before the time is over."""
    house = await opening(COUNTED)
    made = await house.lobby.create(DOOR)
    for _ in range(12):
        assert (await asks(await visitor(house), made["code"]))["title"] == "Cups"
    said = [(await asks(await visitor(house), WRONG)).code for _ in range(11)]
    assert said == ["join_code"] * 10 + ["rate"]
    refused = await asks(await visitor(house), made["code"])
    assert refused.code == "rate"
    assert 50_000 < refused.detail["retry_after_ms"] <= 60_000
    assert house.count("fray_wrong_codes_total") == 10


async def test_loopback_counts_only_behind_a_proxy(opening: Opening) -> None:
    """Who sits at this machine may guess; behind a proxy everybody would come from here."""
    house = await opening(replace(COUNTED, is_loopback_counted=False))
    said = [(await asks(await visitor(house), WRONG)).code for _ in range(12)]
    assert said == ["join_code"] * 12


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    """Its hosts share the ten tries; the next network has its own. After a minute there is one more."""
    guesses = Guesses(Limits(), Metrics(), 0)
    waits = [guesses.begin(f"2001:db8::{host:x}", 0) for host in range(11)]
    assert waits == [0.0] * 10 + [60.0]
    assert guesses.begin("2001:db8:0:1::1", 0) == 0
    assert (guesses.begin("2001:db8::ffff", 59.9) > 0, guesses.begin("2001:db8::ffff", 60.1)) == (True, 0)
    assert guesses.begin("2001:db8::1", 60.2) > 0


def test_as_many_tries_at_once_as_may_be_wrong() -> None:
    """Before any of them has ended; those that turn out right are given back."""
    guesses = Guesses(Limits(), Metrics(), 0)
    assert [guesses.begin("192.0.2.1", 0) > 0 for _ in range(11)] == [False] * 10 + [True]
    guesses.right("192.0.2.1", 0)
    assert [guesses.begin("192.0.2.1", 0) > 0 for _ in range(2)] == [False, True]


def test_many_wrong_codes_from_everywhere_raise_an_alarm_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """And refuse nobody."""
    guesses = Guesses(Limits(wrong_codes_in_all=Rate(20, 1)), Metrics(), 0)
    with caplog.at_level(logging.WARNING):
        for number in range(60):
            assert guesses.begin(f"192.0.2.{number}", 0) == 0
            guesses.wrong(0)
        assert [record.fields["event"] for record in caplog.records] == ["codes_guessed"]  # type: ignore[attr-defined]
        for at_s in (59.9, 60.0):
            for _ in range(60):
                guesses.wrong(at_s)
            assert len(caplog.records) == (1 if at_s < 60 else 2)
