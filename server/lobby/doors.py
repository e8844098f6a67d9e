"""Finds the encounter of a join code without searching all of them: an index in the store, beside the logs.

A code enters the index when it is told to somebody; before that nobody can know it. The index may be deleted at any
time: opening the table, or showing the GM the code, fills it again. It never decides anything: whether a door is open
stands in the encounter's ledger. So the code of a closed door may stay until the next door opens. The code by which
somebody has claimed a seat stays even longer, because a client that got no answer to its claim asks again by it.
"""

from __future__ import annotations

import contextlib
import hmac
from collections.abc import Container

from server.core.state import Ledger
from server.keys.join_code import plain
from server.keys.seeds import SeedKeeper
from server.store.log import Log, Unavailable


class Doors:
    """The doors of all encounters of a store."""

    def __init__(self, log: Log, keeper: SeedKeeper) -> None:
        self._log = log
        self._keeper = keeper

    async def tell(self, encounter: str, k: int, claimed: Container[int] = ()) -> str:
        """The code of the `k`th door of an encounter, which is open: from now on the encounter is found by it. The code
        of the door before finds it no more, unless a seat was `claimed` by that door. Raises Unavailable."""
        code = self._keeper.join_code(encounter, k)
        await self._log.put_door(self._place(code), encounter)
        if k > 1 and k - 1 not in claimed:
            await self._log.drop_door(self._place(self._keeper.join_code(encounter, k - 1)))
        return code

    async def file(self, ledger: Ledger) -> None:
        """Put the code of the open door into the index again, which may have lost it. Does nothing where no door is
        open, or the store can't be reached."""
        if ledger.door.is_open:
            with contextlib.suppress(Unavailable):
                await self.tell(ledger.encounter, ledger.door.k, ledger.claimed_by())

    async def behind(self, code: str) -> str | None:
        """The encounter that may be behind a code that somebody has typed. Raises Unavailable."""
        return await self._log.get_door(self._place(code))

    def number_of(self, code: str, ledger: Ledger) -> int:
        """Which of the encounter's doors this code opens or opened: the newest, or one by which a seat was claimed; 0:
        none. Whether that door is still open is another question."""
        return next((k for k in (ledger.door.k, *ledger.claimed_by()) if self._is_of(code, ledger.encounter, k)), 0)

    def _is_of(self, code: str, encounter: str, k: int) -> bool:
        with contextlib.suppress(TypeError):  # characters that are in no code
            return hmac.compare_digest(plain(code), plain(self._keeper.join_code(encounter, k)))
        return False

    def _place(self, code: str) -> str:
        """The key of the index. It is not the code itself, so that nobody who reads the store learns a code."""
        return self._keeper.place_of_door(plain(code))
