"""What the events of a fight mean for the account at its end: who strikes whom, who is hurt, spared, falls."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.core.telling.tally import Tally
from server.kit import rolls
from server.kit.acts.events import ActionResolved, ReactionResolved
from server.rules.tirakan import events as e
from server.rules.tirakan.words.show import OUT


def _inflicted(tally: Tally, event: e.HitsInflicted) -> None:
    """T-PROT-10: those thrown back are dealt by who threw them back, the GM's by nobody."""
    tally.strikes(f"{event.action_id}.{event.name}", event.who, event.target)


def _condition(tally: Tally, event: e.ConditionChanged) -> None:
    if event.condition in OUT and event.level:
        tally.falls_down(event.who)


def _ruled(tally: Tally, event: e.GMRuled) -> None:
    """The game master says that somebody is dead, dying or unconscious."""
    if event.value_of == "condition" and event.key in OUT and event.value:
        tally.falls_down(event.subject)
    elif event.value_of == "wounds" and isinstance(event.value, int):
        tally.has(event.subject, -event.value)


def _wounds(tally: Tally, event: e.WoundsTaken) -> None:
    """T-WOUND-2, T-WOUND-3: what a boost takes is no wound, nor what is beyond the most."""
    if event.wounds:
        tally.harms(event.who, event.wounds, left=-event.now)


def _rolled(tally: Tally, event: e.HitsRolled) -> None:
    """T-DICE-4: whoever was not told the minimum expects nothing."""
    tally.strikes(event.action_id, event.who, event.target)
    if event.M:
        tally.rolls(event.who, event.N + event.C, rolls.pool(len(event.dice), event.M))


TALLY: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    e.CombatantAdded: lambda tally, event: tally.has(event.who, -event.sheet.wounds),
    e.HitsRolled: _rolled,
    e.HitsInflicted: _inflicted,
    e.ParryRolled: lambda tally, event: tally.stops(event.who, event.removed),
    e.CoverRolled: lambda tally, event: tally.stops(event.target, event.removed),
    e.ProtectionUsed: lambda tally, event: tally.stops(event.who, event.stopped),
    e.WoundsTaken: _wounds,
    e.ConditionChanged: _condition,
    e.GMRuled: _ruled,
    ActionResolved: lambda tally, event: tally.ends(event.action_id),
    ReactionResolved: lambda tally, event: tally.ends(event.action_id),
}
