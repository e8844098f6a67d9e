"""What a replay marks: wounds, those who fall, the GM's rulings."""

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.kit.between import DistanceSet, EnmitySet, PerceptionSet
from server.rules.tirakan import events as e
from server.rules.tirakan.words.show import OUT


def _fall(event: e.ConditionChanged) -> str:
    return "fall" if event.condition in OUT and event.level else ""


MARKS: Mapping[type[Event], str | Callable[[Any], str]] = {
    e.WoundsTaken: "hit",
    e.ConditionChanged: _fall,
    e.GMRuled: "ruling",
    e.CoverSet: "ruling",
    DistanceSet: "ruling",
    EnmitySet: "ruling",
    PerceptionSet: "ruling",
}
