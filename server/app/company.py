"""Which tables have bots, and when these come and go. Who plays alone has company from sitting down until a little
after having gone; who comes back finds it again, also when the server was started anew meanwhile.

How many tables have bots at once is bounded, in all and for each address, and so is how long they stay at one: a fight
that nobody ends must not keep a place for ever. Whoever finds no place waits, and sees at the table who is away.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
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
    """Who plays alone at a table, over one session or several."""

    network: str
    sessions: int = 0
    has_bots: bool = False
    leaving: asyncio.TimerHandle | None = None
    staying: asyncio.TimerHandle | None = None

    def forget(self) -> None:
        """Nothing is waited for any more."""
        for timer in (self.leaving, self.staying):
            if timer is not None:
                timer.cancel()


class Company:
    """The bots of one server process. `start` it when the port is open."""

    def __init__(self, settings: Settings) -> None:
        self._tokens = Links(Path(settings.data) / FILE)
        self._most = math.ceil(settings.bots / settings.among)
        self._has_siblings = settings.is_worker
        self._guests: dict[str, Guest] = {}
        """By encounter; whoever came first is first."""
        self._crew = Crew(self._over)
        self._url = ""

    async def start(self, url: str) -> None:
        """Bots may come from now on, to the server at this address."""
        self._url = url
        await self._tokens.refresh()
        self._crew.start()

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

    def admit(self, network: str) -> None:
        """Is there a place for one more table of this network (empty: it is not counted)? Raises Refused."""
        if not self.is_given:
            raise Refused("no_bots")
        if not self._has_place(network, list(self._guests.values())):
            raise Refused("bots_full")

    async def accompany(self, encounter: str, tokens: Mapping[str, str]) -> None:
        """From now on bots play the seats with these tokens whenever a player sits on another."""
        await self._tokens.put(encounter, tokens)
        await self._tokens.refresh()

    async def came(self, encounter: str, seat: str, network: str) -> None:
        """A player's session was opened."""
        if self._has_siblings:  # another worker may have laid the table
            await self._tokens.refresh()
        tokens = self._tokens.of(encounter)
        if not tokens or seat in tokens:
            return
        guest = self._guests.setdefault(encounter, Guest(network))
        guest.sessions += 1
        if guest.leaving is not None:
            guest.leaving.cancel()
        self._fill()

    def went(self, encounter: str, seat: str) -> None:
        """A player's session is over."""
        guest = self._guests.get(encounter)
        if guest is None or seat in self._tokens.of(encounter):
            return
        guest.sessions -= 1
        if guest.sessions == 0:
            guest.leaving = asyncio.get_running_loop().call_later(LEAVE_S, self._dismiss, encounter)

    # --- who has bots ------------------------------------------------------------------------------------------------

    def _has_place(self, network: str, others: list[Guest]) -> bool:
        """Is there one beside these?"""
        at_this_address = sum(bool(network) and other.network == network for other in others)
        return len(others) < self._most and at_this_address < AT_AN_ADDRESS

    def _fill(self) -> None:
        """Bots for all for whom there is a place."""
        for encounter, guest in self._guests.items():
            playing = [other for other in self._guests.values() if other.has_bots]
            if not guest.has_bots and self._has_place(guest.network, playing):
                guest.has_bots = True
                guest.staying = asyncio.get_running_loop().call_later(STAY_S, self._dismiss, encounter)
                tokens = tuple(self._tokens.of(encounter).values())
                self._crew.play(Order(encounter, self._url, tokens, PACE_S))

    def _dismiss(self, encounter: str) -> None:
        self._crew.leave(encounter)
        self._over(encounter)

    def _over(self, encounter: str) -> None:
        """They have gone: the fight is over, or nobody plays with them."""
        guest = self._guests.pop(encounter, None)
        if guest is not None:
            guest.forget()
        self._fill()
