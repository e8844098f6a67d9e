"""Who moves is told before by whom it may be struck at (B-MOVE-3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.brink.tables import combatant, laid, offered


@pytest.mark.parametrize(
    ("away_m", "hidden", "options", "risks"),
    [
        (1.0, False, {}, ("ogre",)),
        (40.0, False, {}, ()),
        (1.0, True, {}, ()),
        (1.0, False, {"opportunity": "off"}, ()),
    ],
    ids=["near", "far", "hidden", "house rule"],
)
def test_a_move_away_from_an_enemy_is_warned_of_as_far_as_it_is_known(
    away_m: float, hidden: bool, options: dict[str, Any], risks: tuple[str, ...]
) -> None:
    """No shift is, nor an attack; and of somebody hidden nothing shows."""
    table = laid({"ana": combatant("ana", (0, 0)), "ogre": combatant("ogre", (away_m, 0), hidden)}, None, **options)
    table.play("gm", {"type": "start_combat"})
    while table.state.play.game.turn != "ana":
        table.play("gm", {"type": "end_turn", "who": "ogre"})
    found = {each.key: each.risks for each in offered(table, "ana")}
    assert found["move"] == risks
    assert not any(other for key, other in found.items() if key != "move")
