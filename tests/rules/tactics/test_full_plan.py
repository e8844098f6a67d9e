"""A plan of as many actions as there may be."""

from __future__ import annotations

import random

from server.conformance.fights import laid, options, seats, step
from server.rules.tactics.state.plan import MOST_ACTIONS

TALK = {"type": "actions_declare", "plan": [{"kind": "talk"}] * MOST_ACTIONS}


def test_a_full_plan_offers_no_attack_beside_it() -> None:
    """One more action would be one too many, and nobody's options fail for that."""
    table, luck = laid("tactics"), random.Random(1)
    while (decision := table.state.play.decision) is None or decision.kind != "declare":
        assert step(table, luck)
    who = next(who for who, ask in decision.asks.items() if ask.answer is None and who in table.state.play.pieces)
    table.play("gm", {**TALK, "who": who})
    keys = {option.key for each in seats(table) for option in options(table, each) if option.who == who}
    assert "actions_declare" in keys
    assert "plan_strike" not in keys
