"""What was worked out for one audience, taken again for others who see the same combatants and would have answered
alike whatever was asked of it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from server.core.knowing.viewer import Answers, would_answer

T = TypeVar("T")


class Shared(Generic[T]):
    """Results of one kind about one state, or one trail of events. `unseen`: whom an audience does not see, in whatever
    form; with None it shares nothing."""

    def __init__(self) -> None:
        self._found: dict[Hashable, list[tuple[Answers, T]]] = {}

    def of(self, audience: str, unseen: Hashable) -> T | None:
        """What holds for this audience too; None: nothing yet."""
        for asked, made in self._found.get(unseen, ()):
            if would_answer(audience, asked):
                return made
        return None

    def keep(self, unseen: Hashable, asked: Answers, made: T) -> None:
        """Keep what was worked out for one of them (not None), and what was asked of it."""
        if unseen is not None:
            self._found.setdefault(unseen, []).append((asked, made))
