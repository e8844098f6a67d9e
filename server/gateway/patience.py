"""Connections that have to do something in time, and those to be pinged. One timer serves all of them: ten thousand
timers of their own would cost more.

Sans-I/O: the gateway calls `tick`, and each one whose time is over goes to a callback.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Patience(Generic[T]):
    """All wait equally long, so whoever began first is over first, and nothing has to be sorted."""

    def __init__(self, seconds: float, lapse: Callable[[T], None]) -> None:
        self._seconds = seconds
        self._lapse = lapse
        self._until: dict[T, float] = {}

    def start(self, who: T, now_s: float) -> None:
        """Wait for `who` from now on; if it was waited for already, its time begins anew."""
        self._until.pop(who, None)
        self._until[who] = now_s + self._seconds

    def stop(self, who: T) -> None:
        """No longer wait for `who`."""
        self._until.pop(who, None)

    def tick(self, now_s: float) -> None:
        """Drop those whose time is over."""
        while self._until:
            who, until_s = next(iter(self._until.items()))
            if until_s > now_s:
                return
            del self._until[who]
            self._lapse(who)


class Rounds(Generic[T]):
    """Visits everyone once in a round of so many ticks. Each tick visits only a part, so that no tick takes long."""

    def __init__(self, ticks: int, visit: Callable[[T], None]) -> None:
        self._visit = visit
        self._groups: list[set[T]] = [set() for _ in range(ticks)]
        self._at = 0

    def join(self, who: T) -> int:
        """Be visited first after a whole round. Returns the group, by which to leave."""
        self._groups[self._at].add(who)
        return self._at

    def leave(self, who: T, group: int) -> None:
        """Be visited no more."""
        self._groups[group].discard(who)

    def tick(self) -> None:
        """Visit the next group."""
        self._at = (self._at + 1) % len(self._groups)
        for who in list(self._groups[self._at]):
            self._visit(who)
