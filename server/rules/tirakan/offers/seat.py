"""What a seat may do now. `state` is what it knows. The GM is offered everything for everybody, and rulings beside it
(`offers.gm`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from msgspec.structs import replace

from server.core.intents import Intent
from server.core.memo import Memo
from server.core.options import Choice, Goal, Option, Param, weight_of
from server.core.state import Decision, State
from server.core.system import Asker
from server.kit.acts.improving import IMPROVE
from server.kit.acts.reacting import Reacting
from server.kit.forms import YES_NO, choice
from server.kit.frames import asked_about
from server.kit.offering import Offering, Wish, mine, option_of, simple, unless
from server.rules.tirakan.asking.moment import able
from server.rules.tirakan.checks.intent import BUYING, check
from server.rules.tirakan.checks.reaction import CHECKS
from server.rules.tirakan.harm.protection import offer as protection_offer
from server.rules.tirakan.offers.deeds import defences_of
from server.rules.tirakan.offers.gm import gm_options
from server.rules.tirakan.offers.menu import MENU, OTHERS, reason_of
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import usable_actions
from server.rules.tirakan.state.state import Combatant, Frame, Game

HOLDS: tuple[Literal["strength", "deftness"], ...] = ("strength", "deftness")

WINDOWS = ("reaction", "phase", "defence")
"""Kinds of decisions in which reactions are announced."""

PROTECT = choice("how", Choice("ask", "protect_ask"), Choice("max", "protect_max"), Choice("none", "protect_none"))

OFFERS = Memo(640, weigh=weight_of)


def _people(state: State, asker: Asker) -> list[str]:
    """The asker's combatants who may do anything now."""
    decision = state.play.decision
    game: Game = state.play.game
    asked = decision.asks if decision is not None else ()
    actor = game.turn if decision is None and not game.frames else ""
    return [who for who in mine(state, asker) if who in asked or who == actor or _has_free(game.combatants[who])]


def _each(state: State, _asker: Asker, people: list[str]) -> Iterator[list[Option]]:
    if people:
        frame, others = asked_about(state.play.game, state.play.decision), OTHERS.of(state.play)
        for who in people:
            yield _remembered(state, state.play.decision, who, frame, others)


REACTING = Reacting(
    menu=MENU, checks=CHECKS, buying=BUYING, check=check, defences=defences_of, passes=i.PassReaction,
    withdraws=i.WithdrawReaction,
)  # fmt: skip
OFFERING = Offering(people=_people, each=_each, gm=gm_options)


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


def _of_combatant(state: State, who: str, frame: Frame | None) -> list[Option]:
    game: Game = state.play.game
    decision = state.play.decision
    found: list[Option] = []
    if decision is not None and who in decision.asks:
        found += _answers(state, decision, who, frame)
    if game.turn == who and not game.frames and decision is None:
        end = i.EndTurn(who=who)
        why_not = reason_of(check, state, end)
        deeds = MENU.of(state.play, who, game.combatants[who].actions, reacts=False)
        found += [
            *unless(why_not or reason_of(able, state, end), deeds),
            simple(Wish(intent=end, group="end"), why_not),
        ]
    return found + _free(state, who)


def _simple(state: State, intent: Intent, goal: Goal, group: str = "answer") -> Option:
    """An intent with nothing left open."""
    return simple(Wish(intent=intent, group=group, goal=goal), reason_of(check, state, intent))


# --- answers ---------------------------------------------------------------------------------------------------------


def _answers(state: State, decision: Decision, who: str, frame: Frame | None) -> list[Option]:
    if decision.kind in WINDOWS:
        return [] if frame is None else REACTING.options(state, decision, who, frame)
    if decision.kind == "disarm" and decision.asks[who].answer is None:
        return [_simple(state, i.ChooseDisarmAttribute(who=who, attribute=each), "defend") for each in HOLDS]
    if decision.kind == IMPROVE and decision.asks[who].answer is None:
        return _improvements(state, who)
    if decision.kind == "protection" and decision.asks[who].answer is None:
        decline = _simple(state, i.DeclineProtection(who=who), "end")
        return [*protection_offer(state, who), decline]
    return []


def _improvements(state: State, who: str) -> list[Option]:
    """T-DICE-6: so many dice as there are."""
    combatant = state.play.game.combatants[who]
    kept, improved = _simple(state, i.KeepRoll(who=who), "end"), _simple(state, i.ImproveRoll(who=who), "help")
    have = (("bonus", combatant.bonus_dice), ("destiny", combatant.destiny_dice))
    params = [Param(name=name, kind="number", label=f"{name}_dice", most=most) for name, most in have if most]
    if combatant.rerolls:
        params.append(Param(name="reroll", kind="choice", label="reroll", choices=YES_NO, optional=True))
    return [replace(improved, params=tuple(params)), kept] if params else [kept]


# --- free things -----------------------------------------------------------------------------------------------------


def _free(state: State, who: str) -> list[Option]:
    """Dice for actions, and lowering the shield."""
    combatant = state.play.game.combatants[who]
    found: list[Option] = []
    if combatant.bonus_dice:
        found.append(_simple(state, i.SpendBonusDie(who=who), "prepare", "free"))
    if combatant.destiny_dice:
        opponents = BUYING.opponents(state.play, who)
        found.append(BUYING.robbery(partial(reason_of, check, state), state.play, who, opponents))
    if combatant.supported:
        found.append(_simple(state, i.UnsupportWeapon(who=who), "prepare", "free"))
    if combatant.block is not None:
        found.append(_simple(state, i.LowerShield(who=who), "prepare", "free"))
    return found + _protection(state, who)


def _protection(state: State, who: str) -> list[Option]:
    """T-PROT-5: in the own turn, and when it is asked about it."""
    combatant: Combatant = state.play.game.combatants[who]
    decision = state.play.decision
    is_asked = decision is not None and decision.kind == "protection" and who in decision.asks
    is_on_turn = state.play.game.turn == who and decision is None and not state.play.game.frames
    if not (combatant.sheet.armour or combatant.sheet.innate_protection) or not (is_asked or is_on_turn):
        return []
    intent = i.AutoProtect(who=who, how=combatant.sheet.auto_protect)
    return [option_of(Wish(intent=intent, group="free", goal="prepare", params=(PROTECT,), as_now=True), (None,))]
