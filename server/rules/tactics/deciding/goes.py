"""The own go: actions in the order of the plan, yielding, the end of it (specification 2.7)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import State
from server.kit.order import stop
from server.rules.tactics.acts import attack
from server.rules.tactics.acts.counter import expire
from server.rules.tactics.acts.sunder import strike_object
from server.rules.tactics.deciding import change, movement
from server.rules.tactics.rolls.check import pain, use_skill
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.plan import Action, find
from server.rules.tactics.state.state import Combatant


def start(draft: Draft, who: str) -> None:
    """Its go is due. D-FD-4: with the house rule its full defence of an earlier round is over."""
    draft.emit(e.GoStarted(who=who))
    combatant: Combatant = draft.game.combatants[who]
    if combatant.full_defense and all(action.kind != "full_defense" for action in combatant.record.plan):
        draft.emit(e.FullDefenseEnded(who=who))


def is_passed_over(state: State, who: str) -> bool:
    """D-DECL-6: who holds has nothing to do on its go but to end it; whoever has earned an opening may want to use it.
    Only where the table does not ask at everything: then, as at tables without stops, it may still change its mind."""
    table, record = state.ledger.table, state.play.game.combatants[who].record
    is_asked = table is None or not table.stops or table.stops == "everything"
    return not is_asked and not record.counter and all(action.kind == "full_defense" for action in record.left)


def end(draft: Draft, who: str) -> None:
    """What is left of its plan is lost (D-ACT-8); D-CTR-3: unused bonuses too."""
    expire(draft, who)
    draft.emit(e.GoEnded(who=who))
    stop(draft, "go.over", ends_act=True)


def end_own(draft: Draft, intent: i.GoEnd) -> None:
    """`go.end`."""
    end(draft, intent.who)


def go_yield(draft: Draft, intent: i.GoYield) -> None:
    """D-INIT-5."""
    draft.emit(e.GoYielded(who=intent.who, to=intent.to))
    stop(draft, "go.yielded", ends_act=True)


def change_own(draft: Draft, intent: i.ActionsChange) -> None:
    """D-ACT-7."""
    change.apply(draft, intent.who, change.changed(draft.play, intent))


def perform(draft: Draft, intent: i.ActionPerform) -> None:
    """D-ACT-1."""
    combatant: Combatant = draft.game.combatants[intent.who]
    action = find(combatant.record.plan, intent.id)
    if action is None:
        return
    if action.is_move:
        movement.move(draft, intent.who, action, target_of(action, intent), intent.path, intent.pain)
    elif action.is_strike:
        _strike(draft, action, intent)
    else:
        _other(draft, action, intent)


def target_of(action: Action, intent: i.ActionPerform) -> str:
    """Whom it is aimed at: the one chosen, or the only one declared."""
    return intent.target or (action.among[0] if action.among else "")


def _strike(draft: Draft, action: Action, intent: i.ActionPerform) -> None:
    """D-PAIN-1 comes before the attack. D-CTR-3: a blow at a thing spends an opening, too."""
    target = target_of(action, intent)
    _spent(draft, intent.who, action)
    if target in draft.game.objects:
        strike_object(draft, intent.who, action, target)
        expire(draft, intent.who)
        return
    penalty = pain(draft, intent.who, intent.pain)
    attack.begin(draft, action, target, intent, penalty)


def _other(draft: Draft, action: Action, intent: i.ActionPerform) -> None:
    """Skills, drawing, reloading, words."""
    who = intent.who
    _spent(draft, who, action)
    if action.kind == "skill" or action.marked:
        use_skill(draft, who, action, pain(draft, who, intent.pain))
    if action.kind == "draw":
        draft.emit(e.WeaponDrawn(who=who, item=action.weapon))
    elif action.kind == "reload":
        item = draft.game.combatants[who].sheet.items.get(action.weapon)
        draft.emit(e.Reloaded(who=who, item=action.weapon, ammo=item.ammo if item is not None else None))


def _spent(draft: Draft, who: str, action: Action) -> None:
    draft.emit(e.ActionSpent(who=who, action=action.id, kind=action.kind, text=action.text, weapon=action.weapon))
