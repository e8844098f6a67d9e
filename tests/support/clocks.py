"""Clocks for tests: one that is set by hand, and one that goes on whenever somebody looks."""

from __future__ import annotations

from server.process.clock import Clock


class HandClock(Clock):
    """`now` is the time of both clocks, in ms; the wall's alone shows `ahead` more."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.ahead = 0
        super().__init__(lambda: self.now + self.ahead, lambda: self.now)


class Ticking(Clock):
    """Both go on by 10 ms whenever somebody wants to know what time it is; measuring takes none."""

    def __init__(self) -> None:
        self.now = 1_000_000
        super().__init__(self._tick, lambda: self.now)

    def _tick(self) -> int:
        self.now += 10
        return self.now
