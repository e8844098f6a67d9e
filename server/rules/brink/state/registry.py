"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.core.system import declared
from server.kit.between import DistanceSet, EnmitySet, SetDistance, SetEnmity, SetSight, SightSet
from server.kit.ground import SetTerrain, TerrainSet
from server.rules.brink.state import events, intents

EVENTS: tuple[type[Event], ...] = (
    *(kind for kind in declared(vars(events), Event) if kind is not events.SlotEvent),
    DistanceSet, SightSet, EnmitySet, TerrainSet,
)  # fmt: skip
INTENTS: tuple[type[Intent], ...] = (*declared(vars(intents), Intent), SetDistance, SetSight, SetEnmity, SetTerrain)
"""Distance and line of sight are B-ATK-1, enmity is specification 1, terrain B-MOVE-2."""
