"""What the events of a fight mean for the account at its end: who strikes whom, who is hurt, spared, falls."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.core.telling.tally import Tally
from server.rules.ambersteel.state import events as e


def _protection(tally: Tally, event: e.ProtectionUsed) -> None:
    """A closed sheet says neither what protects nor what is left."""
    if event.protection:
        tally.stops(event.target, event.raw - event.final)


TALLY: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    e.HitsRolled: lambda tally, event: tally.strikes(event.attack, event.who, event.target),
    e.ProtectionUsed: _protection,
    e.HealthLost: lambda tally, event: tally.harms(event.who, event.amount),
    e.CombatantDown: lambda tally, event: tally.falls_down(event.who),
    e.CombatantDied: lambda tally, event: tally.falls_down(event.who),
    e.AttackEnded: lambda tally, event: tally.ends(event.attack),
}
