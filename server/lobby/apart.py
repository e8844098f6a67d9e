"""Long work for strangers, in a thread beside the event loop: one piece after another, so that however many ask, tables
have the loop to themselves and the processor for half the time at least.

What is done there may touch nothing that the loop touches: it makes something new of what it is given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from server.lobby.admission import Slots

P = ParamSpec("P")
T = TypeVar("T")


class Apart:
    """So many pieces (`waiting`) may wait for their turn."""

    def __init__(self, waiting: int) -> None:
        self._turns = Slots(1, waiting)

    async def do(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work returns. Raises Full."""
        async with self._turns.turn():
            return await asyncio.to_thread(work, *args, **kwargs)
