"""From a join code to its encounter, without looking at all there are: an index in the store, beside the logs.

It is filled when a code is told to somebody, for before that nobody can know it, and may be deleted at any time: it is
filled again when the table is opened, or the GM looks at the code. It never decides: the ledger of the encounter says
whether that door is open. So the code of a door that has closed stays until the next one opens, and that by which
somebody has a seat for longer: who has claimed a seat, and heard no answer, asks again.
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
    """Of all encounters of a store."""

    def __init__(self, log: Log, keeper: SeedKeeper) -> None:
        self._log = log
        self._keeper = keeper

    async def tell(self, encounter: str, k: int, claimed: Container[int] = ()) -> str:
        """The code of an encounter's door that stands open, by which it is found from here on; no more by that of the
        door before, unless it is among those by which a seat is `claimed`. Raises Unavailable."""
        code = self._keeper.join_code(encounter, k)
        await self._log.put_door(self._place(code), encounter)
        if k > 1 and k - 1 not in claimed:
            await self._log.drop_door(self._place(self._keeper.join_code(encounter, k - 1)))
        return code

    async def file(self, ledger: Ledger) -> None:
        """The door that is open, if one is, can be found, whatever became of the index; unless the store is away."""
        if ledger.door.is_open:
            with contextlib.suppress(Unavailable):
                await self.tell(ledger.encounter, ledger.door.k, ledger.claimed_by())

    async def behind(self, code: str) -> str | None:
        """The encounter that may be behind a code that somebody has typed. Raises Unavailable."""
        return await self._log.get_door(self._place(code))

    def number_of(self, code: str, ledger: Ledger) -> int:
        """Which of the encounter's doors it is the code of: the newest, or one by which a seat is claimed; 0: of none
        of them. Whether that door is open is another question."""
        return next((k for k in (ledger.door.k, *ledger.claimed_by()) if self._is_of(code, ledger.encounter, k)), 0)

    def _is_of(self, code: str, encounter: str, k: int) -> bool:
        with contextlib.suppress(TypeError):  # characters that are in no code
            return hmac.compare_digest(plain(code), plain(self._keeper.join_code(encounter, k)))
        return False

    def _place(self, code: str) -> str:
        """Where the index holds it: whoever reads the store learns no code."""
        return self._keeper.place_of_door(plain(code))
