"""The moments at which somebody is asked (`server.core.system.Stops`), told by what the asked one's player knows."""

from __future__ import annotations

from server.core.state import Decision, Play, State
from server.core.system import Moment, Stops
from server.kit.between import are_enemies
from server.kit.frames import asked_about
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.rolls.improve import IMPROVE
from server.rules.tirakan.state.state import Frame


def moment_of(state: State, decision: Decision, who: str) -> Moment | None:
    """Of reactions what is reacted to; who chooses how to hold its weapon against being disarmed is asked always."""
    if decision.kind == "protection":
        return Moment("protection")
    if decision.kind == IMPROVE:
        return Moment("own_roll")
    if decision.kind == "phase":
        return Moment("round_edge")
    frame = asked_about(state.play.game, decision)
    if decision.kind not in ("reaction", "defence") or frame is None:
        return None
    return _aimed(state.play, frame, who) or Moment(_done(state.play, frame, who))


def _aimed(play: Play, frame: Frame, who: str) -> Moment | None:
    """Of an attack on it or on its own side."""
    is_mine = frame.target == who
    if not is_mine and (not frame.target or are_enemies(play, who, frame.target)):
        return None
    if frame.strike is None:
        is_attack = frame.deed is not None and not DEEDS.kind(frame.deed).is_move
        return Moment("before_roll_at_me") if is_mine and is_attack else None
    normal, critical, extra = hits.counted(hits.left(frame.strike))
    size = normal + critical + extra
    if is_mine:
        return Moment("hit_me", size) if size else Moment("missed_me")
    return Moment("hit_ally", size) if size else None


def _done(play: Play, frame: Frame, who: str) -> str:
    is_foe = bool(frame.who) and (frame.who not in play.pieces or are_enemies(play, who, frame.who))
    if not is_foe:
        return "ally_acts"
    return "foe_moves" if frame.deed is not None and DEEDS.kind(frame.deed).is_move else "foe_acts"


STOPS = Stops(
    moment=moment_of,
    usual=("hit_me", "before_roll_at_me", "protection", "own_roll"),
    mine=("missed_me",),
    others=("hit_ally", "foe_acts", "foe_moves", "ally_acts", "round_edge"),
    sized=("hit_me", "hit_ally"),
)
