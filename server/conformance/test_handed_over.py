"""Somebody hidden is handed over to a player: others don't read its sheet for that, for they don't see it."""

from __future__ import annotations

from server.conformance.fights import SYSTEMS, demo, every_system, hiding
from server.core.ids import GM, PUBLIC, audience_of
from server.core.knowing.viewer import Viewer, hidden_from
from server.scenario.rehearsal import Rehearsal

WHO = "somebody"


@every_system
def test_a_sheet_is_open_to_those_who_see_whose_it_is(name: str) -> None:
    """Whoever plays it reads it; all others once it is shown to them."""
    spec = demo(name)
    seat = next(iter(spec.seats))
    who = next(who for who, one in spec.combatants.items() if one.seat != seat)
    table = Rehearsal(SYSTEMS[name], hiding(spec, who, WHO), None)
    table.submit(GM, {"type": "hand_over", "who": WHO, "seat": seat})
    player = audience_of(seat, "player")
    assert (reads(table, PUBLIC), reads(table, player)) == (False, True)
    table.submit(GM, {"type": "show", "who": WHO})
    assert reads(table, PUBLIC)


def reads(table: Rehearsal, audience: str) -> bool:
    """May this audience read its sheet?"""
    return Viewer(table.state, audience, hidden_from(table.state, audience)).reads(WHO)
