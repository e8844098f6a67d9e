"""Who may begin work that takes long, when only so much is worked at once: the others are told when to come back.

A time that is told is kept. Whoever was told one has a stretch of time reserved from then on, and nobody is let in
whose work would reach into it, whoever is away (conservative backfilling). So a time is told rather late than early: by
an upper estimate of what such work has cost, and of how long that took, beside others. Where work ends sooner, those
who wait are let in sooner.

Each address and seat reserves a part of the time only, and few places: whoever asks much waits behind its own
questions, and leaves gaps for the others. Knows no question; a place that nobody comes back for is given up.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from heapq import heapify, heapreplace
from types import TracebackType
from typing import NamedTuple, NoReturn

from server.core.errors import Rejected

HOLD_S = 4.0
"""Nobody is told to come back who is let in so soon."""

SOON_S = 0.25
"""Nobody is told to come back sooner."""

KEPT_S = 2.0
"""So long after the time that was told a place is kept."""

PART_OF_ONE = 0.5
"""Of an address, or a seat, no more than this part of the time is reserved."""

MOST_OF_ONE, MOST_PLACES = 8, 512
"""So many are kept for who was told to come back, or booked: for one address or seat, and in all. Beyond that a time is
told, and no place kept."""

NEWEST, MOST_SLOWER = 16, 8
"""What such work costs, and how long that takes, is known from so many of the newest; one that took far longer than it
should at least counts as so much longer."""

FEW = 0.5
"""Of a single one by so much more: the fewer are known, the less is."""

ENOUGH = 0.25
"""When so much of its cost is done, it is seen how long work takes now."""

JUST_S = 0.001
"""No clock is more exact."""


class Upper:
    """What is seldom exceeded: nine of ten of the newest were no more."""

    def __init__(self) -> None:
        self._newest: deque[float] = deque(maxlen=NEWEST)

    def note(self, found: float) -> None:
        """The newest."""
        self._newest.append(found)

    def of(self, guess: float) -> float:
        """A guess as long as nothing was found."""
        found = sorted(self._newest)
        return found[len(found) * 9 // 10] if found else guess

    @property
    def doubt(self) -> float:
        """So many times as much it may be, for few are known."""
        return 1 + FEW / len(self._newest) if self._newest else 1.0


class Costs:
    """What work has cost (s), by its kind and the size of what it is done on."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], Upper] = {}

    def of(self, kind: str, size: int, guess_s: float) -> float:
        """What it will hardly exceed; a guess where nothing of that kind and size was done yet."""
        known = self._known.get((kind, size.bit_length()))
        return guess_s if known is None else known.of(guess_s) * known.doubt

    def learn(self, kind: str, size: int, took_s: float) -> None:
        """It has cost so much."""
        self._known.setdefault((kind, size.bit_length()), Upper()).note(took_s)


class Place:
    """A place in line. Use `async with`: the block begins when it is let in, and ends what it was let in for."""

    def __init__(self, door: Door, party: tuple[Hashable, ...], what: Hashable) -> None:
        self._door = door
        self.party = party
        self.what = what
        self.cost_s = 0.0
        self.begins_s = 0.0
        """From then on time is reserved for it."""
        self.told_s: float | None = None
        """The time that it was told."""
        self.is_counted = False
        """Does it count already as what its party has?"""
        self.used_s = 0.0
        """What of its cost is done, told by who works."""
        self.let_in: asyncio.Future[None] | None = None
        """Somebody waits here to be let in."""
        self.began_s = math.inf
        """When it was."""

    async def __aenter__(self) -> Place:
        loop = asyncio.get_running_loop()
        self.let_in = loop.create_future()
        its_time = loop.call_later(self._door.until_s(self.begins_s) + JUST_S, self._door.go_on)
        try:
            self._door.go_on()
            await self.let_in
        except BaseException:
            self.leave()
            raise
        finally:
            its_time.cancel()
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


class Span(NamedTuple):
    """A stretch of time that somebody has one of the places inside."""

    begins_s: float
    ends_s: float


class Door:
    """Lets in `most` at once, who together do `rate` seconds of work in a second, or more. Who is let in within
    `hold_s` just waits; longer, too, where work takes longer than was thought."""

    def __init__(self, clock_s: Callable[[], float], most: int, rate: float, hold_s: float = HOLD_S) -> None:
        self.hold_s = hold_s
        self._clock_s = clock_s
        self._most = most
        self._least_stretch = most / rate
        self._stretches = Upper()
        """So long takes a second of work, with as many others at it."""
        self._inside: list[Place] = []
        self._here: list[Place] = []
        """Those who wait."""
        self._away: dict[Hashable, Place] = {}
        """By what they want: those who were told to come back."""
        self._had: dict[Hashable, float] = {}
        """By address and by seat: the time from which on something more is reserved, if that is later."""

    # --- asking ------------------------------------------------------------------------------------------------------

    def ask(self, party: Iterable[Hashable], what: Hashable, cost_s: float) -> Place:
        """A place among those who wait. Raises Rejected: busy, with the time at which whoever wants `what` is let in.

        `party`: who shares a part of what is worked, an address and a seat."""
        self._give_up()
        place = self._away.pop(what, None) or Place(self, tuple(party), what)
        place.cost_s = cost_s
        self._find_time(place)
        if self.until_s(place.begins_s) > self.hold_s:
            self._send_away(place)
        return self._waits(place)

    def book(self, party: Iterable[Hashable], what: Hashable, cost_s: float) -> Place:
        """A place among those who wait, however long: for work that is done whether or not anybody is there.

        Raises Rejected: busy, where this party, or all together, have as many as are kept."""
        place = Place(self, tuple(party), what)
        place.cost_s = cost_s
        self._find_time(place)
        if not self._may_be_kept(place, self._here):
            self._refuse(self._wait_s(place))
        return self._waits(place)

    def _waits(self, place: Place) -> Place:
        self._count(place)
        self._here.append(place)
        return place

    def _find_time(self, place: Place) -> None:
        """Now, if nobody is in the way; else what it was told, or when its party may have more."""
        now_s, takes_s = self._clock_s(), self._takes_s(place)
        if place.told_s is not None and place.told_s <= now_s:
            return
        spans = self._spans(self._here)
        if _free_from(now_s, takes_s, spans, self._most) <= now_s:
            place.begins_s = now_s
        elif place.told_s is None:
            after_s = max(now_s, *(self._had.get(key, 0.0) for key in place.party))
            place.begins_s = _free_from(after_s, takes_s, spans, self._most)

    def _send_away(self, place: Place) -> NoReturn:
        """Raises Rejected: busy."""
        wait_s = self._wait_s(place)
        if place.told_s is not None or self._may_be_kept(place, self._away.values()):
            self._count(place)
            place.begins_s = place.told_s = self._clock_s() + wait_s
            self._away[place.what] = place
        self._refuse(wait_s)

    def _wait_s(self, place: Place) -> float:
        """After which it is told to come back."""
        return max(self.until_s(place.begins_s), SOON_S)

    def _refuse(self, wait_s: float) -> NoReturn:
        raise Rejected("busy", retry_after_ms=math.ceil(wait_s * 1000))

    def _count(self, place: Place) -> None:
        """It counts as what its party has, once."""
        if not place.is_counted:
            place.is_counted = True
            for key in place.party:
                had_s = max(self._clock_s(), self._had.get(key, 0.0))
                self._had[key] = had_s + self._takes_s(place) / PART_OF_ONE / self._most

    def _may_be_kept(self, place: Place, kept: Collection[Place]) -> bool:
        """Beside these?"""
        of_one = (sum(key in each.party for each in kept) for key in place.party)
        return len(kept) < MOST_PLACES and all(count < MOST_OF_ONE for count in of_one)

    def _give_up(self) -> None:
        """Whoever has not come back has no place any more, and whose turn has come may have more."""
        now_s = self._clock_s()
        for what in [what for what, each in self._away.items() if each.begins_s + KEPT_S < now_s]:
            del self._away[what]
        if len(self._had) > MOST_PLACES:
            self._had = {key: at_s for key, at_s in self._had.items() if at_s > now_s}

    # --- what is reserved --------------------------------------------------------------------------------------------

    def until_s(self, at_s: float) -> float:
        """How long it is until then."""
        return max(0.0, at_s - self._clock_s())

    def done_s(self, place: Place) -> float:
        """How long it will hardly be until what this one is let in for is done."""
        others = [each for each in self._here if each is not place]
        begins_s = self._clock_s()
        if place not in self._inside:
            begins_s = _free_from(max(begins_s, place.begins_s), self._takes_s(place), self._spans(others), self._most)
        return self.until_s(begins_s + self._takes_s(place))

    def _takes_s(self, place: Place) -> float:
        return place.left_s * max([self._stretches.of(self._least_stretch), *self._stretches_now()])

    def _stretches_now(self) -> Iterator[float]:
        """Of those inside of which enough is done."""
        for each in self._inside:
            if each.used_s > each.cost_s * ENOUGH:
                yield self._stretch_of(each)

    def _stretch_of(self, place: Place) -> float:
        """How long a second of this work has taken: other things take their time, too."""
        took = (self._clock_s() - place.began_s) / place.used_s
        return min(max(took, self._least_stretch), MOST_SLOWER * self._least_stretch)

    def _spans(self, here: Iterable[Place]) -> list[Span]:
        """What those who are inside, these who wait, and those who are away will have: from when it was reserved, or as
        soon as there is room, for work may have taken longer than was thought."""
        now_s = self._clock_s()
        spans = [Span(now_s, now_s + self._takes_s(each)) for each in self._inside]
        free_s = [each.ends_s for each in spans] + [now_s] * (self._most - len(spans))
        heapify(free_s)
        for each in sorted((*here, *self._away.values()), key=_begins_s):
            begins_s = max(each.begins_s, free_s[0])
            spans.append(Span(begins_s, begins_s + self._takes_s(each)))
            heapreplace(free_s, spans[-1].ends_s)
        return spans

    # --- letting in --------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let in who is next, as long as there is room: those whose time has come, then who waits, if whoever is away
        can be let in in time all the same."""
        while len(self._inside) < self._most:
            ready = [each for each in self._here if each.let_in is not None]
            if not ready or not self._is_free_for(place := min(ready, key=_begins_s)):
                return
            self._here.remove(place)
            self._inside.append(place)
            place.began_s = self._clock_s()
            assert place.let_in is not None
            if not place.let_in.done():
                place.let_in.set_result(None)

    def _is_free_for(self, place: Place) -> bool:
        now_s = self._clock_s()
        return place.begins_s <= now_s or _free_from(now_s, self._takes_s(place), self._spans(()), self._most) <= now_s

    def leave(self, place: Place) -> None:
        """This one is done, or has given up."""
        if place in self._inside and len(self._inside) == self._most and place.used_s > 0:
            self._stretches.note(self._stretch_of(place))
        for line in (self._inside, self._here):
            if place in line:
                line.remove(place)
        self.go_on()
        if not (self._inside or self._here or self._away):
            self._had.clear()  # nobody is in anybody's way now


def _begins_s(place: Place) -> float:
    return place.begins_s


def _free_from(after_s: float, takes_s: float, spans: Iterable[Span], most: int) -> float:
    """The first time from which on, for so long, fewer than `most` of these go on."""
    left = [Span(max(after_s, each.begins_s), each.ends_s) for each in spans if each.ends_s > after_s]
    changes = [(each.begins_s, 1) for each in left] + [(each.ends_s, -1) for each in left]
    free_s, count = after_s, 0
    for at_s, more in sorted(changes):
        if count < most and at_s - free_s >= takes_s:
            break
        count += more
        if count == most - 1 and more < 0:
            free_s = at_s
    return free_s
