"""Where a log ends, asked of the store once for all who want to know it in the same moment: a crowd that comes back
costs it one question a turn."""

from __future__ import annotations

import asyncio

from server.store.log import Log, Top


class Tip:
    """Asks one store where logs end."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._asking: dict[str, asyncio.Task[Top]] = {}

    async def of(self, encounter: str) -> Top:
        """Where it ends now: never where it has ended before this was asked. Raises Unavailable."""
        if encounter not in self._asking:
            self._asking[encounter] = asyncio.get_running_loop().create_task(self._ask(encounter))
        return await asyncio.shield(self._asking[encounter])

    async def _ask(self, encounter: str) -> Top:
        del self._asking[encounter]  # a task begins when the turn is over: who comes from here on asks anew
        return await self._log.top(encounter)
