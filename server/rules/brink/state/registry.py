"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.core.system import declared
from server.rules.brink.state import events, intents

EVENTS = tuple(kind for kind in declared(vars(events), Event) if kind is not events.SlotEvent)
INTENTS = declared(vars(intents), Intent)
