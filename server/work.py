"""An answer in the making, by small steps: whoever drives it can let others have their turn between two of them, and
can bring back what a step found absent. What is made is not known here.
"""

from __future__ import annotations

from typing import Any, Protocol


class Work(Protocol):
    """An answer in the making."""

    @property
    def looks_back(self) -> bool:
        """Does a step need again what was brought back for an earlier one? Else that may be let go between them."""

    @property
    def is_done(self) -> bool:
        """Is there nothing more to do?"""

    def step(self) -> None:
        """Do a little more. Raises Absent, with nothing changed, where something was let go; Rejected."""

    def result(self) -> Any:
        """The answer, when it is done."""


def at_once(work: Work) -> Any:
    """The answer, without a break."""
    while not work.is_done:
        work.step()
    return work.result()
