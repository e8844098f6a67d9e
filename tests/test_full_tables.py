"""As many combatants as an encounter may have: what the server makes of them stays within its own limits."""

from __future__ import annotations

import random

import msgspec
import pytest

from client_demo.choice import choose
from protocol.limits import SERVER_FRAME_BYTES
from server import encounter_file
from server.app import systems
from server.core.create import MOST_COMBATANTS, EncounterSpec
from server.core.errors import Rejected
from server.core.secrecy import known
from server.core.view import builtins, view
from server.rehearsal import Rehearsal

SYSTEMS = systems()
ACTS = 12


def crowd(name: str) -> EncounterSpec:
    """The demo's people, again and again, in rows two metres apart; the many are the GM's."""
    spec = encounter_file.parse(SYSTEMS[name].demo, name, SYSTEMS)
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


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_a_full_table_is_shown_fits_into_a_frame(name: str) -> None:
    """View and options together, of every seat, at the start and as the fight goes on."""
    table, luck = Rehearsal(SYSTEMS[name], crowd(name), None), random.Random(1)
    for _ in range(ACTS):
        for seat, place in table.state.ledger.seats.items():
            if place.role == "spectator":
                continue
            asker = table.asker(seat)
            knows = known(table.system, table.state, asker.audience)
            options = msgspec.to_builtins(table.system.options(knows, asker))
            shown = builtins(view(table.system, knows, asker.audience))
            assert len(msgspec.json.encode([shown, options])) < SERVER_FRAME_BYTES
            chosen = choose(options, shown, luck)
            try:
                done = chosen is not None and table.submit(seat, *chosen)
            except Rejected:
                done = False
            if done:
                table.go_on()
                break
