"""What the GM says: rulings, values, people; and how each is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.events import CombatantNoticed, CombatantRevealed
from server.core.ids import GM
from server.core.intents import Intent
from server.core.space import cm
from server.core.state import Ask
from server.kit.between import DistanceSet
from server.kit.moment import asked, owes
from server.kit.newcomers import join
from server.rules.tactics.acts.harm import fallen
from server.rules.tactics.deciding import planning, rounds
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import is_able
from server.rules.tactics.state.plan import check_actions, find
from server.rules.tactics.state.state import Attack, Combatant, Object

# --- rulings ---------------------------------------------------------------------------------------------------------


def _modifier(draft: Draft, intent: i.GmModifier) -> None:
    """D-GEN-10; D-SPRAY-3: also between two shots of a spray."""
    attack: Attack | None = draft.game.attack
    attacker = intent.attacker or (attack.who if attack is not None else "")
    target = intent.target or (attack.target if attack is not None else "")
    draft.emit(e.RulingGiven(ruling="modifier", who=attacker, target=target, n=intent.n))


def _projectile(draft: Draft, intent: i.GmProjectile) -> None:
    """D-RPB-4."""
    attack: Attack = draft.game.attack
    draft.emit(
        e.RulingGiven(
            ruling="projectile", who=attack.who, target=attack.target, n=intent.bonus, more=intent.superior,
            attack=attack.id,
        )
    )  # fmt: skip
    if decision := owes(draft.play, GM, "projectile"):
        draft.emit(e.GmAnswered(who=GM, decision=decision.id))


def _on_attack(ruling: str) -> Callable[[Draft, Any], None]:
    """D-INC-2, D-BURST-3: about the attack in progress."""

    def decide(draft: Draft, intent: i.GmSuperior | i.GmBurstPenalty) -> None:
        attack: Attack = draft.game.attack
        draft.emit(
            e.RulingGiven(ruling=ruling, who=attack.who, target=attack.target, n=intent.n, attack=attack.id)
        )  # fmt: skip

    return decide


def _refuse(draft: Draft, intent: i.GmRefuse) -> None:
    """D-BLK-5, D-RPB-2: the answer falls, if there is one; the target's bare hands are no answer any more."""
    attack: Attack = draft.game.attack
    if intent.who == attack.target:
        draft.emit(e.RulingGiven(ruling="refuse", who=intent.who, target=attack.who, text=intent.reason))
    decision = asked(draft.play, intent.who, "defence")
    if decision is not None and decision.asks[intent.who].answer is not None:
        draft.emit(
            e.ReactionRefused(who=intent.who, decision=decision.id, attack=attack.id, reason=intent.reason)
        )  # fmt: skip


def _waive(draft: Draft, intent: i.GmWaiveChange) -> None:
    """D-ACT-9."""
    draft.emit(e.RulingGiven(ruling="waive_change", who=intent.who, n=intent.n))


def _max_attacks(draft: Draft, intent: i.GmMaxAttacks) -> None:
    """D-MULT-3."""
    draft.emit(e.RulingGiven(ruling="max_attacks", who=intent.who, key=intent.weapon, n=intent.n))


def _mark(draft: Draft, intent: i.GmMarkCheck) -> None:
    """D-DECL-4; `n`: the check actions that the plan holds then, once it is recorded."""
    combatant: Combatant = draft.game.combatants[intent.who]
    plan, action = combatant.record.plan, find(combatant.record.plan, intent.action)
    more = int(action is not None and not action.checks)
    n = check_actions(plan) + more if draft.game.stage not in planning.PLANNING else 0
    draft.emit(e.RulingGiven(ruling="mark_check", who=intent.who, key=intent.action, n=n))


def _range(draft: Draft, intent: i.GmRange) -> None:
    """D-MOV-10."""
    a, b = intent.pair
    draft.emit(DistanceSet(a=a, b=b, distance_cm=cm(intent.m)))


def _object(draft: Draft, intent: i.GmObject) -> None:
    """D-SUND-8."""
    draft.emit(e.ObjectNamed(object=Object(name=intent.name, tier=intent.tier, size=intent.size)))


def _reveal(draft: Draft, intent: i.GmReveal) -> None:
    """D-SEC-5."""
    event = CombatantNoticed(who=intent.who, by=intent.to) if intent.to else CombatantRevealed(who=intent.who)
    draft.emit(event)


# --- values ----------------------------------------------------------------------------------------------------------


def _set(draft: Draft, intent: i.GmSet) -> None:
    """D-GEN-11."""
    draft.emit(e.GmAdjusted(who=intent.who, value_of=intent.value_of, key=intent.key, value=intent.value))
    if intent.value_of in ("W", "S"):
        _fit(draft, intent.who)
    if not is_able(draft.play, intent.who):
        excuse(draft, intent.who)
    rounds.go_on(draft)


def _fit(draft: Draft, who: str) -> None:
    """D-WND-3 to D-WND-5: what its points make of it now."""
    combatant: Combatant = draft.game.combatants[who]
    now = fallen(combatant)
    for status in ("stunned", "unconscious", "dying", "dead"):
        if (status in now) != (status in combatant.statuses):
            draft.emit(e.GmAdjusted(who=who, value_of="status", key=status, value=status in now))


def _repair(draft: Draft, intent: i.ItemRepair) -> None:
    """D-SUND-9: never above the original."""
    combatant: Combatant = draft.game.combatants[intent.who]
    if intent.side == "armour":
        armour = combatant.sheet.armour
        whole = 0 if armour is None else armour.value if armour.original_value is None else armour.original_value
        value = min(whole, combatant.armour_value + intent.points)
        draft.emit(e.GmAdjusted(who=intent.who, value_of="armour_value", value=value))
        return
    side, gear = f"q_{intent.side}", combatant.gear[intent.item]
    whole = getattr(combatant.sheet.items[intent.item], side)
    value = min(whole, getattr(gear, side) + intent.points)
    draft.emit(e.GmAdjusted(who=intent.who, value_of=side, key=intent.item, value=value))


# --- people ----------------------------------------------------------------------------------------------------------


def _add(draft: Draft, intent: i.AddCombatant) -> None:
    """Whom all see plans with the others, if they still do; else it comes in with the next round."""
    who = join(draft, e.CombatantAdded, intent, sheet=intent.sheet)
    decision = next((each for each in draft.play.decisions if each.kind in planning.PLANNING), None)
    if decision is not None and decision is draft.play.decision and not intent.hidden and is_able(draft.play, who):
        draft.ask_more(decision, {who: Ask()}, time_s=draft.game.options.phase_timeout_s)


def excuse(draft: Draft, who: str) -> None:
    """Whoever can't act any more is asked no more: its open question gets the default answer."""
    decision = owes(draft.play, who, *planning.PLANNING, "defence", "block")
    if decision is not None:
        draft.answer(decision, who)


def removed(draft: Draft, _who: str) -> None:
    """Somebody was taken off the table: whatever waited for it goes on, and nothing more is asked about its attacks."""
    if draft.play.phase != "running":
        return
    if draft.game.attack is None:
        for decision in reversed(draft.play.decisions):
            if decision.kind in ("defence", "projectile", "block"):
                draft.close(decision.id, "moot")
    rounds.go_on(draft)


def _go_on(draft: Draft, _intent: i.GmGoOn) -> None:
    """D-RND-3."""
    if decision := owes(draft.play, GM, "end"):
        draft.emit(e.GmAnswered(who=GM, decision=decision.id, goes_on=True))


def _end(draft: Draft, intent: i.EncounterEnd) -> None:
    """D-RND-3."""
    rounds.end(draft, tuple(dict.fromkeys(intent.winners)) or rounds.winners(draft))


DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.AddCombatant: _add,
    i.SetOptions: lambda draft, intent: draft.emit(e.OptionsSet(options=intent.options)),
    i.EncounterEnd: _end,
    i.GmGoOn: _go_on,
    i.GmModifier: _modifier,
    i.GmProjectile: _projectile,
    i.GmSuperior: _on_attack("superior"),
    i.GmBurstPenalty: _on_attack("burst_penalty"),
    i.GmRefuse: _refuse,
    i.GmWaiveChange: _waive,
    i.GmMaxAttacks: _max_attacks,
    i.GmMarkCheck: _mark,
    i.GmRange: _range,
    i.GmObject: _object,
    i.GmReveal: _reveal,
    i.GmSet: _set,
    i.ItemRepair: _repair,
}
