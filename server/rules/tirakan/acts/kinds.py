"""Every kind of deed by its class. A new kind is a file with its own `KINDS` and one line here."""

from __future__ import annotations

from server.core.state import Play
from server.rules.tirakan.acts import aiming, attack, custom, defence, gear, movement, throwing
from server.rules.tirakan.acts.kind import Kind
from server.rules.tirakan.state.intents import Deed, Walk
from server.rules.tirakan.state.state import Frame

KINDS: dict[type, Kind] = {
    **attack.KINDS,
    **movement.KINDS,
    **defence.KINDS,
    **custom.KINDS,
    **aiming.KINDS,
    **gear.KINDS,
    **throwing.KINDS,
}


def kind_of(deed: Deed) -> Kind:
    """What the machine knows of a deed."""
    return KINDS[type(deed)]


def kind_in(frame: Frame) -> Kind:
    """The kind of a frame's deed."""
    if frame.deed is None:
        raise AssertionError(f"{frame.id} has no deed")
    return kind_of(frame.deed)


def main_deed(deed: Deed) -> Deed:
    """T-MOVE-2: what is done while walking; else the deed itself."""
    return deed.with_ if isinstance(deed, Walk) and deed.with_ is not None else deed


def cost_of(play: Play, who: str, deed: Deed) -> int:
    """T-MOVE-2 (H-12): walk and act together cost what the act alone costs, at least one."""
    main = main_deed(deed)
    cost = kind_of(main).cost(play, who, main)
    return cost if main is deed else max(1, cost)
