"""What a replay marks: wounds, those who fall, the GM's rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from server.core.events import Event
from server.kit.between import DistanceSet, EnmitySet, PerceptionSet
from server.rules.tirakan_classic.state import events as e


def _hit(event: e.WoundsTaken) -> str:
    return "hit" if event.wounds else ""


def _fall(event: e.StatusChanged) -> str:
    return "" if event.status == "ok" else "fall"


MARKS: Mapping[type[Event], str | Callable[[Any], str]] = {
    e.WoundsTaken: _hit,
    e.StatusChanged: _fall,
    **dict.fromkeys((e.GMRuled, e.CoverSet, DistanceSet, EnmitySet, PerceptionSet), "ruling"),
}
