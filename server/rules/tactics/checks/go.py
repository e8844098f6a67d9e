"""What is refused of actions, changes and yielding in the resolution."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.space import metres
from server.core.state import State
from server.kit.moment import name_of
from server.kit.paths import length_of
from server.rules.tactics.checks.plan import check_loaded, check_plan, check_target, check_usable
from server.rules.tactics.deciding.change import is_to_full_defense, plan_after
from server.rules.tactics.deciding.movement import allowance, closing_move
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import condition_penalty, distance, is_melee, is_near
from server.rules.tactics.state.moment import MOMENTS
from server.rules.tactics.state.plan import Action, Plan, find
from server.rules.tactics.state.state import Combatant, Game, Record

# --- performing ------------------------------------------------------------------------------------------------------


def check_perform(state: State, intent: i.ActionPerform) -> None:
    """D-ACT-1, D-DECL-5, D-ATK-9."""
    combatant: Combatant = state.play.game.combatants[intent.who]
    action = _planned(combatant.record, intent.id)
    _check_chosen(state, action, intent)
    check_pain(state, intent)
    if action.is_move:
        _check_way(state, combatant, action, intent)
    elif action.is_strike:
        check_usable(combatant, action)
        check_loaded(combatant, action.weapon)
        check_reach(state, combatant, action, intent)
    elif action.kind == "full_defense":
        raise Rejected("already_performed")


def _planned(record: Record, id: str) -> Action:
    action = find(record.plan, id)
    if action is None:
        raise Rejected("not_declared")
    if id in record.performed:
        raise Rejected("already_performed")
    return action


def _check_chosen(state: State, action: Action, intent: i.ActionPerform) -> None:
    """D-ACT-5: choosing among the declared ones, or any where none was named, is no change."""
    if intent.target:
        check_target(state, intent.who, intent.target)
        if action.among and intent.target not in action.among and not action.is_walk:
            raise Rejected("not_declared")
    is_aimed = bool(intent.target or action.among or intent.at or action.at)
    if action.is_strike and not is_aimed:
        raise Rejected("target_unknown")


def check_pain(state: State, intent: i.ActionPerform | i.ClosingGo) -> None:
    """D-PAIN-3."""
    combatant: Combatant = state.play.game.combatants[intent.who]
    if intent.pain and not condition_penalty(combatant, state.play.game.options.cp_mode):
        raise Rejected("no_pain", name=name_of(state.play, intent.who))


def _check_way(state: State, combatant: Combatant, action: Action, intent: i.ActionPerform) -> None:
    """D-MOV-1: on foot, no farther than that. A run ends where its check says."""
    path = intent.path or action.path
    need = length_of(state.play, intent.who, path)
    most = allowance(combatant, action)
    if action.is_walk and need > most:
        raise Rejected("move_too_far", need=metres(need), max=metres(most))


def check_reach(state: State, combatant: Combatant, action: Action, intent: i.ActionPerform) -> None:
    """D-ATK-9: a blow needs its target near."""
    target = intent.target or (action.among[0] if action.among else "")
    item = combatant.item(action.weapon)
    if item is None or not is_melee(combatant, action) or target in state.play.game.objects:
        return
    if target not in state.play.pieces:
        raise Rejected("target_unknown")
    if not is_near(state.play, intent.who, target, item.reach_cm):
        away = distance(state.play, intent.who, target) or 0
        raise Rejected("out_of_reach", target=name_of(state.play, target), d=metres(away), r=metres(item.reach_cm))


# --- closing, yielding -----------------------------------------------------------------------------------------------


def check_closing(state: State, intent: i.ClosingGo) -> None:
    """3.1: who closes on somebody, one after the other."""
    game: Game = state.play.game
    if game.turn != intent.who:
        other = name_of(state.play, game.turn)
        raise Rejected("not_your_go", other=other) if game.turn else MOMENTS.wrong_phase(state, intent)
    if closing_move(state.play, intent.who) is None:
        raise MOMENTS.wrong_phase(state, intent)


def check_yield(state: State, intent: i.GoYield) -> None:
    """D-INIT-5."""
    game: Game = state.play.game
    record: Record = game.combatants[intent.who].record
    if intent.to == intent.who or intent.to not in game.order or intent.to not in state.play.pieces:
        raise Rejected("target_unknown")
    if game.combatants[intent.to].record.gone:
        raise Rejected("already_gone", name=name_of(state.play, intent.to))
    if record.yielded:
        raise Rejected("already_yielded", name=name_of(state.play, intent.who))
    if any(_on_own_go(record, id) for id in record.performed):
        raise Rejected("already_performed")


def _on_own_go(record: Record, id: str) -> bool:
    """A closing move does not count: it alone came before the go."""
    action = find(record.plan, id)
    return not (action is not None and action.is_move and record.closed and id == record.performed[0])


# --- changing --------------------------------------------------------------------------------------------------------


def check_change(state: State, intent: i.ActionsChange) -> None:
    """D-ACT-7."""
    record: Record = state.play.game.combatants[intent.who].record
    if record.gone:
        raise Rejected("already_gone", name=name_of(state.play, intent.who))
    for id in (*intent.replace, *intent.drop):
        _check_changeable(record, id)
    if not (intent.replace or intent.drop or intent.add):
        raise Rejected("not_declared")
    if is_to_full_defense(intent):
        check_full_defense(state, intent.who)
    plan = plan_after(record, intent)
    check_plan(state, intent.who, plan, record.performed, news=_news(intent, plan, record))


def _check_changeable(record: Record, id: str) -> None:
    if find(record.plan, id) is None:
        raise Rejected("not_declared")
    if id in record.performed:
        raise Rejected("already_performed")


def _news(intent: i.ActionsChange, plan: Plan, record: Record) -> Plan:
    known = {action.id for action in record.plan} - set(intent.replace)
    return tuple(action for action in plan if action.id not in known)


def check_full_defense(state: State, who: str) -> None:
    """D-FD-2."""
    record: Record = state.play.game.combatants[who].record
    performed = (find(record.plan, id) for id in record.performed)
    if any(action is not None and not action.is_move for action in performed):
        raise Rejected("full_defense_too_late", name=name_of(state.play, who))
