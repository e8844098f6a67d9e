"""Every kind of deed by its class. A new kind is a file with its own `KINDS` and one line here."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.state import Play
from server.kit.acts.deeds import Deeds
from server.rules.tirakan_classic.acts import attack, defence, gear, movement, throwing
from server.rules.tirakan_classic.state.facts import attacks_with, name_of_thing
from server.rules.tirakan_classic.state.intents import Attack
from server.rules.tirakan_classic.state.state import Combatant


def bound(play: Play, who: str, deed: Any) -> None:
    """L-FULL-2: once full-auto fire has begun all actions left are for such shots with this weapon. Raises Rejected."""
    own: Combatant = play.game.combatants[who]
    if not own.full_auto or _goes_on(play, own, who, deed):
        return
    name = play.pieces[who].name
    raise Rejected("full_auto_committed", name=name, weapon=name_of_thing(own, own.full_auto))


def _goes_on(play: Play, own: Combatant, who: str, deed: Any) -> bool:
    if not isinstance(deed, Attack) or attacks_with(own, deed.weapon) != own.full_auto:
        return False
    return attack.is_binding(play, who, deed)


DEEDS = Deeds(
    kinds={**attack.KINDS, **movement.KINDS, **defence.KINDS, **gear.KINDS, **throwing.KINDS},
    bound=bound,
)  # fmt: skip
