"""What a seat may do now, as options with reasons: built by running the very checks that judge the intents.

`state` is what the seat knows. The GM is offered everything for everybody, and rulings beside it (`offers.gm`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from server.core.intents import Intent
from server.core.memo import Memo
from server.core.options import Choice, Option, Param, Reason, weight_of
from server.core.secrecy import owns
from server.core.state import Decision, Play, State
from server.core.system import Asker
from server.rules.tirakan.asking.eligibility import may_be_robbed
from server.rules.tirakan.checks.intent import check, check_may_act
from server.rules.tirakan.checks.reaction import REACTION_COST, check_may_react
from server.rules.tirakan.harm.protection import offer as protection_offer
from server.rules.tirakan.offers.deeds import defences_of
from server.rules.tirakan.offers.gm import YES_NO, gm_options
from server.rules.tirakan.offers.menu import everybody, menu, offer, priced, reason_of
from server.rules.tirakan.offers.walking import defending
from server.rules.tirakan.rolls.improve import IMPROVE
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import act_of_question, usable_actions
from server.rules.tirakan.state.state import Combatant, Frame, Game
from server.rules.tirakan.words.texts import TEXTS

HOLDS: tuple[Literal["strength", "deftness"], ...] = ("strength", "deftness")

WINDOWS = ("reaction", "phase", "defence")
"""Kinds of decisions in which reactions are announced."""

OFFERS, MINE, SIMPLE = Memo(640, weigh=weight_of), Memo(64), Memo(128)


AT_ONCE = 8
"""The options of so many combatants are soon worked out."""


def options(state: State, asker: Asker) -> list[Option]:
    """All options of a seat, its combatants one after another."""
    found = [option for each in _of_each(state, _people(state, asker)) for option in each]
    if asker.role == "gm":
        found += gm_options(state, asker)
    return found


def offering(state: State, asker: Asker) -> Iterator[list[Option]] | None:
    """Options worked out one combatant at a time, where there are so many that it takes long."""
    if len(state.play.pieces) <= AT_ONCE:
        return None
    people = _people(state, asker)
    return _of_each(state, people) if len(people) > AT_ONCE else None


def _people(state: State, asker: Asker) -> list[str]:
    """The asker's combatants who may do anything now."""
    play, decision = state.play, state.play.decision
    if play.phase != "running" or play.parked is not None:
        return []
    game: Game = play.game
    asked = decision.asks if decision is not None else ()
    actor = game.turn if decision is None and not game.frames else ""
    mine = MINE.of((play.pieces, state.ledger.control), asker.audience, _mine, state, asker.audience)
    return [who for who in mine if who in asked or who == actor or _has_free(game.combatants[who])]


def _of_each(state: State, people: list[str]) -> Iterator[list[Option]]:
    if people:
        frame, others = act_of_question(state.play.game, state.play.decision), everybody(state.play)
        for who in people:
            yield _remembered(state, state.play.decision, who, frame, others)


def _mine(state: State, audience: str) -> list[str]:
    return [who for who in state.play.game.combatants if who in state.play.pieces and owns(state, audience, who)]


def _has_free(combatant: Combatant) -> bool:
    """Has it something to spend or to end, whoever's turn it is?"""
    dice = combatant.bonus_dice or combatant.destiny_dice
    return bool(dice or combatant.supported or combatant.block)


def _remembered(state: State, decision: Decision | None, who: str, frame: Frame | None, others: object) -> list[Option]:
    """The options of a combatant, worked out anew when something that they depend on has changed. `frame`: the act that
    is asked about; `others`: what all are to a menu."""
    play = state.play
    game: Game = play.game
    own: Combatant = game.combatants[who]
    parts: tuple[object, ...] = (play.pieces, own, others, game.distances, game.options)
    marks: tuple[object, ...] = (who, game.phase, decision and decision.kind, _standing(decision, who))
    if frame is not None and _only_watches(own, who, frame, decision):
        reacts = who in frame.declared
        marks = (*marks, frame.kind, frame.stage, frame.who, reacts, usable_actions(game, who))
    else:
        parts, marks = (*parts, *game.frames), (*marks, game.turn, game.round, frame and frame.id)
    if own.destiny_dice:  # whom it may steal from
        parts = (*parts, game.combatants, game.enmity)
    return OFFERS.of(parts, marks, _of_combatant, state, who, frame)


def _only_watches(own: Combatant, who: str, frame: Frame, decision: Decision | None) -> bool:
    """May it react to an act that is not done to it, and steal nothing? Then how the dice of that act stand, and who
    else reacts, makes no difference."""
    asked = decision is not None and decision.kind in WINDOWS
    return asked and frame.target != who and not own.destiny_dice


def _standing(decision: Decision | None, who: str) -> str:
    """Is it asked, and has it answered?"""
    ask = decision.asks.get(who) if decision is not None else None
    return "" if ask is None else "asked" if ask.answer is None else "answered"


def refusal(state: State, intent: Intent) -> Reason | None:
    """Why it would be refused now; None if it is allowed."""
    return reason_of(check, state, intent)


def _of_combatant(state: State, who: str, frame: Frame | None) -> list[Option]:
    game: Game = state.play.game
    decision = state.play.decision
    found: list[Option] = []
    if decision is not None and who in decision.asks:
        found += _answers(state, decision, who, frame)
    if game.turn == who and not game.frames and decision is None:
        end = i.EndTurn(who=who)
        why_not = reason_of(check_may_act, state, end)
        found += _in(menu(state.play, who, game.combatants[who].actions, reacts=False), why_not)
        found.append(_simple(state, end, "end"))
    return found + _free(state, who)


def _in(found: tuple[Option, ...], why_not: Reason | None) -> list[Option]:
    """A menu at this moment: as it is, or all of it greyed."""
    if why_not is not None:
        return [msgspec.structs.replace(option, reason=why_not) for option in found]
    return list(found)


def _simple(state: State, intent: Intent, group: str) -> Option:
    """An intent with nothing left open. As long as it is possible it is the same object, which is sent as the same
    bytes."""
    answers = intent.is_answer and state.play.decision is not None
    option = SIMPLE.of((), (intent, group, answers), _plain, intent, group, answers)
    why_not = refusal(state, intent)
    return option if why_not is None else msgspec.structs.replace(option, reason=why_not)


def _plain(intent: Intent, group: str, answers: bool) -> Option:
    key, who = str(intent.__struct_config__.tag), getattr(intent, "who", "")
    return Option(key=key, who=who, intent=msgspec.to_builtins(intent), group=group, answers=answers)


# --- answers ---------------------------------------------------------------------------------------------------------


def _answers(state: State, decision: Decision, who: str, frame: Frame | None) -> list[Option]:
    if decision.kind in WINDOWS:
        return _reactions(state, decision, who, frame)
    if decision.kind == "disarm" and decision.asks[who].answer is None:
        return [_simple(state, i.ChooseDisarmAttribute(who=who, attribute=each), "answer") for each in HOLDS]
    if decision.kind == IMPROVE and decision.asks[who].answer is None:
        return _improvements(state, who)
    if decision.kind == "protection" and decision.asks[who].answer is None:
        decline = _simple(state, i.DeclineProtection(who=who), "answer")
        return [*protection_offer(state, who), decline]
    return []


def _improvements(state: State, who: str) -> list[Option]:
    """T-DICE-6: so many dice as there are."""
    combatant = state.play.game.combatants[who]
    kept, improved = (_simple(state, intent, "answer") for intent in (i.KeepRoll(who=who), i.ImproveRoll(who=who)))
    have = (("bonus", combatant.bonus_dice), ("destiny", combatant.destiny_dice))
    params = [Param(name=name, kind="number", label=f"{name}_dice", most=most) for name, most in have if most]
    if combatant.rerolls:
        params.append(Param(name="reroll", kind="choice", label="reroll", choices=YES_NO, optional=True))
    return [msgspec.structs.replace(improved, params=tuple(params)), kept] if params else [kept]


def _reactions(state: State, decision: Decision, who: str, frame: Frame | None) -> list[Option]:
    """Pass, take back, or one of all reactions; defences only for the one who is attacked."""
    if frame is None:
        return []
    if who in frame.declared:
        return [_simple(state, i.WithdrawReaction(who=who), "answer")]
    passing = i.PassReaction(who=who)
    why_not = reason_of(check_may_react, state, passing)
    found = _in(_possible(state.play, frame, who), why_not)
    if who in decision.unanswered():
        found.append(_simple(state, passing, "answer"))
    return found


def _possible(play: Play, frame: Frame, who: str) -> tuple[Option, ...]:
    """Defences against the attack on it, and (T-REACT-10) unless this is a reaction already, everything else."""
    have = usable_actions(play.game, who)
    templates = defences_of(play.game.combatants[who]) if frame.target == who else []
    unpriced = tuple((template, offer(play, who, template, frame)) for template in templates)
    offered = priced(play, who, unpriced, have, REACTION_COST)
    defences = tuple(option for _, option in offered)
    if frame.kind == "reaction":
        return defences
    return (*defences, *defending(play, who, offered), *menu(play, who, have, reacts=True))


# --- free things -----------------------------------------------------------------------------------------------------


def _free(state: State, who: str) -> list[Option]:
    """Dice for actions, and lowering the shield."""
    combatant = state.play.game.combatants[who]
    found: list[Option] = []
    if combatant.bonus_dice:
        found.append(_simple(state, i.SpendBonusDie(who=who), "free"))
    if combatant.destiny_dice:
        found.append(_destiny(state, who))
    if combatant.supported:
        found.append(_simple(state, i.UnsupportWeapon(who=who), "free"))
    if combatant.block is not None:
        found.append(_simple(state, i.LowerShield(who=who), "free"))
    return found


def _destiny(state: State, who: str) -> Option:
    others = [v for v in state.play.pieces if v != who and may_be_robbed(state.play, who, v) != "not_an_opponent"]
    choices = tuple(
        Choice(victim, state.play.pieces[victim].name, refusal(state, i.SpendDestinyDie(who=who, victim=victim)))
        for victim in others
    )
    reason = choices[0].reason if choices and all(choice.reason for choice in choices) else None
    if not choices:
        reason = Reason("not_an_opponent", TEXTS["not_an_opponent"])
    return Option(
        key="spend_destiny_die", who=who, intent={"type": "spend_destiny_die", "who": who}, group="free",
        params=(Param(name="victim", kind="choice", label="victim", choices=choices, combatant=True),), reason=reason,
    )  # fmt: skip
