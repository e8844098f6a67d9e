"""D-ACT-4 to D-ACT-6: changing one's mind, and what it costs."""

from __future__ import annotations

import msgspec

from server.core.draft import Draft
from server.core.state import Play
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import is_able
from server.rules.tactics.state.plan import Action, Plan, check_actions, find, is_full_defense, numbered
from server.rules.tactics.state.state import Record

FULL_DEFENSE = Action(kind="full_defense")


class Changed(msgspec.Struct, frozen=True, gc=False):
    """The plan as it would be, and how many changes that is."""

    plan: Plan
    count: int


def changed(play: Play, intent: i.ActionsChange) -> Changed:
    """What comes of it."""
    record: Record = play.game.combatants[intent.who].record
    if is_to_full_defense(intent):
        return full_defense(record)
    count = sum(_cost(play, record, id, new) for id, new in intent.replace.items())
    count += sum(_cost(play, record, id, None) for id in intent.drop)
    count += sum(not action.is_walk for action in intent.add)
    return Changed(plan_after(record, intent), count)


def plan_after(record: Record, intent: i.ActionsChange) -> Plan:
    """The plan alone, which is all that a check asks for; whoever takes up full defence by it gives up all else but
    movement."""
    if is_to_full_defense(intent):
        return full_defense(record).plan
    kept = [_replaced(action, intent) for action in record.plan if action.id not in intent.drop]
    return (*kept, *numbered(intent.add, tuple(record.plan)))


def is_to_full_defense(intent: i.ActionsChange) -> bool:
    """D-FD-3: does it take up full defence?"""
    return is_full_defense((*intent.add, *intent.replace.values()))


def _replaced(action: Action, intent: i.ActionsChange) -> Action:
    """A new action takes the place, and the id, of the old one."""
    new = intent.replace.get(action.id)
    return action if new is None else msgspec.structs.replace(new, id=action.id, targets=new.among)


def _cost(play: Play, record: Record, id: str, new: Action | None) -> int:
    """D-ACT-5: movement without a pace is free; D-AMB-18: a target that has fallen, where the table says so."""
    old = find(record.plan, id)
    if old is None or (old.is_walk and (new is None or new.is_walk)):
        return 0
    if new is not None and _is_same(old, new):
        return 0
    return 0 if _is_forced(play, old) else 1


def _is_same(old: Action, new: Action) -> bool:
    """Another path at the same pace, or a choice among the declared targets, is no change."""
    if old.is_move:
        return new.is_move and new.pace == old.pace
    narrowed = not old.among or (bool(new.among) and set(new.among) <= set(old.among))
    same = (old.kind, old.weapon, old.count, old.skill) == (new.kind, new.weapon, new.count, new.skill)
    return same and narrowed


def _is_forced(play: Play, old: Action) -> bool:
    """D-AMB-16, D-AMB-18: are all whom it was aimed at unable?"""
    is_off = play.game.options.waive_forced_change and bool(old.among)
    return is_off and not any(is_able(play, target) for target in old.among)


def full_defense(record: Record) -> Changed:
    """D-ACT-5, D-FD-3: the remaining actions but movement are dropped, each a change, at least one."""
    dropped = [action for action in record.left if not action.is_move]
    kept = tuple(action for action in record.plan if action not in dropped)
    return Changed((*kept, *numbered((FULL_DEFENSE,), tuple(record.plan))), max(1, len(dropped)))


def apply(draft: Draft, who: str, change: Changed) -> None:
    """D-ACT-4, D-ACT-6."""
    record: Record = draft.game.combatants[who].record
    had = is_full_defense(record.plan)
    committed = max(record.committed, check_actions(change.plan))
    total = record.penalty + change.count
    draft.emit(
        e.ActionsChanged(
            who=who, plan=change.plan, changed=change.count, total_penalty=-total, committed=committed
        )
    )  # fmt: skip
    if is_full_defense(change.plan) and not had:
        draft.emit(e.FullDefenseTaken(who=who))
    elif had and not is_full_defense(change.plan):
        draft.emit(e.FullDefenseEnded(who=who))


def take_full_defense(draft: Draft, who: str) -> None:
    """D-FD-3: together with a defence. Who is in it already changes nothing."""
    record: Record = draft.game.combatants[who].record
    if not is_full_defense(record.plan):
        apply(draft, who, full_defense(record))
