"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.core.system import declared
from server.rules.tirakan.events import act, attack, gear, gm, round
from server.rules.tirakan.state import intents

EVENTS = tuple(event for part in (act, attack, gear, gm, round) for event in declared(vars(part), Event))
INTENTS = tuple(kind for kind in declared(vars(intents), Intent) if kind is not intents.DeedBase)
