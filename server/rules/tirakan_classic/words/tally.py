"""What the events of a fight mean for the account at its end: who strikes whom, who is hurt, spared, falls."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.core.telling.tally import Tally
from server.kit import rolls
from server.rules.tirakan_classic.state import events as e


def _declared(tally: Tally, event: e.ActDeclared) -> None:
    """Wounds say by which act they are made, so it need not end: what was thrown may still hurt somebody else."""
    tally.strikes(event.action_id, event.who, event.target)


def _rolled(tally: Tally, event: e.HitsRolled) -> None:
    """L-DICE-1. Beyond six it is a matter of a house rule, of which the roll does not tell; whoever was not told the
    minimum expects nothing."""
    if 0 < event.M <= rolls.SIDES:
        tally.rolls(event.who, event.hits, rolls.pool(len(event.faces), event.M))


def _status(tally: Tally, event: e.StatusChanged) -> None:
    if event.status != "ok":
        tally.falls_down(event.who)


def _wounds(tally: Tally, event: e.WoundsTaken) -> None:
    """Where everything was stopped nobody is hurt."""
    if event.wounds:
        tally.harms(event.who, event.wounds, event.action_id)


TALLY: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    e.ActDeclared: _declared,
    e.HitsRolled: _rolled,
    e.ProtectionUsed: lambda tally, event: tally.stops(event.who, event.prevented),
    e.WoundsTaken: _wounds,
    e.StatusChanged: _status,
}
