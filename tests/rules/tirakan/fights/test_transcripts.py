"""Whole fights come out as recorded: what each audience is told, and what it sees in the end."""

from __future__ import annotations

import json

import pytest

from server.rules.tirakan.events.registry import EVENTS
from tests.rules.tirakan.fights.transcripts import FIGHTS, played, stored, transcript

RARE = {
    "AmmoReturned", "DistanceSet", "PerceptionSet", "ReactionWithdrawn", "WeaponFreed", "WeaponStuck",
}  # fmt: skip
"""Need not occur in a fight that was played at random; other tests pin them."""


@pytest.mark.parametrize("name", sorted(FIGHTS))
def test_a_recorded_fight_comes_out_the_same(name):
    """With the same dice and choices; `python -m tests.rules.tirakan.fights.transcripts` writes it anew."""
    told, again = stored(name, "told"), list(transcript(played(name, stored(name, "choices"))))
    first = next((k for k, (a, b) in enumerate(zip(told, again, strict=False)) if a != b), min(len(told), len(again)))
    assert told[first : first + 3] == again[first : first + 3], f"{name}.told, line {first + 1}"


def test_the_recorded_fights_hold_nearly_everything_that_can_happen():
    """In both worlds together every kind of event, but for the rare ones."""
    lines = [line for name in FIGHTS for line in stored(name, "told") if not line.startswith("view")]
    kinds = {json.loads(line.split(" ", 2)[2])["type"] for line in lines}
    every = {str(kind.__struct_config__.tag) for kind in EVENTS}
    assert every - kinds <= RARE, sorted(every - kinds)


@pytest.mark.parametrize(
    ("name", "who"), [("bridge-with-a-hidden-archer", "ilva"), ("harbour-with-a-hidden-sniper", "sniper")]
)
def test_no_line_for_others_names_the_hidden_one(name, who):
    """Until it is shown, only lines for the GM alone do."""
    lines = [line.split(" ", 2) for line in stored(name, "told")]
    leaks = [
        line
        for line in lines
        if f'"{who}"' in line[2] and line[0 if line[0] != "view" else 1] != "gm" and line[1] != "gm"
    ]
    assert leaks == []
