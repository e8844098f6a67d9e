"""Two worlds of Night Watch: in one somebody hidden plans, and those who see it think again. Whoever does not see it is
told the same in both."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from toy_two import SYSTEM

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal

BLIND = ("public", "seat:dan")
OPEN = ("anna", "abel", "ben", "dora")


def laid() -> Rehearsal:
    """Cat, Bob's, is hidden; Abel, whom Ann plays as she plays Anna, has noticed her; Dan sees what all see."""
    one = CombatantSpec
    spec = EncounterSpec(
        title="Watch",
        system="toy_two",
        seats={seat: SeatSpec(name=seat.title()) for seat in ("ann", "bob", "dan")},
        combatants={
            "anna": one(name="Anna", side="watch", seat="ann"),
            "abel": one(name="Abel", side="watch", seat="ann"),
            "ben": one(name="Ben", side="thieves", seat="bob"),
            "cat": one(name="Cat", side="thieves", seat="bob", hidden=True, aware=("abel",)),
            "dora": one(name="Dora", side="thieves", seat="dan"),
        },
    )
    table = Rehearsal(SYSTEM, spec, None)
    table.play("gm", {"type": "start"})
    return table


def does(table: Rehearsal, who: str, deed: dict[str, Any]) -> None:
    """Whoever plays it; one commit, in a second of its own."""
    table.submit(table.state.ledger.controller(who), {"who": who, **deed})


def believed(table: Rehearsal) -> set[str]:
    """Whom the blind think to have settled."""
    decision: Any = table.view("public").decision
    return {who for who, ask in decision.asks.items() if ask.answered}


def play(luck: random.Random, is_cat_busy: bool) -> Rehearsal:
    """All plan and settle; what all see is drawn by `luck`. Cat settles in the end, and perhaps plans before."""
    table, secret = laid(), random.Random(luck.random())
    while len(believed(table)) < len(OPEN):
        who = luck.choice([who for who in OPEN if who not in believed(table)])
        if luck.random() < 0.4 and may_plan(table, who):
            does(table, who, {"type": "plan", "deeds": [{"kind": "guard"}]})
        else:
            does(table, who, {"type": "settle"})
        if is_cat_busy and secret.random() < 0.5 and may_plan(table, "cat"):
            does(table, "cat", {"type": "plan", "deeds": [{"kind": "strike", "target": "anna"}]})
        if is_cat_busy and secret.random() < 0.5:
            settle_again(table)
    settle_again(table)
    does(table, "cat", {"type": "settle"})
    return table


def may_plan(table: Rehearsal, who: str) -> bool:
    """Twice in a round."""
    plans: int = table.state.play.game.fighters[who].plans
    return plans < 2


def settle_again(table: Rehearsal) -> None:
    """Those whose answers fell unheard give them again."""
    decision = table.state.play.decision
    assert decision is not None
    for who in decision.unanswered():
        if who in believed(table):
            does(table, who, {"type": "settle"})


@pytest.mark.parametrize("seed", range(12))
def test_what_somebody_hidden_plans_leaves_no_trace(seed: int) -> None:
    """Nothing is told, no number is used up, no view changes."""
    quiet, busy = (play(random.Random(seed), is_cat_busy) for is_cat_busy in (False, True))
    assert busy.timeline.version > quiet.timeline.version
    for audience in BLIND:
        assert heard(busy, audience) == heard(quiet, audience)
        assert builtins(busy.view(audience)) == builtins(quiet.view(audience))
    assert heard(busy, "seat:ann") != heard(quiet, "seat:ann")


def heard(table: Rehearsal, audience: str) -> list[Any]:
    """What it was told, commit by commit, with its numbers."""
    commits = [commit for commit in table.timeline.commits if audience in commit.told]
    return [(commit.told[audience].n, msgspec.to_builtins(commit.told_to(audience))) for commit in commits]
