"""Who may begin work that takes long, and who is told when to come back: on a clock that is moved by hand."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core.errors import Rejected
from server.process.door import FEW, HOLD_S, KEPT_S, MOST_OF_ONE, NEWEST, Costs, Door, Place
from server.process.shares import LONG_AT_ONCE, LONG_PART, LONG_S, Party, Shares

ANN, BOB, CAT = Party("a", "ann"), Party("b", "bob"), Party("c", "cat")


Done = Callable[[float], None]


class House:
    """A door with a simulated clock; what is let in takes its cost of time, as all that are in share it."""

    def __init__(self, most: int = 1, rate: float = 1.0) -> None:
        self.now_s = 100.0
        self.most, self.rate = most, rate
        self.door = Door(lambda: self.now_s, most, rate)
        self.inside: list[tuple[Place, asyncio.Future[None]]] = []
        self.costs_s: dict[Place, float] = {}
        """Of those that cost less than is thought at the door."""
        self.order: list[str] = []
        self.working: set[asyncio.Task[None]] = set()

    async def ask(
        self, party: Party, name: str, cost_s: float, done: Done = lambda at_s: None, thought_s: float | None = None
    ) -> float:
        """Returns 0 and is let in some time, or returns when to come back (s). `done` hears when it was let in."""
        try:
            place = self.door.ask(party, (party, name), cost_s if thought_s is None else thought_s)
        except Rejected as rejected:
            return float(str(rejected.detail["retry_after_ms"])) / 1000
        if thought_s is not None:
            self.costs_s[place] = cost_s
        task = asyncio.ensure_future(self._work(name, place, done))
        self.working.add(task)
        task.add_done_callback(self.working.discard)
        await settle()
        return 0.0

    async def _work(self, name: str, place: Place, done: Done) -> None:
        async with place:
            begun_s = self.now_s
            self.order.append(name)
            end = asyncio.get_running_loop().create_future()
            self.inside.append((place, end))
            await end
        done(begun_s)

    async def passes(self, seconds: float) -> None:
        """Time passes; those who are in work."""
        until_s = self.now_s + seconds
        while until_s - self.now_s > 1e-9:
            step_s = min([until_s - self.now_s, *(self._left_s(place) for place, _ in self.inside)])
            self.now_s += step_s
            for place, end in list(self.inside):
                place.used_s += step_s * self.rate / self.most
                if self._left_s(place) < 1e-9:
                    self.inside.remove((place, end))
                    end.set_result(None)
            await settle()

    def _left_s(self, place: Place) -> float:
        return (self.costs_s.get(place, place.cost_s) - place.used_s) * self.most / self.rate


async def settle() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


async def test_who_is_likely_to_be_let_in_soon_waits_and_is_told_nothing() -> None:
    house = House()
    assert await house.ask(ANN, "one", HOLD_S) == 0
    assert await house.ask(BOB, "two", 1) == 0
    assert house.order == ["one"]
    await house.passes(HOLD_S)
    assert house.order == ["one", "two"]


async def test_the_others_are_told_when_it_will_be_their_turn() -> None:
    """After all that are in, wait, or were told to come back before them."""
    house = House()
    await house.ask(ANN, "one", 10)
    await house.passes(4)
    assert await house.ask(BOB, "two", 5) == 6
    assert await house.ask(CAT, "three", 1) == 11


async def test_a_time_that_was_told_is_kept() -> None:
    """Whoever comes later, and however many."""
    house = House()
    await house.ask(ANN, "one", 10)
    wait_s = await house.ask(BOB, "two", 5)
    for number in range(20):
        assert await house.ask(Party(f"d{number}", number), "more", 5) >= wait_s
    await house.passes(wait_s - 0.4)
    assert await house.ask(CAT, "late", 5) > HOLD_S
    assert await house.ask(BOB, "two", 5) == 0
    await house.passes(0.4)
    assert house.order == ["one", "two"]


async def test_who_comes_back_goes_before_who_waits() -> None:
    house = House()
    await house.ask(ANN, "one", 10)
    assert await house.ask(BOB, "two", 1) == 10
    await house.passes(9)
    house.door._had.clear()
    assert await house.ask(CAT, "three", 1) == 0  # one second for the one, one for the two
    await house.passes(0.6)
    assert await house.ask(BOB, "two", 1) == 0
    await house.passes(0.4)
    assert house.order == ["one", "two"]


async def test_a_place_that_nobody_comes_back_for_is_given_up() -> None:
    house = House()
    await house.ask(ANN, "one", 10)
    assert await house.ask(BOB, "two", 50) == 10
    assert await house.ask(CAT, "three", 1) == 60
    await house.passes(10 + KEPT_S + 0.1)
    assert await house.ask(CAT, "three", 1) == 0
    assert house.order == ["one", "three"]


async def test_whoever_waits_is_sent_away_no_more() -> None:
    """Though work takes longer than was thought: those who wait go before who comes later."""
    house = House()
    await house.ask(ANN, "one", 1)
    assert await house.ask(BOB, "two", 1) == 0
    house.inside[0][0].cost_s = 8
    assert await house.ask(CAT, "three", 1) == 9
    await house.passes(8)
    assert house.order == ["one", "two"]


async def test_times_are_told_as_long_as_work_takes_now() -> None:
    """Where others use the machine, too, a second of work takes longer than a second."""
    house = House()
    for number in range(6):
        place = house.door.ask(ANN, number, 1)
        async with place:
            place.used_s = 1.0
            house.now_s += 3.0
    await house.ask(ANN, "one", 4)
    assert await house.ask(BOB, "two", 1) == pytest.approx(12)


async def test_times_are_told_as_long_as_the_work_that_is_being_done_takes() -> None:
    """Before any has come to its end."""
    house = House()
    place = house.door.ask(ANN, "one", 4)
    async with place:
        place.used_s = 2.0
        house.now_s += 10
        assert await house.ask(BOB, "two", 1) == 10


async def test_what_reaches_into_a_time_that_was_told_is_not_let_in_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the house is empty; what ends before is."""
    house = House()
    await house.ask(ANN, "one", 10)
    assert await house.ask(BOB, "two", 5) == 10
    house.inside[0][0].cost_s = 4
    await house.passes(4)
    assert await house.ask(CAT, "three", 7) == 11
    assert await house.ask(ANN, "four", 6) == 0
    await house.passes(6)
    assert await house.ask(BOB, "two", 5) == 0
    assert house.order == ["one", "four", "two"]


async def test_who_waits_is_not_let_in_where_it_would_be_in_the_way_of_who_is_away() -> None:
    """Though there is room now, and nobody else waits."""
    house = House()
    await house.ask(ANN, "one", 6)
    assert await house.ask(BOB, "two", 1) == 6
    house.inside[0][0].cost_s = 5
    await house.passes(5)
    assert await house.ask(CAT, "three", 4) == 0
    await house.passes(1)
    assert await house.ask(BOB, "two", 1) == 0
    await house.passes(1)
    assert house.order == ["one", "two", "three"]


async def test_times_are_told_after_all_who_wait_because_work_took_longer() -> None:
    """One after another, though the times that they were told are over."""
    house = House()
    await house.ask(ANN, "one", 6)
    assert await house.ask(BOB, "two", 3) == 6
    assert await house.ask(CAT, "three", 3) == 9
    house.inside[0][0].cost_s = 20
    await house.passes(6)
    assert await house.ask(BOB, "two", 3) == 0
    await house.passes(3)
    assert await house.ask(CAT, "three", 3) == 0
    assert await house.ask(Party("d", "dan"), "four", 1) == 11 + 3 + 3


async def test_who_asks_much_waits_behind_its_own_questions() -> None:
    """An address with twenty seats, a seat at twenty addresses: who comes after them is served after the first."""
    for crowd in ([Party("a", n) for n in range(20)], [Party(f"a{n}", "ann") for n in range(20)]):
        house = House()
        told = [await house.ask(party, "much", 3) for party in crowd]
        assert told[: MOST_OF_ONE + 1] == [6 * n for n in range(MOST_OF_ONE + 1)]
        assert set(told[MOST_OF_ONE + 1 :]) == {6 * (MOST_OF_ONE + 1)}, "for these no place is kept"
        assert await house.ask(BOB, "little", 3) == 0
        await house.passes(3)
        assert house.order == ["much", "little"]


@pytest.mark.parametrize("seed", range(3))
async def test_nobody_starves_and_no_time_is_far_from_what_was_told(seed: int) -> None:
    """Thirty ask again and again, ten times as much as can be worked; all come back when they are told to."""
    house, luck = House(most=4, rate=0.5), random.Random(seed)
    seats = [Party(f"address {n % 10}", f"seat {n}") for n in range(30)]
    asks_s = dict.fromkeys(seats, 100.0)
    """When each asks, or comes back; none while it is in."""
    due_s: dict[Party, float] = {}
    """The time it was told first, or it asked and was told none."""
    costs: dict[Party, float] = {}
    served, late_s = Counter[Party](), list[float]()

    def done(party: Party, let_in_s: float) -> None:
        served[party] += 1
        late_s.append(let_in_s - due_s.pop(party))
        asks_s[party] = house.now_s + 1.0
        del costs[party]

    while house.now_s < 500:
        for party in [party for party, at_s in asks_s.items() if at_s <= house.now_s]:
            cost_s = costs.setdefault(party, luck.choice([0.1, 0.3, 1.0]))
            wait_s = await house.ask(party, "", cost_s, partial(done, party))
            due_s.setdefault(party, house.now_s + wait_s)
            if wait_s:
                asks_s[party] = house.now_s + wait_s
            else:
                del asks_s[party]
        await house.passes(0.1)
    for task in house.working:
        task.cancel()
    await settle()
    assert min(served.values()) * 2 >= max(served.values()) > 5
    assert max(late_s) <= HOLD_S


async def test_of_long_questions_few_are_answered_at_once_and_the_others_are_told_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What takes long is known from the last of its kind; what does not is answered whatever else is asked."""
    now_s = 100.0
    shares, ends = Shares(lambda: now_s), [asyncio.Event() for _ in range(2)]

    monkeypatch.setattr(shares, "_spend", lambda took_s: 0.0)

    def piece(took_s: float) -> None:
        nonlocal now_s
        now_s += took_s

    async def ask(party: Party, kind: str, took_s: float, size: int = 100) -> None:
        async with shares.question(party, "", kind, size, 0.1) as turn:
            await turn(partial(piece, took_s))
            await ends[kind == "short"].wait()

    ends[1].set()
    first = asyncio.ensure_future(ask(ANN, "long", 8.0))
    await ask(BOB, "short", LONG_S / 2)
    await asyncio.sleep(0)
    ends[0].set()
    await first
    ends[0].clear()
    long = [asyncio.ensure_future(ask(Party(f"a{n}", n), "long", 0.0)) for n in range(LONG_AT_ONCE)]
    await settle()
    with pytest.raises(Rejected, match="busy") as refused:
        await ask(CAT, "long", 0.0)
    assert refused.value.detail["retry_after_ms"] == pytest.approx(
        8.0 * (1 + FEW) * LONG_AT_ONCE / LONG_PART * 1000, rel=0.01
    )
    await ask(CAT, "short", 0.0)
    with pytest.raises(Rejected, match="busy"):
        await ask(BOB, "long", 0.0, size=101)  # of about the same size
    ends[0].set()
    await asyncio.gather(*long)
    await ask(CAT, "long", 0.0)


async def test_what_takes_minutes_is_let_in_beside_what_takes_long_and_one_by_one() -> None:
    shares, end = Shares(lambda: 100.0), asyncio.Event()

    async def ask(party: Party, takes_minutes: bool) -> None:
        async with shares.question(party, "", "kind", 1, 10.0, takes_minutes):
            await end.wait()

    long = [asyncio.ensure_future(ask(Party(f"a{n}", n), False)) for n in range(LONG_AT_ONCE)]
    longest = asyncio.ensure_future(ask(ANN, True))
    await settle()
    for takes_minutes in (False, True):
        with pytest.raises(Rejected, match="busy"):
            await ask(BOB, takes_minutes)
    end.set()
    await asyncio.gather(*long, longest)


def test_what_work_costs_is_known_from_the_newest() -> None:
    """Apart for each kind, and for sizes that differ much."""
    costs = Costs()
    assert costs.of("a", 1000, 3.0) == 3.0
    costs.learn("a", 1000, 1.0)
    assert (costs.of("a", 1000, 3.0), costs.of("a", 9000, 3.0), costs.of("b", 1000, 3.0)) == (1 + FEW, 3.0, 3.0)
    for took_s in (9.0, *range(20)):
        costs.learn("a", 1000, took_s)
    assert costs.of("a", 1000, 3.0) == 18 * (1 + FEW / NEWEST), "of the newest sixteen one in ten was more"


class Come(NamedTuple):
    """Somebody who asks after so long; it costs so much, and is thought to cost more. `tardy_s`: so much later than it
    was told it comes back; None: never."""

    after_s: float
    party: int
    cost_s: float
    thought_s: float
    tardy_s: float | None


COMES = st.builds(
    lambda after, party, cost, more, tardy: Come(after / 10, party, cost / 10, (cost + more) / 10, tardy),
    st.integers(0, 30),
    st.integers(0, 5),
    st.integers(1, 60),
    st.integers(0, 30),
    st.sampled_from([0.0, 0.0, 0.0, 0.5, KEPT_S - 0.1, KEPT_S + 5, None]),
)


@given(st.lists(COMES, min_size=1, max_size=25), st.integers(1, 3))
async def test_a_time_is_kept_whoever_comes_and_goes(comes: list[Come], most: int) -> None:
    """Where nothing costs more than was thought, whoever comes back when told is let in within the time for which the
    place of somebody tardy is kept, and all are let in who stay."""
    house = House(most, 0.5)
    asks, due_s, let_in_s, told = dict[int, float](), dict[int, float](), dict[int, float](), set[int]()
    at_s = house.now_s
    for number, come in enumerate(comes):
        at_s += come.after_s
        asks[number] = at_s

    def let_in(number: int, begun_s: float) -> None:
        let_in_s[number] = begun_s

    while asks or house.inside:
        await house.passes(0.1)
        for number in [number for number, at_s in asks.items() if at_s <= house.now_s]:
            come = comes[number]
            party = Party(f"a{come.party}", number)
            wait_s = await house.ask(party, "", come.cost_s, partial(let_in, number), come.thought_s)
            del asks[number]
            due_s.setdefault(number, house.now_s + wait_s)
            told |= {number} if wait_s else set()
            if wait_s and come.tardy_s is not None:
                asks[number] = house.now_s + wait_s + come.tardy_s
        assert house.now_s < 2_000
    for number, begun_s in let_in_s.items():
        if comes[number].tardy_s == 0.0:
            assert begun_s - due_s[number] <= HOLD_S + 0.2
            assert number not in told or begun_s - due_s[number] <= KEPT_S + 0.2
    assert set(let_in_s) >= {number for number, come in enumerate(comes) if come.tardy_s is not None}


@given(st.integers(1, 3), st.integers(1, 40), st.integers(1, 50), st.integers(0, 50), st.booleans())
def test_nobody_waits_for_more_than_one_question_of_whoever_asks_much(
    most: int, count: int, tenths: int, less: int, is_address: bool
) -> None:
    """However many are asked from one address, or for one seat: who asks for no more than each of them is let in when
    the first that are in are done."""
    house, cost_s = Door(lambda: 100.0, most, 0.5), tenths / 10
    for number in range(count):
        until_s(house, Party("a", number) if is_address else Party(f"a{number}", "ann"), cost_s)
    assert (
        until_s(house, BOB, max(0.1, (tenths - less) / 10)) <= cost_s * most / 0.5 + 0.0011
    )  # the clock is no more exact


def until_s(house: Door, party: Party, cost_s: float) -> float:
    """How long somebody waits who asks."""
    try:
        return house.until_s(house.ask(party, party, cost_s).begins_s)
    except Rejected as rejected:
        return float(str(rejected.detail["retry_after_ms"])) / 1000
