"""What happened in a step, in lines for people: events, names and faces of dice, the questions that are open then.

For authors who write a scenario: from these lines they learn the names that rolls and decisions have.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from server.core.events import DecisionOpened, Event
from server.core.state import Decision
from server.scenario.file import StepFile
from server.scenario.match import event_line, plain, short
from server.scenario.play import Throw


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was played. `refusal`: a sentence, or empty."""

    number: int
    step: StepFile
    events: Sequence[Event]
    dice: Sequence[Throw]
    decisions: Sequence[Decision]
    refusal: str = ""

    def lines(self) -> list[str]:
        """It all, with the deed above."""
        label = f" ({self.step.label})" if self.step.label else ""
        return [
            f"step {self.number}{label}: {deed(self.step)}",
            *([f"  refused: {self.refusal}"] if self.refusal else []),
            *(f"  {event_line(plain(event))}" for event in self.events),
            *(f"  die {die}" for die in self.dice),
            *(f"  open {_question(decision)}" for decision in self.decisions),
        ]

    def questions(self) -> list[Decision]:
        """All that were opened in the step, also those that were closed in it."""
        return [event.decision for event in self.events if isinstance(event, DecisionOpened)]


def deed(step: StepFile) -> str:
    """What a step does, in one line."""
    for name in ("do", "set", "rewind", "redo", "timeout"):
        value = getattr(step, name)
        if value:
            return f"{name} {short(value)}"
    return f"amend {step.amend.step}" if step.amend is not None else "look"


def name_of(decision: Decision) -> str:
    """A decision's name in its act."""
    return decision.id.partition("/")[2]


def _question(decision: Decision) -> str:
    """Its kind, its name, and whom it waits for."""
    return f"{decision.kind} {name_of(decision)}: waits for {', '.join(decision.unanswered()) or 'nobody'}"
