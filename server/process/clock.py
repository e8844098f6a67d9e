"""The two clocks of a server. The wall's says what time it is, and may be set to another; the loop's only measures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

Ms = Callable[[], int]


def wall_ms() -> int:
    """This machine's wall clock: a label only, for order is the log's, and lengths are the loop's."""
    return time.time_ns() // 1_000_000


def loop_ms() -> int:
    """The running loop's clock, which its timers go by: it never falls, and begins anywhere."""
    return int(asyncio.get_running_loop().time() * 1000)


class Clock:
    """Both, in ms; by default this machine's."""

    def __init__(self, wall: Ms = wall_ms, loop: Ms = loop_ms) -> None:
        self.wall_ms = wall
        self.loop_ms = loop
