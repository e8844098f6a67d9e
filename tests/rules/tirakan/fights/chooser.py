"""Plays any seat at random: picks an offered option and offered values for what it leaves open."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from server.core.deciding.decide import parse_intent
from server.core.intents import Intent
from server.core.options import Choice, Option, Param
from server.core.secrecy import known
from server.core.space import Point
from server.scenario.rehearsal import Rehearsal

SKIP = {"end_combat", "side_out", "set_distance", "gm_set", "add_combatant"}
"""What would only stop a fight, or has nothing to do with it."""


DEFENCES = {"dodge", "parry", "shield_parry", "object_parry"}


def offered(table: Rehearsal, seat: str) -> list[Option]:
    """All options of a seat."""
    asker = table.asker(seat)
    with table.timeline.shelf:
        return table.system.options(known(table.system, table.state, asker.audience), asker)


def fill(option: Option, luck: random.Random, table: Rehearsal) -> dict[str, Any]:
    """The option's intent with random offered values."""
    intent: dict[str, Any] = _copy(option.intent)
    for param in option.params:
        if param.optional and luck.random() < 0.5:
            continue
        _put(intent, param.name.split("."), _value(param, option, luck, table))
    return intent


def _copy(value: Any) -> Any:
    return {key: _copy(each) for key, each in value.items()} if isinstance(value, dict) else value


def _put(intent: dict[str, Any], path: list[str], value: Any) -> None:
    for name in path[:-1]:
        intent = intent[name]
    intent[path[-1]] = value


def _value(param: Param, option: Option, luck: random.Random, table: Rehearsal) -> Any:
    allowed = [choice for choice in param.choices if choice.reason is None]
    kinds: dict[str, Callable[[], Any]] = {
        "choice": lambda: luck.choice(allowed).value,
        "many": lambda: [each.value for each in luck.sample(allowed, luck.randint(param.least, min(param.most, 2)))],
        "number": lambda: luck.randint(param.least, min(param.most, param.least + 3)),
        "text": lambda: "something else"[: param.most],
        "path": lambda: [list(_somewhere(table, option.who, param.most, luck))],
        "point": lambda: list(_somewhere(table, option.who, 600, luck)),
        "assign": lambda: _assigned(param, allowed, luck),
    }
    return kinds[param.kind]()


def _somewhere(table: Rehearsal, who: str, most_cm: int, luck: random.Random) -> Point:
    x, y = table.state.play.pieces[who].at or (0, 0)
    step = luck.randint(0, most_cm)
    return (x + step, y) if luck.random() < 0.5 else (x - step, y)


def _assigned(param: Param, units: list[Choice], luck: random.Random) -> list[dict[str, Any]]:
    goals = [goal.value for goal in param.goals]
    pairs: list[dict[str, Any]] = []
    for unit in luck.sample(units, len(units)):
        fitting = [goal for goal in goals if not unit.fits or goal in unit.fits]
        if fitting and len(pairs) < param.most and (len(pairs) < param.least or luck.random() < 0.7):
            goal = luck.choice(fitting)
            goals.remove(goal)
            pairs.append({"unit": unit.value, "hit": goal})
    return pairs


WEIGHTS = {
    "end_turn": 12, "pass_reaction": 30, "withdraw_reaction": 0.3, "custom": 0.1, "walk_custom": 0.1,
    "walk_use_item": 0.1, "use_item": 0.1,
    "gm_set_perception": 0.03, "gm_inflict_hits": 0.03, "gm_skip_turn": 0.03,
}  # fmt: skip
"""Fights should move on, with actions saved so that acts are answered."""


def weight(option: Option) -> float:
    """Attacks and answers more often than rulings, defences more often than other reactions."""
    if option.key in DEFENCES:
        return 60
    if option.key in WEIGHTS:
        return WEIGHTS[option.key]
    return 4 if option.key == "attack" else 0.1 if option.group == "gm" else 1


def step(table: Rehearsal, luck: random.Random) -> Intent | None:
    """One random offered intent of a random seat, submitted; None if nobody is offered anything."""
    seats = [seat for seat in table.state.ledger.seats if seat != "spectator"]
    for seat in luck.sample(seats, len(seats)):
        found = [option for option in offered(table, seat) if option.reason is None and option.key not in SKIP]
        if found:
            option = luck.choices(found, [weight(each) for each in found])[0]
            intent = parse_intent(table.system, fill(option, luck, table))
            table.submit(seat, intent, known_id(table, seat) if option.answers else None)
            return intent
    return None


def known_id(table: Rehearsal, seat: str) -> str | None:
    """The open decision as the seat knows it."""
    decision = known(table.system, table.state, table.asker(seat).audience).play.decision
    return decision.id if decision is not None else None
