"""What a table shapes once for all who know the same is to each of them what it would be alone."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec import UNSET

from server.core.ids import GM, PUBLIC
from server.core.view import View
from server.scenario.rehearsal import Rehearsal
from server.table.sight import Sights
from tests.core.deciding.test_standing import HIT, attacked

AUDIENCES = ("seat:hagen", "seat:sela", PUBLIC, GM)
ALWAYS = {"type": "auto_pass", "kinds": ["protection"]}


def together(table: Rehearsal, audiences: tuple[str, ...]) -> dict[str, View]:
    """The view of each, found in this order of one state."""
    sights = Sights(table.timeline)
    return {audience: sights.of(audience, None).view for audience in audiences}


@pytest.mark.parametrize("audiences", list(permutations(AUDIENCES)))
@pytest.mark.parametrize("chosen", [(), ({"type": "set_stops", "who": "sela", "at": {}}, ALWAYS)])
def test_whoever_knows_the_same_sees_what_is_chosen_for_the_own_people_alone(
    audiences: tuple[str, ...], chosen: tuple[Any, ...]
) -> None:
    """Hagen is hit and asked, Sela passes by herself and sees so; neither sees what the other has chosen."""
    fight = attacked(*HIT)
    for intent in chosen:
        fight.table.submit("sela", intent)
    seen = together(fight.table, audiences)
    assert seen == {audience: fight.table.view(audience) for audience in audiences}
    assert set(seen["seat:hagen"].stops) == {"hagen"}
    assert set(seen["seat:sela"].stops) == {"sela"}
    assert seen[PUBLIC].stops == {}


def test_whoever_has_chosen_nothing_else_is_shown_the_same_object() -> None:
    """So it is compared and encoded once for all of them."""
    fight = attacked(*HIT, stops=UNSET)
    sights = Sights(fight.table.timeline)
    first, *others = (sights.of(audience, None) for audience in AUDIENCES if audience != GM)
    assert all(other is first for other in others)
