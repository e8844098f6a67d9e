"""What comes of looking for a leak in the fights where no suite notices it."""

from __future__ import annotations

from typing import NamedTuple

from server.core.system import System
from tests.secrecy.leaks import stake
from tests.secrecy.leaks.explained import EXPLAINED
from tests.secrecy.leaks.kept import Kept, Occasion
from tests.secrecy.leaks.planted import CORE, Leak, planted
from tests.secrecy.leaks.scenarios import Scenarios

LEARNED = "LEFT: somebody learns something by it"
SELDOM = "LEFT: it hardly ever keeps anything from anybody"
TWICE = "kept twice"
ENOUGH = 10
"""So often a declaration must have kept something from somebody who learned no more without it."""


class Sought(NamedTuple):
    """Does somebody learn something else where it is planted, and how often does the declaration withhold something?"""

    is_learned: bool = False
    withheld: int = 0

    def __or__(self, other: Sought) -> Sought:
        """In these fights, or in those."""
        return Sought(self.is_learned or other.is_learned, self.withheld + other.withheld)

    @property
    def is_enough(self) -> bool:
        """Need no more be looked for?"""
        return self.is_learned or self.withheld >= ENOUGH

    def verdict(self, leak: Leak) -> str:
        """Why nobody notices it. A reason is no reason where somebody learns something."""
        if self.is_learned:
            return LEARNED
        if self.withheld >= ENOUGH:
            return f"{TWICE}: it withholds something {self.withheld} times, of which nobody learns without it either"
        return EXPLAINED.get(str(leak), f"{SELDOM} ({self.withheld} times)")


def sought(leak: Leak, system: System, kept: Kept, scenarios: Scenarios) -> Sought:
    """In the fights of one system; where it seldom comes to bear, also in these had all been hidden, and in scenarios,
    in which nobody noticed it."""
    found = _among(kept.occasions(leak.mark), leak, system, kept)
    if not found.is_enough:
        found |= _among(kept.occasions(leak.mark, kept.afterwards), leak, system, kept)
    if not found.is_enough and leak.system != CORE:
        found |= Sought(False, scenarios.withheld(leak))
    return found


def _among(occasions: list[Occasion], leak: Leak, system: System, kept: Kept) -> Sought:
    usual = kept.learned(occasions)
    with planted(leak, system):
        is_learned = kept.learned(occasions) != usual
    looks = (look for occasion in occasions for look in occasion.looks(system, leak))
    return Sought(is_learned, 0 if is_learned else stake.withheld(leak, system, looks))
