"""The moments at which somebody is asked (`server.core.system.Stops`), told by what the asked one's player knows."""

from __future__ import annotations

from server.core.state import Decision, State
from server.core.system import Moment, Stops
from server.kit.acts.improving import IMPROVE
from server.kit.acts.stops import DEFENCELESS, MINE, OTHERS, SIZED, USUAL, or_defenceless, reaction_moment
from server.kit.frames import asked_about
from server.rules.tirakan_classic.acts.dice import read
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.offers.deeds import defences_of
from server.rules.tirakan_classic.state.state import Frame

FAILED, SUCCEEDED = "own_failure", "own_roll"


def moment_of(state: State, decision: Decision, who: str) -> Moment | None:
    """Who breaks a tie by a word of its own is asked always. Only defences come before the effect of an act
    (L-REACT-10): against a shot there is none, so that nothing can be changed of it."""
    play, frame = state.play, asked_about(state.play.game, decision)
    if decision.kind == IMPROVE:
        return Moment(FAILED if _has_failed(frame) else SUCCEEDED)
    moment = reaction_moment(DEEDS, _hits_of, play, decision, who)
    return or_defenceless(moment, DEEDS, play, frame, who, defences_of)


def _has_failed(frame: Frame | None) -> bool:
    rolled = frame.rolled if frame is not None else None
    return rolled is not None and not read(rolled.faces, rolled.minimum, rolled.destiny)


def _hits_of(frame: Frame) -> int | None:
    return None if frame.strike is None else frame.strike.hits


MORE = (DEFENCELESS, SUCCEEDED, *MINE)
STOPS = Stops(moment=moment_of, usual=(*USUAL, FAILED), mine=MORE, others=OTHERS, sized=(*SIZED, DEFENCELESS))
