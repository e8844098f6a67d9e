"""Applying what the GM says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.rules.tactics.evolve.change import change, gear
from server.rules.tactics.state import events as e
from server.rules.tactics.state.state import Attack, Game


def _ruled(game: Game, event: e.RulingGiven) -> Game:
    apply = _BY_RULING.get(event.ruling)
    return game if apply is None else apply(game, event)


def _modifier(game: Game, event: e.RulingGiven) -> Game:
    """D-GEN-10: 0 removes it."""
    pair = f"{event.who}|{event.target}"
    rest = {other: n for other, n in game.modifiers.items() if other != pair}
    return replace(game, modifiers={**rest, pair: event.n} if event.n else rest)


def _on_attack(field: str) -> Callable[[Game, e.RulingGiven], Game]:
    """A ruling about the attack in progress."""

    def apply(game: Game, event: e.RulingGiven) -> Game:
        attack: Attack | None = game.attack
        value = (event.n or 0, event.more) if field == "projectile" else event.n
        return game if attack is None else replace(game, attack=replace(attack, **{field: value}))

    return apply


def _no_hands(game: Game, event: e.RulingGiven) -> Game:
    """D-BLK-5."""
    attack: Attack | None = game.attack
    return game if attack is None else replace(game, attack=replace(attack, refused=(*attack.refused, event.who)))


def _waived(game: Game, event: e.RulingGiven) -> Game:
    """D-ACT-9."""
    record = game.combatants[event.who].record
    return change(game, event.who, record=replace(record, waived=record.waived + (event.n or 0)))


def _most_attacks(game: Game, event: e.RulingGiven) -> Game:
    """D-MULT-3."""
    said = {**game.combatants[event.who].most_attacks, event.key: event.n or 0}
    return change(game, event.who, most_attacks=said)


def _marked(game: Game, event: e.RulingGiven) -> Game:
    """D-DECL-4, D-ACT-6."""
    record = game.combatants[event.who].record
    plan = tuple(replace(each, marked=True) if each.id == event.key else each for each in record.plan)
    committed = max(record.committed, event.n or 0)
    return change(game, event.who, record=replace(record, plan=plan, committed=committed))


_BY_RULING: dict[str, Callable[[Game, Any], Game]] = {
    "modifier": _modifier,
    "superior": _on_attack("superior"),
    "burst_penalty": _on_attack("burst"),
    "projectile": _on_attack("projectile"),
    "refuse": _no_hands,
    "waive_change": _waived,
    "max_attacks": _most_attacks,
    "mark_check": _marked,
}


def _adjusted(game: Game, event: e.GmAdjusted) -> Game:
    """The GM sets a value."""
    who, value = event.who, event.value
    match event.value_of:
        case "ammo" | "in_hand" | "broken":
            return gear(game, who, event.key, **{event.value_of: value})
        case "q_off" | "q_def":
            return _quality(game, event)
        case "status":
            statuses = tuple(status for status in game.combatants[who].statuses if status != event.key)
            return replace(change(game, who, statuses=(*statuses, event.key) if value else statuses), end_refused=False)
        case _:
            return change(game, who, **{event.value_of: value})


def _quality(game: Game, event: e.GmAdjusted) -> Game:
    """D-SUND-9: the note on the item says how far it is from what it was."""
    combatant = game.combatants[event.who]
    item, side = combatant.sheet.items.get(event.key), event.value_of.removeprefix("q_")
    if item is None or not isinstance(event.value, int):
        return game
    lost = max(0, int(getattr(item, event.value_of)) - event.value)
    whole = {"broken": False} if event.value > -5 else {}
    return gear(game, event.who, event.key, **{event.value_of: event.value, f"lost_{side}": lost, **whole})


RULINGS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.RulingGiven: _ruled,
    e.GmAnswered: lambda game, event: replace(game, end_refused=True) if event.goes_on else game,
    e.GmAdjusted: _adjusted,
    e.ObjectNamed: lambda game, event: replace(game, objects={**game.objects, event.object.name: event.object}),
}
