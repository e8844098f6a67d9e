"""The moments at which somebody is asked (`server.core.system.Stops`), told by what the asked one's player knows."""

from __future__ import annotations

from server.core.state import Decision, State
from server.core.system import Moment, Stops
from server.kit.between import are_enemies
from server.rules.brink.state.facts import slot_of

NAMES = {"opportunity": "opportunity", "bonus": "own_roll"}


def moment_of(state: State, decision: Decision, who: str) -> Moment | None:
    """Who holds a readied action is asked for everything that anybody does (B-READY-3), and between turns, where those
    who wait with their turn are asked, too (B-DELAY-7)."""
    if decision.kind == "boundary":
        waits = slot_of(state.play.game, who) in state.play.game.delays
        return Moment("may_come_in" if waits else "between_turns")
    if decision.kind != "window":
        return Moment(NAMES[decision.kind]) if decision.kind in NAMES else None
    actor, target, kind = (str(decision.topic.get(key, "")) for key in ("who", "target", "kind"))
    if actor == who:
        return Moment("i_act")
    is_foe = actor not in state.play.pieces or are_enemies(state.play, who, actor)
    if not is_foe:
        return Moment("ally_acts")
    if target == who:
        return Moment("aimed_at_me")
    if target in state.play.pieces and not are_enemies(state.play, who, target):
        return Moment("aimed_at_ally")
    return Moment("foe_moves" if kind in ("move", "shift") else "foe_acts")


STOPS = Stops(
    moment=moment_of,
    usual=("aimed_at_me", "aimed_at_ally", "opportunity", "own_roll", "may_come_in"),
    mine=("i_act",),
    others=("foe_acts", "foe_moves", "ally_acts", "between_turns"),
)
