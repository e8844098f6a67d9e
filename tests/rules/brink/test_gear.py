"""What can be done with weapons, in the order in which it is thought of."""

from __future__ import annotations

import random

from server.rules.brink.offers.deeds import deeds
from server.rules.brink.state import intents as i
from tests.rules.brink.tables import demo


def test_the_weapon_in_hand_is_made_ready_before_another_is_taken() -> None:
    """Clients suggest what comes first: who has shot would else be led to put the bow away."""
    wishes = [type(wish.intent) for wish in deeds(demo(random.Random(1)).state.play, "ida")]
    assert wishes.index(i.Reload) < wishes.index(i.Swap)


def test_of_the_fallen_nobody_needs_to_know_whether_their_weapon_is_loaded() -> None:
    table = demo(random.Random(1))
    for value_of, key, value in (("loaded", "pistol", False), ("status", "", "down")):
        table.play("gm", {"type": "gm_set", "who": "ida", "value_of": value_of, "key": key, "value": value})
    assert set(table.view("public").combatants["ida"].conditions) == {"down"}
