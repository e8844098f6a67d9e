"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.core.system import declared
from server.kit.acts import dice, improving
from server.kit.acts import events as acts
from server.kit.between import DistanceSet, EnmitySet, GmSetPerception, PerceptionSet, SetDistance, SetEnmity
from server.rules.tirakan.events import act, attack, gear, gm, round
from server.rules.tirakan.state import intents

EVENTS: tuple[type[Event], ...] = (
    *acts.EVENTS, *improving.EVENTS, *dice.EVENTS,
    *(event for part in (act, attack, gear, gm, round) for event in declared(vars(part), Event)),
    DistanceSet, EnmitySet, PerceptionSet,
)  # fmt: skip
INTENTS: tuple[type[Intent], ...] = (
    *(kind for kind in declared(vars(intents), Intent) if kind is not intents.DeedBase),
    SetDistance, SetEnmity, GmSetPerception,
)  # fmt: skip
"""Distance is T-RANGE-4, enmity T-DEST-1, perception T-REACT-1."""
