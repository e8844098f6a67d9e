"""What the events of a fight mean for the account at its end: who strikes whom, who is hurt, spared, falls."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.core.telling.tally import Tally
from server.kit import rolls
from server.rules.tactics.rolls.throw import KEPT, SIDES
from server.rules.tactics.state import events as e
from server.rules.tactics.state.options import Options

_COUNTS_AS = tuple((int(natural), counts) for natural, counts in Options().crit_table.items())
"""D-GEN-4, as it is unless a table says otherwise."""


def _rolled(tally: Tally, event: e.HitsRolled) -> None:
    """D-GEN-1. Of more dice than three, some do not count: how they are chosen is a house rule (D-AMB-3), of which the
    roll does not tell. Whoever was not told what it had to be no higher than expects nothing, though it may have been
    told the own part of that."""
    if event.T and not event.superior:
        tally.rolls(event.who, int(event.hit), rolls.no_higher(KEPT, SIDES, event.T, _COUNTS_AS))


TALLY: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    e.AttackDeclared: lambda tally, event: tally.strikes(event.attack, event.who, event.target),
    e.HitsRolled: _rolled,
    e.ProtectionUsed: lambda tally, event: tally.stops(event.target, event.W_in - event.W_out),
    e.WoundsLost: lambda tally, event: tally.harms(event.who, event.amount),
    e.CombatantDown: lambda tally, event: tally.falls_down(event.who),
    e.CombatantDied: lambda tally, event: tally.falls_down(event.who),
    e.AttackOver: lambda tally, event: tally.ends(event.attack),
}
