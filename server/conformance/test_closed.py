"""Nobody notices a difference in a closed sheet but in those of its values that show in what happens."""

from __future__ import annotations

from server.conformance.amount import many
from server.conformance.fights import SYSTEMS, demo, every_system
from server.conformance.worlds.closed import noticed

FIGHTS = range(1, 1 + many(2))


@every_system
def test_a_closed_sheet_tells_nothing_but_what_shows(name: str) -> None:
    """`System.noticeable` names the values that may be noticed."""
    found = noticed(SYSTEMS[name], demo(name), FIGHTS)
    leaks = {value: what for value, what in found.items() if value not in SYSTEMS[name].noticeable}
    assert not leaks, f"others learn of a closed sheet: mask it, or name it in System.noticeable: {leaks}"
