"""How Tirakan tells its moments, and what is refused because of them alone. Shared by all checks."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import State
from server.kit.frames import top
from server.kit.moment import Moments, name_of
from server.rules.tirakan.state.facts import actor_frame, helpless, is_able, is_surprised
from server.rules.tirakan.state.state import Game

GM_QUESTIONS = ("custom", "distance", "nullify", "nobody", "awaken", "object")
"""Kinds of decisions in which the GM is asked."""


def _phase(state: State) -> str:
    """start, turn, act, end."""
    game: Game = state.play.game
    frame = actor_frame(game)
    return game.phase if frame is None or frame.kind == "phase" else "act"


def is_idle(state: State) -> bool:
    """T-TURN-6: a new act is accepted only when the one before is resolved."""
    game: Game = state.play.game
    return game.phase == "turn" and not game.frames and state.play.decision is None


MOMENTS = Moments(phase=_phase, is_idle=is_idle)
not_ruling = MOMENTS.unless_asked(*GM_QUESTIONS)
"""T-ARB-2: everybody waits for the GM."""


def in_combat(state: State, _intent: Intent) -> None:
    """T-PROT-9: the protection pool exists only then."""
    if state.play.phase != "running":
        raise Rejected("protection_only_in_combat")


def on_turn(state: State, intent: Any) -> None:
    """T-TURN-1, T-QUICK-3."""
    game: Game = state.play.game
    if game.turn != intent.who:
        if game.combatants[intent.who].quick_reaction:
            raise Rejected("quick_reaction_only_for_reactions")
        raise Rejected("not_your_turn", actor=name_of(state.play, game.turn))


def on_turn_or_in_act(state: State, intent: Any) -> None:
    """T-SHIELD-6, T-SPEC-SUP-3: in the own turn, or while an act is in progress."""
    game: Game = state.play.game
    if top(game) is None and game.turn != intent.who:
        raise Rejected("not_your_turn", actor=name_of(state.play, game.turn))


def able(state: State, intent: Any) -> None:
    """T-ROUND-6."""
    play, who = state.play, intent.who
    if not is_able(play.game, who):
        raise Rejected("incapacitated", name=name_of(play, who), condition=helpless(play.game.combatants[who]))


def not_surprised(state: State, intent: Any) -> None:
    """T-QUICK-4, H-02."""
    if is_surprised(state.play.game.combatants[intent.who]):
        raise Rejected("surprised", name=name_of(state.play, intent.who))


IN_TURN = (MOMENTS.running, not_ruling, MOMENTS.idle, on_turn)
