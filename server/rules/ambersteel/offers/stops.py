"""The moments at which somebody is asked (`server.core.system.Stops`): to defend itself, to answer a defence that
succeeded, to strike at one who leaves its zone. What an attacker has to choose itself it is asked always."""

from __future__ import annotations

from server.core.state import Decision, State
from server.core.system import Moment, Stops

MOMENTS = {
    "defence": "attacked", "riposte": "may_riposte", "opportunity": "opportunity", "zones": "leaves_my_zone",
}  # fmt: skip
"""By kind of question."""


def moment_of(_state: State, decision: Decision, _who: str) -> Moment | None:
    """All of these are about the asked one itself."""
    name = MOMENTS.get(decision.kind)
    return None if name is None else Moment(name)


STOPS = Stops(moment=moment_of, usual=tuple(MOMENTS.values()), mine=(), others=())
