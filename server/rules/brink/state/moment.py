"""Refusals that depend on the moment alone: phase, turn, who is asked. Shared by all checks."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import Decision, Play, State
from server.rules.brink.state.facts import able_members, is_able, name_of, slot_of
from server.rules.brink.state.state import Game

PHASES = {
    "window": "window", "opportunity": "opportunity", "bonus": "bonus", "boundary": "boundary", "custom": "gm_ruling",
    "skill": "gm_ruling", "distance": "gm_ruling", "brink": "gm_ruling", "end": "gm_ruling",
}  # fmt: skip
"""3.1: the phase by the kind of the open decision."""


def phase_of(state: State) -> str:
    """3.1: setup, opening, boundary, turn_idle, window, opportunity, bonus, gm_ruling, resolving, ended."""
    if state.play.phase != "running":
        return state.play.phase
    decision = state.play.decision
    game: Game = state.play.game
    if decision is not None and decision.kind in PHASES:
        return PHASES[decision.kind]
    if any(frame.pending for frame in game.frames):
        return "resolving"
    return "turn_idle" if game.stage == "turn" else game.stage


def wrong_phase(state: State, intent: Intent) -> Rejected:
    """The refusal of what is not possible in this phase."""
    return Rejected("wrong_phase", intent=str(intent.__struct_config__.tag), phase=phase_of(state))


def check_setup(state: State, intent: Intent) -> None:
    """Only before the fight."""
    if state.play.phase != "setup":
        raise wrong_phase(state, intent)


def check_running(state: State, intent: Intent) -> None:
    """Between start and end of the fight."""
    if state.play.phase != "running":
        raise wrong_phase(state, intent)


def check_able(play: Play, who: str) -> None:
    """B-TURN-5, B-FORF-2."""
    if not is_able(play.game, who):
        raise Rejected("out_of_fight", name=name_of(play, who), status=status_of(play.game, who))


def status_of(game: Game, who: str) -> str:
    """active, at_brink, forfeited, down, dead; `gone` for one who left the table."""
    combatant = game.combatants.get(who)
    return combatant.status if combatant is not None else "gone"


def check_idle(state: State, intent: Intent) -> None:
    """B-TURN-3: the next action only when the frame of the last is empty."""
    game: Game = state.play.game
    if game.stage != "turn" or game.frames or state.play.decision is not None:
        raise wrong_phase(state, intent)


def check_turn(state: State, who: str) -> None:
    """B-TURN-3."""
    game: Game = state.play.game
    if slot_of(game, who) != game.turn:
        raise Rejected("not_your_turn", other=slot_name(state.play, game.turn))


def slot_name(play: Play, slot: str) -> str:
    """A slot for people: the combatant's name, or the group's."""
    people = able_members(play.game, slot)
    return name_of(play, slot) if slot in play.pieces or not people else slot


def asked(play: Play, who: str, *kinds: str) -> Decision | None:
    """The open decision of one of these kinds in which `who` is asked."""
    found = [d for d in play.decisions if d.kind in kinds and who in d.asks]
    return found[-1] if found else None


def owes(play: Play, who: str, *kinds: str) -> Decision | None:
    """The open decision of one of these kinds that still waits for the answer of `who`."""
    decision = asked(play, who, *kinds)
    return decision if decision is not None and decision.asks[who].answer is None else None
