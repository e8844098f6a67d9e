"""A table that can't go on by itself: what the server itself had to do was refused, for it would have been too much.

Nobody has asked for it, so nobody is answered: the game master is told, and whoever sits down as one later. A rewind,
an amendment or another value lets the table go on. Nothing of it is recorded: who opens the table next finds it again.
"""

from __future__ import annotations

from msgspec import UNSET

from server.core.errors import Rejected
from server.core.ids import GM
from server.core.timeline.timeline import Timeline
from server.table.audience import Audiences, Viewer
from server.table.refusals import Refusals

BEYOND = ("dice_beyond", "too_many_dice", "too_many_events", "oversized")
"""Refusals that stay as long as nothing else changes; others are of a race, or of a store that is away."""


class Standstill:
    """What holds one table up, and who was told."""

    def __init__(self, timeline: Timeline, audiences: Audiences, refusals: Refusals) -> None:
        self._timeline = timeline
        self._audiences = audiences
        self._refusals = refusals
        self._why: tuple[int, Rejected] | None = None
        """At which version, and why."""

    def see(self, refused: Rejected) -> None:
        """Something of the server's own was refused."""
        if refused.code in BEYOND:
            self._why = self._timeline.version, refused
            for viewer in self._audiences.viewers():
                self.tell(viewer)

    def tell(self, viewer: Viewer) -> None:
        """Why nothing happens, if that is so and this is the game master."""
        if self._why is not None and self._why[0] == self._timeline.version and viewer.role == GM:
            for why in (self._why[1], Rejected("stands_still")):
                self._refusals.tell(viewer, UNSET, why)
