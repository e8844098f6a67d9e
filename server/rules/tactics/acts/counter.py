"""D-CTR-1 to D-CTR-4: what a parry is worth in the defender's own go."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.tactics.rolls.target import stand_of
from server.rules.tactics.state import events as e
from server.rules.tactics.state.facts import is_later
from server.rules.tactics.state.state import Attack, Game


def bonus_for(game: Game, who: str, target: str) -> int:
    """D-CTR-3: of the first attack of its go, if it is aimed at one whose attack was parried."""
    record = game.combatants[who].record
    return 0 if record.has_attacked or game.turn != who else record.counter.get(target, 0)


def gain(draft: Draft, attack: Attack) -> None:
    """D-CTR-1, D-CTR-2: the attack has failed against a parry; D-INC-3: also against that of an ally."""
    stand = stand_of(attack)
    if stand.answer.kind != "parry" or not is_later(draft.game, stand.who):
        return
    record, failure = draft.game.combatants[stand.who].record, -attack.s
    earned = (*record.counters.get(attack.who, ()), failure)
    bonus = sum(earned) if draft.game.options.counter_stack == "sum" else max(earned)
    draft.emit(e.CounterGained(who=stand.who, against=attack.who, failure=failure, bonus=bonus))


def expire(draft: Draft, who: str, used: int = 0) -> None:
    """D-CTR-3: whatever is not used by the first attack of the go is lost."""
    if draft.game.combatants[who].record.counter and not used:
        draft.emit(e.CounterExpired(who=who))
