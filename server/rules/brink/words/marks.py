"""What a replay marks: health lost, those who fall, the GM's rulings."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.kit.between import DistanceSet, SightSet
from server.kit.ground import TerrainSet
from server.rules.brink.state import events as e
from server.rules.brink.state.sheet import ABLE


def _fall(event: e.StatusChanged) -> str:
    return "" if event.status in ABLE else "fall"


MARKS: Mapping[type[Event], str | Callable[[Any], str]] = {
    e.HealthLost: "hit",
    e.StatusChanged: _fall,
    e.GMRuled: "ruling",
    DistanceSet: "ruling",
    SightSet: "ruling",
    TerrainSet: "ruling",
}
