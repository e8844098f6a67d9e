"""Names of things: positions in the history, acts, and what is born in an act.

No counters live here: ids must tell nothing and must not shift when history is amended.
"""

from typing import NamedTuple

GM = "gm"
PUBLIC = "public"
UNSEEN = "unseen"
"""Stands for a hidden combatant where its visible act is told."""


class Position(NamedTuple):
    """A place in the stream: a commit, or one step of an amendment (steps count from 1; 0 is the whole commit)."""

    version: int
    step: int = 0

    def __str__(self) -> str:
        return f"{self.version}.{self.step}" if self.step else str(self.version)


START = Position(0)
"""Before the first commit."""


def act_of(intent_id: bytes) -> str:
    """The id of the act that an intent (16 random bytes) begins."""
    return intent_id.hex()


def born(act: str, name: str) -> str:
    """The id of what is born in an act; `name` says what it is and whom it concerns, never how many there were."""
    return f"{act}/{name}"


def audience_of(seat: str, role: str) -> str:
    """Which audience a seat belongs to: `gm`, `public` for spectators, else `seat:<id>`."""
    return GM if role == "gm" else PUBLIC if role == "spectator" else f"seat:{seat}"
