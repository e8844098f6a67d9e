"""The two runs of a fight, and the bounds that they are held to."""

from __future__ import annotations

from dataclasses import dataclass

from server.core.system import System
from tests.pace.fight import Counts, Fight

MOST_IDLE, MOST_TAPS = 0.5, 4.0


@dataclass(frozen=True)
class Measured:
    """Asked at everything, and asked as usual."""

    name: str
    everything: Counts
    usual: Counts
    is_same: bool
    """Do both end in the same events of the game?"""

    @property
    def missed(self) -> list[str]:
        """The bounds that are not kept."""
        found = {
            "another fight": not self.is_same,
            f"more than {MOST_IDLE} idle answers an attack": self.usual.idle > MOST_IDLE,
            "prompts with nothing but to pass": self.usual.empty > 0,
            f"more than {MOST_TAPS} taps an attack": self.usual.taps > MOST_TAPS * self.usual.attacks,
        }
        return [said for said, is_missed in found.items() if is_missed]


def measured(name: str, system: System | None = None) -> Measured:
    """Both runs. `system`: with other stops, to see whether that is noticed."""
    everything, usual = Fight(name, "everything").play(), Fight(name, "usual", system).play()
    return Measured(name, everything.counts, usual.counts, everything.events() == usual.events())
