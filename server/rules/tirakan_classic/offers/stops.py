"""The moments at which somebody is asked (`server.core.system.Stops`), told by what the asked one's player knows."""

from __future__ import annotations

from server.core.state import Decision, State
from server.core.system import Moment, Stops
from server.kit.acts.improving import IMPROVE
from server.kit.acts.stops import MINE, OTHERS, SIZED, USUAL, reaction_moment
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.state.state import Frame


def moment_of(state: State, decision: Decision, who: str) -> Moment | None:
    """Who breaks a tie by a word of its own is asked always."""
    if decision.kind == IMPROVE:
        return Moment("own_roll")
    return reaction_moment(DEEDS, _hits_of, state.play, decision, who)


def _hits_of(frame: Frame) -> int | None:
    return None if frame.strike is None else frame.strike.hits


STOPS = Stops(moment=moment_of, usual=(*USUAL, "own_roll"), mine=MINE, others=OTHERS, sized=SIZED)
