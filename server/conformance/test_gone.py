"""Whoever was hidden and is taken off the table stays unknown, also in what it was part of."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from server.conformance.amount import many
from server.conformance.fights import STEPS, SYSTEMS, demo, every_system, hiding, npc_of, step
from server.core.ids import GM
from server.core.secrecy import hidden_from, not_seen_by_all
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal

WHO = "somebody_gone"


@pytest.mark.parametrize("seed", range(many(4)))
@every_system
def test_somebody_hidden_who_is_taken_off_the_table_is_never_named(name: str, seed: int) -> None:
    """As soon as a question is about it the GM takes it away, and the fight goes on."""
    luck = random.Random(seed)
    spec = demo(name)
    table = Rehearsal(SYSTEMS[name], hiding(spec, npc_of(spec, luck), WHO), None)
    while table.timeline.version < STEPS and step(table, luck, goes_on=False):
        if is_asked_about(table):
            break
        table.go_on()
    if WHO not in not_seen_by_all(table.state):
        return
    blind = [audience for audience in table.state.ledger.audiences() if WHO in hidden_from(table.state, audience)]
    table.submit(GM, {"type": "remove_combatant", "who": WHO})
    for _ in range(STEPS // 4):
        assert WHO not in learned(table, blind)
        if not table.go_on() and not step(table, luck, goes_on=False):
            return


def is_asked_about(table: Rehearsal) -> bool:
    """Does the topic of an open question name it?"""
    return any(WHO in json.dumps(decision.topic, default=repr) for decision in table.state.play.decisions)


def learned(table: Rehearsal, audiences: list[str]) -> str:
    """What these see now, and were told by the newest commit."""
    commit = table.timeline.commits[-1]
    views = [builtins(table.view(audience)) for audience in audiences]
    told = [msgspec.to_builtins(commit.told_to(audience)) for audience in audiences if audience in commit.told]
    return json.dumps([views, told], default=repr)
