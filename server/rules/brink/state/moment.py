"""How Brink tells its moments, and what is refused because of them alone. Shared by all checks."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.intents import Act
from server.core.state import Play, State
from server.kit.moment import Moments, name_of
from server.rules.brink.state.facts import able_members, is_able, slot_of
from server.rules.brink.state.state import Game

PHASES = {
    "window": "window", "opportunity": "opportunity", "bonus": "bonus", "boundary": "boundary", "custom": "gm_ruling",
    "skill": "gm_ruling", "distance": "gm_ruling", "brink": "gm_ruling", "end": "gm_ruling",
}  # fmt: skip
"""3.1: the phase by the kind of the open decision."""


def _phase(state: State) -> str:
    """3.1: opening, boundary, turn_idle, window, opportunity, bonus, gm_ruling, resolving."""
    decision = state.play.decision
    game: Game = state.play.game
    if decision is not None and decision.kind in PHASES:
        return PHASES[decision.kind]
    if any(frame.pending for frame in game.frames):
        return "resolving"
    return "turn_idle" if game.stage == "turn" else game.stage


def is_idle(state: State) -> bool:
    """B-TURN-3: the next action only when the frame of the last is empty."""
    game: Game = state.play.game
    return game.stage == "turn" and not game.frames and state.play.decision is None


def _turn(state: State, who: str) -> str | None:
    """B-TURN-3."""
    game: Game = state.play.game
    return None if slot_of(game, who) == game.turn else slot_name(state.play, game.turn)


def slot_name(play: Play, slot: str) -> str:
    """A slot for people: the combatant's name, or the group's."""
    people = able_members(play.game, slot)
    return name_of(play, slot) if slot in play.pieces or not people else slot


MOMENTS = Moments(phase=_phase, is_idle=is_idle, turn=_turn)


def able(state: State, intent: Act) -> None:
    """B-TURN-5, B-FORF-2."""
    check_able(state.play, intent.who)


def check_able(play: Play, who: str) -> None:
    """Raises Rejected, with active, at_brink, forfeited, down, dead; `gone` for one who left the table."""
    game: Game = play.game
    if not is_able(game, who):
        status = game.combatants[who].status if who in game.combatants else "gone"
        raise Rejected("out_of_fight", name=name_of(play, who), status=status)
