"""Nobody knows of what he is not told."""

from __future__ import annotations

from server.conformance.amount import many
from server.conformance.fights import SYSTEMS, every_system
from server.conformance.worlds.untold import seen_fights, wrongs

FIGHTS = range(many(24))


@every_system
def test_what_is_known_changes_only_by_what_is_told(name: str) -> None:
    """`System.untold` names the fields in which steps of an act may show before they are told."""
    for seed, fight in enumerate(seen_fights(name, FIGHTS)):
        assert not next(wrongs(SYSTEMS[name], fight), ""), f"seed {seed}: mask it, or name it in System.untold"
