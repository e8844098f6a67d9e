"""Applying one event to the state: facts only. Combatants here; frames and turns in the files beside it.

Fold rules of 3.3.6: `TurnStarted` sets standard actions, never adds; `HealthLost` alone lowers health, beside the GM.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit import between, ground
from server.kit.evolving import evolving
from server.kit.order import without
from server.rules.brink.evolve.frames import FRAMES
from server.rules.brink.evolve.turns import TURNS
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import slot_of
from server.rules.brink.state.options import Options
from server.rules.brink.state.sheet import ABLE, Sheet
from server.rules.brink.state.state import Arm, Combatant, Game


def initial(options: Options) -> Game:
    """The state of an encounter that was just created."""
    return Game(options=options)


def change(game: Game, who: str, **changes: Any) -> Game:
    """The game with changes of one combatant."""
    if who not in game.combatants:
        return game
    return replace(game, combatants={**game.combatants, who: replace(game.combatants[who], **changes)})


def fresh(sheet: Sheet) -> Combatant:
    """A combatant as its sheet says."""
    arms = {id: Arm(weapon.loaded, weapon.reserve) for id, weapon in sheet.weapons.items()}
    return Combatant(
        sheet=sheet, group=sheet.group, health=sheet.first_health, ep=sheet.ep, arms=arms,
        equipped=sheet.equipped, morale=sheet.morale, status=sheet.first_status,
    )  # fmt: skip


def _added(game: Game, event: e.CombatantAdded) -> Game:
    return replace(game, combatants={**game.combatants, event.who: fresh(event.sheet)})


def _removed(game: Game, event: core.CombatantRemoved) -> Game:
    """It is no longer there; a slot that nobody is left of leaves the order."""
    slot = slot_of(game, event.who)
    game = between.forget(game, event.who)
    game = replace(game, combatants={who: each for who, each in game.combatants.items() if who != event.who})
    if any(slot_of(game, who) == slot for who in game.combatants):
        return game
    delays = {other: delay for other, delay in game.delays.items() if other != slot}
    order, place = without(game.order, game.place, slot)
    boundary = replace(game.boundary, unseen=game.boundary.unseen or game.boundary.ended == slot)
    return replace(game, order=order, delays=delays, place=place, boundary=boundary)


def _spent(game: Game, event: e.ActionSpent) -> Game:
    if event.source == "readied":
        return change(game, event.who, readied=False)
    return change(game, event.who, std_left=event.left, touched=True)


def _returned(game: Game, event: e.ActionReturned) -> Game:
    if event.source == "readied":
        return change(game, event.who, readied=True)
    combatant = game.combatants.get(event.who)
    return game if combatant is None else change(game, event.who, std_left=combatant.std_left + event.amount)


def _energy_spent(game: Game, event: e.EnergySpent) -> Game:
    return change(game, event.who, ep=event.ep, touched=True)


def _arm(game: Game, who: str, weapon: str, **changes: Any) -> Game:
    arms = game.combatants[who].arms
    return change(game, who, arms={**arms, weapon: replace(arms.get(weapon, Arm()), **changes)})


def _lost(game: Game, event: e.HealthLost) -> Game:
    combatant = game.combatants[event.who]
    return change(game, event.who, health=event.health, lost=combatant.lost + event.amount)


def _status(game: Game, event: e.StatusChanged) -> Game:
    """B-READY-12: who no longer fights loses the readied action."""
    doubtful = tuple(who for who in game.doubtful if who != event.who)
    game = replace(game, doubtful=doubtful, end_refused=False)
    combatant = game.combatants.get(event.who)
    readied = combatant is not None and combatant.readied and event.status in ABLE
    return change(game, event.who, status=event.status, readied=readied)


def _ended(game: Game, _event: e.CombatEnded) -> Game:
    """B-END-3."""
    combatants = {who: replace(each, readied=False, std_left=0, touched=False) for who, each in game.combatants.items()}
    return Game(
        options=game.options, combatants=combatants, round=game.round, distances=game.distances, blocked=game.blocked,
        enmity=game.enmity,
    )  # fmt: skip


def _ruled(game: Game, event: e.GMRuled) -> Game:
    """B-GM-1: a field that the GM sets."""
    if event.ruling == "end":
        return replace(game, end_refused=True)
    combatant = game.combatants.get(event.subject)
    if event.ruling != "set" or combatant is None:
        return game
    who, value = event.subject, event.value
    match event.value_of:
        case "loaded" | "reserve":
            return _arm(game, who, event.key, **{event.value_of: value})
        case "sheet":
            field, number = ("move_m", value / 100) if event.key == "move_cm" else (event.key, value)
            return change(game, who, sheet=replace(combatant.sheet, **{field: number}))
        case "actions":
            return change(game, who, std_left=value)
        case _:
            return change(game, who, **{event.value_of: value})


_COMBATANTS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.CombatantAdded: _added,
    core.CombatantRemoved: _removed,
    e.GroupSet: lambda game, event: change(game, event.who, group=event.group),
    e.OptionsSet: lambda game, event: replace(game, options=event.options),
    e.ReadiedExpired: lambda game, event: change(game, event.who, readied=False),
    e.ActionReadied: lambda game, event: change(game, event.who, readied=True),
    e.EnergyGained: lambda game, event: change(game, event.who, ep=event.ep),
    e.EnergySpent: _energy_spent,
    e.ActionSpent: _spent,
    e.ActionReturned: _returned,
    e.AmmoSpent: lambda game, event: _arm(game, event.who, event.weapon, loaded=False),
    e.Reloaded: lambda game, event: _arm(game, event.who, event.weapon, loaded=True, reserve=event.reserve),
    e.WeaponSwapped: lambda game, event: change(game, event.who, equipped=event.weapon),
    e.HealthLost: _lost,
    e.StatusChanged: _status,
    e.FateDoubted: lambda game, event: replace(game, doubtful=(*game.doubtful, event.who)),
    e.MoraleChanged: lambda game, event: change(game, event.who, morale=event.now),
    e.CombatEnded: _ended,
    e.GMRuled: _ruled,
    e.PathWalked: lambda game, event: between.forget_distances(game, event.who),
    **between.EVOLVES,
    ground.TerrainSet: ground.evolve,
}

evolve = evolving(_COMBATANTS, FRAMES, TURNS)
"""The state after one event; `game` itself where nothing of it changes."""
