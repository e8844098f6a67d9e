"""As many combatants as an encounter may have: what the server makes of them stays within its own limits."""

from __future__ import annotations

import contextlib
import gc
import random
import sys
from collections import Counter
from collections.abc import Iterator
from types import FrameType
from typing import Any

import msgspec
import pytest

from client_demo.choice import choose
from protocol.limits import SERVER_FRAME_BYTES
from server.conformance.amount import many
from server.core.create import MOST_COMBATANTS, EncounterSpec
from server.core.errors import Rejected
from server.core.memo import Shelf
from server.core.secrecy import known
from server.core.size import MOST_EVENTS
from server.core.view import builtins, view
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.scenario.rehearsal import Rehearsal

SYSTEMS = systems()
ACTS = 12
LONG = many(60)
MOST_CALLS = 30_000
"""Of functions in one decision. The dearest, a start that rolls for everybody, takes 22,000, in about half of the 50 ms
that a decision may take (`table.DECIDE_S`); calls are counted, for clocks say something else on every machine."""


def crowd(name: str) -> EncounterSpec:
    """The demo's people, again and again, in rows two metres apart; the many are the GM's."""
    spec = encounter_file.parse_encounter(SYSTEMS[name].demo, name, SYSTEMS)
    people = list(spec.combatants.items())
    many = {}
    for number in range(MOST_COMBATANTS):
        who, one = people[number % len(people)]
        is_first = number < len(people)
        many[who if is_first else f"{who[:20]}_{number}"] = msgspec.structs.replace(
            one, name=f"{one.name} {number}", at=(2.0 * (number % 20), 2.0 * (number // 20)), hidden=False, seen_by=(),
            seat=one.seat if is_first else "gm",
        )  # fmt: skip
    return msgspec.structs.replace(spec, combatants=many)


def offered_and_seen(table: Rehearsal, seat: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Options and view as a client has them."""
    asker = table.asker(seat)
    knows = known(table.system, table.state, asker.audience)
    options = msgspec.to_builtins(table.system.options(knows, asker))
    return options, builtins(view(table.system, knows, asker.audience))


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_a_full_table_is_shown_fits_into_a_frame(name: str) -> None:
    """View and options together, of every seat, at the start and as the fight goes on."""
    table, luck = Rehearsal(SYSTEMS[name], crowd(name), None), random.Random(1)
    for _ in range(ACTS):
        for seat, place in table.state.ledger.seats.items():
            if place.role == "spectator":
                continue
            options, shown = offered_and_seen(table, seat)
            assert len(msgspec.json.encode([shown, options])) < SERVER_FRAME_BYTES
            chosen = choose(options, shown, luck)
            try:
                done = chosen is not None and table.submit(seat, *chosen)
            except Rejected:
                done = False
            if done:
                table.go_on()
                break


@contextlib.contextmanager
def counted_calls() -> Iterator[list[int]]:
    """How many functions of Python are called within. The collector waits: whoever listens to it would be counted in
    one run and not in another."""
    calls, collects = [0], gc.isenabled()

    def count(_frame: FrameType, what: str, _of: object) -> None:
        calls[0] += what == "call"

    gc.disable()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        if collects:
            gc.enable()


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_no_decision_at_a_full_table_takes_long(name: str) -> None:
    """All seats act by their options; whatever is taken or refused stays within its budget."""
    table, luck, most = Rehearsal(SYSTEMS[name], crowd(name), None), random.Random(1), Counter[str]()
    looking = Shelf()  # not the table's own: a decision is counted with nothing worked out for it before
    for _ in range(LONG):
        for seat in (seat for seat, place in table.state.ledger.seats.items() if place.role != "spectator"):
            with looking:
                chosen = choose(*offered_and_seen(table, seat), luck)
            if chosen is not None:
                with contextlib.suppress(Rejected), counted_calls() as calls:
                    table.submit(seat, *chosen)
                most[chosen[0]["type"]] = max(most[chosen[0]["type"]], calls[0])
                table.go_on()
                break
    assert len(most) > 1
    assert max(len(commit.events) for commit in table.timeline.commits) <= MOST_EVENTS / 2
    assert max(most.values()) < MOST_CALLS, most
