"""What a seat may do now. `state` is what it knows. The GM is offered everything for everybody, and rulings beside it
(`offers.gm`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from server.core.intents import Intent
from server.core.memo import Memo
from server.core.options import Goal, Option, Param, weight_of
from server.core.state import Decision, State
from server.core.system import Asker
from server.kit.acts.improving import IMPROVE
from server.kit.acts.reacting import Reacting
from server.kit.forms import YES_NO
from server.kit.frames import asked_about
from server.kit.offering import Offering, Wish, mine, simple, unless
from server.rules.tirakan_classic.acts.machine import CHECKS
from server.rules.tirakan_classic.deciding.checks import BUYING, check
from server.rules.tirakan_classic.deciding.moment import able
from server.rules.tirakan_classic.offers.deeds import defences_of
from server.rules.tirakan_classic.offers.gm import gm_options
from server.rules.tirakan_classic.offers.menu import MENU, OTHERS, reason_of
from server.rules.tirakan_classic.state import intents as i
from server.rules.tirakan_classic.state.facts import is_taken_now
from server.rules.tirakan_classic.state.state import Combatant, Frame, Game

OFFERS = Memo(640, weigh=weight_of)
REACTING = Reacting(
    menu=MENU, checks=CHECKS, buying=BUYING, check=check, defences=defences_of, passes=i.PassReaction,
    withdraws=i.WithdrawReaction,
)  # fmt: skip


def _people(state: State, asker: Asker) -> list[str]:
    """The asker's combatants who may do anything now."""
    game: Game = state.play.game
    decision = state.play.decision
    asked = decision.asks if decision is not None else ()
    actor = game.turn if decision is None and not game.frames else ""
    return [who for who in mine(state, asker) if who in asked or who == actor or _has_dice(game.combatants[who])]


def _has_dice(own: Combatant) -> bool:
    return bool(own.bonus_dice or own.destiny_dice)


def _each(state: State, _asker: Asker, people: list[str]) -> Iterator[list[Option]]:
    if not people:
        return
    frame, others = asked_about(state.play.game, state.play.decision), OTHERS.of(state.play)
    for who in people:
        yield _remembered(state, who, frame, others)


OFFERING = Offering(people=_people, each=_each, gm=gm_options)


def _remembered(state: State, who: str, frame: Frame | None, others: object) -> list[Option]:
    """The options of a combatant, worked out anew when something that they depend on has changed."""
    play, decision = state.play, state.play.decision
    game: Game = play.game
    own: Combatant = game.combatants[who]
    parts: tuple[object, ...] = (play.pieces, own, others, game.distances, game.options, *game.frames)
    if own.destiny_dice:  # whom it may steal from
        parts = (*parts, game.combatants, game.enmity)
    ask = decision.asks.get(who) if decision is not None else None
    standing = "" if ask is None else "asked" if ask.answer is None else "answered"
    marks = (who, decision and decision.kind, standing, game.turn, game.round, frame and frame.id)
    return OFFERS.of(parts, marks, _of_combatant, state, who, frame)


def _of_combatant(state: State, who: str, frame: Frame | None) -> list[Option]:
    game: Game = state.play.game
    decision = state.play.decision
    found: list[Option] = []
    if decision is not None and who in decision.asks:
        found += _answers(state, decision, who, frame)
    if game.turn == who and not game.frames and decision is None:
        found += _own_turn(state, who)
    return found + _dice(state, who)


def _own_turn(state: State, who: str) -> list[Option]:
    end = i.EndTurn(who=who)
    deeds = MENU.of(state.play, who, state.play.game.combatants[who].actions, reacts=False)
    ending = simple(Wish(intent=end, group="end"), reason_of(check, state, end))
    return [*unless(reason_of(able, state, end), deeds), ending]


def _simple(state: State, intent: Intent, goal: Goal, group: str = "answer") -> Option:
    """An intent with nothing left open."""
    return simple(Wish(intent=intent, group=group, goal=goal), reason_of(check, state, intent))


# --- answers ---------------------------------------------------------------------------------------------------------


def _answers(state: State, decision: Decision, who: str, frame: Frame | None) -> list[Option]:
    if decision.kind == "reaction" and frame is not None:
        return REACTING.options(state, decision, who, frame)
    if decision.kind == IMPROVE and decision.asks[who].answer is None:
        return _improvements(state, who)
    return []


def _improvements(state: State, who: str) -> list[Option]:
    """L-DICE-5: so many dice as there are."""
    own: Combatant = state.play.game.combatants[who]
    kept = _simple(state, i.KeepRoll(who=who), "end")
    improved = [replace(_simple(state, i.ImproveRoll(who=who), "help"), params=params) for params in _spendable(own)]
    return [*improved, kept]


def _spendable(own: Combatant) -> Iterator[tuple[Param, ...]]:
    """Dice to add; or, for a destiny die, to throw it anew and add the others."""
    numbers = (("bonus", own.bonus_dice), ("destiny", own.destiny_dice))
    yield tuple(
        Param(name=name, kind="number", label=f"{name}_dice", most=min(20, most)) for name, most in numbers if most
    )
    if own.destiny_dice:
        yield (Param(name="reroll", kind="choice", label="reroll", choices=YES_NO),)


# --- dice for actions ------------------------------------------------------------------------------------------------


def _dice(state: State, who: str) -> list[Option]:
    own: Combatant = state.play.game.combatants[who]
    found = [_simple(state, i.SpendBonusDie(who=who), "prepare", "free")] if own.bonus_dice else []
    return [*found, *_destiny(state, who)] if own.destiny_dice else found


def _destiny(state: State, who: str) -> Iterator[Option]:
    """L-DEST-2: of some an action that they have, of others one of their next turn."""
    play = state.play
    others = BUYING.opponents(play, who)
    now = [victim for victim in others if is_taken_now(play.game, victim)]
    for key, victims in (("steal_now", now), ("steal_next", [v for v in others if v not in now])):
        if victims:
            yield BUYING.robbery(partial(reason_of, check, state), play, who, victims, key)
