"""What the GM may do beside acting for combatants: rulings that are asked for, and those that are always open."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from server.core.memo import Memo
from server.core.options import Choice, Option
from server.core.state import State
from server.core.system import Asker
from server.kit import between, ending, newcomers
from server.kit.acts.deeds import main_deed
from server.kit.between import GmSetPerception, SetDistance, SetEnmity
from server.kit.forms import choice, combatants, number, option, param
from server.kit.frames import top
from server.kit.roster import roster
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.checks.gm import attack_frame
from server.rules.tirakan.checks.reaction import CHECKS
from server.rules.tirakan.offers.values import plain_options, set_options
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import actor_frame, is_able
from server.rules.tirakan.state.state import Frame, Game

COVER = tuple(Choice(level, f"{level}+" if level else "none") for level in (0, n.BEST_COVER, 5, n.WORST_COVER))
EVERYBODY = Choice("*", "*")

RULINGS = Memo(128)
END, BEATEN = option(i.EndCombat, group="end"), ending.beaten_by(is_able)


def gm_options(state: State, _asker: Asker) -> list[Option]:
    """The GM's own options in this phase."""
    phase = state.play.phase
    if phase == "setup":
        return _setup(state)
    if phase != "running" or state.play.parked is not None:
        return []
    play, decision = state.play, state.play.decision
    game: Game = play.game
    is_idle = game.phase == "turn" and not game.frames and decision is None
    marks = (is_idle, decision and decision.kind)
    return RULINGS.of((play.pieces, game.combatants, *game.frames), marks, _rulings, state, is_idle)


def _rulings(state: State, is_idle: bool) -> list[Option]:
    always = RULINGS.of((roster(state.play),), ("always", is_idle), _always, state, is_idle)
    over = ending.suggested(state.play, BEATEN, END)
    return [*over, *_asked(state), *_on_act(state), *always, *_values(state, is_idle), *_newcomer(state)]


def _newcomer(state: State) -> list[Option]:
    """T-INIT-5."""
    play, known = state.play, state.play.game.combatants
    if any(frame.kind != "phase" for frame in play.game.frames):
        return []
    return RULINGS.of(
        (state.ledger.seats, roster(play)), tuple(known), newcomers.offer, i.AddCombatant, state, known, "name", "side"
    )


def _values(state: State, is_idle: bool) -> list[Option]:
    """T-GM-1: every value by itself where there is time for it, else a few options for all."""
    play = state.play
    people = [play.game.combatants[who] for who in play.pieces]
    if not people:
        return []
    parts = (
        roster(play),
        play.game.options,
        *(each.sheet for each in people),
        *(each.arms for each in people if is_idle),
    )
    marks = (is_idle, *(each.off_hand for each in people))
    return RULINGS.of(parts, marks, _settable, state, is_idle)


def _settable(state: State, is_idle: bool) -> list[Option]:
    make = set_options if is_idle else plain_options
    return make(state.play, param(i.GmSet, "who", state.play))


def _setup(state: State) -> list[Option]:
    if not state.play.pieces:
        return []
    return [option(i.StartCombat, "instigator?", play=state.play, group="end"), *_newcomer(state)]


# --- questions to the GM ---------------------------------------------------------------------------------------------


def _asked(state: State) -> list[Option]:
    decision = state.play.decision
    frame = top(state.play.game)
    if decision is None:
        return []
    if decision.kind == "custom" and frame is not None:
        return _custom(state, frame)
    return [PLAIN_ANSWERS[decision.kind]] if decision.kind in PLAIN_ANSWERS else []


PLAIN_ANSWERS = {
    "distance": option(i.GmSetAttack, "distance_cm", group="answer", goal="prepare"),
    "nullify": option(i.GmRuleNullify, "nullify", group="answer", goal="hinder"),
    "awaken": option(i.GmRuleAwaken, "awaken", group="answer", goal="help"),
    "nobody": option(i.GmSkipTurn, group="answer", goal="end"),
}
"""By kind of question: what is always the same is the same object, which is sent as the same bytes."""


def _custom(state: State, frame: Frame) -> list[Option]:
    """T-ARB-1, T-ARB-2."""
    have = min(i.MOST_ACTIONS, state.play.game.combatants[frame.who].actions) if frame.kind == "act" else 1
    cost = number("cost", 1 if frame.kind == "reaction" else 0, have, initial=min(1, have))
    difficulty, text = number("difficulty", -5, 10), _text_of(frame.deed)
    rule = option(i.GmRuleCustom, cost, "check", difficulty, group="answer", goal="prepare", label=text)
    return [rule, _refuse(frame.deed, "answer")]


def _refuse(deed: object, group: str, **fixed: Any) -> Option:
    made = option(i.GmRuleCustom, group=group, goal="hinder", label=_text_of(deed), fixed={"refuse": True, **fixed})
    return replace(made, key="gm_refuse")


def _text_of(deed: object) -> str:
    """What the player wrote."""
    return str(getattr(deed, "text", "") or getattr(deed, "object", ""))


# --- the act in progress ---------------------------------------------------------------------------------------------


ON_ATTACK = option(i.GmSetAttack, "from_behind?", choice("cover", *COVER, optional=True), "distance_cm?", "modifier?")
NULLIFY = option(i.GmRuleNullify, "nullify", goal="hinder")


def _on_act(state: State) -> list[Option]:
    game: Game = state.play.game
    decision = state.play.decision
    found: list[Option] = []
    if attack_frame(game) is not None:
        found.append(ON_ATTACK)
    frame, uppermost = actor_frame(game), top(game)
    if frame is not None and frame.kind == "act" and frame.stage in ("paid", "rolled", "reactions"):
        found.append(NULLIFY)
    for who, deed in uppermost.declared.items() if uppermost is not None else ():
        group = "answer" if decision is not None and decision.kind == "object" else "gm"
        if CHECKS.is_ruled(state.play, deed):
            text = _text_of(main_deed(deed))
            cost = () if DEEDS.kind(main_deed(deed)).is_defence else (number("cost", 0, 5),)
            fixed = {"reaction": who}
            found.append(option(i.GmRuleCustom, *cost, group=group, goal="prepare", label=text, fixed=fixed))
        found.append(_refuse(main_deed(deed), group, reaction=who))
    return found


# --- always ----------------------------------------------------------------------------------------------------------


def _always(state: State, is_idle: bool) -> list[Option]:
    play = state.play
    source = choice("source", EVERYBODY, *combatants(play), combatant=True)
    hits = ("crits", "wounds_per_hit", "piercing", "cover_allowed?")
    strength = ("hits", "wounds_per_hit", "cover_allowed")
    found = [
        option(i.SetCover, "target", source, choice("level", *COVER), play=play, goal="defend"),
        *between.options(play, GmSetPerception, SetEnmity, SetDistance),
        option(i.GmInflictHits, "targets", number("hits", 0, 100, initial=1), *hits, play=play, goal="harm"),
        option(i.GmPhaseEffect, "text", "phase", "targets", *strength, play=play, goal="harm"),
        END,
    ]
    if is_idle:
        found += [option(i.GmSetTiming), option(i.GmSkipTurn, group="end")]
    return found
