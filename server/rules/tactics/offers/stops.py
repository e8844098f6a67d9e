"""The moments at which somebody is asked (`server.core.system.Stops`), told by what the asked one's player knows.

Tactics, plans and ties everybody decides in person; attacks one may let happen. Whether a block is struck at is
a choice about one's own attack, so it is asked as usual."""

from __future__ import annotations

from server.core.state import Decision, State
from server.core.system import Moment, Stops
from server.rules.tactics.state.facts import is_able
from server.rules.tactics.state.state import Attack

NAMES = {"block": "blocked_me"}


def moment_of(state: State, decision: Decision, who: str) -> Moment | None:
    """3.3a: whoever is attacked, whoever could help one who can't defend itself, whoever stands beside a shooter."""
    attack: Attack | None = state.play.game.attack
    if decision.kind != "defence" or attack is None:
        return Moment(NAMES[decision.kind]) if decision.kind in NAMES else None
    if attack.target == who:
        return Moment("attacked")
    return Moment("may_interfere" if is_able(state.play, attack.target) else "may_guard")


STOPS = Stops(moment=moment_of, usual=("attacked", "may_guard", "may_interfere", "blocked_me"), mine=(), others=())
