"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.core.system import declared
from server.kit.between import DistanceSet
from server.rules.tactics.state import events, intents

EVENTS: tuple[type[Event], ...] = (
    *(kind for kind in declared(vars(events), Event) if kind is not events.Check),
    DistanceSet,
)
INTENTS: tuple[type[Intent], ...] = declared(vars(intents), Intent)
