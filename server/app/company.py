"""Which tables have bots, and when these come and go. Who plays alone has company from sitting down until a little
after having gone; who comes back finds it again, also when the server was started anew meanwhile.

How many tables have bots at once is bounded, in all and for each address, and so is how long they stay at one: a fight
that nobody ends must not keep a place for ever. Whoever finds no place waits, and sees at the table who is away.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.app.casts import Casts
from server.app.crew import Crew, Order
from server.keys.links import Links
from server.lobby.lobby import Refused
from server.process.settings import Settings

log_ = logging.getLogger(__name__)

AT_AN_ADDRESS = 4
"""So many tables of one address have bots at once."""

PACE_S = 1.0
"""The pause before each act of a bot: one can follow what happens."""

LEAVE_S = 60.0
"""So long bots stay when nobody plays with them any more: a phone that was laid aside comes back."""

STAY_S = 3 * 3600.0
"""So long they stay at the most, until the player comes anew."""

AGAIN_S = 5.0
"""So long until it is tried again to bring bots to a table at which another worker's play."""


@dataclass(eq=False)
class Guest:
    """Who plays alone at a table: is there, is expected there, or was there a moment ago."""

    network: str
    bots: Collection[str]
    """The seats that they play."""
    sessions: int = 0
    claim: int | None = None
    """The table's locked file, while its bots are there."""
    had_bots: bool = False
    """They were there and have gone; they come again with the next session."""
    leaving: asyncio.TimerHandle | None = None
    """While no session is open."""
    staying: asyncio.TimerHandle | None = None
    """While there are bots."""

    @property
    def has_bots(self) -> bool:
        """Do they play there now?"""
        return self.claim is not None

    @property
    def counts(self) -> bool:
        """Does it take a place? Who waits for one takes none: else one address could shut all others out by waiting."""
        return self.has_bots or (self.sessions == 0 and not self.had_bots)

    def stop(self) -> None:
        """The bots have gone, and nothing is waited for any more."""
        if self.claim is not None:
            os.close(self.claim)
            self.claim = None
        for timer in (self.leaving, self.staying):
            if timer is not None:
                timer.cancel()


class Company:
    """The bots of one server process. `start` it when the port is open."""

    def __init__(self, settings: Settings, links: Links) -> None:
        self._links = links
        self._casts = Casts(Path(settings.data))
        self._most = math.ceil(settings.bots / settings.among)
        self._most_of_one = math.ceil(AT_AN_ADDRESS / settings.among)
        self._guests: dict[str, Guest] = {}
        """By encounter; whoever came first is first."""
        self._laying: list[str] = []
        """The networks for which a table is laid just now."""
        self._crew = Crew(self._over)
        self._url = ""
        self._waiting: asyncio.TimerHandle | None = None
        """While another worker's bots play where somebody sits here."""

    async def start(self, url: str) -> None:
        """Bots may come from now on, to the server at this address."""
        self._url = url
        self._crew.start()
        self._fill()

    async def close(self) -> None:
        """All bots go, and none come any more."""
        self._most = 0
        for encounter in list(self._guests):
            self._dismiss(encounter)
        if self._waiting is not None:
            self._waiting.cancel()
        await self._crew.close()

    # --- what the gateway says ---------------------------------------------------------------------------------------

    @property
    def is_given(self) -> bool:
        """Does anybody get bots here?"""
        return self._most > 0

    @contextmanager
    def laying(self, network: str) -> Iterator[None]:
        """A place is kept while one more table is laid for this network (empty: it is not counted). Raises Refused."""
        if not self.is_given:
            raise Refused("no_bots")
        everybody = [*(guest.network for guest in self._guests.values()), *self._laying]
        if not self._has_place(everybody.count(network) if network else 0):
            raise Refused("bots_full")
        self._laying.append(network)
        try:
            yield
        finally:
            self._laying.remove(network)

    async def accompany(self, encounter: str, bots: Collection[str], network: str) -> None:
        """From now on bots play these seats whenever a player sits on another. The place is kept for a while for
        whoever has laid the table. Where the disk takes no more the table stays without bots: it is there already."""
        guest = self._guests.setdefault(encounter, Guest(network, bots))
        self._leave_soon(encounter, guest)
        try:
            await self._casts.put(encounter, bots)
        except OSError as error:
            fields = {"event": "failure", "at": "bots", "encounter": encounter}
            log_.error("who plays at %s can't be kept: %s", encounter, error, extra={"fields": fields})

    async def bots_at(self, encounter: str) -> Collection[str]:
        """The seats that bots play at a table, also at one that another worker has laid."""
        found = await self._casts.of(encounter) if self.is_given else frozenset()
        if found:
            await self._links.refresh()
        return found

    def came(self, encounter: str, seat: str, network: str, bots: Collection[str]) -> None:
        """A player's session was opened."""
        if not bots or seat in bots:
            return
        guest = self._guests.setdefault(encounter, Guest(network, bots))
        guest.sessions += 1
        guest.had_bots = False
        if guest.leaving is not None:
            guest.leaving.cancel()
        self._fill()

    def went(self, encounter: str, seat: str) -> None:
        """A player's session is over."""
        guest = self._guests.get(encounter)
        if guest is None or not guest.sessions or seat in guest.bots:
            return
        guest.sessions -= 1
        if not guest.sessions:
            self._leave_soon(encounter, guest)

    def _leave_soon(self, encounter: str, guest: Guest) -> None:
        if guest.leaving is not None:
            guest.leaving.cancel()
        guest.leaving = asyncio.get_running_loop().call_later(LEAVE_S, self._dismiss, encounter)

    # --- who has bots ------------------------------------------------------------------------------------------------

    def _has_place(self, of_its_own: int) -> bool:
        """Is there one, beside so many of the same network?"""
        taken = sum(guest.counts for guest in self._guests.values()) + len(self._laying)
        return taken < self._most and of_its_own < self._most_of_one

    def _fill(self) -> None:
        """Bots for all who are there and for whom there is a place."""
        for encounter, guest in self._guests.items():
            if not self._url or not guest.sessions or guest.has_bots or guest.had_bots:
                continue
            playing = [other for other in self._guests.values() if other.has_bots]
            own = sum(bool(guest.network) and other.network == guest.network for other in playing)
            if self._has_place(own):
                self._bring(encounter, guest)

    def _bring(self, encounter: str, guest: Guest) -> None:
        guest.claim = self._casts.claim(encounter)
        if guest.claim is None:
            self._wait()
            return
        known = self._links.of(encounter)
        tokens = tuple(known[seat] for seat in sorted(guest.bots) if seat in known)
        guest.staying = asyncio.get_running_loop().call_later(STAY_S, self._dismiss, encounter)
        self._crew.play(Order(encounter, self._url, tokens, PACE_S))

    def _wait(self) -> None:
        """Try again later, when the other worker's bots may have gone with their player."""
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(AGAIN_S, self._try_again)

    def _try_again(self) -> None:
        self._waiting = None
        self._fill()

    def _dismiss(self, encounter: str) -> None:
        self._crew.leave(encounter)
        self._over(encounter, is_ended=False)

    def _over(self, encounter: str, is_ended: bool) -> None:
        """They have gone: the fight is over, or nobody plays with them. Who still sits there is still counted."""
        if is_ended:
            self._casts.forget(encounter)
        guest = self._guests.get(encounter)
        if guest is None:
            return
        guest.stop()
        guest.had_bots = True
        if not guest.sessions or not self._most:
            del self._guests[encounter]
        self._fill()
