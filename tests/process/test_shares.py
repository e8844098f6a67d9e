"""The order of the pieces of all questions, and who is told to come back: counted, on a clock that stands still."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from server.core.errors import Rejected
from server.process import shares
from server.process.shares import BURST_S, LATE_S, MOST_OF_ADDRESS, MOST_OF_PARTY, PART, SLICE_S, SOON_S, Party, Shares

ANN, BOB, SPY = Party("a", "ann"), Party("b", "bob"), Party("a", "spy")


class Clock:
    """Moved by the pieces."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Work:
    """Pieces of several parties; `order` is the one in which they were done, `waits` what came after each (s)."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.clock = Clock()
        self.shares = Shares(self.clock)
        self.order: list[Party] = []
        self.waits: list[float] = []
        patched.setattr(asyncio.get_running_loop(), "call_later", self._later)

    def _later(self, delay: float, callback: Callable[[], None]) -> asyncio.Handle:
        self.waits.append(delay)
        self.clock.now_s += delay
        return asyncio.get_running_loop().call_soon(callback)

    def piece(self, party: Party, took_s: float) -> Callable[[], None]:
        def do() -> None:
            self.order.append(party)
            self.clock.now_s += took_s

        return do

    async def do(self, party: Party, pieces: int, took_s: float = SLICE_S) -> None:
        """One question of so many pieces, one after another."""
        for _ in range(pieces):
            await self.shares.take(party, self.piece(party, took_s))


@pytest.fixture
async def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Nothing of a process has been asked."""
    return Work(monkeypatch)


def most_in_a_row(order: list[Party], alone: Party) -> int:
    """So many pieces of others at most between two of this one's, while it had any."""
    ends = [at for at, party in enumerate(order) if party == alone]
    return max(b - a - 1 for a, b in zip([-1, *ends], ends, strict=False))


async def test_an_address_with_many_questions_is_one_beside_one_with_one(work: Work) -> None:
    seats = [Party("a", f"seat {number}") for number in range(20)]
    await asyncio.gather(*(work.do(seat, 20) for seat in seats), work.do(BOB, 20))
    assert most_in_a_row(work.order, BOB) <= 2


async def test_a_seat_that_asks_from_many_addresses_is_one_beside_another(work: Work) -> None:
    sessions = [Party(f"a{number}", "ann") for number in range(20)]
    await asyncio.gather(*(work.do(session, 20) for session in sessions), work.do(BOB, 20))
    assert most_in_a_row(work.order, BOB) <= 2


async def test_the_seats_of_an_address_share_its_part(work: Work) -> None:
    await asyncio.gather(work.do(ANN, 60), work.do(SPY, 30), work.do(BOB, 60))
    assert most_in_a_row(work.order, SPY) <= 5
    assert most_in_a_row(work.order, BOB) <= 2


async def test_who_takes_long_pieces_has_fewer(work: Work) -> None:
    await asyncio.gather(work.do(ANN, 40, 4 * SLICE_S), work.do(BOB, 40, SLICE_S))
    assert work.order.index(BOB) <= 1
    until_bob_is_done = work.order[: len(work.order) - work.order[::-1].index(BOB)]
    assert until_bob_is_done.count(ANN) <= 12


async def test_others_have_a_turn_of_the_loop_between_two_pieces(work: Work) -> None:
    turns, is_over = 0, False

    def turn() -> None:
        nonlocal turns
        turns += 1
        if not is_over:
            asyncio.get_running_loop().call_soon(turn)

    turn()
    await asyncio.gather(*(work.do(Party(str(number), "x"), 5, 0.0) for number in range(8)))
    is_over = True  # the loop of all tests may rest
    assert turns >= len(work.order) == 40


async def test_all_together_leave_half_of_the_time(work: Work) -> None:
    began_s, pieces = work.clock.now_s, 500
    await asyncio.gather(*(work.do(Party(str(number), number), pieces // 10) for number in range(10)))
    used_s = pieces * SLICE_S
    assert work.waits[0] == 0, "what was saved is used at once"
    assert work.clock.now_s - began_s == pytest.approx((used_s - BURST_S) / PART, rel=0.05)


async def test_who_asks_too_much_is_told_when_to_come_back_and_nobody_else_is(work: Work) -> None:
    end = asyncio.Event()

    async def ask(party: Party) -> None:
        async with work.shares.question(party) as turn:
            await turn(work.piece(party, SLICE_S))
            await end.wait()

    waiting = [asyncio.ensure_future(ask(ANN)) for _ in range(MOST_OF_PARTY)]
    await asyncio.sleep(0)
    with pytest.raises(Rejected) as refused:
        await ask(ANN)
    assert refused.value.code == "busy"
    assert SOON_S * 1000 <= refused.value.detail["retry_after_ms"] <= LATE_S * 1000
    others = [asyncio.ensure_future(ask(party)) for party in (BOB, SPY)]
    while work.order != [ANN, BOB, SPY]:  # noqa: ASYNC110  (of Ann's one after another)
        await asyncio.sleep(0)
    end.set()
    await asyncio.gather(*waiting, *others)
    await ask(ANN)
    assert work.order.count(ANN) == MOST_OF_PARTY + 1


@pytest.mark.parametrize(("among", "most"), [(1, MOST_OF_ADDRESS), (4, MOST_OF_ADDRESS // 4), (64, MOST_OF_PARTY)])
async def test_of_several_processes_each_grants_an_address_its_part(work: Work, among: int, most: int) -> None:
    """A seat that is at one of them has all of its own."""
    shares, end = Shares(work.clock, among), asyncio.Event()

    async def ask(number: int) -> None:
        async with shares.question(Party("a", number // MOST_OF_PARTY)):
            await end.wait()

    waiting = [asyncio.ensure_future(ask(number)) for number in range(most)]
    await asyncio.sleep(0)
    with pytest.raises(Rejected, match="busy"):
        await ask(most)
    end.set()
    await asyncio.gather(*waiting)


async def test_who_asks_little_is_answered_however_many_questions_a_few_addresses_have(work: Work) -> None:
    """Where all together are too many, only those come back later who have more than their part of them."""
    end = asyncio.Event()

    async def ask(party: Party) -> None:
        async with work.shares.question(party) as turn:
            await turn(work.piece(party, SLICE_S))
            await end.wait()

    crowd = [Party(f"c{address}", seat) for address in range(4) for seat in range(16)]
    many = [asyncio.ensure_future(ask(party)) for party in crowd for _ in range(MOST_OF_PARTY)]
    await asyncio.sleep(0)
    with pytest.raises(Rejected, match="busy"):
        await ask(Party("c0", "one more"))
    few = asyncio.ensure_future(ask(BOB))
    while BOB not in work.order:
        await asyncio.sleep(0)
        assert not few.done(), "refused"
    end.set()
    await asyncio.gather(*many, few)
    await ask(crowd[0])


async def test_what_is_given_up_keeps_nobody_waiting(work: Work) -> None:
    first, second, third = (asyncio.ensure_future(work.do(party, 3)) for party in (ANN, BOB, SPY))
    await asyncio.sleep(0)
    second.cancel()  # while it waits
    await asyncio.sleep(0)
    first.cancel()  # when it may have been let in
    await third
    assert work.order[-1] == SPY
    await work.do(BOB, 1)


async def test_a_piece_that_fails_keeps_nobody_waiting(work: Work) -> None:

    def fail() -> None:
        raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        await work.shares.take(ANN, fail)
    await work.do(BOB, 1)


async def test_what_was_used_is_forgotten_once_the_order_has_passed(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where somebody is always waiting, and addresses come and go without end."""
    monkeypatch.setattr(shares, "MOST_KEPT", 8)
    ahead = asyncio.create_task(work.do(ANN, 400))
    most = 0
    for number in range(100):
        await work.do(Party(f"address {number}", f"seat {number}"), 2)
        most = max(most, len(work.shares._used_s))
    assert not ahead.done()
    assert most <= 8 + 2 * 2
    ahead.cancel()


@pytest.mark.parametrize(("gives_way_s", "done"), [(3600.0, 0), (0.0, 2)])
async def test_no_piece_begins_while_a_table_is_at_work_but_not_for_ever(
    gives_way_s: float, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "GIVES_WAY_S", gives_way_s)
    of_all, pieces = Shares(Clock()), 0

    def piece() -> None:
        nonlocal pieces
        pieces += 1

    async def ask() -> None:
        for _ in range(2):
            await of_all.take(ANN, piece)

    async def settle() -> None:
        for _ in range(50):
            await asyncio.sleep(0)

    with of_all.intent(), of_all.intent():
        asking = asyncio.ensure_future(ask())
        await settle()
        assert pieces == done
    await settle()
    assert pieces == 2
    await asking
