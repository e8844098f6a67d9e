"""D-INIT-3, D-INIT-4: an order of those who are equal, to be chosen."""

from __future__ import annotations

from server.core.options import Choice, Param
from server.core.state import State
from server.kit.moment import name_of


def order_param(state: State, tied: tuple[str, ...]) -> Param:
    """D-INIT-3: an order of these."""
    choices = tuple(Choice(who, name_of(state.play, who)) for who in tied)
    return Param(
        name="order", kind="list", label="order", choices=choices, least=len(tied), most=len(tied), combatant=True
    )
