"""Refusals that depend on the moment alone: phase, turn, being able. Shared by all checks."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import Play, State
from server.rules.tirakan.state.facts import actor_frame, helpless, is_able, is_surprised
from server.rules.tirakan.state.state import Game

GM_QUESTIONS = ("custom", "distance", "nullify", "nobody", "awaken", "object")
"""Kinds of decisions in which the GM is asked."""


def check_running(state: State, intent: Intent) -> None:
    """Between start and end of the fight."""
    if state.play.phase != "running":
        raise wrong_phase(state, intent)


def wrong_phase(state: State, intent: Intent) -> Rejected:
    """The refusal of what is not possible in this phase."""
    return Rejected("wrong_phase", intent=str(intent.__struct_config__.tag), phase=phase_of(state))


def phase_of(state: State) -> str:
    """setup, start, turn, act, end, ended."""
    if state.play.phase != "running":
        return state.play.phase
    game: Game = state.play.game
    frame = actor_frame(game)
    return game.phase if frame is None or frame.kind == "phase" else "act"


def check_not_ruling(state: State) -> None:
    """T-ARB-2: everybody waits for the GM."""
    decision = state.play.decision
    if decision is not None and decision.kind in GM_QUESTIONS:
        raise Rejected("waiting_for_gm")


def check_idle(state: State, intent: Intent) -> None:
    """T-TURN-6: a new act is accepted only when the one before is resolved."""
    check_running(state, intent)
    check_not_ruling(state)
    game: Game = state.play.game
    if game.phase != "turn" or game.frames or state.play.decision is not None:
        raise wrong_phase(state, intent)


def name_of(play: Play, who: str) -> str:
    """A combatant's name for messages."""
    piece = play.pieces.get(who)
    return piece.name if piece is not None else "somebody unseen"


def check_turn(state: State, who: str) -> None:
    """T-TURN-1, T-QUICK-3."""
    game: Game = state.play.game
    if game.turn != who:
        if game.combatants[who].quick_reaction:
            raise Rejected("quick_reaction_only_for_reactions")
        raise Rejected("not_your_turn", actor=name_of(state.play, game.turn))


def check_able(play: Play, who: str) -> None:
    """T-ROUND-6."""
    if not is_able(play.game, who):
        raise Rejected("incapacitated", name=name_of(play, who), condition=helpless(play.game.combatants[who]))


def check_not_surprised(play: Play, who: str) -> None:
    """T-QUICK-4, H-02."""
    if is_surprised(play.game.combatants[who]):
        raise Rejected("surprised", name=name_of(play, who))
