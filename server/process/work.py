"""An answer in the making, by small steps: whoever drives it can let others have their turn between two of them, and
can bring back what a step found absent. What is made is not known here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol

from server.core.errors import Absent
from server.process.shares import MOST_STEPS, SLICE_S, Slice


class Work(Protocol):
    """An answer in the making."""

    @property
    def looks_back(self) -> bool:
        """Does a step need again what was brought back for an earlier one? Else that may be let go between them."""

    @property
    def is_done(self) -> bool:
        """Is there nothing more to do?"""

    def step(self) -> None:
        """Do a little more. Raises Absent, with nothing changed, where something was let go; Rejected."""

    def result(self) -> Any:
        """The answer, when it is done."""


class Steps:
    """A work whose steps are those of a generator, and whose answer is what it returns. Nothing is brought back."""

    looks_back = False

    def __init__(self, steps: Iterator[object]) -> None:
        self._steps = steps
        self._made: Any = None
        self.is_done = False

    def step(self) -> None:
        """Up to its next `yield`."""
        try:
            next(self._steps)
        except StopIteration as end:
            self._made, self.is_done = end.value, True

    def result(self) -> Any:
        """What the generator returned."""
        return self._made


class Again(Steps):
    """Steps that may find something absent: it is brought back, and they begin again."""

    looks_back = True

    def __init__(self, make: Callable[[], Generator[None, None, Any]]) -> None:
        super().__init__(make())
        self._make = make

    def step(self) -> None:
        """Up to its next `yield`. Raises Absent."""
        try:
            super().step()
        except Absent:
            self._steps = self._make()
            raise


def at_once(work: Work) -> Any:
    """The answer, without a break."""
    while not work.is_done:
        work.step()
    return work.result()


async def in_turns(work: Work, turn: Slice) -> Any:
    """The answer, in as many turns as it takes, for what needs nothing to be brought back."""
    while not work.is_done:
        await turn(lambda: go_on(work))
    return await turn(work.result)


def go_on(work: Work) -> None:
    """A slice of it: some steps, at least one."""
    now_s = asyncio.get_running_loop().time  # the loop's: a simulated one stands still meanwhile
    until_s = now_s() + SLICE_S
    for _ in range(MOST_STEPS):
        if work.is_done:
            return
        work.step()
        if now_s() >= until_s:
            return
