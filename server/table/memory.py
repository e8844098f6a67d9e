"""What one table keeps of its past beside its head, weighed and let go as a whole: a keeper of the budget."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from server.core.timeline.timeline import Timeline
from server.past.pages import Pages
from server.process.budget import Budget
from server.table.recall import Recall


class PastMemory:
    """One table's past in memory: commits, plays and previews of its timeline, and the pages made of them."""

    def __init__(self, timeline: Timeline, recall: Recall, budget: Budget) -> None:
        self.pages = Pages(timeline)
        self._timeline = timeline
        self._recall = recall
        self._budget = budget
        self._readers = 0
        self._is_closed = False

    @property
    def weight_bytes(self) -> int:
        """About how much that is."""
        return self._timeline.weight_bytes + self.pages.weight_bytes

    def let_go(self) -> None:
        """Keep the head alone, and what somebody is being answered from."""
        if not self._readers:
            self.pages.let_go()
        self._recall.let_go()

    @contextlib.contextmanager
    def read(self) -> Iterator[None]:
        """Somebody is being answered from it; after that it is weighed anew."""
        self._readers += 1
        try:
            yield
        finally:
            self._readers -= 1
            self.used()

    def used(self) -> None:
        """There may be more of it: somebody has played or looked back."""
        if not self._is_closed:  # an answer may still be given up
            self._budget.use(self)

    def release(self) -> None:
        """Let go, and weigh nothing until it is used again."""
        self._budget.release(self)

    def close(self) -> None:
        """Weigh nothing any more."""
        self._is_closed = True
        self._budget.forget(self)
