"""Difficult ground on the map (B-MOVE-2)."""

from __future__ import annotations

from server.core import view
from tests.rules.brink.tables import combatant, laid


def test_everybody_sees_the_ground_on_the_map():
    """B-MOVE-2: as outlines with their names, in whole centimetres."""
    fence = {"corner": [7, -1], "opposite": [6, 2.5]}
    table = laid({"ana": combatant("ana", (0, 0))}, terrain={"12": fence})
    corners = ((600, -100), (700, -100), (700, 250), (600, 250))
    for audience in ("gm", "seat:ana", "public"):
        assert table.view(audience).areas == {"area.12": view.Area(corners, "12")}
    table.play("gm", {"type": "set_terrain", "name": "12"})
    assert table.view("public").areas == {}
