"""Whoever is out of the fight is shown as that: how hurt it is and what has become of it, and nothing left to spend."""

from __future__ import annotations

import random

import pytest

from server.conformance.fights import step
from server.encounter.file import parse_encounter
from server.encounter.installed import systems
from server.scenario.rehearsal import Rehearsal

SYSTEMS = systems()
HARM = {"health", "harm"}

FATES = [
    ("ambersteel", "status", "unconscious", True),
    ("ambersteel", "status", "dead", True),
    ("brink", "status", "down", "down"),
    ("brink", "status", "dead", "dead"),
    ("brink", "status", "forfeited", "forfeited"),
    ("tactics", "status", "unconscious", True),
    ("tactics", "status", "dead", True),
    ("tirakan", "condition", "unconscious", 1),
    ("tirakan", "condition", "dead", 1),
    ("tirakan_classic", "status", "unconscious", "unconscious"),
    ("tirakan_classic", "status", "dead", "dead"),
]


def begun(name: str) -> Rehearsal:
    """The system's demo, once the fight has begun and nobody is asked."""
    system = SYSTEMS[name]
    table, luck = Rehearsal(system, parse_encounter(system.demo, "a demo", SYSTEMS), None), random.Random(1)
    while table.view("gm").stage != "running" or table.state.play.decision is not None:
        assert step(table, luck)
    return table


@pytest.mark.parametrize(("name", "value_of", "fate", "value"), FATES)
def test_of_the_fallen_nothing_is_shown_that_is_left_to_spend(
    name: str, value_of: str, fate: str, value: object
) -> None:
    """Neither to whoever plays it nor to strangers; what has become of it is."""
    table = begun(name)
    who = next(who for who, one in table.view("gm").combatants.items() if one.seat != "gm" and not one.out)
    key = "" if value == fate else fate
    before = table.view("gm").combatants[who].tracks
    table.play("gm", {"type": "gm_set", "who": who, "value_of": value_of, "key": key, "value": value})
    for audience in ("gm", "public"):
        fallen = table.view(audience).combatants[who]
        assert fallen.out
        assert fate in fallen.conditions
        assert {track.kind for track in fallen.tracks.values()} <= HARM
    assert {key for key, track in before.items() if track.kind in HARM} <= set(table.view("gm").combatants[who].tracks)
