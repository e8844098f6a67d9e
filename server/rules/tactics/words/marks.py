"""What a replay marks: wounds, those who fall, the GM's rulings."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.kit.between import DistanceSet
from server.rules.tactics.state import events as e

MARKS: Mapping[type[Event], str | Callable[[Any], str]] = {
    e.WoundsLost: "hit",
    e.CombatantDown: "fall",
    e.CombatantDied: "fall",
    e.RulingGiven: "ruling",
    e.GmAdjusted: "ruling",
    DistanceSet: "ruling",
}
