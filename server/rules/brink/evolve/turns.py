"""Applying events to the order of turns: rounds, turns, delays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.kit.order import behind
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import members
from server.rules.brink.state.state import Boundary, Delay, Game


def _started(game: Game, _event: e.CombatStarted) -> Game:
    return replace(game, stage="opening")


def _rolled(game: Game, event: e.InitiativeRolled) -> Game:
    return replace(game, faces={**game.faces, event.slot: (event.face + event.extra,)})


def _tied(game: Game, event: e.InitiativeTieBroken) -> Game:
    more = {slot: (*game.faces[slot], face) for slot, face in event.faces.items()}
    return replace(game, faces={**game.faces, **more})


def _round(game: Game, event: e.RoundStarted) -> Game:
    first = game.stage == "opening"
    game = replace(game, round=event.n, place="")
    return replace(game, stage="boundary", boundary=Boundary()) if first else game


def _turn(game: Game, event: e.TurnStarted) -> Game:
    combatants = dict(game.combatants)
    for who, actions in event.actions.items():
        combatants[who] = replace(combatants[who], std_left=actions, touched=False)
    return replace(
        game, combatants=combatants, stage="turn", turn=event.slot, started={**game.started, event.slot: event.round},
        place=event.slot if event.behind else game.place, delays=_without(game, event.slot),
    )  # fmt: skip


def _without(game: Game, slot: str) -> dict[str, Delay]:
    return (
        {other: delay for other, delay in game.delays.items() if other != slot} if slot in game.delays else game.delays
    )


def _ended(game: Game, event: e.TurnEnded) -> Game:
    """B-TURN-2: what is left of the standard actions is lost. It names no members where the last one was taken off the
    table in it, and was not seen by all."""
    combatants = dict(game.combatants)
    for who in members(game, event.slot):
        combatants[who] = replace(combatants[who], std_left=0, touched=False)
    boundary = Boundary(ended=event.slot, resolved=True, asked=False, unseen=not event.members)
    return replace(game, combatants=combatants, stage="boundary", turn="", boundary=boundary)


def _announced(game: Game, event: e.DelayAnnounced) -> Game:
    return _delay(game, event.slot, Delay(state="announced", round=event.round))


def _delayed(game: Game, event: e.TurnDelayed) -> Game:
    """B-DELAY-1. Out of the own turn a boundary follows, and there as where its place comes up none is re-inserted
    before another turn has resolved (B-DELAY-3)."""
    old = game.delays.get(event.slot, Delay(state="waiting", round=event.round))
    game = _delay(game, event.slot, replace(old, state="waiting"))
    if event.in_turn:
        return replace(game, stage="boundary", turn="", boundary=Boundary(ended=event.slot, asked=False))
    return replace(game, place=event.slot, boundary=replace(game.boundary, resolved=False))


def _planned(game: Game, event: e.ReinsertPlanned) -> Game:
    return _delay(game, event.slot, replace(game.delays[event.slot], after=event.after, after_round=event.round))


def _reinserted(game: Game, event: e.TurnReinserted) -> Game:
    """B-DELAY-4: right behind the one whose turn has just resolved."""
    game = replace(game, delays=_without(game, event.slot))
    if not event.keeps or event.after not in game.order:
        return game
    return replace(game, order=behind(game.order, event.slot, event.after))


def _delay(game: Game, slot: str, delay: Delay) -> Game:
    return replace(game, delays={**game.delays, slot: delay})


TURNS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.CombatStarted: _started,
    e.InitiativeRolled: _rolled,
    e.InitiativeTieBroken: _tied,
    e.InitiativeOrderSet: lambda game, event: replace(game, order=event.order),
    e.RoundStarted: _round,
    e.TurnStarted: _turn,
    e.TurnEnded: _ended,
    e.DelayAnnounced: _announced,
    e.TurnDelayed: _delayed,
    e.ReinsertPlanned: _planned,
    e.TurnReinserted: _reinserted,
    e.DelayLapsed: lambda game, event: replace(game, delays=_without(game, event.slot)),
}
