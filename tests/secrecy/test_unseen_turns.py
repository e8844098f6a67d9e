"""Turns that an amendment gives to somebody hidden: the table must not learn of them by when the next one begins."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from server.conformance.worlds.hidden import HIDDEN, World, base_spec, hidden_spec, with_one, world
from server.core.events import Amended
from server.core.history import amend
from server.core.intents import Amend, Edit, TermEdit

SEEDS = 60
LAST = -30
"""So much is added to the late-comer's initiative: its turn becomes the last one."""


def laid(name: str, seed: int) -> World:
    """A fight with somebody hidden, begun."""
    luck, spec = random.Random(seed), base_spec(name)
    at = world(name, with_one(spec, hidden_spec(spec, luck), luck), seed)
    at.is_restless = False  # it waits for its turn
    start = next(option for option in at.offered("gm") if option["intent"]["type"] == "start_combat")
    at.does("step start", "gm", start["intent"])
    at.lurk()
    return at


def joins(at: World) -> None:
    """A late-comer, like one who is there; then all have their turns until its own begins, or nobody's is on."""
    model = next(iter(at.state.play.pieces))
    fields = {"side": at.state.play.pieces[model].side, "sheet": at.state.play.game.combatants[model].sheet}
    late = msgspec.to_builtins({"type": "add_combatant", "who": "late", "name": "Late", "seat": "gm", **fields})
    at.does("step join", "gm", late)
    for number in range(12):
        at.lurk()
        end: Any = at.system.turn_end(at.state)
        if end is None or end.who == "late":
            return
        at.does(f"step {number}", "gm", end)


def last_of_all(at: World) -> amend.Preview:
    """The late-comer rolls too little for the turn that has just begun."""
    joined = next(commit.version for commit in at.timeline.commits if "late" in str(commit.submitted.intent))
    target = next(position for position in at.timeline.line() if position.version == joined)
    edit = Edit(at=target, terms=(TermEdit("initiative", "late", "gm", LAST),))
    seen = amend.preview(at.timeline, target, (edit,))
    at.submit("gm", Amend(target=target, edits=(edit,), digest=seen.digest))
    return seen


@pytest.mark.parametrize("name", ["brink", "tirakan"])
def test_a_hidden_one_does_nothing_in_a_turn_that_only_an_amendment_gave(name: str) -> None:
    """In the same commit the next turn begins that the table sees; the GM reads that the hidden one's has passed."""
    for seed in range(SEEDS):
        at = laid(name, seed)
        joins(at)
        if getattr(at.system.turn_end(at.state), "who", "") != "late":
            continue
        steps = last_of_all(at).steps
        if any(step.outcome == "defaulted" and getattr(step.intent, "who", "") == HIDDEN for step in steps):
            break
    else:
        pytest.fail("no hidden one was given a turn")
    end: Any = at.system.turn_end(at.state)
    assert end.who not in (HIDDEN, "late")
    (told,) = (event for event in at.timeline.commits[-1].told_to("public") if isinstance(event, Amended))
    assert type(told.steps[-1].events[0]).__name__ == "TurnStarted"
    assert HIDDEN not in str(told)
