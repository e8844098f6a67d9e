"""The moments at which somebody is asked (`server.core.system.Stops`), told by what the asked one's player knows."""

from __future__ import annotations

from server.core.state import Decision, State
from server.core.system import Moment, Stops
from server.kit.acts.improving import IMPROVE
from server.kit.acts.stops import MINE, OTHERS, SIZED, USUAL, reaction_moment
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state.state import Frame


def moment_of(state: State, decision: Decision, who: str) -> Moment | None:
    """Who chooses how to hold its weapon against being disarmed is asked always."""
    if decision.kind == "protection":
        return Moment("protection")
    if decision.kind == IMPROVE:
        return Moment("own_roll")
    return reaction_moment(DEEDS, _hits_of, state.play, decision, who)


def _hits_of(frame: Frame) -> int | None:
    return None if frame.strike is None else sum(hits.counted(hits.left(frame.strike)))


STOPS = Stops(
    moment=moment_of, usual=(*USUAL, "protection", "own_roll"), mine=MINE, others=OTHERS, sized=SIZED
)  # fmt: skip
