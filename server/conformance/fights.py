"""Random fights of every installed system, for the tests beside it. Proves nothing itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import msgspec.inspect
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from client_demo.choice import choose, filled
from server.conformance.amount import many
from server.core.create import EncounterSpec
from server.core.ids import GM
from server.core.intents import CORE_INTENTS
from server.core.options import Option
from server.core.secrecy import known
from server.core.system import System
from server.core.view import builtins
from server.encounter.file import parse_encounter
from server.encounter.installed import systems
from server.scenario.rehearsal import Rehearsal

SYSTEMS = systems()
STEPS = 60

every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))


def fights(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many fights of every system, each by a `seed` of its own; the same ones in every run."""
    checked = settings(
        max_examples=many(count), deadline=None, derandomize=True, database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )  # fmt: skip
    return lambda test: every_system(checked(given(seed=st.integers(0, 2**32))(test)))


def demo(name: str) -> EncounterSpec:
    """The system's demo encounter."""
    system = SYSTEMS[name]
    assert system.demo, f"{name} has no demo encounter: fights begin with one"
    return parse_encounter(system.demo, f"demo of {name}", SYSTEMS)


@cache
def sheets(name: str) -> tuple[dict[str, Any], ...]:
    """The sheets of all who are in the system's demo encounters, the large ones too: things that the first lacks."""
    system = SYSTEMS[name]
    demos = [parse_encounter(text, f"demo of {name}", SYSTEMS) for text in (system.demo, *system.more_demos)]
    return tuple(one.sheet for spec in demos for one in spec.combatants.values())


def any_options(system: System, luck: random.Random) -> dict[str, Any]:
    """House rules: a value for each of the system's options that is one of a few words, or yes or no."""
    info = msgspec.inspect.type_info(system.options_type)
    found: dict[str, Any] = {}
    for field in info.fields if isinstance(info, msgspec.inspect.StructType) else ():
        if isinstance(field.type, msgspec.inspect.BoolType):
            found[field.name] = luck.random() < 0.5
        elif isinstance(field.type, msgspec.inspect.LiteralType):
            found[field.name] = luck.choice(field.type.values)
    return found


def by_house_rules(name: str, luck: random.Random) -> EncounterSpec:
    """The demo encounter under other house rules; what it sets itself stays."""
    spec = demo(name)
    return msgspec.structs.replace(spec, options={**any_options(SYSTEMS[name], luck), **spec.options})


def hiding(spec: EncounterSpec, who: str, called: str) -> EncounterSpec:
    """The encounter with one combatant hidden, and with this id and name."""
    hidden = msgspec.structs.replace(spec.combatants[who], name=called.title(), hidden=True)
    people = {called if id == who else id: hidden if id == who else one for id, one in spec.combatants.items()}
    for id, one in people.items():
        aware = tuple(called if other == who else other for other in one.aware)
        people[id] = msgspec.structs.replace(one, aware=aware)
    return msgspec.structs.replace(spec, combatants=people)


def npc_of(spec: EncounterSpec, luck: random.Random) -> str:
    """One of the GM's combatants, where there is any."""
    return luck.choice([who for who, one in spec.combatants.items() if one.seat == GM] or list(spec.combatants))


def laid(name: str) -> Rehearsal:
    """The system's demo encounter, with real server dice."""
    return Rehearsal(SYSTEMS[name], demo(name), None)


def seats(table: Rehearsal) -> list[str]:
    """The GM and the players."""
    return [id for id, seat in table.state.ledger.seats.items() if seat.role != "spectator"]


def options(table: Rehearsal, seat: str) -> list[Option]:
    """What a seat may do now, and what not and why."""
    asker = table.asker(seat)
    with table.timeline.shelf:
        offered = table.system.options(known(table.system, table.state, asker.audience), asker)
    tags = {option.intent["type"] for option in offered}
    unknown = tags.difference(kind.__struct_config__.tag for kind in (*CORE_INTENTS, *table.system.intents))
    assert not unknown, f"offered, but not among System.intents (`declared` leaves the kit's out): {unknown}"
    return offered


def plain(table: Rehearsal, seat: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Options and view as a client has them."""
    return msgspec.to_builtins(options(table, seat)), builtins(table.view(table.asker(seat).audience))


def step(table: Rehearsal, luck: random.Random, goes_on: bool = True) -> bool:
    """Some seat does something that it is offered, and the server continues; False when nobody is offered anything."""
    done = chosen(table, luck)
    if done is None:
        return False
    table.submit(*done)
    if goes_on:
        table.go_on()
    return True


def chosen(table: Rehearsal, luck: random.Random, hurry: float = 0) -> tuple[str, dict[str, Any]] | None:
    """Some seat, and something that it is offered; None when nobody is offered anything. By the chance `hurry` a turn
    is ended at once."""
    order, hurries = seats(table), hurry > 0 and luck.random() < hurry
    luck.shuffle(order)
    for seat in order:
        offered, seen = plain(table, seat)
        ended = turn_ended(offered, seen, luck) if hurries else None
        found = choose(offered, seen, luck) if ended is None else (ended, None)
        if found is not None:
            return seat, found[0]
    return None


def turn_ended(offered: list[dict[str, Any]], seen: Any, luck: random.Random) -> dict[str, Any] | None:
    """Some way to end a turn, where one is offered."""
    ends = [one for one in offered if one.get("group") == "end" and one.get("who") and "reason" not in one]
    return filled(luck.choice(ends), seen, luck) if ends else None


def fight(name: str, seed: int, steps: int = STEPS) -> Rehearsal:
    """A random fight from the demo encounter."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(steps):
        if not step(table, luck):
            break
    return table
