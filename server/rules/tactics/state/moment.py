"""How Tactics tells its moments, and what is refused because of them alone. Shared by all checks."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.state import Play, State
from server.kit.moment import Moments, asked, name_of
from server.rules.tactics.state.state import Game

PHASES = {
    "tie": "tie", "secret_tie": "tie", "defence": "defence", "block": "block", "projectile": "gm_ruling",
    "end": "gm_ruling",
}  # fmt: skip
"""3.1: the phase by the kind of the open decision."""
BOTH = ("tactics", "declare")
PLANNED = {"declare": BOTH[:1], "initiative": BOTH, "closing": BOTH, "resolve": BOTH}
"""What is fixed already, by the stage."""


def _phase(state: State) -> str:
    decision = state.play.decision
    game: Game = state.play.game
    if decision is not None and decision.kind in PHASES:
        return PHASES[decision.kind]
    return game.stage or "setup"


def is_idle(state: State) -> bool:
    """Does a go, or a closing move, wait for nothing but its combatant?"""
    game: Game = state.play.game
    return bool(game.turn) and game.deed is None and state.play.decision is None


MOMENTS = Moments(phase=_phase, is_idle=is_idle)


def planning(phase: str) -> Any:
    """A check: in this phase, and whoever it is plans in it. What is fixed is `phase_closed`."""

    def check(state: State, intent: Any) -> None:
        if state.play.phase == "running" and phase in PLANNED.get(state.play.game.stage, ()):
            raise Rejected("phase_closed", phase=phase)
        if state.play.phase != "running" or state.play.game.stage != phase:
            raise MOMENTS.wrong_phase(state, intent)
        check_able(state.play, intent.who)
        if asked(state.play, intent.who, phase) is None:
            raise MOMENTS.wrong_phase(state, intent)

    return check


def resolving(state: State, intent: Any) -> None:
    """Between the first closing move and the end of the last go."""
    if state.play.phase != "running" or state.play.game.stage not in ("closing", "resolve"):
        raise MOMENTS.wrong_phase(state, intent)


def stage(*stages: str) -> Any:
    """A check: in one of these."""

    def check(state: State, intent: Any) -> None:
        if state.play.phase != "running" or state.play.game.stage not in stages:
            raise MOMENTS.wrong_phase(state, intent)

    return check


def on_go(state: State, intent: Any) -> None:
    """Its go is due, and nothing of it is in progress."""
    game: Game = state.play.game
    if game.turn and game.turn != intent.who:
        raise Rejected("not_your_go", other=name_of(state.play, game.turn))
    if not is_idle(state) or game.turn != intent.who:
        raise MOMENTS.wrong_phase(state, intent)


def able(state: State, intent: Any) -> None:
    """D-INC-1."""
    check_able(state.play, intent.who)


def check_able(play: Play, who: str) -> None:
    """Raises Rejected with what is wrong with it."""
    combatant = play.game.combatants.get(who)
    if combatant is None or combatant.statuses:
        raise Rejected("cannot_act", name=name_of(play, who), status="gone" if combatant is None else combatant.worst)
