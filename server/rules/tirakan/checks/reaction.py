"""May this reaction be declared now? T-REACT-1, T-REACT-2, T-REACT-5, T-REACT-8, T-REACT-10, T-ROUND-4,
in the order of the specification's 2.0."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.state import State
from server.kit.between import perceives
from server.kit.moment import name_of
from server.rules.tirakan.acts.kind import Moment
from server.rules.tirakan.asking.moment import MOMENTS, able, not_surprised
from server.rules.tirakan.checks.deed import check_cost, check_deed, check_kind
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import act_of_question, usable_actions
from server.rules.tirakan.state.state import Frame, Game

DEFENCES = (i.Dodge, i.Parry, i.ShieldParry)

REACTION_COST = 1
"""T-REACT-8, in actions; a quick reaction will do (T-REACT-2)."""


def check_declare(state: State, intent: i.DeclareReaction) -> None:
    """Raises Rejected."""
    who, deed = intent.who, i.plain(intent.reaction)
    frame = check_may_react(state, intent)
    check_kind(state.play, who, deed, is_reaction=True)
    if frame.kind == "reaction" and not isinstance(deed, DEFENCES):
        raise Rejected("cannot_react_to_reaction")
    check_deed(state.play, who, deed, Moment(frame=frame))
    check_cost(state.play, who, REACTION_COST, usable_actions(state.play.game, who))


def check_may_react(state: State, intent: i.DeclareReaction | i.PassReaction) -> Frame:
    """The window, and who reacts to whom, whatever the reaction; the frame that is reacted to."""
    who = intent.who
    frame = _window(state, intent)
    _check_whose(state, who, frame)
    able(state, intent)
    _check_perceived(state, who, frame)
    not_surprised(state, intent)
    if who in frame.declared:
        raise Rejected("already_reacted", name=name_of(state.play, who))
    return frame


def _window(state: State, intent: Any) -> Frame:
    """The act whose window is open."""
    frame = act_of_question(state.play.game, state.play.decision)
    if frame is None:
        raise _too_late(state, intent)
    if frame.stage != "paid":
        raise Rejected("cannot_react_to_reaction") if frame.kind == "reaction" else MOMENTS.wrong_phase(state, intent)
    return frame


def _too_late(state: State, intent: Any) -> Rejected:
    """No act is in progress. Who could not have reacted to one either hears that."""
    game: Game = state.play.game
    who = intent.who
    if game.phase != "turn" or game.turn == who or not isinstance(intent, i.DeclareReaction):
        return MOMENTS.wrong_phase(state, intent)
    try:
        able(state, intent)
        not_surprised(state, intent)
        check_cost(state.play, who, 1, usable_actions(game, who))
    except Rejected as refusal:
        return refusal
    return MOMENTS.wrong_phase(state, intent)


def _check_whose(state: State, who: str, frame: Frame) -> None:
    """T-REACT-10; in a phase the last actor may react too (H-04)."""
    if frame.kind == "phase":
        return
    if frame.who == who:
        raise Rejected("cannot_react_to_self", name=name_of(state.play, who))
    if frame.kind == "reaction" and frame.target != who:
        raise Rejected("cannot_react_to_reaction")


def _check_perceived(state: State, who: str, frame: Frame) -> None:
    """T-ROUND-4; T-REACT-1: also where the actor is hidden, whoever it is."""
    if not perceives(state.play.game, who, frame.who):
        raise Rejected("not_perceived", name=name_of(state.play, who), actor=name_of(state.play, frame.who))


def check_withdraw(state: State, intent: i.WithdrawReaction) -> None:
    """While the window is open."""
    frame = _window(state, intent)
    if intent.who not in frame.declared:
        raise Rejected("nothing_declared", name=name_of(state.play, intent.who))


def check_pass(state: State, intent: i.PassReaction) -> None:
    """Whoever is asked and has not answered may pass."""
    _window(state, intent)
    decision = state.play.decision
    if decision is None or intent.who not in decision.unanswered():
        if decision is not None and intent.who in decision.asks:
            raise Rejected("already_reacted", name=name_of(state.play, intent.who))
        raise MOMENTS.wrong_phase(state, intent)
