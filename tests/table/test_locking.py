"""When the server locks a question: no sooner than is needed so that the moment tells nothing of whoever is hidden."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from three_cups import SYSTEM, Begin, Begun, able, decide

from server.core.state import Ask, TableOptions
from server.scenario.rehearsal import Rehearsal
from server.table.duties import Duties
from server.table.moments import Moments
from tests.core.test_three_cups import spec
from tests.support.clocks import HandClock

MIN_S = 10


class Locking:
    """All choose until the last has (Cat, Ann's, is hidden from Bob and the public), each at a time of its own."""

    def __init__(self, least_s: int = 0) -> None:
        def begins(draft: Any, intent: Any) -> None:
            if not isinstance(intent, Begin):
                decide(draft, intent)
                return
            draft.emit(Begun())
            draft.open("choose", "choose", {who: Ask() for who in able(draft.game)}, locks=True, least_s=least_s)

        laid = msgspec.structs.replace(spec(), table=TableOptions(min_window_s=MIN_S, join="links"))
        self.table = Rehearsal(replace(SYSTEM, decide=begins), laid)
        self.clock = HandClock()
        moments = Moments(self.clock, self.table.timeline)
        chronicle: Any = SimpleNamespace(
            timeline=self.table.timeline, moments=moments, log_end=SimpleNamespace(found_at=0)
        )
        waiting: Any = SimpleNamespace(due=lambda: None)
        keeper: Any = None
        self.duties = Duties(chronicle, keeper, lambda _intent: None, waiting)
        self.table.submit("gm", {"type": "begin"})
        moments.see()
        self._moments, self._begun = moments, self.clock.now

    def lift(self, who: str, at_s: int) -> None:
        """It chooses so many seconds after the beginning."""
        self.clock.now = self._begun + at_s * 1000
        self.table.submit(self.table.state.ledger.controller(who), {"type": "choose", "who": who, "cup": 1})
        self._moments.see()

    def locks_s(self) -> float:
        """When the server goes on, in seconds after the beginning."""
        due = self.duties.due()
        assert due is not None
        assert type(due[1]).__name__ == "Continue"
        return (due[0] - self._begun) / 1000


@pytest.mark.parametrize("cat_s", [3, 21, 30])
def test_a_hidden_answer_within_the_time_that_all_wait_changes_nothing(cat_s: int) -> None:
    """It locks so long after what all were told last, whether Cat answers before or after it."""
    one = Locking()
    one.lift("a", 5)
    for who, at_s in sorted({"b": 20, "c": cat_s}.items(), key=lambda item: item[1]):
        one.lift(who, at_s)
    assert one.locks_s() == 20 + MIN_S


def test_it_waits_for_who_is_hidden_longer_than_that() -> None:
    """Then it locks at once: that can be noticed, and only a fixed time hides it."""
    one = Locking()
    for who, at_s in (("a", 5), ("b", 20), ("c", 45)):
        one.lift(who, at_s)
    assert one.locks_s() <= 45


@pytest.mark.parametrize("cat_s", [3, 45, 100])
def test_with_a_fixed_time_it_locks_when_that_is_over(cat_s: int) -> None:
    """Whoever answers when."""
    one = Locking(least_s=120)
    for who, at_s in sorted({"a": 5, "b": 20, "c": cat_s}.items(), key=lambda item: item[1]):
        one.lift(who, at_s)
    assert one.locks_s() == 120
