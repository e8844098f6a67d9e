"""Bots that keep somebody company who plays alone, as the gateway needs them: it says who comes and goes, `server.app`
brings the bots."""

from __future__ import annotations

from collections.abc import Mapping
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

    async def accompany(self, encounter: str, tokens: Mapping[str, str], network: str) -> None:
        """From now on bots play the seats with these tokens whenever a player sits on another."""

    async def look(self) -> None:
        """Take in which tables have bots, before somebody sits down."""

    def came(self, encounter: str, seat: str, network: str) -> None:
        """A player's session was opened."""

    def went(self, encounter: str, seat: str) -> None:
        """A player's session is over."""


class NoCompany:
    """Nobody is given bots."""

    is_given = False

    def laying(self, network: str) -> AbstractContextManager[None]:
        """Refuses."""
        raise Refused("no_bots")

    async def accompany(self, encounter: str, tokens: Mapping[str, str], network: str) -> None:
        """Is never asked."""

    async def look(self) -> None:
        """There are none."""

    def came(self, encounter: str, seat: str, network: str) -> None:
        """Nothing comes of it."""

    def went(self, encounter: str, seat: str) -> None:
        """Nothing comes of it."""
