"""Applying one event to the state: facts only. Combatants here; frames and turns in the files beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit import between, ground
from server.kit.evolving import evolving
from server.kit.order import without
from server.rules.ambersteel.evolve.change import change, in_band, settle
from server.rules.ambersteel.evolve.frames import FRAMES
from server.rules.ambersteel.evolve.gear import GEAR
from server.rules.ambersteel.evolve.turns import TURNS
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import allowance_cm, first_hp, sp_max
from server.rules.ambersteel.state.options import Options
from server.rules.ambersteel.state.sheet import Sheet, Status
from server.rules.ambersteel.state.state import Arm, Combatant, Game, Ledger, Lying


def initial(options: Options) -> Game:
    """The state of an encounter that was just created."""
    return Game(options=options)


# --- who is there ----------------------------------------------------------------------------------------------------


def fresh(sheet: Sheet, side: str) -> Combatant:
    """A combatant as its sheet says."""
    arms = {id: Arm(weapon.loaded, weapon.reload_progress, weapon.stance) for id, weapon in sheet.weapons.items()}
    hp, most_sp = first_hp(sheet), sp_max(sheet)
    statuses = {status.name: status for status in (*sheet.first_statuses, *_without_health(sheet, hp))}
    one = Combatant(
        sheet=sheet, side=side, hp=hp,
        sp=most_sp if sheet.sp is None else min(sheet.sp, most_sp),
        main=sheet.wielded.main or "", off=sheet.wielded.off or "", arms=arms, armour=sheet.worn, ammo=sheet.ammo,
        objects=tuple(sheet.objects), statuses=statuses, ledger=Ledger(is_fresh="overexerted" in statuses),
        flags=sheet.flags, aware_of=sheet.aware_of, actions=sheet.actions, move_left_cm=allowance_cm(sheet),
        death_failures=sheet.death_failures, aoo_policy=sheet.aoo_policy, default_defence=sheet.default_defence,
    )  # fmt: skip
    return in_band(one)


def _without_health(sheet: Sheet, hp: int) -> tuple[Status, ...]:
    """A-HP-1, A-HP-2: how one begins who has none."""
    if hp > 0:
        return ()
    return tuple(Status(name=name) for name in (("unconscious", "deaths_door") if sheet.is_pc else ("dead",)))


def _added(game: Game, event: e.CombatantAdded) -> Game:
    return replace(game, combatants={**game.combatants, event.who: fresh(event.sheet, event.side)}, end_proposed=False)


def _removed(game: Game, event: core.CombatantRemoved) -> Game:
    """No trace of it is left: nor in what others are in, nor in what was being done with it."""
    gone = event.who
    game = between.forget(game, gone)
    order, place = without(game.order, game.place, gone)
    return replace(
        game, order=order, place=place, turn="" if game.turn == gone else game.turn, end_proposed=False,
        claims=tuple(who for who in game.claims if who != gone),
        scores={who: score for who, score in game.scores.items() if who != gone},
        combatants={who: _forgets(one, gone) for who, one in game.combatants.items() if who != gone},
        frames=tuple(
            replace(
                frame, offers=_without(frame.offers, gone), handled=_without(frame.handled, gone),
                takers=_without(frame.takers, gone),
            )
            for frame in game.frames if gone not in (frame.who, frame.target)
        ),
    )  # fmt: skip


def _without(people: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(who for who in people if who != gone)


def _forgets(one: Combatant, gone: str) -> Combatant:
    statuses = {
        name: replace(status, source="") if status.source == gone else status for name, status in one.statuses.items()
    }
    aware_of = None if one.aware_of is None else _without(one.aware_of, gone)
    return replace(one, statuses=statuses, unperceived=_without(one.unperceived, gone), aware_of=aware_of)


def _perceived(game: Game, event: between.PerceptionSet) -> Game:
    """A-SUR-7: what the GM says counts more than the sheet."""
    one = game.combatants[event.who]
    unperceived = between.listed(one.unperceived, event.other, not event.perceives)
    aware_of = one.aware_of
    if aware_of is not None:
        aware_of = between.listed(aware_of, event.other, event.perceives)
    return change(game, event.who, unperceived=unperceived, aware_of=aware_of)


# --- stamina and health ----------------------------------------------------------------------------------------------


def _spent(game: Game, event: e.StaminaSpent) -> Game:
    ledger = game.combatants[event.who].ledger
    return change(game, event.who, sp=event.sp, ledger=replace(ledger, spent=ledger.spent + event.amount))


def _refunded(game: Game, event: e.StaminaRefunded) -> Game:
    ledger = game.combatants[event.who].ledger
    return change(game, event.who, sp=event.sp, ledger=replace(ledger, spent=max(0, ledger.spent - event.cost)))


def _breathed(game: Game, event: e.BreatherTaken) -> Game:
    ledger = game.combatants[event.who].ledger
    return change(game, event.who, sp=event.sp, ledger=replace(ledger, regained=ledger.regained + event.amount))


def _gained(game: Game, event: e.StatusGained) -> Game:
    one = game.combatants[event.who]
    ledger = replace(one.ledger, good_rounds=0, is_fresh=True) if event.name == "overexerted" else one.ledger
    return settle(game, event.who, statuses={**one.statuses, event.name: event.status}, ledger=ledger)


def _lost(game: Game, event: e.StatusLost) -> Game:
    """A-HP-7: who is back from death's door, or from beyond it, has no failures."""
    one = game.combatants[event.who]
    left = {name: status for name, status in one.statuses.items() if name != event.name}
    failures = 0 if event.name in ("deaths_door", "dead") else one.death_failures
    return settle(game, event.who, statuses=left, death_failures=failures)


def _down(game: Game, event: e.CombatantDown) -> Game:
    """A-HP-2."""
    statuses = {
        name: Status(name=name, since_round=game.round)
        for name in ("unconscious", "deaths_door")
        if name not in game.combatants[event.who].statuses
    }
    return settle(game, event.who, hp=0, statuses={**game.combatants[event.who].statuses, **statuses})


def _died(game: Game, event: e.CombatantDied) -> Game:
    """Nothing else it was in matters any more."""
    return settle(game, event.who, hp=0, statuses={"dead": Status(name="dead", since_round=game.round)})


def _saved(game: Game, event: e.DeathSaveRolled) -> Game:
    """A-HP-6: 1 health point."""
    hp = 1 if event.critical else game.combatants[event.who].hp
    return settle(game, event.who, hp=hp, death_failures=event.failures)


def _landed(game: Game, event: e.ObjectLanded) -> Game:
    """A-THR-9. Where it lies names it, for all see it, but not all who threw it."""
    one = game.combatants[event.who]
    name = f"{event.at[0]}.{event.at[1]}.{sum(thing.at == event.at for thing in game.lying.values())}"
    arms = {id: arm for id, arm in one.arms.items() if id != event.object}
    game = replace(game, lying={**game.lying, name: Lying(event.at, event.name)})
    return change(
        game, event.who, arms=arms, objects=_without(one.objects, event.object),
        main="" if one.main == event.object else one.main, off="" if one.off == event.object else one.off,
    )  # fmt: skip


def _ended(game: Game, _event: e.EncounterEnded) -> Game:
    return replace(game, frames=(), claims=(), turn="", stage="", hold_all=False)


_COMBATANTS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.CombatantAdded: _added,
    core.CombatantRemoved: _removed,
    e.CombatantJoined: lambda game, event: change(game, event.who, joined_round=game.round),
    e.OptionsSet: lambda game, event: replace(game, options=event.options),
    e.PolicySet: lambda game, event: change(
        game, event.who, aoo_policy=event.aoo_policy, default_defence=event.default_defence
    ),
    e.StaminaSpent: _spent,
    e.StaminaLost: lambda game, event: change(game, event.who, sp=event.sp),
    e.StaminaRefunded: _refunded,
    e.BreatherTaken: _breathed,
    e.StatusGained: _gained,
    e.StatusLost: _lost,
    e.HealthLost: lambda game, event: settle(game, event.who, hp=event.hp),
    e.CombatantDown: _down,
    e.CombatantDied: _died,
    e.DeathSaveRolled: _saved,
    e.ObjectLanded: _landed,
    e.EndProposed: lambda game, _event: replace(game, end_proposed=True),
    e.EncounterEnded: _ended,
    between.SightSet: between.EVOLVES[between.SightSet],
    between.PerceptionSet: _perceived,
    ground.TerrainSet: ground.evolve,
}

evolve = evolving(_COMBATANTS, FRAMES, TURNS, GEAR)
"""The state after one event; `game` itself where nothing of it changes."""
