"""Applying one event to the system's state: facts only, one small function per event. The stack is in `evolve.frames`.

Fold rules of the specification, 3.4: `ActionsRefreshed` sets, `WoundsTaken` alone changes wounds (beside the GM).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit.acts.dice import ActionStolen, BonusDieSpent, DestinyDieSpent
from server.kit.evolving import evolving
from server.kit.frames import found
from server.rules.tirakan import events as e
from server.rules.tirakan.evolve.frames import FRAMES, still_open
from server.rules.tirakan.evolve.gear import GEAR, change
from server.rules.tirakan.evolve.gm import RELATIONS, set_by_gm, with_condition
from server.rules.tirakan.evolve.rolls import ROLLS
from server.rules.tirakan.state.options import Options
from server.rules.tirakan.state.sheet import Sheet
from server.rules.tirakan.state.state import Arm, Block, Combatant, Game


def initial(options: Options) -> Game:
    """The state of an encounter that was just created."""
    return Game(options=options)


def _auto_protect_set(game: Game, event: e.AutoProtectSet) -> Game:
    sheet = game.combatants[event.who].sheet
    return change(game, event.who, sheet=replace(sheet, auto_protect=event.how))


# --- joining and leaving ---------------------------------------------------------------------------------------------


def fresh(sheet: Sheet) -> Combatant:
    """A combatant as its sheet says."""
    arms = {
        id: Arm(ready=weapon.ready and id in (sheet.main_hand, sheet.off_hand), ammo=_first_ammo(weapon))
        for id, weapon in sheet.weapons.items()
    }
    return Combatant(
        sheet=sheet, main_hand=sheet.main_hand, off_hand=sheet.off_hand, arms=arms, wounds=sheet.wounds,
        boost=sheet.boost, bonus_dice=sheet.bonus_dice, destiny_dice=sheet.destiny_dice,
        rerolls=sheet.rerolls,
        conditions={str(condition): level for condition, level in sheet.conditions.items()},
    )  # fmt: skip


def _first_ammo(weapon: Any) -> int | None:
    return weapon.capacity if weapon.ammo is None else weapon.ammo  # type: ignore[no-any-return]


def _dice_spent(game: Game, event: e.RollImproved) -> Game:
    """T-DICE-6."""
    had = game.combatants[event.who]
    return change(
        game, event.who, bonus_dice=had.bonus_dice - event.bonus, destiny_dice=had.destiny_dice - event.destiny,
        rerolls=had.rerolls - event.reroll,
    )  # fmt: skip


def _added(game: Game, event: e.CombatantAdded) -> Game:
    return replace(game, combatants={**game.combatants, event.who: fresh(event.sheet)})


def _removed(game: Game, event: core.CombatantRemoved) -> Game:
    return change(game, event.who, gone=True, actions=0, quick_reaction=False)


# --- rounds ----------------------------------------------------------------------------------------------------------


def _started(game: Game, event: e.CombatStarted) -> Game:
    return replace(game, phase="start", last_actor=event.instigator)


def _ordered(game: Game, event: e.InitiativeOrderSet) -> Game:
    game = replace(game, order=event.order)
    for who, key in event.keys.items():
        game = change(game, who, initiative=key)
    return game


def _quick_rolled(game: Game, event: e.QuickReactionRolled) -> Game:
    return change(game, event.who, quick_check="passed" if event.successes else "failed")


def _round_started(game: Game, event: e.RoundStarted) -> Game:
    """T-RECOIL-6: no chain of recoil outlasts the round."""
    combatants = {
        who: replace(each, recoil_chain=0) if each.recoil_chain else each for who, each in game.combatants.items()
    }
    return replace(game, round=event.round, phase="start", frames=still_open(game), combatants=combatants)


def _effect_taken(game: Game, event: e.PhaseEffectTaken) -> Game:
    left = list(game.effects)
    left.remove(next(effect for effect in left if (effect.phase, effect.text) == (event.phase, event.text)))
    return replace(game, effects=tuple(left))


def _turn_started(game: Game, event: e.TurnStarted) -> Game:
    last = game.last_actor if event.skipped or event.unseen else event.who
    game = replace(game, turn=event.who, phase="turn", last_actor=last, frames=still_open(game))
    return change(game, event.who, had_turn=True)


def _refreshed(game: Game, event: e.ActionsRefreshed) -> Game:
    return change(game, event.who, actions=event.available, stolen_next=0)


def _turn_ended(game: Game, event: e.TurnEnded) -> Game:
    return replace(change(game, event.who, actions=event.saved), turn="")


def _ended(game: Game, _event: e.CombatEnded) -> Game:
    """T-END-1, T-PROT-8: what belonged to the fight is over; wounds, conditions, ammunition and dice stay."""
    combatants = {
        who: replace(
            each, spent=(), actions=0, quick_reaction=False, stolen_next=0, aim=None, accurate=None, recoil_chain=0,
            block=None, supported="",
        )
        for who, each in game.combatants.items()
    }  # fmt: skip
    return replace(game, phase="over", turn="", frames=(), effects=(), combatants=combatants)


# --- actions ---------------------------------------------------------------------------------------------------------


def _spent(game: Game, event: e.ActionSpent) -> Game:
    combatant = game.combatants[event.who]
    changes: dict[str, Any] = {"actions": combatant.actions - event.amount}
    if event.source == "quick_reaction":
        changes = {"quick_reaction": False}
    if event.interrupts and combatant.recoil_chain:
        changes["recoil_chain"] = 0
    return change(game, event.who, **changes)


def _gained(game: Game, event: e.ActionGained) -> Game:
    return change(game, event.who, actions=game.combatants[event.who].actions + 1)


def _stolen(game: Game, event: ActionStolen) -> Game:
    victim = game.combatants[event.victim]
    if event.when == "now":
        return change(game, event.victim, actions=victim.actions - 1)
    return change(game, event.victim, stolen_next=victim.stolen_next + 1)


# --- attacks ---------------------------------------------------------------------------------------------------------


def _hits_rolled(game: Game, event: e.HitsRolled) -> Game:
    """T-AIM-4: an attack uses up the aim, whatever it was for; T-RECOIL-2: the chain grows after use."""
    combatant = game.combatants[event.who]
    changes: dict[str, Any] = {}
    if combatant.aim is not None:
        changes["aim"] = None
    if combatant.accurate is not None:
        changes["accurate"] = None
    if event.recoil:
        changes["recoil_chain"] = combatant.recoil_chain + 1
    return change(game, event.who, **changes) if changes else game


def _nullified(game: Game, event: e.ActionNullified) -> Game:
    """T-REACT-11: a shot that was not fired does not count for recoil."""
    combatant = game.combatants[event.who]
    frame = found(game, event.action_id)
    counted = frame is not None and frame.strike is not None and frame.strike.recoil
    return change(game, event.who, recoil_chain=max(0, combatant.recoil_chain - 1)) if counted else game


# --- harm ------------------------------------------------------------------------------------------------------------


def _protected(game: Game, event: e.ProtectionUsed) -> Game:
    spent = (*game.combatants[event.who].spent, *event.pierced, *(stop.unit for stop in event.stops))
    return change(game, event.who, spent=spent)


def _wounded(game: Game, event: e.WoundsTaken) -> Game:
    boost = game.combatants[event.who].boost - event.boost_used
    return change(game, event.who, wounds=event.now, boost=boost)


def _condition(game: Game, event: e.ConditionChanged) -> Game:
    return change(game, event.who, **with_condition(game.combatants[event.who], event.condition, event.level))


# --- the GM's words --------------------------------------------------------------------------------------------------


def _ruled(game: Game, event: e.GMRuled) -> Game:
    if event.ruling != "set":
        return game
    changes = set_by_gm(game.combatants[event.subject], event.value_of, event.key, event.value)
    return change(game, event.subject, **changes)


_COMBATANTS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.CombatantAdded: _added,
    core.CombatantRemoved: _removed,
    e.CombatStarted: _started,
    e.InitiativeOrderSet: _ordered,
    e.QuickReactionRolled: _quick_rolled,
    e.QuickReactionGranted: lambda game, event: change(game, event.who, quick_reaction=True),
    e.QuickReactionExpired: lambda game, event: change(game, event.who, quick_reaction=False),
    e.RoundStarted: _round_started,
    e.TurnsBegun: lambda game, _: replace(game, phase="turn", turn="", frames=still_open(game)),
    e.PhaseEffectPlanned: lambda game, event: replace(game, effects=(*game.effects, event.effect)),
    e.PhaseEffectTaken: _effect_taken,
    e.RoundEnded: lambda game, _: replace(game, phase="end", turn="", frames=still_open(game)),
    e.TurnStarted: _turn_started,
    e.ActionsRefreshed: _refreshed,
    e.TurnEnded: _turn_ended,
    e.CombatEnded: _ended,
    e.ActionSpent: _spent,
    e.ActionGained: _gained,
    ActionStolen: _stolen,
    e.AutoProtectSet: _auto_protect_set,
    BonusDieSpent: lambda game, event: change(game, event.who, bonus_dice=event.left),
    DestinyDieSpent: lambda game, event: change(game, event.who, destiny_dice=event.left),
    e.RollImproved: _dice_spent,
    e.HitsRolled: _hits_rolled,
    e.ActionNullified: _nullified,
    e.ProtectionUsed: _protected,
    e.WoundsTaken: _wounded,
    e.ConditionChanged: _condition,
    e.AimLost: lambda game, event: change(game, event.who, aim=None),
    e.AccurateLost: lambda game, event: change(game, event.who, accurate=None),
    e.ShieldBlockRaised: lambda game, event: change(game, event.who, block=Block(event.shield, event.round)),
    e.ShieldBlockLowered: lambda game, event: change(game, event.who, block=None),
    **GEAR,
    **RELATIONS,
    e.GMRuled: _ruled,
}

evolve = evolving(_COMBATANTS, {**FRAMES, **ROLLS})
"""The state after one event; `game` itself where nothing of it changes."""
