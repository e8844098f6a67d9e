"""`gm_rule`: the GM's answer to whatever the fight asks (custom, skill, distance, brink, end)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.state import Decision, State
from server.kit.asking import Question
from server.kit.between import DistanceSet, SightSet, sees
from server.kit.moment import name_of, owes
from server.rules.brink.acts.declare import refund, spend_actions
from server.rules.brink.acts.deed_check import out_of_reach
from server.rules.brink.deciding import finish
from server.rules.brink.state import events as e
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import effect_of, waiting
from server.rules.brink.state.moment import MOMENTS
from server.rules.brink.state.state import Action, Game, Ruling


def check_rule(state: State, intent: i.GmRule) -> None:
    """Something must be asked, and the ruling must be possible."""
    decision = owes(state.play, GM, *QUESTIONS)
    if decision is None:
        raise MOMENTS.wrong_phase(state, intent)
    for who in intent.damage:
        if who not in state.play.pieces:
            raise Rejected("unknown_combatant", who=who)
    action = action_of(state.play.game, decision)
    if decision.kind == "custom" and not intent.refuse and action is not None:
        _check_cost(state, action.who, intent.cost)
    if decision.kind == "distance" and not intent.refuse and intent.distance_cm is None:
        raise Rejected("distance_needed")


def _check_cost(state: State, who: str, cost: int) -> None:
    """B-TURN-6: the GM may rule any cost that can be paid."""
    if cost > state.play.game.combatants[who].std_left:
        raise Rejected("no_action_left", name=name_of(state.play, who))


def action_of(game: Game, decision: Decision) -> Action | None:
    """The action that a question is about."""
    frame = waiting(game, decision.id)
    if frame is None:
        return None
    return next((action for action in frame.pending if decision.id.endswith(f"/{decision.kind}.{action.name}")), None)


def decide_rule(draft: Draft, intent: i.GmRule) -> None:
    """The answer; the act goes on by itself."""
    decision = owes(draft.play, GM, *QUESTIONS)
    if decision is not None:
        QUESTIONS[decision.kind].answer(draft, decision, intent)


def _rule_on_action(draft: Draft, decision: Decision, intent: i.GmRule) -> None:
    """B-TURN-6, B-SKILL-4."""
    action = action_of(draft.game, decision)
    if action is None:
        return
    said = {field: getattr(intent, field) for field in Ruling.__struct_fields__}
    details = None if intent.refuse else Ruling(**said)
    draft.emit(
        e.GMRuled(
            who=GM, decision=decision.id, ruling=decision.kind, action=action.id, subject=action.who,
            text=intent.text, details=details,
        )
    )  # fmt: skip
    if intent.refuse:
        _refuse(draft, action, intent)
    elif decision.kind == "custom" and intent.cost:
        spend_actions(draft, action.who, intent.cost)


def _rule_distance(draft: Draft, decision: Decision, intent: i.GmRule) -> None:
    """B-ATK-1: how far, and whether it is seen. Out of reach the action is refused, and all charges returned."""
    action = action_of(draft.game, decision)
    if action is None:
        return
    who, target = action.who, action.deed.target
    draft.emit(
        e.GMRuled(who=GM, decision=decision.id, ruling="distance", action=action.id, subject=who, text=intent.text)
    )
    if intent.refuse or intent.distance_cm is None:
        _refuse(draft, action, intent)
        return
    draft.emit(DistanceSet(a=who, b=target, distance_cm=intent.distance_cm))
    if intent.sees != sees(draft.game, who, target):
        draft.emit(SightSet(a=who, b=target, sees=intent.sees))
    effect = effect_of(draft.game, who, action.deed)
    refusal = out_of_reach(draft.play, who, target, effect) if effect is not None else None
    if refusal is not None:
        refund(draft, action)
        draft.emit(e.ActionRefused(who=who, target=target, action=action.id, reason=refusal.code))


def _refuse(draft: Draft, action: Action, intent: i.GmRule) -> None:
    refund(draft, action)
    reason = intent.text or "refused"
    draft.emit(e.ActionRefused(who=action.who, target=action.deed.target, action=action.id, reason=reason))


def _rule_brink(draft: Draft, decision: Decision, intent: i.GmRule) -> None:
    """B-BRINK-4, B-A-10."""
    who = decision.topic["who"]
    draft.emit(e.GMRuled(who=GM, decision=decision.id, ruling="brink", subject=who, value=intent.status))
    draft.emit(e.StatusChanged(who=who, status=intent.status))


def _rule_end(draft: Draft, decision: Decision, intent: i.GmRule) -> None:
    """B-A-11."""
    if intent.refuse:
        draft.emit(e.GMRuled(who=GM, decision=decision.id, ruling="end", text=intent.text))
    else:
        finish.end(draft, finish.winners(draft.play), "auto")


QUESTIONS = {
    "custom": Question(i.GmRule(refuse=True), _rule_on_action),
    "skill": Question(i.GmRule(), _rule_on_action),
    "distance": Question(i.GmRule(refuse=True), _rule_distance),
    "brink": Question(i.GmRule(), _rule_brink),
    "end": Question(i.GmRule(), _rule_end),
}
