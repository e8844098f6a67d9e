"""Bots that keep somebody company who plays alone, as the gateway needs them: it says who comes and goes, `server.app`
brings the bots."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from typing import Protocol

from server.lobby.lobby import Refused


class Company(Protocol):
    """The bots of a server."""

    @property
    def is_given(self) -> bool:
        """Does anybody get bots here?"""

    def laying(self, network: str) -> AbstractContextManager[None]:
        """A place is kept while one more table is laid for this network (empty: it is not counted). Raises Refused:
        no_bots, bots_full."""

    async def accompany(self, encounter: str, bots: Collection[str], network: str) -> None:
        """From now on bots play these seats whenever a player sits on another."""

    async def bots_at(self, encounter: str) -> Collection[str]:
        """The seats that bots play at a table."""

    def came(self, encounter: str, seat: str, network: str, bots: Collection[str]) -> None:
        """A player's session was opened at a table at which bots play these seats."""

    def went(self, encounter: str, seat: str) -> None:
        """A player's session is over."""


class NoCompany:
    """Nobody is given bots."""

    is_given = False

    def laying(self, network: str) -> AbstractContextManager[None]:
        """Refuses."""
        raise Refused("no_bots")

    async def accompany(self, encounter: str, bots: Collection[str], network: str) -> None:
        """Is never asked."""

    async def bots_at(self, encounter: str) -> Collection[str]:
        """None."""
        return ()

    def came(self, encounter: str, seat: str, network: str, bots: Collection[str]) -> None:
        """Nothing comes of it."""

    def went(self, encounter: str, seat: str) -> None:
        """Nothing comes of it."""
