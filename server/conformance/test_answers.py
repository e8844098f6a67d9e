"""Whose answer counts for what: for the question that the seat sees, whatever else is open."""

from __future__ import annotations

import random

from client_demo.choice import choose
from server.conformance.fights import STEPS, SYSTEMS, by_house_rules, fights, hiding, npc_of, plain, seats
from server.conformance.storms import meddle
from server.core import events as e
from server.core.ids import GM
from server.core.secrecy import hidden_from, sees_decision
from server.core.state import State
from server.scenario.rehearsal import Rehearsal

MEDDLES = 0.3
"""So often the GM makes use of a power before somebody acts."""


def meddled(name: str, seed: int) -> Rehearsal:
    """A random fight with one of the GM's people hidden, in which the GM rules this and that at any time."""
    luck = random.Random(seed)
    spec = by_house_rules(name, luck)
    table = Rehearsal(SYSTEMS[name], hiding(spec, npc_of(spec, luck), "lurker"), None)
    for _ in range(STEPS):
        if table.state.play.phase == "running" and luck.random() < MEDDLES:
            meddle(table, luck)
        elif not act(table, luck):
            break
    return table


def act(table: Rehearsal, luck: random.Random) -> bool:
    """Players go before the GM, so that they answer while the GM still owes an answer; False when nobody can."""
    for seat in sorted(seats(table), key=lambda seat: seat == GM):
        chosen = choose(*plain(table, seat), luck)
        if chosen is not None:
            table.submit(seat, *chosen)
            table.go_on()
            return True
    return False


@fights(8)
def test_an_answer_counts_for_a_question_that_its_seat_sees(name: str, seed: int) -> None:
    """Of an act of a player no event answers a question that the seat knows nothing of, or for one who is not asked."""
    table = meddled(name, seed)
    timeline = table.timeline
    for position in timeline.line():
        commit, ledger = timeline.commit(position.version), timeline.ledger
        if position.version <= max(1, ledger.begun):
            continue
        state = State(timeline.play_at(timeline.before[position]), ledger)
        audience, open_ones = ledger.audience(commit.submitted.seat), {d.id: d for d in state.play.decisions}
        if commit.submitted.answers is not None and commit.submitted.intent.by != "server":
            meant = open_ones[commit.submitted.answers]
            assert sees_decision(state, audience, meant, hidden_from(state, audience))
        for event in commit.events:
            if isinstance(event, e.Answered) and event.decision in open_ones:
                assert event.who in open_ones[event.decision].asks
