"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.rules.brink import events, intents


def _of(module: object, base: type, *but: str) -> tuple[type, ...]:
    return tuple(
        value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, base) and name not in but
        and value.__module__ == module.__name__  # type: ignore[attr-defined]
    )  # fmt: skip


EVENTS: tuple[type[Event], ...] = _of(events, Event, "SlotEvent")
INTENTS: tuple[type[Intent], ...] = _of(intents, Intent)
