"""How this system tells its moments, and what is refused because of them alone."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.state import State
from server.kit.moment import Moments, name_of
from server.rules.tirakan_classic.state.facts import is_able
from server.rules.tirakan_classic.state.state import Game

GM_QUESTIONS = ("custom", "distance", "object", "blast", "tie")
"""Kinds of decisions in which the GM is asked."""


def _phase(state: State) -> str:
    """`act` while one is in progress."""
    return "act" if state.play.game.frames else "turn"


def _is_idle(state: State) -> bool:
    """L-PRIO-5: the next act is accepted when the last is resolved."""
    return not state.play.game.frames and state.play.decision is None


def _turn(state: State, who: str) -> str | None:
    """L-PRIO-1."""
    game: Game = state.play.game
    return None if game.turn == who else name_of(state.play, game.turn)


MOMENTS = Moments(phase=_phase, is_idle=_is_idle, turn=_turn)
not_ruling = MOMENTS.unless_asked(*GM_QUESTIONS)
"""L-ACT-8: everybody waits for the GM."""


def able(state: State, intent: Any) -> None:
    """L-WND-4."""
    play, who = state.play, intent.who
    if not is_able(play.game, who):
        raise Rejected("incapacitated", name=name_of(play, who), status=play.game.combatants[who].status)


IN_TURN = (MOMENTS.running, not_ruling, MOMENTS.idle, MOMENTS.on_turn)
