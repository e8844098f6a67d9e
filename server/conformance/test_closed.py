"""Nobody notices a difference in a closed sheet but in those of its values that show in what happens."""

from __future__ import annotations

from server.conformance.amount import many
from server.conformance.fights import SYSTEMS, demo, every_system
from server.conformance.worlds.closed import noticed
from server.conformance.worlds.showing import Learned, pairs

FIGHTS = range(1, 1 + many(2))
SHOWING = range(1, 1 + many(20))


@every_system
def test_a_closed_sheet_tells_nothing_but_what_shows(name: str) -> None:
    """`System.noticeable` names the values that may be noticed."""
    leaks = noticed(SYSTEMS[name], demo(name), FIGHTS)
    assert not leaks, f"others learn of a closed sheet: mask it, or name it in System.noticeable: {leaks}"


@every_system
def test_what_shows_of_a_closed_sheet_shows_only_where_the_system_says_so(name: str) -> None:
    """`System.shown_in` names the fields in which they may be noticed first, and `System.done_unseen` those in which it
    shows how somebody hidden does what he does."""
    system, first = SYSTEMS[name], Learned(SYSTEMS[name])
    found = (wrong for pair in pairs(system, demo(name), SHOWING) for wrong in pair.wrongs(system, first))
    leaks = sorted(set(found))
    assert not leaks, (
        "others learn of a closed sheet: mask it, or name the field in System.shown_in; of somebody hidden in "
        f"shown_unseen, of what it does in done_unseen: {leaks}"
    )
