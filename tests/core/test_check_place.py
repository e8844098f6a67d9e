"""Nobody is put where no file may put anybody: the encounter's own file would be taken nowhere."""

import pytest
from three_cups import SYSTEM

from server.core.create import check_place
from server.core.errors import Rejected
from server.core.space import MOST_CM
from server.scenario.rehearsal import Rehearsal
from tests.table.party import SPEC


def test_a_place_beyond_the_map_is_refused() -> None:
    """In each direction; the edge is on the map, and no place at all is none beyond it."""
    check_place(None)
    check_place((MOST_CM, -MOST_CM))
    for at in ((MOST_CM + 1, 0), (0, -MOST_CM - 1)):
        with pytest.raises(Rejected, match="oversized"):
            check_place(at)


def test_the_game_master_puts_nobody_there() -> None:
    """By the intent that says where somebody stands."""
    table = Rehearsal(SYSTEM, SPEC)
    table.submit("gm", {"type": "set_position", "who": "a", "at": [MOST_CM, 0]})
    with pytest.raises(Rejected, match="oversized"):
        table.submit("gm", {"type": "set_position", "who": "a", "at": [MOST_CM + 1, 0]})
