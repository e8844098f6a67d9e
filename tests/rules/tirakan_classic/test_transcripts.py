"""Whole fights come out as recorded: what each audience is told, and what it sees in the end."""

from __future__ import annotations

import pytest

from server.rules.tirakan_classic import SYSTEM
from tests.rules.tirakan_classic.transcripts import FIGHTS
from tests.rules.transcripts import lacking, leaks, unlike

RARE = {
    "CheckRolled", "HitsReevaluated", "OptionsSet", "ReactionWithdrawn", "ReloadProgressed", "TieRuled",
}  # fmt: skip
"""Need not occur in a fight that was played at random; other tests pin them."""


@pytest.mark.parametrize("name", sorted(FIGHTS))
def test_a_recorded_fight_comes_out_the_same(name):
    """With the same dice and choices; `python -m tests.rules.tirakan_classic.transcripts` writes it anew."""
    assert unlike(FIGHTS[name], name) == []


def test_the_recorded_fights_hold_nearly_everything_that_can_happen():
    """Together every kind of event, but for the rare ones."""
    found = lacking(SYSTEM.events, FIGHTS)
    assert found <= RARE, sorted(found)


@pytest.mark.parametrize(("name", "who"), [("ambush-with-a-hidden-soldier", "soldier"), ("granary", "jost")])
def test_no_line_for_others_names_the_hidden_one(name, who):
    """Until it is shown, only lines for the GM alone do."""
    assert leaks(name, who) == []
