"""While a client's errand is under way its frames are read on: it lives, and what it sends waits within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from protocol import messages as m
from server.gateway.behind import ENOUGH_BYTES, MESSAGE_BYTES, MOST_BYTES, Behind
from server.gateway.limits import RELAXED
from server.gateway.session import Session
from server.store.memory import MemoryLog
from tests.gateway.conftest import Opening
from tests.gateway.house import KEY, Player
from tests.gateway.wire import raw
from tests.store.redis.waiting import until

LIST = m.List(id=7, before=1)
PARTS = [m.Import(id=n, offset=0, data=bytes(30_000)) for n in range(10, 40)]


class Gated(MemoryLog):
    """A log whose lobby is told once its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()

    async def get_lobby(self, encounter: str) -> bytes | None:
        await self.gate.wait()
        return await super().get_lobby(encounter)


@asynccontextmanager
async def errand(opening: Opening) -> AsyncIterator[tuple[Player, Session, Gated]]:
    """A guest who has asked for something that takes until the gate is open."""
    log = Gated()
    house = await opening(RELAXED, log=log)
    guest = await house.connect()
    await guest.send(m.Hello(key=KEY))
    await guest.next(m.Lobby)
    log.gate.clear()
    await guest.send(LIST)
    assert house.listener._gateway is not None
    (session,) = house.listener._gateway.sessions
    assert isinstance(session, Session)
    await until(lambda: session._behind is not None)
    yield guest, session, log
    log.gate.set()


async def test_who_has_sent_more_behind_a_long_errand_is_heard(opening: Opening) -> None:
    """Asked for a sign of life again and again it gives one each time, and is answered in order at the end."""
    async with errand(opening) as (guest, session, log):
        await guest.send(m.Ping())
        await until(lambda: bool(session._behind))
        for _ in range(4):
            session.ask_for_life()
            assert not session._is_heard
            await until(lambda: session._is_heard)
        log.gate.set()
        assert (await guest.next()).id == LIST.id
        assert isinstance(await guest.next(), m.Pong)


async def test_who_goes_away_behind_a_long_errand_is_let_go(opening: Opening) -> None:
    """Also with more behind it."""
    async with errand(opening) as (guest, session, _):
        await guest.send(m.Ping())
        await until(lambda: bool(session._behind))
        await guest.socket.close()
        await until(lambda: not session.gateway.sessions)


async def test_what_is_much_is_left_to_the_system_and_taken_later(opening: Opening) -> None:
    """Nobody is silent whom nobody reads; all is answered, in order."""
    async with errand(opening) as (guest, session, log):
        for part in PARTS:
            await guest.send(part)
        await until(lambda: not session._transport.is_reading())
        for _ in range(3):
            session.ask_for_life()
        log.gate.set()
        assert [(await guest.next(m.Answer)).id for _ in range(31)] == [LIST.id, *[part.id for part in PARTS]]
        await until(session._transport.is_reading)
        session.ask_for_life()
        await until(lambda: session._is_heard)


async def test_who_floods_an_errand_with_tiny_frames_is_sent_away(opening: Opening) -> None:
    """More than anybody may send; what waited is taken no more."""
    async with errand(opening) as (guest, session, _):
        tiny = raw.frame(raw.BINARY | raw.LAST, b"x")
        guest.socket.transport.write(tiny * (MOST_BYTES // MESSAGE_BYTES + 1))
        assert await guest.end() == (4429, "rate")
        await until(lambda: not session.gateway.sessions)


@pytest.mark.parametrize(("payload", "count"), [(b"", MESSAGE_BYTES), (b"x" * 1024, 1024 + MESSAGE_BYTES)])
def test_messages_wait_in_order_and_are_weighed(payload: bytes, count: int) -> None:
    """By their bytes and one by one: what is taken weighs nothing any more."""
    behind, few = Behind(), -(-ENOUGH_BYTES // count)
    for n in range(few):
        assert not behind.is_enough
        behind.put((payload, n == 0))
    assert behind.is_enough
    assert not behind.is_too_much
    assert behind.take() == (payload, True)
    assert not behind.is_enough
    assert [behind.take() for _ in range(few - 1)] == [(payload, False)] * (few - 1)
    assert not behind
