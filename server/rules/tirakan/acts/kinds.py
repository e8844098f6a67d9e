"""Every kind of deed by its class. A new kind is a file with its own `KINDS` and one line here."""

from __future__ import annotations

from server.kit.acts.deeds import Deeds
from server.rules.tirakan.acts import aiming, attack, custom, defence, gear, movement, throwing

DEEDS = Deeds(
    kinds={
        **attack.KINDS,
        **movement.KINDS,
        **defence.KINDS,
        **custom.KINDS,
        **aiming.KINDS,
        **gear.KINDS,
        **throwing.KINDS,
    }
)
