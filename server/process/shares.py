"""Who may use the processor next: all questions of a process, and the tables that are opened, in one order, beside what
the tables are played with.

Whatever takes longer than a moment is made of short pieces, and each of them waits here for its turn. Next is whose
address and seat have used least (start-time fair queuing): those who share an address or a seat share its part, and
however much one of them asks, nobody else's next piece is far. All together they use half of the time where more is
asked than can be answered at once; the other half is left to intents. These wait for one piece at most: while a table
is at work on one, with the store, no other piece begins, but for a few where there is no end of intents.

Of questions that take long, as their kind has before, few are answered at once: else all would be slow. The others are
told when to come back (`server.process.door`).
"""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from heapq import heappop, heappush
from typing import NamedTuple, Protocol, TypeVar

from server.core.errors import Rejected
from server.process.door import Costs, Door, Place

SLICE_S, MOST_STEPS = 0.002, 64
"""How long, and for how many steps, a longer work goes on before it is another's turn."""

PART, BURST_S = 0.5, 0.25
"""The part of the time that all questions get; so much of it at once where little was asked before."""

MOST_OF_PARTY, MOST_OF_ADDRESS, MOST = 16, 256, 1024
"""So many questions are waiting or being answered: of a party, of an address, in all. Who asks more is `busy`; but an
address with less than its part of them may ask, whoever has all the others."""

LONG_S, LONG_AT_ONCE = 0.02, 2
"""A question that costs more than so much stands in line, and so many are let in at once: while one waits for the store
another one goes on."""

LONG_PART, LONGEST_PART = PART * 2 / 3, PART / 4
"""So much of the time those that are let in together have at least, and one that takes minutes: beside each other, and
beside what is short."""

GIVES_WAY_S = 0.005
"""So long a piece waits at most until no table is at work on an intent: most take no longer, with the store."""

SOON_S, LATE_S = 1.0, 8.0
"""Who is told to come back is told a time within these bounds."""

MOST_KEPT = 4 * MOST
"""Of so many addresses and seats it is known what they have used; more only where more are waiting."""

T = TypeVar("T")


class Party(NamedTuple):
    """Who asks; `seat` with its encounter. All sessions of a seat at one address are one, but spectators, who share a
    link: each has a `seat` of its own."""

    address: str
    seat: Hashable


NOBODY = Party("", "")
"""The party of what the server does for itself."""


class Slice(Protocol):
    """Does a short piece of work when it may be done. Raises what the piece raises."""

    async def __call__(self, piece: Callable[[], T], /) -> T:
        """What the piece returns."""


async def now(piece: Callable[[], T], /) -> T:
    """The turn of what is no question: at once."""
    return piece()


async def aside(piece: Callable[[], T], /) -> T:
    """The turn of a row of pieces that are no question: at once, and others have their turn after each."""
    try:
        return piece()
    finally:
        await asyncio.sleep(0)


class Shares:
    """The time of one process. `clock_s` tells how long a piece took; None: the loop's, of which a simulated one
    stands still. `among` so many processes: an address has its part of what it may ask at each, but a seat at it has
    all of its own, for its sessions are at one or few of them."""

    def __init__(self, clock_s: Callable[[], float] | None = None, among: int = 1) -> None:
        self._most_of_address = max(MOST_OF_PARTY, math.ceil(MOST_OF_ADDRESS / among))
        self._clock_s = clock_s or (lambda: asyncio.get_running_loop().time())
        self._numbers = itertools.count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        """The pieces by their place in the order."""
        self._place_s = 0.0
        """The place of the piece that was let in last."""
        self._used_s: dict[Hashable, float] = {}
        """By address and by seat: the place of what they ask next, where that is later."""
        self.took_s = 0.0
        """How long the newest piece took."""
        self._is_let_in = False
        """Is a piece being done, or is it known when the next will be?"""
        self._tables = 0
        """So many are at work on an intent."""
        self._giving_way: asyncio.TimerHandle | None = None
        """The next piece waits for them, but not for ever."""
        self._saved_s, self._saved_at_s = BURST_S, 0.0
        self._lines: dict[Hashable, asyncio.Lock] = {}
        self._of_line: Counter[Hashable] = Counter()
        """So many questions of each party and kind."""
        self._of_address: Counter[str] = Counter()
        self._mean_s = 0.0
        """How long it took lately from a question to its answer."""
        self._long = Door(self._clock_s, LONG_AT_ONCE, LONG_PART)
        self._longest = Door(self._clock_s, 1, LONGEST_PART)
        self._costs = Costs()

    # --- questions ---------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def question(
        self, party: Party, row: Hashable = "", kind: str = "", size: int = 0, guess_s: float = 0.0,
        takes_minutes: bool = False,
    ) -> AsyncIterator[Slice]:  # fmt: skip
        """The turns of one question; those of one party and row are answered one after another. What one of this kind
        costs, on so much, says whether it stands in line; one without a kind never does. Those that take minutes have a
        line of their own, and are let in one by one.

        Raises Rejected: busy, with the time after which to ask again."""
        begun_s, line = self._clock_s(), (party, row)
        if self._of_line[line] >= MOST_OF_PARTY or self._has_enough(party.address):
            raise Rejected("busy", retry_after_ms=round(min(max(SOON_S, self._mean_s), LATE_S) * 1000))
        door = self._longest if takes_minutes else self._long
        place = self._place(door, party, line, self._costs.of(kind, size, guess_s) if kind else 0.0)
        turns = _Turns(self, party, place)
        self._of_line[line] += 1
        self._of_address[party.address] += 1
        try:
            async with self._lines.setdefault(line, asyncio.Lock()), place or nullcontext():
                yield turns
                if kind:
                    self._costs.learn(kind, size, turns.used_s)
        finally:
            if place is not None:
                place.leave()  # one that was given up before it was let in
            self._of_line[line] -= 1
            if not self._of_line[line]:
                del self._of_line[line], self._lines[line]
            self._of_address -= Counter([party.address])  # and forgets what is at 0
            self._mean_s += (self._clock_s() - begun_s - self._mean_s) / 8

    def _place(self, door: Door, party: Party, line: Hashable, cost_s: float) -> Place | None:
        """In line, for what takes long. Raises Rejected: busy."""
        return door.ask(party, line, cost_s) if cost_s > LONG_S else None

    def turns(self, party: Party) -> Slice:
        """Turns for what is no question but takes its party's share; how much there may be is limited elsewhere."""
        return _Turns(self, party)

    def _has_enough(self, address: str) -> bool:
        """May no more be asked from there before something is answered?"""
        asked, part = self._of_address[address], MOST // (len(self._of_address) + 1)
        return asked >= self._most_of_address or (asked >= part and self._of_address.total() >= MOST)

    # --- pieces ------------------------------------------------------------------------------------------------------

    async def take(self, party: Party, piece: Callable[[], T]) -> T:
        """Do this when it is the party's turn. Raises what it raises."""
        granted = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (self._place_of(party), next(self._numbers), granted))
        if not self._is_let_in:
            self._is_let_in = True
            self._next()
        began_s = None
        try:
            await granted
            began_s = self._clock_s()
            return piece()
        finally:
            if granted.done() and not granted.cancelled():
                self._done(party, 0.0 if began_s is None else self._clock_s() - began_s)

    def _place_of(self, party: Party) -> float:
        """Behind what its address and its seat have used, and as if the piece took a whole slice."""
        place_s = max(self._place_s, *(self._used_s.get(key, 0.0) for key in party))
        self._use(party, SLICE_S)
        return place_s

    def _use(self, party: Party, seconds: float) -> None:
        if len(self._used_s) >= MOST_KEPT:  # of whom the order has passed nothing need be known
            self._used_s = {key: place_s for key, place_s in self._used_s.items() if place_s > self._place_s}
        for key in party:
            self._used_s[key] = max(self._place_s, self._used_s.get(key, 0.0)) + seconds

    @contextmanager
    def intent(self) -> Iterator[None]:
        """A table is at work on an intent: it goes before all pieces."""
        self._tables += 1
        try:
            yield
        finally:
            self._tables -= 1
            if not self._tables and self._giving_way is not None:
                self._let_in()

    def _next(self) -> None:
        """The next piece, when no table is at work."""
        if self._tables:
            self._giving_way = asyncio.get_running_loop().call_later(GIVES_WAY_S, self._let_in)
        else:
            self._let_in()

    def _let_in(self) -> None:
        """The next piece, if one is waiting."""
        if self._giving_way is not None:
            self._giving_way.cancel()
            self._giving_way = None
        while self._waiting:
            self._place_s, _, granted = heappop(self._waiting)
            if not granted.done():  # its question may have been given up
                self._is_let_in = True
                granted.set_result(None)
                return
        self._is_let_in = False
        self._used_s.clear()  # nobody is in anybody's way now

    def _done(self, party: Party, took_s: float) -> None:
        self.took_s = took_s
        self._use(party, took_s - SLICE_S)
        asyncio.get_running_loop().call_later(self._spend(took_s), self._next)

    def _spend(self, seconds: float) -> float:
        """How long (s) the rest of the process has its turn, after a piece that took so long."""
        now_s = self._clock_s()
        earned_s = (now_s - self._saved_at_s) * PART
        self._saved_s, self._saved_at_s = min(BURST_S, self._saved_s + earned_s) - seconds, now_s
        return max(0.0, -self._saved_s / PART)


class _Turns:
    """The turns of one question, and what they took. `place`: where it stood in line."""

    def __init__(self, shares: Shares, party: Party, place: Place | None = None) -> None:
        self._shares, self._party, self._place = shares, party, place
        self.used_s = 0.0

    async def __call__(self, piece: Callable[[], T], /) -> T:
        try:
            return await self._shares.take(self._party, piece)
        finally:
            self.used_s += self._shares.took_s
            if self._place is not None:
                self._place.used_s = self.used_s
