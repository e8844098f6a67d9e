"""What the events of a fight mean for the account at its end: who strikes whom, who is hurt, spared, falls."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.core.telling.tally import Tally
from server.rules.tactics.state import events as e

TALLY: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    e.AttackDeclared: lambda tally, event: tally.strikes(event.attack, event.who, event.target),
    e.ProtectionUsed: lambda tally, event: tally.stops(event.target, event.W_in - event.W_out),
    e.WoundsLost: lambda tally, event: tally.harms(event.who, event.amount),
    e.CombatantDown: lambda tally, event: tally.falls_down(event.who),
    e.CombatantDied: lambda tally, event: tally.falls_down(event.who),
    e.AttackOver: lambda tally, event: tally.ends(event.attack),
}
