"""Which tables have bots, and when these come and go. Who plays alone has company from sitting down until a little
after having gone; who comes back finds it again, also when the server was started anew meanwhile.

How many tables have bots at once is bounded, in all and for each address, and so is how long they stay at one: a fight
that nobody ends must not keep a place for ever. Whoever finds no place waits, and sees at the table who is away.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.app.crew import Crew, Order
from server.keys.links import Links
from server.lobby.lobby import Refused
from server.process.settings import Settings

FILE = "bots.json"
"""The tokens of the seats that bots play, in the form of `server.keys.links`."""

AT_AN_ADDRESS = 4
"""So many tables of one address have bots at once."""

PACE_S = 1.0
"""The pause before each act of a bot: one can follow what happens."""

LEAVE_S = 60.0
"""So long bots stay when nobody plays with them any more: a phone that was laid aside comes back."""

STAY_S = 3 * 3600.0
"""So long they stay at the most, until the player comes anew."""


@dataclass(eq=False)
class Guest:
    """Who plays alone at a table: is there, is expected there, or was there a moment ago."""

    network: str
    sessions: int = 0
    has_bots: bool = False
    had_bots: bool = False
    """They were there and have gone; they come again with the next session."""
    leaving: asyncio.TimerHandle | None = None
    """While no session is open."""
    staying: asyncio.TimerHandle | None = None
    """While there are bots."""

    @property
    def counts(self) -> bool:
        """Does it take a place? Who waits for one takes none: else one address could shut all others out by waiting."""
        return self.has_bots or (self.sessions == 0 and not self.had_bots)

    def stop(self) -> None:
        """Nothing is waited for any more."""
        for timer in (self.leaving, self.staying):
            if timer is not None:
                timer.cancel()


class Company:
    """The bots of one server process. `start` it when the port is open."""

    def __init__(self, settings: Settings) -> None:
        self._tokens = Links(Path(settings.data) / FILE)
        self._most = math.ceil(settings.bots / settings.among)
        self._most_of_one = math.ceil(AT_AN_ADDRESS / settings.among)
        self._has_siblings = settings.is_worker
        self._guests: dict[str, Guest] = {}
        """By encounter; whoever came first is first."""
        self._laying: list[str] = []
        """The networks for which a table is laid just now."""
        self._crew = Crew(self._over)
        self._url = ""

    async def start(self, url: str) -> None:
        """Bots may come from now on, to the server at this address."""
        await self._tokens.refresh()
        self._url = url
        self._crew.start()
        self._fill()

    async def close(self) -> None:
        """All bots go, and none come any more."""
        self._most = 0
        for encounter in list(self._guests):
            self._dismiss(encounter)
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

    async def accompany(self, encounter: str, tokens: Mapping[str, str], network: str) -> None:
        """From now on bots play the seats with these tokens whenever a player sits on another. The place is kept for
        a while for whoever has laid the table."""
        guest = self._guests.setdefault(encounter, Guest(network))
        self._leave_soon(encounter, guest)
        await self._tokens.put(encounter, tokens)
        await self._tokens.refresh()

    async def look(self) -> None:
        """Take in which tables have bots, before somebody sits down: another worker may have laid the table."""
        if self._has_siblings or not self._url:
            await self._tokens.refresh()

    def came(self, encounter: str, seat: str, network: str) -> None:
        """A player's session was opened."""
        tokens = self._tokens.of(encounter)
        if not tokens or seat in tokens:
            return
        guest = self._guests.setdefault(encounter, Guest(network))
        guest.sessions += 1
        guest.had_bots = False
        if guest.leaving is not None:
            guest.leaving.cancel()
        self._fill()

    def went(self, encounter: str, seat: str) -> None:
        """A player's session is over."""
        guest = self._guests.get(encounter)
        if guest is None or not guest.sessions or seat in self._tokens.of(encounter):
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
                guest.has_bots = True
                guest.staying = asyncio.get_running_loop().call_later(STAY_S, self._dismiss, encounter)
                tokens = tuple(self._tokens.of(encounter).values())
                self._crew.play(Order(encounter, self._url, tokens, PACE_S))

    def _dismiss(self, encounter: str) -> None:
        self._crew.leave(encounter)
        self._over(encounter)

    def _over(self, encounter: str) -> None:
        """They have gone: the fight is over, or nobody plays with them. Who still sits there is still counted."""
        guest = self._guests.get(encounter)
        if guest is None:
            return
        guest.stop()
        guest.has_bots, guest.had_bots = False, True
        if not guest.sessions or not self._most:
            del self._guests[encounter]
        self._fill()
