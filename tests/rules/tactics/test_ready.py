"""D-TAC-4: each change takes back the own mark, so whoever makes one may be ready with the same tap."""

from __future__ import annotations

from typing import Any

import pytest

from server.conformance.fights import laid, options
from server.rules.tactics import SYSTEM
from server.scenario.rehearsal import Rehearsal
from tests.rules.tactics.test_menu import of

FOLLOWS = SYSTEM.catalog["follows"]
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "tactics": ("tactics_set", {"oT": 0}),
    "declare": ("actions_declare", {"plan": [{"kind": "talk"}]}),
}


def phase(name: str) -> Rehearsal:
    """The demo while all split or plan."""
    table = laid("tactics")
    table.play("gm", {"type": "encounter_start"})
    if name == "declare":
        table.play("gm", {"type": "gm_lock_phase"})
    return table


def is_ready(table: Rehearsal, who: str) -> bool:
    """Does its mark stand?"""
    decision = table.state.play.decision
    assert decision is not None
    return decision.asks[who].answer is not None


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("was_ready", [False, True])
def test_who_changes_something_may_be_ready_with_the_same_tap(name: str, was_ready: bool) -> None:
    """Whether it was ready or not; others who were look again."""
    table, (key, values) = phase(name), CHANGES[name]
    for who in ("maren", "ash") if was_ready else ("ash",):
        table.play("gm", {"type": "phase_settle", "who": who})
    table.play("maren", {**of(table, "maren", key).intent, **values})
    assert not is_ready(table, "maren")
    table.play("maren", {"type": FOLLOWS[key], "who": "maren"})
    assert is_ready(table, "maren")
    assert not is_ready(table, "ash")


def test_nothing_else_is_followed_by_anything() -> None:
    """All that changes tactics or a plan is, and what ends a question is the end of it."""
    found: set[str] = set()
    for name in CHANGES:
        table = phase(name)
        found |= {option.key for option in options(table, "maren") if option.who == "maren" and option.goal != "end"}
    assert {"tactics_set", "actions_declare", "plan_strike"} <= found
    assert found | {"plan_burst", "plan_spray"} == {*FOLLOWS}
