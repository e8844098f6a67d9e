"""The moments at which somebody is asked for a reaction (`server.core.system.Stops`): what the act is, at whom it is
aimed, and how much of it has hit so far.

    def moment_of(state, decision, who):
        return reaction_moment(DEEDS, hits_of, state.play, decision, who)      # hits_of(frame): None before the dice

    STOPS = Stops(moment=moment_of, usual=(*USUAL, "protection"), mine=MINE, others=OTHERS, sized=SIZED)
    LABELS = {**acts.STOP_LABELS, …}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from server.core.state import Decision, Play
from server.core.system import Moment
from server.kit.acts import kind
from server.kit.acts.deeds import Deeds, code_of
from server.kit.acts.reactions import DEFENCE, PHASE, WINDOW
from server.kit.between import are_enemies
from server.kit.frames import asked_about
from server.kit.offering import Wish

USUAL, MINE = ("hit_me", "before_roll_at_me"), ("missed_me",)
OTHERS = ("hit_ally", "foe_acts", "foe_moves", "ally_acts", "round_edge")
SIZED = ("hit_me", "hit_ally")
DEFENCELESS = "defenceless"
"""For systems in which all reactions but defences come too late to change an act: one is hit, and no defence helps."""

Defences = Callable[[str, Any], Iterable[Wish]]
"""defences(who, combatant): what it could do against an act that is aimed at it."""
HitsOf = Callable[[Any], int | None]
"""How many hits of an act's frame are left; None: it has not been rolled, or is no attack."""


def reaction_moment(deeds: Deeds, hits_of: HitsOf, play: Play, decision: Decision, who: str) -> Moment | None:
    """Why this one is asked for a reaction there; None: it is asked something else."""
    if decision.kind == PHASE:
        return Moment("round_edge")
    frame = asked_about(play.game, decision)
    if decision.kind not in (WINDOW, DEFENCE) or frame is None:
        return None
    is_move = frame.deed is not None and deeds.kind(frame.deed).is_move
    return _aimed(play, frame, who, hits_of(frame), is_move) or _done(play, frame, who, is_move)


def or_defenceless(
    moment: Moment | None, deeds: Deeds, play: Play, frame: Any, who: str, defences: Defences
) -> Moment | None:
    """The moment, unless it is one of being hit against which none of its defences helps."""
    if moment is None or moment.name != "hit_me":
        return moment
    intents = (wish.intent for wish in defences(who, play.game.combatants[who]))
    helps = any(not code_of(deeds.check, play, who, deed, kind.Moment(frame=frame)) for deed in intents)
    return moment if helps else replace(moment, name=DEFENCELESS)


def _aimed(play: Play, frame: Any, who: str, hits: int | None, is_move: bool) -> Moment | None:
    """Of what is done to it, or to its own side."""
    is_mine = frame.target == who
    if not is_mine and (not frame.target or are_enemies(play, who, frame.target)):
        return None
    if hits is None:
        return Moment("before_roll_at_me") if is_mine and not is_move else None
    if is_mine:
        return Moment("hit_me", hits) if hits else Moment("missed_me")
    return Moment("hit_ally", hits) if hits else None


def _done(play: Play, frame: Any, who: str, is_move: bool) -> Moment:
    if frame.who in play.pieces and not are_enemies(play, who, frame.who):
        return Moment("ally_acts")
    return Moment("foe_moves" if is_move else "foe_acts")
