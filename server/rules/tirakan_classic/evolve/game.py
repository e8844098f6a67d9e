"""Applying one event to the state: facts only, one small function per event. The stack is in `evolve.frames`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit import between
from server.kit.acts.dice import ActionStolen, BonusDieSpent, DestinyDieSpent
from server.kit.acts.events import ActionsRefreshed, Reloaded
from server.kit.acts.reactions import reserved
from server.kit.evolving import evolving
from server.kit.order import without
from server.rules.tirakan_classic.evolve.frames import FRAMES, forget
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.options import Options
from server.rules.tirakan_classic.state.sheet import Sheet, Weapon
from server.rules.tirakan_classic.state.state import Arm, Combatant, Game


def initial(options: Options) -> Game:
    """The state of an encounter that was just created."""
    return Game(options=options)


def change(game: Game, who: str, **changes: Any) -> Game:
    """The game with one combatant changed."""
    return replace(game, combatants={**game.combatants, who: replace(game.combatants[who], **changes)})


def _of_all(game: Game, apply: Callable[[Combatant], Combatant]) -> dict[str, Combatant]:
    return {who: apply(one) for who, one in game.combatants.items()}


def _change_arm(game: Game, who: str, weapon: str, **changes: Any) -> Game:
    arms = game.combatants[who].arms
    return change(game, who, arms={**arms, weapon: replace(arms[weapon], **changes)})


# --- joining and leaving ---------------------------------------------------------------------------------------------


def fresh(sheet: Sheet) -> Combatant:
    """A combatant as its sheet says."""
    arms = {id: Arm(ammo=_first_ammo(weapon)) for id, weapon in sheet.weapons.items()}
    return Combatant(
        sheet=sheet, arms=arms, in_hand=sheet.in_hand, actions=sheet.actions, stolen_next=sheet.stolen_next,
        bonus_dice=sheet.bonus_dice, destiny_dice=sheet.destiny_dice, wounds=sheet.wounds, status=sheet.status,
        posture=sheet.posture,
    )  # fmt: skip


def _first_ammo(weapon: Weapon) -> int | None:
    """L-AMMO-1: full, unless the sheet says otherwise; not counted where there is no capacity."""
    return weapon.capacity if weapon.capacity is None or weapon.ammo is None else weapon.ammo


def _added(game: Game, event: e.CombatantAdded) -> Game:
    return replace(game, combatants={**game.combatants, event.who: fresh(event.sheet)})


def _removed(game: Game, event: core.CombatantRemoved) -> Game:
    who = event.who
    order, place = without(game.order, game.place, who)
    combatants = {other: _without(one, who) for other, one in game.combatants.items() if other != who}
    scores = {other: score for other, score in game.scores.items() if other != who}
    turn = "" if game.turn == who else game.turn
    game = replace(game, combatants=combatants, scores=scores, order=order, place=place, turn=turn)
    return forget(between.forget(game, who), who)


def _without(one: Combatant, who: str) -> Combatant:
    cover = {source: level for source, level in one.cover_from.items() if source != who}
    return replace(one, unperceived=tuple(other for other in one.unperceived if other != who), cover_from=cover)


# --- order, rounds, turns --------------------------------------------------------------------------------------------


def _initiative(game: Game, event: e.InitiativeRolled) -> Game:
    """L-INIT-2, L-INIT-3: what the place in the order comes from."""
    sheet = game.combatants[event.who].sheet
    return replace(game, scores={**game.scores, event.who: (event.total, sheet.quickness, sheet.deftness)})


def _tie_broken(game: Game, event: e.InitiativeTieBroken) -> Game:
    if event.unseen:
        return game
    more = {who: (*game.scores[who], face) for who, face in zip(event.who, event.faces, strict=True)}
    return replace(game, scores={**game.scores, **more})


def _tie_ruled(game: Game, event: e.TieRuled) -> Game:
    """L-A-03: who is named earlier has more."""
    more = {who: (*game.scores[who], len(event.order) - at) for at, who in enumerate(event.order)}
    return replace(game, scores={**game.scores, **more})


def _round_started(game: Game, event: e.RoundStarted) -> Game:
    """L-FULL-3."""
    combatants = _of_all(game, lambda one: replace(one, round_over=False) if one.round_over else one)
    return replace(game, round=event.n, place="", combatants=combatants)


def _refreshed(game: Game, event: ActionsRefreshed) -> Game:
    """L-PRIO-2: set, not added."""
    return change(game, event.who, actions=event.available, stolen_next=0, had_turn=True)


def _turn_ended(game: Game, event: e.TurnEnded) -> Game:
    game = change(game, event.who, actions=event.saved, full_auto="", round_over=event.round_over)
    return replace(game, turn="")


def _combat_ended(game: Game, _event: e.CombatEnded) -> Game:
    """L-END-1."""
    combatants = _of_all(game, lambda one: replace(one, actions=0, stolen_next=0, full_auto="", round_over=False))
    return replace(game, turn="", place="", order=(), scores={}, frames=(), combatants=combatants)


# --- actions and dice ------------------------------------------------------------------------------------------------


def _stolen(game: Game, event: ActionStolen) -> Game:
    """L-DEST-2, L-DEST-3."""
    victim = game.combatants[event.victim]
    if event.when == "now":
        game = change(game, event.victim, actions=victim.actions - 1)
    else:
        game = change(game, event.victim, stolen_next=victim.stolen_next + 1)
    return change(game, event.thief, actions=game.combatants[event.thief].actions + 1)


def _improved(game: Game, event: e.RollImproved) -> Game:
    """L-DICE-5."""
    own = game.combatants[event.who]
    destiny = own.destiny_dice - event.destiny - event.reroll
    return change(game, event.who, bonus_dice=own.bonus_dice - event.bonus, destiny_dice=destiny)


# --- harm and the GM's word ------------------------------------------------------------------------------------------


def _status(game: Game, event: e.StatusChanged) -> Game:
    """L-WND-4: whoever is unable has no actions but those of reactions that are announced already (L-REACT-10 (c))."""
    lost = {} if event.status == "ok" else {"actions": reserved(game, event.who)}
    return change(game, event.who, status=event.status, **lost)


def _cover(game: Game, event: e.CoverSet) -> Game:
    cover = {**game.combatants[event.target].cover_from, event.source: event.level}
    return change(game, event.target, cover_from=cover)


def _ruled(game: Game, event: e.GMRuled) -> Game:
    """L-GM-1, L-WND-3."""
    who, value = event.subject, event.value
    if event.ruling == "wounds":
        return change(game, who, wounds=value)
    if event.ruling != "set" or event.value_of == "status":  # of that tells StatusChanged
        return game
    if event.value_of == "ammo":
        return _change_arm(game, who, event.key, ammo=value)
    if event.value_of == "sheet":
        return change(game, who, sheet=replace(game.combatants[who].sheet, **{event.key: value}))
    return change(game, who, **{event.value_of: value})


_COMBATANTS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.CombatantAdded: _added,
    core.CombatantRemoved: _removed,
    e.OptionsSet: lambda game, event: replace(game, options=event.options),
    e.InitiativeRolled: _initiative,
    e.InitiativeTieBroken: _tie_broken,
    e.TieRuled: _tie_ruled,
    e.InitiativeOrderSet: lambda game, event: replace(game, order=event.order),
    e.RoundStarted: _round_started,
    e.TurnStarted: lambda game, event: replace(game, turn=event.who, place=event.who),
    ActionsRefreshed: _refreshed,
    e.TurnEnded: _turn_ended,
    e.CombatEnded: _combat_ended,
    e.ActionSpent: lambda game, event: change(game, event.who, actions=event.left),
    e.FullAutoCommitted: lambda game, event: change(game, event.who, full_auto=event.weapon),
    e.ActionsForfeited: lambda game, event: change(game, event.who, actions=0),
    BonusDieSpent: lambda game, event: change(game, event.who, bonus_dice=event.left),
    DestinyDieSpent: lambda game, event: change(game, event.who, destiny_dice=event.left),
    e.ActionGained: lambda game, event: change(game, event.who, actions=event.actions),
    ActionStolen: _stolen,
    e.RollImproved: _improved,
    e.WoundsTaken: lambda game, event: change(game, event.who, wounds=event.total),
    e.StatusChanged: _status,
    e.PostureChanged: lambda game, event: change(game, event.who, posture=event.posture),
    e.WeaponDrawn: lambda game, event: change(game, event.who, in_hand=event.weapon),
    e.AmmoSpent: lambda game, event: _change_arm(game, event.who, event.weapon, ammo=event.left),
    e.ReloadProgressed: lambda game, event: _change_arm(game, event.who, event.weapon, loading=event.steps),
    Reloaded: lambda game, event: _change_arm(game, event.who, event.weapon, ammo=event.ammo, loading=0),
    e.CoverSet: _cover,
    **between.EVOLVES,
    e.GMRuled: _ruled,
}

evolve = evolving(_COMBATANTS, FRAMES)
"""The state after one event; `game` itself where nothing of it changes."""
