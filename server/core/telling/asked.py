"""Of which of its questions an act was decided when somebody else played who was asked."""

from __future__ import annotations

from typing import NamedTuple

from server.core import events as e
from server.core.state import Ledger


class Asking(NamedTuple):
    """What tells who was asked in an act."""

    ledger: Ledger
    """As it was when the act was decided first."""
    over: frozenset[str]
    """The questions that are closed again. What stays open is asked of whoever plays the combatant now."""

    def is_over(self, event: e.Event) -> bool:
        """Is it about a question that is closed again?"""
        return _question_of(event) in self.over


def _question_of(event: e.Event) -> str:
    """The question that an event is about; empty: it is about none."""
    if isinstance(event, e.DecisionOpened):
        return event.decision.id
    return event.decision if isinstance(event, e.DecisionClosed | e.TimeGiven | e.Answered) else ""
