"""What a seat may do now. `state` is what it knows. The GM is offered everything for everybody, and rulings beside it
(`offers.gm`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from server.core.intents import Act
from server.core.options import Choice, Goal, Option, Param, Reason
from server.core.state import State
from server.core.system import Asker
from server.kit.forms import choice, number
from server.kit.moment import name_of, owes
from server.kit.offering import Offering, Wish, judged, mine, reasons_in
from server.rules.brink.deciding.delay import check_reinsert
from server.rules.brink.deciding.intent_check import check, check_ready, standard_means, standard_way
from server.rules.brink.deciding.turns import READY_EP
from server.rules.brink.offers.deeds import MOST_EP, deeds, readied
from server.rules.brink.offers.gm import gm_options
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import able_members, is_able, provoked, slot_of
from server.rules.brink.state.moment import is_idle, slot_name
from server.rules.brink.state.state import Game
from server.rules.brink.words.texts import TEXTS

reason_of = reasons_in(TEXTS)
Judge = Callable[[Any], Reason | None]


def _able(state: State, asker: Asker) -> list[str]:
    return [who for who in mine(state, asker) if is_able(state.play.game, who)]


def _each(state: State, _asker: Asker, people: list[str]) -> Iterator[list[Option]]:
    """One of each slot speaks for it: the first of them."""
    heard = set()
    for who in people:
        slot = slot_of(state.play.game, who)
        yield _of(state, who, slot, slot not in heard)
        heard.add(slot)


def _gm(state: State, _asker: Asker) -> list[Option]:
    return gm_options(state)


options = Offering(people=_able, each=_each, gm=_gm).options


def _of(state: State, who: str, slot: str, speaks: bool) -> list[Option]:
    """Answers, the own turn, and what may be done at any time."""
    game: Game = state.play.game
    judge = partial(reason_of, check, state)
    found = [judged(wish, judge) for wish in _answers(state, who)]
    if is_idle(state) and game.turn == slot:
        means, way = partial(reason_of, standard_means, state), partial(reason_of, standard_way, state)
        # It is its turn: the moment need not be checked for each.
        found += [judged(wish, way, means) for wish in _warned(state, deeds(state.play, who))]
        found += _ends(state, who, slot, judge) if speaks else []
    return found + [judged(wish, judge) for wish in _free(state, who, slot, speaks)]


def _warned(state: State, wishes: list[Wish]) -> list[Wish]:
    """B-MOVE-3: who moves away from enemies is told before by whom it may be struck at."""
    if state.play.game.options.opportunity == "off":
        return wishes
    return [
        replace(wish, risks=tuple(provoked(state, wish.intent.who))) if isinstance(wish.intent, i.Move) else wish
        for wish in wishes
    ]


# --- answers ---------------------------------------------------------------------------------------------------------


def _answer(intent: Act, goal: Goal, *params: Param, cost: str = "") -> Wish:
    return Wish(intent=intent, group="answer", goal=goal, params=params, cost=cost)


def _answers(state: State, who: str) -> list[Wish]:
    game: Game = state.play.game
    decision = owes(state.play, who, "window", "boundary", "opportunity", "bonus")
    if decision is None or decision is not state.play.decision:
        return []
    most = min(game.combatants[who].ep, MOST_EP)
    energy = number("ep_bonus", 0, most, optional=True)
    if decision.kind == "opportunity":
        bonus = [energy] if most else []
        return [_answer(i.TakeOpportunity(who=who), "harm", *bonus), _answer(i.DeclineOpportunity(who=who), "end")]
    if decision.kind == "bonus":
        return [_answer(i.AddEp(who=who), "help", replace(energy, name="n", optional=False))]
    has_readied = game.combatants[who].readied
    found = readied(state.play, who, "answer") if has_readied else []
    if decision.kind == "boundary" and slot_of(game, who) in game.delays:  # B-DELAY-7, 3.3.7
        found += [_answer(i.ReinsertTurn(who=who), "prepare", cost="own_turn"), _answer(i.KeepWaiting(who=who), "end")]
    return [*found, _answer(i.PassReadied(who=who), "end")] if has_readied else found


# --- the end of the own turn -----------------------------------------------------------------------------------------


def _ends(state: State, who: str, slot: str, judge: Judge) -> list[Option]:
    end = Wish(intent=i.EndTurn(who=who), group="end")
    delay = replace(end, intent=i.DelayTurn(who=who), goal="prepare")
    return [judged(end, judge), _ready_and_end(state, who, slot, judge), judged(delay, judge)]


def _ready_and_end(state: State, who: str, slot: str, judge: Judge) -> Option:
    """B-READY-1: for one alone at a tap; in a group one choice for each member."""
    people = able_members(state.play.game, slot)
    params = tuple(_ready(state, who, each) for each in people) if len(people) > 1 else ()
    ready = {} if params else {who: True}
    wish = Wish(
        intent=i.EndTurn(who=who, ready=ready), key="ready_and_end", group="end", goal="prepare", params=params,
        cost="" if params else f"{READY_EP} ep",
    )  # fmt: skip
    option = judged(wish, judge)
    return replace(option, intent={**option.intent, "ready": ready})


def _ready(state: State, speaker: str, who: str) -> Param:
    choices = (Choice(False, "no"), Choice(True, "ready_for_ep", reason_of(check_ready, state, who)))
    label = "ready" if who == speaker else name_of(state.play, who)
    return Param(name=f"ready.{who}", kind="choice", label=label, choices=choices, optional=True)


# --- at any time -----------------------------------------------------------------------------------------------------


def _free(state: State, who: str, slot: str, speaks: bool) -> list[Wish]:
    game: Game = state.play.game
    found = readied(state.play, who, "free") if is_idle(state) and game.combatants[who].readied else []
    if speaks and slot in game.delays:
        found += _plan(state, who)
    elif speaks and not (game.stage == "turn" and game.turn == slot):
        found.append(Wish(intent=i.DelayTurn(who=who), group="free", goal="prepare"))
    if game.combatants[who].status == "at_brink" or game.options.forfeit_any_time:
        found.append(Wish(intent=i.Forfeit(who=who), group="free", goal="end"))
    return found


def _plan(state: State, who: str) -> list[Wish]:
    """B-DELAY-3: behind which slot."""
    game: Game = state.play.game
    judge = partial(reason_of, check_reinsert, state)
    others = [other for other in game.order if judge(i.ReinsertTurn(who=who, after=other)) is None]
    pick = choice("after", *(Choice(other, slot_name(state.play, other)) for other in others))
    plan = Wish(intent=i.ReinsertTurn(who=who), key="plan_turn", group="free", goal="prepare", pick=pick)
    return [plan] if others else []
