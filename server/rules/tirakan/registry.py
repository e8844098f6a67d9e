"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.rules.tirakan import events, intents


def _of(module: object, base: type, *but: str) -> tuple[type, ...]:
    found = [
        value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__  # type: ignore[attr-defined]
        and name not in but
    ]  # fmt: skip
    return tuple(found)


EVENTS: tuple[type[Event], ...] = _of(events, Event)
INTENTS: tuple[type[Intent], ...] = _of(intents, Intent, "DeedBase")
