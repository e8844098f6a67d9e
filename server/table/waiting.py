"""Who waits at one table's door for the game master's word, and is still there: whoever waits asks again every few
seconds, at this server or another. Who no longer does, or says so, has gone, and the question with them.

Nothing of it is recorded but that a question lapses. It holds one moment for each that waits, one at most for a seat.
"""

from __future__ import annotations

import msgspec

from server.core import intents as i
from server.core.deciding.decide import claim_of
from server.core.timeline.timeline import Timeline
from server.table.moments import Moments

LAPSE_MS = 75_000
"""Whoever was not heard for so long has gone. A browser lets a page that nobody looks at ask once a minute."""

LEAST_MS = 5_000
"""A question stands so long at least: whoever asks and withdraws in turn does not fill the log."""


class Heard(msgspec.Struct):
    """When a question was found here, and when it lapses; by the loop's clock (ms)."""

    since: int
    until: int


class Waiting:
    """Who waits at one table's door, and when each was last heard of."""

    def __init__(self, timeline: Timeline, moments: Moments) -> None:
        self._timeline = timeline
        self._moments = moments
        self._heard: dict[str, Heard] = {}
        """By claim."""

    def hear(self, seat: str) -> None:
        """Somebody asks for the seat again, here or at another server."""
        for claim, heard in self._now().items():
            if self._timeline.ledger.claims[claim].seat == seat:
                heard.until = self._moments.see() + LAPSE_MS

    def withdraw(self, key_h: bytes) -> None:
        """Whoever asked with this key asks no more."""
        if heard := self._now().get(claim_of(key_h)):
            heard.until = min(heard.until, heard.since + LEAST_MS)

    def due(self) -> tuple[int, i.Intent] | None:
        """When the next question lapses, and what is to be done then."""
        return min(
            ((heard.until, i.AnswerClaim(claim=claim, yes=False)) for claim, heard in self._now().items()),
            key=lambda due: due[0],
            default=None,
        )

    def _now(self) -> dict[str, Heard]:
        """The questions that wait now; one that is new here has just been heard."""
        if not self._timeline.ledger.claims:  # after nearly every commit
            self._heard.clear()
            return self._heard
        now = self._moments.see()
        waiting = [id for id, claim in self._timeline.ledger.claims.items() if not claim.is_refused]
        self._heard = {claim: self._heard.get(claim) or Heard(now, now + LAPSE_MS) for claim in waiting}
        return self._heard
