"""How Ambersteel tells its moments, and what is refused because of them alone. Shared by all checks."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.ids import GM
from server.core.state import State
from server.kit.frames import top
from server.kit.moment import Moments, name_of
from server.rules.ambersteel.state.state import Game

GM_ASKED = "gm_ruling"
PHASES = {
    "defence": "defence", "mode": "mode", "riposte": "riposte", "opportunity": "opportunity", "zones": "opportunity",
    "release": "release", "ruling": GM_ASKED, "throw_ruling": GM_ASKED, "aim_effect": GM_ASKED, "mishap": GM_ASKED,
    "execution": GM_ASKED,
}  # fmt: skip
"""3.1: the phase by the kind of the open decision."""


def _phase(state: State) -> str:
    """3.1: turn, surprise, between turns, or what somebody is asked."""
    game: Game = state.play.game
    decision = state.play.decision
    if decision is not None and decision.kind in PHASES and decision.unanswered():
        return PHASES[decision.kind]
    if game.frames:
        return "resolving"
    if game.turn:
        return "turn"
    return "surprise" if game.stage == "surprise" else "between_turns"


def is_idle(state: State) -> bool:
    """Is nothing being done?"""
    game: Game = state.play.game
    return not game.frames


def _turn(state: State, who: str) -> str | None:
    """A-TURN-12."""
    turn = state.play.game.turn
    return None if turn == who else name_of(state.play, turn)


MOMENTS = Moments(phase=_phase, is_idle=is_idle, turn=_turn)


def settled(state: State, _intent: Any) -> None:
    """3.3a, A-TURN-8: while somebody is asked, or something is being done, all else waits."""
    frame = top(state.play.game)
    if frame is None:
        return
    decision = state.play.decision
    asked = [] if decision is None else decision.unanswered()
    names = ["game master" if who == GM else name_of(state.play, who) for who in asked]
    raise Rejected("decision_pending", who=", ".join(names) or name_of(state.play, frame.who), what=_phase(state))


def between_frames(state: State, intent: Any) -> None:
    """3.2: the GM's deeds that must not come into the middle of something."""
    if state.play.game.frames:
        raise MOMENTS.wrong_phase(state, intent)
