"""Small things that told too much or filled up: a store away, a damaged log, numbers that peers choose."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.gateway.auth import parse_token
from server.store.log import Unavailable
from server.store.memory import MemoryLog, MemoryStore
from tests.gateway.conftest import Opening
from tests.gateway.house import KEY, House
from tests.gateway.wire import raw
from tests.gateway.wire.raw import CLOSE, LAST, Raw
from tests.store.redis.waiting import until


class Away(MemoryLog):
    """A store that can be lost."""

    is_away = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("get_lobby", "lines", "top", "tops", "read", "get_seats") and super().__getattribute__("is_away"):
            raise Unavailable("Redis: no answer")
        return super().__getattribute__(name)


async def test_a_lobby_whose_store_is_away_says_so_and_when_to_come_back(opening: Opening) -> None:
    """No failure is recorded: it is nobody's bug."""
    log = Away()
    house = await opening(log=log)
    log.is_away = True
    guest = await house.connect()
    await guest.send(m.Hello(key=KEY))
    assert await guest.end() == (1013, "unavailable")
    bye = guest.messages[-1]
    assert isinstance(bye, m.Bye)
    assert bye.retry_after_ms == 1000
    assert house.count('fray_failures_total{where="lobby"}') == 0


async def came(house: House, seat: str) -> tuple[int, str]:
    """How a seat's link is turned away."""
    guest = await house.connect()
    await guest.send(m.Hello(token=house.links[seat]))
    return await guest.end()


@pytest.mark.parametrize("is_named", [False, True], ids=["garbage", "another system"])
async def test_a_damaged_first_commit_is_told_as_every_other_damage(
    opening: Opening, is_named: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where the damaged bytes name a system that is not here; the log has a line, and the table is counted."""
    shelf = MemoryStore()
    house = await opening(log=MemoryLog(shelf))
    token = parse_token(house.links["gm"])
    assert token is not None
    stream = shelf.streams[token.encounter]
    body = stream[0].body.replace(b"three_cups", b"three_jugs") if is_named else b"\xc1" + stream[0].body[1:]
    stream[0] = replace(stream[0], body=body)
    with caplog.at_level(logging.ERROR):
        assert (await came(house, "gm"))[1] == "integrity"
    assert f"table {token.encounter} can't be opened" in caplog.text
    assert house.count('fray_tables{state="shut"}') == 1


async def test_a_system_that_is_not_installed_is_told_in_the_log(
    opening: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    """Its name stands there, so that the operator knows what is missing."""
    house = await opening()
    house.lobby.tables._systems = {}
    with caplog.at_level(logging.ERROR):
        assert (await came(house, "gm"))[1] == "version"
    assert "'three_cups' is not installed" in caplog.text
    assert house.count('fray_tables{state="shut"}') == 1


async def test_numbers_that_peers_close_with_are_no_labels_of_their_own(opening: Opening) -> None:
    """Four thousand numbers are one counter; those of the protocol keep their own."""
    house = await opening()
    for number in (1000, 1001, 3000, 3001, 4242, 4999):
        peer = await Raw.open(house.port)
        peer.send(raw.frame(CLOSE | LAST, number.to_bytes(2, "big")))
        peer.writer.close()
    await until(lambda: house.listener.sessions == 0)
    shown = dict(re.findall(r'fray_closes_total\{code="(\w+)"\} (\S+)', house.listener.metrics.exposition().decode()))
    assert shown == {"1000": "1.0", "1001": "1.0", "other": "4.0"}
