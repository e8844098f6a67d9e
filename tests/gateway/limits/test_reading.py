"""However much comes at once, a turn of the loop reads for a slice only, and of everybody in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from protocol import messages as m
from server.gateway.limits import RELAXED
from server.gateway.reading import SLICE_S, Reading
from server.gateway.session import Session
from server.gateway.wire.frames import Message
from tests.gateway.conftest import Opening
from tests.gateway.house import House, Player
from tests.gateway.wire import raw

MANY = 40


class Turns:
    """A loop whose turns are counted; each frame takes a third of a slice."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []
        self.now_s = 0.0
        self.read: list[str] = []

    def next(self) -> list[str]:
        """What the next turn reads."""
        due, self.due = self.due, []
        before = len(self.read)
        for function in due:
            function()
        return self.read[before:]


class Peer:
    """A connection with so many frames to be read."""

    def __init__(self, turns: Turns, name: str, frames: int) -> None:
        self.turns, self.name, self.frames = turns, name, frames
        self.is_reading = True

    def read_on(self) -> bool:
        if self.frames:
            self.frames -= 1
            self.turns.now_s += SLICE_S / 2.9
            self.turns.read.append(self.name)
        return self.frames > 0

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True


@pytest.fixture
def turns() -> Turns:
    return Turns()


@pytest.fixture
def reading(turns: Turns) -> Reading:
    return Reading(lambda function: turns.due.append(function), lambda: turns.now_s)


def test_what_is_little_is_read_at_once(turns: Turns, reading: Reading) -> None:
    """Of whoever it comes, and nothing is paused."""
    one, two = Peer(turns, "one", 2), Peer(turns, "two", 1)
    reading.read(one)
    reading.read(two)
    assert (turns.read, one.is_reading, two.is_reading) == (["one", "one", "two"], True, True)
    assert (turns.next(), turns.due) == ([], [])


def test_the_time_is_that_of_all_who_have_sent(turns: Turns, reading: Reading) -> None:
    """Two connections share a turn; each is read in its order, by turns with the other, and read from again at last."""
    one, two, late = Peer(turns, "one", 5), Peer(turns, "two", 3), Peer(turns, "late", 1)
    reading.read(one)
    reading.read(two)
    assert turns.read == ["one"] * 3
    assert [one.is_reading, two.is_reading] == [False, False]
    reading.read(one)  # a second time in the line: it is there already
    assert turns.next() == ["one", "two", "one"]
    assert one.is_reading
    reading.read(late)
    assert turns.next() == ["two", "late", "two"]
    assert [two.is_reading, late.is_reading] == [True, True]
    assert (turns.next(), turns.due) == ([], [])


class Slow:
    """Each message takes a slice and a half of the clock of this server's reading; how many each turn did is kept."""

    def __init__(self, house: House, patched: pytest.MonkeyPatch) -> None:
        gateway = house.listener._gateway
        assert gateway is not None
        self.now_s = 0.0
        self.turn, self.of_turn = 0, Counter[int]()
        selector: Any = vars(gateway.loop)["_selector"]
        do, select = Session._do, selector.select

        def slowly(session: Session, message: Message) -> None:
            self.now_s += SLICE_S * 1.5
            self.of_turn[self.turn] += 1
            do(session, message)

        def counted(timeout: float | None = None) -> Any:
            self.turn += 1
            return select(timeout)

        patched.setattr(gateway.reading, "_clock_s", lambda: self.now_s)
        patched.setattr(selector, "select", counted)
        patched.setattr(Session, "_do", slowly)


def written(player: Player, *said: m.ClientMessage) -> None:
    """All at once, and refused at a table with the number, but for a `hello`."""
    many = [*said, *(m.List(id=n, before=1) for n in range(MANY))]
    frames = [raw.frame(raw.BINARY | raw.LAST, player.codec.encode(message)) for message in many]
    player.socket.transport.write(b"".join(frames))


async def answered(player: Player) -> list[int]:
    """The numbers, as they are answered."""
    return [(await player.next(m.Rejected)).id for _ in range(MANY)]


async def test_a_turn_does_one_slow_message_whoever_sends_it(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two connections that each send many in one write; all are answered, in order."""
    house = await opening(RELAXED)
    one, two = await house.sit("spectator"), await house.sit("gm")
    slow = Slow(house, monkeypatch)
    written(one)
    written(two)
    assert [await answered(player) for player in (one, two)] == [list(range(MANY))] * 2
    assert slow.of_turn.total() == 2 * MANY
    assert set(slow.of_turn.values()) == {1}


async def test_what_waited_for_an_errand_is_done_in_slices_too(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes behind a `hello` waits for the welcome, and is then one message a turn as well."""
    house = await opening(RELAXED)
    guest = await house.connect()
    slow = Slow(house, monkeypatch)
    written(guest, m.Hello(token=house.links["gm"]))
    assert await answered(guest) == list(range(MANY))
    assert slow.of_turn.total() == 1 + MANY
    assert set(slow.of_turn.values()) == {1}
    assert house.listener._gateway is not None
    (session,) = house.listener._gateway.sessions
    assert isinstance(session, Session)
    assert session._transport.is_reading()
