"""Whole fights come out as recorded: what each audience is told, and what it sees in the end."""

from __future__ import annotations

import pytest

from server.rules.tirakan.events.registry import EVENTS
from tests.rules.tirakan.fights.transcripts import FIGHTS
from tests.rules.transcripts import lacking, leaks, unlike

RARE = {
    "AmmoReturned", "AutoProtectSet", "DistanceSet", "PerceptionSet", "ReactionWithdrawn", "WeaponFreed", "WeaponStuck",
}  # fmt: skip
"""Need not occur in a fight that was played at random; other tests pin them."""


@pytest.mark.parametrize("name", sorted(FIGHTS))
def test_a_recorded_fight_comes_out_the_same(name):
    """With the same dice and choices; `python -m tests.rules.tirakan.fights.transcripts` writes it anew."""
    assert unlike(FIGHTS[name], name) == []


def test_the_recorded_fights_hold_nearly_everything_that_can_happen():
    """In both worlds together every kind of event, but for the rare ones."""
    found = lacking(EVENTS, FIGHTS)
    assert found <= RARE, sorted(found)


@pytest.mark.parametrize(
    ("name", "who"), [("bridge-with-a-hidden-archer", "ilva"), ("harbour-with-a-hidden-sniper", "sniper")]
)
def test_no_line_for_others_names_the_hidden_one(name, who):
    """Until it is shown, only lines for the GM alone do."""
    assert leaks(name, who) == []
