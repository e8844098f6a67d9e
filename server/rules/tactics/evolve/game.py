"""Applying one event to the state: facts only. Combatants and their records here; attacks and rulings beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit import between
from server.kit.evolving import evolving
from server.kit.order import behind, without
from server.rules.tactics.evolve.attack import ATTACKS
from server.rules.tactics.evolve.change import change, record
from server.rules.tactics.evolve.rulings import RULINGS
from server.rules.tactics.state import events as e
from server.rules.tactics.state.options import Options
from server.rules.tactics.state.plan import check_actions, is_full_defense
from server.rules.tactics.state.sheet import Sheet, Status
from server.rules.tactics.state.sizes import numbered
from server.rules.tactics.state.state import Combatant, Game, Record, fresh_gear


def initial(options: Options) -> Game:
    """The state of an encounter that was just created."""
    return Game(options=options)


# --- who is there ----------------------------------------------------------------------------------------------------


def fresh(sheet: Sheet) -> Combatant:
    """A combatant as its sheet says."""
    return Combatant(
        sheet=sheet, W=sheet.most_W if sheet.W is None else sheet.W, S=sheet.most_S if sheet.S is None else sheet.S,
        gear={id: fresh_gear(item) for id, item in sheet.items.items()},
        armour_value=sheet.armour.value if sheet.armour is not None else 0, statuses=sheet.statuses,
    )  # fmt: skip


def _added(game: Game, event: e.CombatantAdded) -> Game:
    combatant = fresh(numbered(event.sheet, game.options.size_table))
    return replace(game, combatants={**game.combatants, event.who: combatant})


def _removed(game: Game, event: core.CombatantRemoved) -> Game:
    """It is no longer there: nobody plans, waits or is attacked for its sake."""
    who = event.who
    order, place = without(game.order, game.place, who)
    deed, attack = game.deed, game.attack
    if attack is not None and who in (attack.who, attack.target):
        attack = None
    if deed is not None and who == deed.who:
        deed = attack = None
    game = between.forget(game, who)
    left = {other: each for other, each in game.combatants.items() if other != who}
    return replace(
        game, combatants=left, order=order, place=place, deed=deed, attack=attack,
        turn="" if game.turn == who else game.turn,
        modifiers={pair: n for pair, n in game.modifiers.items() if who not in pair.split("|")},
    )  # fmt: skip


# --- the round -------------------------------------------------------------------------------------------------------


def _round(game: Game, event: e.RoundStarted) -> Game:
    """D-RND-2: records are cleared; D-TAC-7: the last split is remembered, to be proposed."""
    keeps = game.options.full_defense_until == "next_go"
    combatants = {
        who: replace(each, record=Record(), last=each.record.oT, full_defense=each.full_defense and keeps)
        for who, each in game.combatants.items()
    }
    return replace(game, round=event.round, stage="tactics", order=(), place="", turn="", combatants=combatants)


def _awareness(game: Game, event: e.AwarenessTaken) -> Game:
    """D-SEC-2."""
    combatants = {who: replace(each, unaware=event.unaware.get(who, ())) for who, each in game.combatants.items()}
    return replace(game, combatants=combatants)


def _locked(game: Game, event: e.PhaseLocked) -> Game:
    """D-TAC-6, D-DECL-3, D-ACT-6."""
    if event.phase == "tactics":
        combatants = {who: record(each, revisions=0) for who, each in game.combatants.items()}
        return replace(game, stage="declare", combatants=combatants)
    return replace(game, stage="initiative", combatants={who: _fixed(each) for who, each in game.combatants.items()})


def _fixed(combatant: Combatant) -> Combatant:
    plan = combatant.record.plan
    now = record(combatant, locked_plan=plan, committed=check_actions(plan))
    return replace(now, full_defense=True) if is_full_defense(plan) else now


def _tactics(game: Game, event: e.TacticsSet) -> Game:
    now = game.combatants[event.who].record
    exact = game.options.npc_stance == "exact"
    more = replace(now, oT=event.oT, dT=event.dT, exact=exact, revisions=now.revisions + 1)
    return change(game, event.who, record=more)


def _declared(game: Game, event: e.ActionsDeclared) -> Game:
    now = game.combatants[event.who].record
    return change(game, event.who, record=replace(now, plan=event.plan, revisions=now.revisions + 1))


def _changed(game: Game, event: e.ActionsChanged) -> Game:
    now = game.combatants[event.who].record
    more = replace(now, plan=event.plan, changed=now.changed + event.changed, committed=event.committed)
    return change(game, event.who, record=more)


def _rolled(game: Game, event: e.InitiativeRolled) -> Game:
    return _record(game, event.who, initiative=event.total)


def _record(game: Game, who: str, **changes: Any) -> Game:
    return change(game, who, record=replace(game.combatants[who].record, **changes))


# --- goes ------------------------------------------------------------------------------------------------------------


def _given(game: Game, event: e.ClosingGiven) -> Game:
    return replace(_record(game, event.who, closed=True, closing=event.action), turn="")


def _closed(game: Game, _event: e.ClosingEnded) -> Game:
    combatants = {
        who: record(each, closing="") if each.record.closing else each for who, each in game.combatants.items()
    }
    return replace(game, stage="resolve", turn="", place="", combatants=combatants)


def _went(game: Game, event: e.GoStarted) -> Game:
    """D-FD-4: with the house rule, full defence ends here if it is an earlier round's."""
    return replace(game, turn=event.who, place=event.who)


def _yielded(game: Game, event: e.GoYielded) -> Game:
    """D-INIT-5: behind the other; whoever comes next is the one behind its old place."""
    _, place = without(game.order, game.place, event.who)
    order = behind(game.order, event.who, event.to)
    return replace(_record(game, event.who, yielded=True), order=order, place=place, turn="")


def _ended(game: Game, event: e.GoEnded) -> Game:
    return replace(_record(game, event.who, gone=True), turn="" if game.turn == event.who else game.turn)


def _spent(game: Game, event: e.ActionSpent) -> Game:
    performed = game.combatants[event.who].record.performed
    return _record(game, event.who, performed=(*performed, event.action))


def _ran(game: Game, event: e.Ran) -> Game:
    now = game.combatants[event.who].record
    changes: dict[str, Any] = {"moved_cm": now.moved_cm + event.length_cm}
    if event.pace == "walk":
        changes |= {"walked_cm": now.walked_cm + event.length_cm}
    else:
        changes |= {"straight_cm": event.straight_cm, "ran_from": event.origin, "run_at": event.towards}
    return _record(between.forget_distances(game, event.who), event.who, **changes)


def _moved(game: Game, event: core.Moved) -> Game:
    """Where the GM puts somebody, or it goes, what was said about distances is over."""
    return between.forget_distances(game, event.who) if event.who in game.combatants else game


# --- points ----------------------------------------------------------------------------------------------------------


def _down(game: Game, who: str, status: Status) -> Game:
    """D-INC-1."""
    statuses = game.combatants[who].statuses
    return change(game, who, statuses=statuses if status in statuses else (*statuses, status))


def _over(game: Game, _event: e.EncounterEnded) -> Game:
    combatants = {who: replace(each, record=Record(), full_defense=False) for who, each in game.combatants.items()}
    return Game(
        options=game.options, combatants=combatants, round=game.round, distances=game.distances, objects=game.objects
    )


_GAME: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.CombatantAdded: _added,
    core.CombatantRemoved: _removed,
    core.Moved: _moved,
    e.OptionsSet: lambda game, event: replace(game, options=event.options),
    e.RoundStarted: _round,
    e.AwarenessTaken: _awareness,
    e.PhaseLocked: _locked,
    e.TacticsSet: _tactics,
    e.StanceAnnounced: lambda game, event: _record(game, event.who, stance=event.stance),
    e.ActionsDeclared: _declared,
    e.ActionsChanged: _changed,
    e.InitiativeRolled: _rolled,
    e.TieSettled: lambda game, event: replace(game, ties=(*game.ties, event.order)),
    e.OrderSet: lambda game, event: replace(game, order=event.order, stage="closing", ties=(), place=""),
    e.ClosingDue: lambda game, event: replace(game, turn=event.who),
    e.ClosingGiven: _given,
    e.ClosingEnded: _closed,
    e.GoStarted: _went,
    e.GoYielded: _yielded,
    e.GoEnded: _ended,
    e.ActionSpent: _spent,
    e.RunChecked: lambda game, event: _record(game, event.who, run_cm=event.distance_cm),
    e.Ran: _ran,
    e.FullDefenseTaken: lambda game, event: change(game, event.who, full_defense=True),
    e.FullDefenseEnded: lambda game, event: change(game, event.who, full_defense=False),
    e.WoundsLost: lambda game, event: change(game, event.who, W=event.W),
    e.StressLost: lambda game, event: change(game, event.who, S=event.S),
    e.CombatantDown: lambda game, event: _down(game, event.who, event.status),
    e.CombatantDied: lambda game, event: _down(game, event.who, "dead"),
    e.EncounterEnded: _over,
    between.DistanceSet: between.EVOLVES[between.DistanceSet],
}

evolve = evolving(_GAME, ATTACKS, RULINGS)
"""The state after one event; `game` itself where nothing of it changes."""
