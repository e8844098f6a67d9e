"""Whole fights come out as recorded: what each audience is told, and what it sees in the end."""

from __future__ import annotations

import pytest

from server.rules.tactics import SYSTEM
from tests.rules.tactics.transcripts import FIGHTS
from tests.rules.transcripts import lacking, leaks, unlike

RARE = {
    "AmmoLost", "CombatantDied", "CombatantDown", "CounterExpired", "CounterGained", "DamageRolled",
    "DistanceSet", "FullDefenseEnded",
    "GmAdjusted", "ItemBroken", "LockAsked", "ObjectNamed", "ObjectStruck", "OptionsSet", "ReactionRefused", "Reloaded",
    "RulingGiven", "SkillChecked", "TieOpened", "TieProposed", "TieSettled", "Unsettled", "WeaponDrawn",
}  # fmt: skip
"""Need not occur in a fight that was played at random; scenarios pin them."""


@pytest.mark.parametrize("name", sorted(FIGHTS))
def test_a_recorded_fight_comes_out_the_same(name: str) -> None:
    """With the same dice and choices; `python -m tests.rules.tactics.transcripts` writes it anew."""
    assert unlike(FIGHTS[name], name) == []


def test_the_recorded_fights_hold_nearly_everything_that_can_happen() -> None:
    """Together every kind of event, but for the rare ones."""
    found = lacking(SYSTEM.events, FIGHTS)
    assert found <= RARE, sorted(found)


def test_no_line_for_others_names_the_hidden_one() -> None:
    """Only lines for the GM alone do, until it shows itself."""
    named = leaks("hedge", "nix")
    assert not named or '"type":"CombatantRevealed"' in named[0]
