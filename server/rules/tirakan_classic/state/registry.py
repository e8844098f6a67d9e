"""The types that this system adds to a table: every event and every intent."""

from __future__ import annotations

from server.core.events import Event
from server.core.intents import Intent
from server.core.system import declared
from server.kit.acts import dice, improving
from server.kit.acts.events import EVENTS as OF_ACTS
from server.kit.acts.events import ActionNullified, ReactionsFollow
from server.kit.between import DistanceSet, EnmitySet, GmSetPerception, PerceptionSet, SetDistance, SetEnmity
from server.rules.tirakan_classic.state import events, intents

EVENTS: tuple[type[Event], ...] = (
    *(kind for kind in OF_ACTS if kind is not ActionNullified), ReactionsFollow, *improving.EVENTS, *dice.EVENTS,
    *declared(vars(events), Event), DistanceSet, EnmitySet, PerceptionSet,
)  # fmt: skip
"""No act is made void here by what others do meanwhile (L-REACT-10)."""
INTENTS: tuple[type[Intent], ...] = (
    *(kind for kind in declared(vars(intents), Intent) if kind is not intents.DeedBase),
    SetDistance, SetEnmity, GmSetPerception,
)  # fmt: skip
