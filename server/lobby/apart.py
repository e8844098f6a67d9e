"""Long work that strangers may ask for, done in a thread beside the event loop. One piece runs at a time: however many
ask, the loop stays free for the tables, and the tables get at least half of the processor.

The work may touch nothing that the loop uses: it only makes something new of what it is given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from server.lobby.admission import Slots

P = ParamSpec("P")
T = TypeVar("T")


class Apart:
    """Up to `waiting` pieces may wait for their turn."""

    def __init__(self, waiting: int) -> None:
        self._turns = Slots(1, waiting)

    async def do(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work returns. Raises Full."""
        async with self._turns.turn():
            return await asyncio.to_thread(work, *args, **kwargs)
