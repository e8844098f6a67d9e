"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.rules.tirakan import events, intents

EVENTS: tuple[type[Event], ...] = tuple(getattr(events, name) for name in events.__all__)

INTENTS: tuple[type[Intent], ...] = tuple(
    value
    for value in vars(intents).values()
    if isinstance(value, type) and issubclass(value, Intent) and value.__module__ == intents.__name__
    and value is not intents.DeedBase
)  # fmt: skip
