"""What a seat may do now, as options with reasons: built by running the very checks that judge the intents.

`state` is what the seat knows. The GM is offered everything for everybody, and rulings beside it (`offers_gm`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Literal

import msgspec

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.options import Choice, Option, Param, Reason
from server.core.secrecy import owns
from server.core.state import State
from server.core.system import Asker
from server.rules.tirakan import intents as i
from server.rules.tirakan.acts import kind_of
from server.rules.tirakan.check import check, check_can_pay, check_may_act
from server.rules.tirakan.check_reaction import check_can_pay as check_can_pay_reaction
from server.rules.tirakan.check_reaction import check_may_react
from server.rules.tirakan.deeds import Template, deeds_of
from server.rules.tirakan.facts import may_be_robbed, top
from server.rules.tirakan.kind import Moment, Parts
from server.rules.tirakan.offers_gm import gm_options
from server.rules.tirakan.protection import offer as protection_offer
from server.rules.tirakan.state import Game
from server.rules.tirakan.texts import TEXTS

HOLDS: tuple[Literal["strength", "deftness"], ...] = ("strength", "deftness")


def options(state: State, asker: Asker) -> list[Option]:
    """All options of a seat, its combatants one after another."""
    found: list[Option] = []
    if state.play.phase == "running" and state.play.parked is None:
        for who in state.play.pieces:
            if who in state.play.game.combatants and owns(state, asker.audience, who):
                found += _of_combatant(state, asker, who)
    if asker.role == "gm":
        found += gm_options(state, asker)
    return found


def refusal(state: State, intent: Intent, asker: Asker) -> Reason | None:
    """Why it would be refused now; None if it is allowed."""
    return _reason(lambda: check(state, intent, asker))


def _reason(ask: Callable[[], object]) -> Reason | None:
    """What a check says against it."""
    try:
        ask()
    except Rejected as rejected:
        return Reason(rejected.code, rejected.text(TEXTS), rejected.detail)
    return None


def _of_combatant(state: State, asker: Asker, who: str) -> list[Option]:
    game: Game = state.play.game
    decision = state.play.decision
    found: list[Option] = []
    if decision is not None and who in decision.asks:
        found += _answers(state, asker, who)
    if game.turn == who and not game.frames and decision is None:
        found += [option for deed in deeds_of(state.play, who) for option in _deed(state, asker, who, deed)]
        found.append(_simple(state, asker, i.EndTurn(who=who), "end"))
    return found + _free(state, asker, who)


# --- deeds -----------------------------------------------------------------------------------------------------------


def _deed(state: State, asker: Asker, who: str, template: Template, reacts: bool = False) -> Iterable[Option]:
    """One option for a kind of deed; targets that are out of the question are greyed, or the whole if all are."""
    choices = _choices(state, asker, who, template, reacts)
    reason = None
    if template.targets and all(choice.reason is not None for choice in choices):
        reason = choices[0].reason
    if not template.targets:
        reason = refusal(state, _wrapped(who, template.deed, reacts), asker)
    prefix = "reaction." if reacts else ""
    params = (*_target_param(prefix, choices), *_more(prefix, template))
    decision = state.play.decision
    yield Option(
        key=template.key, who=who, intent=_raw(_wrapped(who, template.deed, reacts), template.open),
        group="answer" if reacts else template.group, cost=_cost(template.cost), label=template.label, params=params,
        decision=decision.id if reacts and decision is not None else "", reason=reason,
    )  # fmt: skip


def _wrapped(who: str, deed: Any, reacts: bool) -> Intent:
    return i.DeclareReaction(who=who, reaction=deed) if reacts else i.plain(deed, who)


def _raw(intent: Intent, open_fields: tuple[str, ...]) -> dict[str, Any]:
    """The intent as it is sent, without what the parameters fill in."""
    raw: dict[str, Any] = msgspec.to_builtins(intent)
    deed = raw.get("reaction", raw)
    for field in open_fields:
        deed.pop(field, None)
    return raw


def _choices(state: State, asker: Asker, who: str, template: Template, reacts: bool) -> tuple[Choice, ...]:
    """The targets, each with the reason why it is out of the question."""
    deeds = [msgspec.structs.replace(template.deed, target=target) for target in template.targets]
    parts = kind_of(template.deed).parts
    if parts is None or not deeds:
        reasons = [refusal(state, _wrapped(who, deed, reacts), asker) for deed in deeds]
    else:
        reasons = _shared(state, who, deeds, parts, reacts)
    names = [state.play.pieces[target].name for target in template.targets]
    return tuple(map(Choice, template.targets, names, reasons))


def _shared(state: State, who: str, deeds: list[Any], parts: Parts, reacts: bool) -> list[Reason | None]:
    """The same refusals, but what does not depend on the target is asked once."""
    first, moment = _wrapped(who, deeds[0], reacts), Moment(frame=top(state.play.game) if reacts else None)
    play = state.play
    head = _reason(partial(_check_may, state, first)) or _reason(partial(parts.before, play, who, deeds[0], moment))
    if head is not None:
        return [head] * len(deeds)
    tail = _reason(partial(parts.after, play, who, deeds[0], moment)) or _reason(partial(_check_pay, state, first))
    return [_reason(partial(parts.target, play, who, deed, moment)) or tail for deed in deeds]


def _check_may(state: State, intent: Any) -> None:
    if isinstance(intent, i.DeclareReaction):
        check_may_react(state, intent)
    else:
        check_may_act(state, intent)


def _check_pay(state: State, intent: Any) -> None:
    if isinstance(intent, i.DeclareReaction):
        check_can_pay_reaction(state, intent.who)
    else:
        check_can_pay(state, intent)


def _target_param(prefix: str, choices: tuple[Choice, ...]) -> tuple[Param, ...]:
    if not choices:
        return ()
    return (Param(name=f"{prefix}target", kind="choice", label="target", choices=choices, combatant=True),)


def _more(prefix: str, template: Template) -> tuple[Param, ...]:
    return tuple(msgspec.structs.replace(param, name=prefix + param.name) for param in template.params)


def _cost(actions: int) -> str:
    return "1 action" if actions == 1 else f"{actions} actions" if actions else ""


def _simple(state: State, asker: Asker, intent: Intent, group: str, cost: int = 0) -> Option:
    key = str(intent.__struct_config__.tag)
    decision = state.play.decision
    return Option(
        key=key, who=getattr(intent, "who", ""), intent=msgspec.to_builtins(intent), group=group, cost=_cost(cost),
        reason=refusal(state, intent, asker),
        decision=decision.id if intent.is_answer and decision is not None else "",
    )  # fmt: skip


# --- answers ---------------------------------------------------------------------------------------------------------


def _answers(state: State, asker: Asker, who: str) -> list[Option]:
    decision = state.play.decision
    if decision is None:
        return []
    if decision.kind in ("reaction", "phase", "defence"):
        return _reactions(state, asker, who)
    if decision.kind == "disarm" and decision.asks[who].answer is None:
        return [_simple(state, asker, i.ChooseDisarmAttribute(who=who, attribute=each), "answer") for each in HOLDS]
    if decision.kind == "protection" and decision.asks[who].answer is None:
        decline = _simple(state, asker, i.DeclineProtection(who=who), "answer")
        return [*protection_offer(state, who, decision.id), decline]
    return []


def _reactions(state: State, asker: Asker, who: str) -> list[Option]:
    """Pass, take back, or one of all reactions; defences only for the one who is attacked."""
    frame, decision = top(state.play.game), state.play.decision
    if frame is None or decision is None:
        return []
    if who in frame.declared:
        return [_simple(state, asker, i.WithdrawReaction(who=who), "answer")]
    found = [
        option for deed in deeds_of(state.play, who, frame) for option in _deed(state, asker, who, deed, reacts=True)
    ]
    if who in decision.unanswered():
        found.append(_simple(state, asker, i.PassReaction(who=who), "answer"))
    return found


# --- free things -----------------------------------------------------------------------------------------------------


def _free(state: State, asker: Asker, who: str) -> list[Option]:
    """Dice for actions, and lowering the shield."""
    combatant = state.play.game.combatants[who]
    found: list[Option] = []
    if combatant.bonus_dice:
        found.append(_simple(state, asker, i.SpendBonusDie(who=who), "free"))
    if combatant.destiny_dice:
        found.append(_destiny(state, asker, who))
    if combatant.supported:
        found.append(_simple(state, asker, i.UnsupportWeapon(who=who), "free"))
    if combatant.block is not None:
        found.append(_simple(state, asker, i.LowerShield(who=who), "free"))
    return found


def _destiny(state: State, asker: Asker, who: str) -> Option:
    others = [v for v in state.play.pieces if v != who and may_be_robbed(state.play, who, v) != "not_an_opponent"]
    choices = tuple(
        Choice(victim, state.play.pieces[victim].name, refusal(state, i.SpendDestinyDie(who=who, victim=victim), asker))
        for victim in others
    )
    reason = choices[0].reason if choices and all(choice.reason for choice in choices) else None
    if not choices:
        reason = Reason("not_an_opponent", TEXTS["not_an_opponent"])
    return Option(
        key="spend_destiny_die", who=who, intent={"type": "spend_destiny_die", "who": who}, group="free",
        params=(Param(name="victim", kind="choice", label="victim", choices=choices, combatant=True),), reason=reason,
    )  # fmt: skip
