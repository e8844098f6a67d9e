"""Of the fallen no turn is announced in any system that has turns: neither that it begins, nor that it is over."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from server.cli.sentences import Sentences
from server.conformance.fights import SYSTEMS, chosen, laid
from server.core.ids import GM

DEAD: dict[str, dict[str, Any]] = {
    "ambersteel": {"value_of": "status", "key": "dead", "value": True},
    "brink": {"value_of": "status", "value": "dead"},
    "tirakan": {"value_of": "condition", "key": "dead", "value": 1},
    "tirakan_classic": {"value_of": "status", "value": "dead"},
}
"""How the game master kills somebody. In Tactics all act at once, and nobody has a turn."""
STEPS = 60
TURN = re.compile(r"\bturn\b", re.IGNORECASE)


@pytest.mark.parametrize("name", DEAD)
def test_of_the_dead_no_turn_is_told(name: str) -> None:
    """Turns are ended quickly, so that that of the dead comes up in the order."""
    table, luck = laid(name), random.Random(1)
    sentences = Sentences(SYSTEMS[name].catalog, "en")
    sentences.names |= {who: f"<{who}>" for who in table.state.play.pieces}
    dead, told = "", list[str]()
    for _ in range(STEPS):
        done = chosen(table, luck, hurry=0.9)
        if done is None or table.state.play.phase == "ended":
            break
        since = len(table.sealed)
        table.play(*done)
        if not dead and table.state.play.phase != "setup" and table.state.play.decision is None:
            dead = next(who for who in reversed(table.state.play.pieces) if who not in table.view(GM).turn)
            table.play(GM, {"type": "gm_set", "who": dead, **DEAD[name]})
        elif dead:
            events = [event for sealed in table.sealed[since:] for event in sealed.commit.events]
            told += [sentences.of(msgspec.to_builtins(event)) for event in events]
    assert dead
    assert table.view(GM).combatants[dead].out
    turns = [line for line in told if TURN.search(line)]
    assert len(turns) > 2
    assert [line for line in turns if f"<{dead}>" in line] == []
