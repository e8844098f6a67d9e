"""Tables for the tests: the sheets of the worked examples on a small map, and a chooser of random options."""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.deciding.decide import parse_intent
from server.core.intents import CloseDecision, Intent
from server.core.options import Option, Param
from server.core.secrecy import known
from server.core.state import TableOptions
from server.rules.brink import SYSTEM
from server.scenario.rehearsal import Rehearsal

ROOT = Path(__file__).parents[3] / "tests" / "scenarios" / "brink" / "_cast.toml"
CAST: dict[str, Any] = tomllib.loads(ROOT.read_text("utf-8"))["cast"]
"""The sheets of the worked examples, as the scenarios have them."""

SKIP = {
    "end_combat",
    "gm_set",
    "set_enmity",
    "gm_refuse",
    "gm_end_turn",
    "add_combatant",
    "set_terrain",
    "clear_terrain",
}
"""What would only stop a fight, or has nothing to do with it."""


def combatant(like: str, at: tuple[float, float] | None = None, hidden: bool = False, **sheet: Any) -> CombatantSpec:
    """One of the cast, somewhere."""
    one = {**CAST[like], "sheet": {**CAST[like]["sheet"], **sheet}}
    return msgspec.structs.replace(msgspec.convert(one, CombatantSpec), at=at, hidden=hidden)


def laid(
    people: dict[str, CombatantSpec], dice: Iterable[int] | None = None, public: bool = False, **options: Any
) -> Rehearsal:
    """A table with these combatants, each played by the seat of its sheet."""
    seats = {one.seat: SeatSpec(name=one.seat) for one in people.values() if one.seat != "gm"}
    spec = EncounterSpec(
        title="A fight", system="brink", options=options, seats=seats, combatants=people,
        table=TableOptions(npc_numbers_public=public),
    )  # fmt: skip
    return Rehearsal(SYSTEM, spec, dice)


def demo(luck: random.Random, hidden: tuple[str, ...] = (), **options: Any) -> Rehearsal:
    """The demo's fight, begun; its dice are the server's own."""
    spec = msgspec.convert(tomllib.loads(SYSTEM.demo), EncounterSpec)
    people = {who: msgspec.structs.replace(one, hidden=who in hidden) for who, one in spec.combatants.items()}
    spec = msgspec.structs.replace(spec, options={**spec.options, **options}, combatants=people)
    table = Rehearsal(SYSTEM, spec, None)
    start = [option for option in offered(table, "gm") if option.key in ("start_combat", "opening_attack")]
    table.play("gm", fill(luck.choice(start), luck, table))
    return table


# --- choosing --------------------------------------------------------------------------------------------------------


def offered(table: Rehearsal, seat: str) -> list[Option]:
    """All options of a seat."""
    asker = table.asker(seat)
    return table.system.options(known(table.system, table.state, asker.audience), asker)


def fill(option: Option, luck: random.Random, table: Rehearsal) -> dict[str, Any]:
    """The option's intent with random offered values."""
    intent: dict[str, Any] = copy.deepcopy(option.intent)
    for param in option.params:
        if not param.optional or luck.random() < 0.4:
            _put(intent, param.name.split("."), _value(param, option, luck, table))
    return intent


def _put(intent: dict[str, Any], path: list[str], value: Any) -> None:
    for name in path[:-1]:
        intent = intent[name]
    intent[path[-1]] = value


def _value(param: Param, option: Option, luck: random.Random, table: Rehearsal) -> Any:
    allowed = [choice.value for choice in param.choices if choice.reason is None]
    if param.kind == "choice":
        return luck.choice(allowed)
    if param.kind == "many":
        return luck.sample(allowed, luck.randint(param.least, min(param.most, 2)))
    if param.kind == "number":
        return luck.randint(param.least, min(param.most, param.least + 3))
    if param.kind == "text":
        return "something else"
    assert param.kind == "path", param
    return [_step(table, option.who, param.most // (2 if param.rough else 1), luck)]


def _step(table: Rehearsal, who: str, most_cm: int, luck: random.Random) -> list[int]:
    """Towards a foe, so that people meet."""
    pieces = table.state.play.pieces
    x, y = pieces[who].at or (0, 0)
    foes = [one.at for one in pieces.values() if one.at is not None and one.side != pieces[who].side]
    to_x, to_y = luck.choice(foes or [(x, y)])
    far = max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
    part = min(0.9, (most_cm - 1) / far)
    return [int(x + (to_x - x) * part), int(y + (to_y - y) * part)]


def weight(option: Option) -> float:
    """Fights should move on: attacks and answers more often than rulings."""
    if option.key in ("attack", "skill", "take_opportunity"):
        return 8
    if option.group == "answer":
        return 3
    rare = {"gm": 0.03, "end": 0.7, "free": 0.15}
    return 0.1 if option.key in ("forfeit", "custom", "delay_turn", "swap", "swap_ep") else rare.get(option.group, 1)


def step(table: Rehearsal, luck: random.Random) -> Intent | None:
    """One random offered intent of a random seat, submitted; None if nobody is offered anything."""
    seats = [seat for seat in table.state.ledger.seats if seat != "spectator"]
    for seat in luck.sample(seats, len(seats)):
        found = [option for option in offered(table, seat) if option.reason is None and option.key not in SKIP]
        if any(option.group not in ("free", "gm") for option in found) or (found and luck.random() < 0.05):
            option = luck.choices(found, [weight(each) for each in found])[0]
            intent = parse_intent(table.system, fill(option, luck, table))
            table.submit(seat, intent, table.meant(option))
            return intent
    return None if table.state.play.decision is None else close(table)


def close(table: Rehearsal) -> Intent | None:
    """Nobody wanted to do anything: the GM ends the question that is open."""
    decision = table.state.play.decision
    if decision is None or not decision.unanswered():
        return None
    intent = CloseDecision(decision=decision.id)
    table.submit("gm", intent)
    return intent
