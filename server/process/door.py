"""Who may begin work that takes long, when only so much is worked at once: the others are told when to come back.

A time that is told is kept. Whoever was told one has a place in line, is let in when it comes back at that time, and
comes before all who ask later. The line goes by what each address and seat has had (start-time fair queuing): whoever
asks much waits behind its own questions, and nobody else does. The times are reckoned from what such work has cost
before. Knows no question; a place that nobody comes back for is given up.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Hashable, Iterable
from heapq import heapify, heapreplace
from types import TracebackType
from typing import NoReturn

from server.core.errors import Rejected

HOLD_S = 2.5
"""Who is likely to be let in so soon just waits."""

HELD_S = 5.0
"""Whoever waits longer all the same, for work takes longer than was thought, is told to come back."""

SOON_S = 0.25
"""Nobody is told to come back sooner."""

KEPT_S = 10.0
"""So long after the time that was told a place is kept."""

NEAR_S = 0.5
"""Who comes back so much too early has come in time."""

MOST_PLACES = 1024
"""So many are kept for who was told to come back; beyond that a time is told, and no place kept."""

LEARN, MOST_SLOWER = 4, 4
"""What such work costs, and how long that takes, is known from about so many of the newest; one that took far longer
than was known counts as so much longer."""


class Costs:
    """What work has cost (s), by its kind and the size of what it is done on."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], float] = {}

    def of(self, kind: str, size: int, guess_s: float) -> float:
        """About what it will cost; a guess where nothing of that kind and size was done yet."""
        return self._known.get((kind, size.bit_length()), guess_s)

    def learn(self, kind: str, size: int, took_s: float) -> None:
        """It has cost so much."""
        key = (kind, size.bit_length())
        before = self._known.get(key, took_s)
        self._known[key] = before + (took_s - before) / LEARN


class Place:
    """A place in line. Use `async with`: the block begins when it is let in, and ends what it was let in for."""

    def __init__(self, door: Door, what: Hashable, cost_s: float, turn: tuple[float, int]) -> None:
        self._door = door
        self.what = what
        self.cost_s = cost_s
        self.turn = turn
        """Its place in the order: of what its party has had, then of when it came."""
        self.promised_s = math.inf
        """The time that was told first: from then on it comes before all who were told a later one, or none."""
        self.kept_s = math.inf
        """It is kept until then."""
        self.used_s = 0.0
        """What of its cost is done, told by who works."""
        self.let_in: asyncio.Future[None] | None = None
        """Somebody waits here to be let in."""
        self.began_s = 0.0
        """When it was."""

    async def __aenter__(self) -> Place:
        """Raises Rejected: busy."""
        self.let_in = asyncio.get_running_loop().create_future()
        try:
            self._door.go_on()
            await asyncio.wait([self.let_in], timeout=HELD_S)
            if not self.let_in.done():
                self._door.put_off(self)
        except BaseException:
            self.leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def leave(self) -> None:
        """Done, or given up; the next may come in."""
        self._door.leave(self)

    @property
    def left_s(self) -> float:
        """What is left of its cost; of work that takes longer than was thought, a part of what it took."""
        return max(self.cost_s - self.used_s, self.used_s / 8)


class Door:
    """Lets in `most` at once, who together do `rate` seconds of work in a second."""

    def __init__(self, clock_s: Callable[[], float], most: int, rate: float) -> None:
        self._clock_s = clock_s
        self._most = most
        self._stretch = self._least_stretch = most / rate
        """So long takes a second of work, with as many others at it: at first as it should, then as it has."""
        self._inside: list[Place] = []
        self._here: list[Place] = []
        """Those who wait."""
        self._away: dict[Hashable, Place] = {}
        """By what they want: those who were told to come back."""
        self._count = 0
        self._now = 0.0
        """The place in the order of who was let in last."""
        self._had: dict[Hashable, float] = {}
        """By address and by seat: where in the order what it asks next will be, if that is later."""

    def ask(self, party: Iterable[Hashable], what: Hashable, cost_s: float) -> Place:
        """A place among those who wait. Raises Rejected: busy, with the time at which whoever wants `what` is let in.

        `party`: who shares a part of what is worked, an address and a seat."""
        self._give_up()
        place = self._away.get(what) or self._new(party, what, cost_s)
        wait_s = self.wait_s(place)
        if wait_s > HOLD_S:
            self._send_away(place, wait_s)
        self._away.pop(what, None)
        self._here.append(place)
        return place

    def _new(self, party: Iterable[Hashable], what: Hashable, cost_s: float) -> Place:
        keys = tuple(party)
        at = max(self._now, *(self._had.get(key, 0.0) for key in keys))
        for key in keys:
            self._had[key] = at + cost_s
        self._count += 1
        return Place(self, what, cost_s, (at, self._count))

    def put_off(self, place: Place) -> NoReturn:
        """It has waited for long, though it was told nothing: when it comes back, its time has come."""
        self._here.remove(place)
        place.promised_s = min(place.promised_s, self._clock_s())
        self._send_away(place, self.wait_s(place))

    def _send_away(self, place: Place, wait_s: float) -> NoReturn:
        """Raises Rejected: busy."""
        wait_s = max(wait_s, SOON_S)
        place.promised_s = min(place.promised_s, self._clock_s() + wait_s)
        place.kept_s = self._clock_s() + wait_s + KEPT_S
        if len(self._away) < MOST_PLACES or place.what in self._away:
            self._away[place.what] = place
        raise Rejected("busy", retry_after_ms=math.ceil(wait_s * 1000))

    def wait_s(self, place: Place) -> float:
        """How long it will be until this one is let in, if all who were told to come back do: after those who are
        before it in line, and those whose time comes until then. Where there is room nobody waits for who is away."""
        if len(self._inside) + len(self._here) < self._most:
            return 0.0
        order, others = self._rank(place), [each for each in (*self._here, *self._away.values()) if each is not place]
        wait_s, count = 0.0, -1
        while True:
            until_s = min(place.promised_s, self._clock_s() + wait_s)
            ahead = [each for each in others if self._rank(each) < order or each.promised_s < until_s]
            if len(ahead) == count:
                return wait_s
            wait_s, count = self._worked_off_s(ahead), len(ahead)

    def _worked_off_s(self, ahead: list[Place]) -> float:
        """How long it will be until there is room for one more after all these."""
        free = [each.left_s * self._stretch for each in self._inside]
        free += [0.0] * (self._most - len(free))
        heapify(free)
        for each in sorted(ahead, key=self._rank):
            heapreplace(free, free[0] + each.left_s * self._stretch)
        return free[0]

    def done_s(self, place: Place) -> float:
        """How long it will be until what this one is let in for is done."""
        begins_s = 0.0 if place in self._inside else self.wait_s(place)
        return begins_s + place.left_s * self._stretch

    def _give_up(self) -> None:
        """Whoever has not come back has no place any more, and of whom the order has passed nothing is known."""
        now_s = self._clock_s()
        for what in [what for what, each in self._away.items() if each.kept_s < now_s]:
            del self._away[what]
        if len(self._had) > MOST_PLACES:
            self._had = {key: at for key, at in self._had.items() if at > self._now}

    def go_on(self) -> None:
        """Let in who is next, as long as there is room."""
        while len(self._inside) < self._most and (ready := [each for each in self._here if each.let_in is not None]):
            place = min(ready, key=self._rank)
            self._here.remove(place)
            self._inside.append(place)
            place.began_s = self._clock_s()
            self._now = max(self._now, place.turn[0])
            assert place.let_in is not None
            if not place.let_in.done():
                place.let_in.set_result(None)

    def _rank(self, place: Place) -> tuple[bool, tuple[float, int]]:
        """First those whose time has come, then the others."""
        is_due = place.promised_s <= self._clock_s() + NEAR_S
        return not is_due, (place.promised_s, 0) if is_due else place.turn

    def leave(self, place: Place) -> None:
        """This one is done, or has given up."""
        if place in self._inside and len(self._inside) == self._most and place.used_s > 0:
            took = (self._clock_s() - place.began_s) / place.used_s  # other things than this work take their time, too
            stretch = self._stretch + (min(took, MOST_SLOWER * self._stretch) - self._stretch) / LEARN
            self._stretch = max(self._least_stretch, stretch)
        for line in (self._inside, self._here):
            if place in line:
                line.remove(place)
        self.go_on()
        if not (self._inside or self._here or self._away):
            self._had.clear()  # nobody is in anybody's way now
