"""Whole fights come out as recorded: what each audience is told, and what it sees in the end."""

from __future__ import annotations

from itertools import takewhile

import pytest

from server.rules.ambersteel import SYSTEM
from tests.rules.ambersteel.transcripts import FIGHTS
from tests.rules.transcripts import lacking, leaks, unlike

RARE = {
    "AmmoTaken", "ArmourRepaired", "OptionsSet", "ReloadAbandoned", "ReloadProgressed", "StaminaRefunded",
    "WeaponFreed", "WeaponLoaded",
}  # fmt: skip
"""Need not occur in a fight that was played at random; scenarios pin them."""


@pytest.mark.parametrize("name", sorted(FIGHTS))
def test_a_recorded_fight_comes_out_the_same(name):
    """With the same dice and choices; `python -m tests.rules.ambersteel.transcripts` writes it anew."""
    assert unlike(FIGHTS[name], name) == []


def test_the_recorded_fights_hold_nearly_everything_that_can_happen():
    """Together every kind of event, but for the rare ones."""
    found = lacking(SYSTEM.events, FIGHTS)
    assert found <= RARE, sorted(found)


def test_no_line_for_others_names_the_hidden_one_before_it_shows_itself():
    """Only lines for the GM alone do, until it strikes."""
    told = leaks("yard", "sly")
    assert [*takewhile(lambda line: "CombatantRevealed" not in line, told)] == []
