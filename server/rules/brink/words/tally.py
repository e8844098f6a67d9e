"""What the events of a fight mean for the account at its end: who strikes whom, who is hurt, spared, falls."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.core.telling.tally import Tally
from server.kit import rolls
from server.rules.brink.acts.harm import DIE_SIDES
from server.rules.brink.secrecy.closed_sheet import closed_sheet
from server.rules.brink.state import events as e
from server.rules.brink.state.sheet import ABLE


def _added(tally: Tally, event: e.CombatantAdded) -> None:
    """A closed sheet does not say how much health there is."""
    if event.sheet != closed_sheet(event.sheet):
        tally.has(event.who, event.sheet.first_health)


def _ruled(tally: Tally, event: e.GMRuled) -> None:
    if event.value_of == "health" and isinstance(event.value, int):
        tally.has(event.subject, event.value)


def _rolled(tally: Tally, event: e.HitsRolled) -> None:
    """B-ATK-4. Energy that is added to a die that was seen already is chosen, not expected; whoever was not told the
    agility expects nothing."""
    tally.strikes(event.action, event.who, event.target)
    if event.agility and not event.preliminary:
        needed = event.agility - (event.total - event.face)
        tally.rolls(event.who, int(event.hit), rolls.one_in(DIE_SIDES + 1 - needed, DIE_SIDES))


def _status(tally: Tally, event: e.StatusChanged) -> None:
    if event.status not in ABLE:
        tally.falls_down(event.who)


TALLY: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    e.CombatantAdded: _added,
    e.GMRuled: _ruled,
    e.HitsRolled: _rolled,
    e.ProtectionUsed: lambda tally, event: tally.stops(event.target, event.damage - event.dealt),
    e.HealthLost: lambda tally, event: tally.harms(event.who, event.amount, left=event.health),
    e.StatusChanged: _status,
    e.ActionResolved: lambda tally, event: tally.ends(event.action),
}
