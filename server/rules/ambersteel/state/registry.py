"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.core.system import declared
from server.kit.between import GmSetPerception, PerceptionSet, SetSight, SightSet
from server.kit.ground import SetTerrain, TerrainSet
from server.rules.ambersteel.state import events, intents

EVENTS: tuple[type[Event], ...] = (*declared(vars(events), Event), SightSet, PerceptionSet, TerrainSet)
INTENTS: tuple[type[Intent], ...] = (*declared(vars(intents), Intent), SetSight, GmSetPerception, SetTerrain)
"""Lines of sight are A-ATK-1, perception A-SUR-7, terrain A-TURN-4."""
