"""Random fights of every installed system, for the tests beside it. Proves nothing itself."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from client_demo.choice import choose
from server.app import systems
from server.core.create import EncounterSpec
from server.core.options import Option
from server.core.secrecy import known
from server.core.view import builtins
from server.encounter_file import parse as parse_encounter
from server.rehearsal import Rehearsal

SYSTEMS = systems()
STEPS = 60

every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))


def fights(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many fights of every system, each by a `seed` of its own; the same ones in every run. FRAY_FIGHTS=10: ten
    times as many."""
    checked = settings(
        max_examples=count * int(os.environ.get("FRAY_FIGHTS", "1")), deadline=None, derandomize=True, database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )  # fmt: skip
    return lambda test: every_system(checked(given(seed=st.integers(0, 2**32))(test)))


def demo(name: str) -> EncounterSpec:
    """The system's demo encounter."""
    system = SYSTEMS[name]
    assert system.demo, f"{name} has no demo encounter: fights begin with one"
    return parse_encounter(system.demo, f"demo of {name}", SYSTEMS)


def laid(name: str) -> Rehearsal:
    """The system's demo encounter, with real server dice."""
    return Rehearsal(SYSTEMS[name], demo(name), None)


def seats(table: Rehearsal) -> list[str]:
    """The GM and the players."""
    return [id for id, seat in table.state.ledger.seats.items() if seat.role != "spectator"]


def options(table: Rehearsal, seat: str) -> list[Option]:
    """What a seat may do now, and what not and why."""
    asker = table.asker(seat)
    return table.system.options(known(table.system, table.state, asker.audience), asker)


def plain(table: Rehearsal, seat: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Options and view as a client has them."""
    return msgspec.to_builtins(options(table, seat)), builtins(table.view(table.asker(seat).audience))


def step(table: Rehearsal, luck: random.Random) -> bool:
    """Some seat does something that it is offered; False when nobody is offered anything."""
    order = seats(table)
    luck.shuffle(order)
    for seat in order:
        offered, seen = plain(table, seat)
        chosen = choose(offered, seen, luck)
        if chosen is not None:
            table.play(seat, chosen[0])
            return True
    return False


def fight(name: str, seed: int, steps: int = STEPS) -> Rehearsal:
    """A random fight from the demo encounter."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(steps):
        if not step(table, luck):
            break
    return table
