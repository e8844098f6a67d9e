"""Questions that lock: all plan at once, perhaps somebody hidden too, and answers change until the last one is in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import to_builtins
from three_cups import SYSTEM, Begin, Begun, able, decide

from server.core.intents import CloseDecision, Expire
from server.core.state import Ask, Decision
from server.scenario.rehearsal import Rehearsal
from tests.core.test_three_cups import spec

TIME_S = 120


def table_that_plans(*asked: str) -> Rehearsal:
    """Three Cups (Cat, Ann's, is hidden from Bob) in which these choose until all have."""

    def begins(draft: Any, intent: Any) -> None:
        if not isinstance(intent, Begin):
            decide(draft, intent)
            return
        draft.emit(Begun())
        asks = {who: Ask() for who in able(draft.game) if who in asked}
        draft.open("choose", "choose", asks, locks=True, time_s=TIME_S, least_s=TIME_S)

    table = Rehearsal(replace(SYSTEM, decide=begins), spec(), [4] * 9)
    table.play("gm", {"type": "begin"})
    return table


def lift(table: Rehearsal, who: str, cup: int) -> None:
    """Whoever plays it lifts a cup."""
    seat = table.state.ledger.controller(who)
    table.play(seat, {"type": "choose", "who": who, "cup": cup})


def heard(table: Rehearsal, audience: str = "seat:bob") -> list[Any]:
    """All that the audience was told since the cups stand there, commit by commit, without times."""
    told = (commit.told_to(audience) for commit in table.timeline.commits[1:])
    return [[timeless(to_builtins(event)) for event in commit] for commit in told if commit]


def timeless(event: dict[str, Any]) -> dict[str, Any]:
    """The event as if it had taken place at no time."""
    decision = event.get("decision")
    if isinstance(decision, dict):
        event["decision"] = timeless(decision)
    return {name: value for name, value in event.items() if name not in ("at", "opened_at")}


def question(table: Rehearsal) -> Decision:
    """The open one."""
    decision = table.state.play.decision
    assert decision is not None
    return decision


def run_out(table: Rehearsal) -> None:
    """The clock runs out."""
    decision = question(table)
    table.submit("server", Expire(decision=decision.id, opened_at=decision.opened_at))
    table.go_on()


def test_answers_change_until_the_last_and_hidden_one_has_answered() -> None:
    """Bob sees that all whom he knows of have chosen, and chooses again."""
    table = table_that_plans("a", "b", "c")
    lift(table, "a", 1)
    lift(table, "b", 1)
    decision: Any = table.view("seat:bob").decision
    assert {who: ask.answered for who, ask in decision.asks.items()} == {"a": True, "b": True}
    lift(table, "b", 2)
    assert question(table).locks
    lift(table, "c", 3)
    assert not question(table).locks


def test_nobody_is_told_that_somebody_hidden_was_waited_for() -> None:
    """Whether Cat answers late, not at all, or is not asked: Bob is told the same, in the same order."""
    alone = table_that_plans("a", "b")
    for who in "ab":
        lift(alone, who, 1)
    late = table_that_plans("a", "b", "c")
    for who in "abc":
        lift(late, who, 1)
    never = table_that_plans("a", "b", "c")
    for who in "ab":
        lift(never, who, 1)
    run_out(never)
    ended = table_that_plans("a", "b", "c")
    for who in "ab":
        lift(ended, who, 1)
    ended.play("gm", CloseDecision(decision=question(ended).id))
    closing = [event for commit in heard(late) for event in commit if event["type"] == "DecisionClosed"]
    assert [event["by"] for event in closing] == ["continued"]
    for table in (late, never, ended):
        assert heard(table) == heard(alone)
