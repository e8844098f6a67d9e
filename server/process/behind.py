"""Runs a module's `main` behind everybody else on this machine: `python -m server.process.behind MODULE ARGUMENT…`

A low priority alone is not enough. It says who gets how much, not how soon: whoever wakes up waits for the clock's next
tick, some milliseconds, for a process that has just begun to work, and an intent wakes the server and its store several
times. So a process that runs behind offers the processor to whoever waits for it, again and again; from its first line
on, for already its imports take long.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from types import FrameType

NICE = 5
"""What it offers others take: beside one who has always something to do it gets a thirtieth of the processor. With a
lower priority it would get so little that it seems to have failed."""

GIVES_WAY_S = 0.001
"""Nobody who could go on waits longer for it."""


@contextlib.contextmanager
def giving_way() -> Iterator[None]:
    """This process runs behind from here on, and offers the processor as long as this lasts."""
    with contextlib.suppress(OSError):
        os.nice(NICE)
    with _asked_again_and_again():
        yield


@contextlib.contextmanager
def _asked_again_and_again() -> Iterator[None]:
    """Each time is measured from when the processor has come back: the next signal would else come while the last one
    still waits for it, on a busy machine a thousand within one another, more than Python bears."""
    ends = False

    def give_way(_number: int, _frame: FrameType | None) -> None:
        os.sched_yield()
        if not ends:
            signal.setitimer(signal.ITIMER_REAL, GIVES_WAY_S)

    signal.signal(signal.SIGALRM, give_way)
    signal.setitimer(signal.ITIMER_REAL, GIVES_WAY_S)
    try:
        yield
    finally:  # where Python ends nobody takes the signal any more, and it would end the process
        ends = True
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    with giving_way():
        import_module(sys.argv[1]).main(sys.argv[2:])
