"""What a replay marks: health lost, those who fall, the GM's rulings."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.kit.between import SightSet
from server.kit.ground import TerrainSet
from server.rules.ambersteel.state import events as e

MARKS: Mapping[type[Event], str | Callable[[Any], str]] = {
    e.HealthLost: "hit",
    e.CombatantDied: "fall",
    e.CombatantDown: "fall",
    e.GmAdjusted: "ruling",
    e.MishapRuled: "ruling",
    e.RulingGiven: "ruling",
    SightSet: "ruling",
    TerrainSet: "ruling",
}
