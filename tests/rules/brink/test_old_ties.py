"""Ties as older logs have them, in which somebody hidden takes part: a copy tells them anew."""

from server.core.secrecy import redact
from server.rules.brink import SYSTEM
from server.rules.brink.state.events import InitiativeTieBroken
from tests.rules.brink.tables import combatant, laid


def test_an_old_tie_names_nobody_hidden() -> None:
    """Of three the two in sight are told; of two nothing is, for one alone would tell of the other."""
    people = {
        "ana": combatant("ana", (0, 0)), "bram": combatant("bram", (2, 0)),
        "ogre": combatant("ogre", (1, 0), hidden=True),
    }  # fmt: skip
    table = laid(people, [20, 12, 1])
    table.play("gm", {"type": "start_combat"})

    def told(*slots: str) -> object:
        tie = InitiativeTieBroken(slots=slots, faces=dict.fromkeys(slots, 7))
        return redact(SYSTEM, table.state, tie, table.state, "seat:ana")

    assert told("ana", "ogre", "bram") == InitiativeTieBroken(slots=("ana", "bram"), faces={"ana": 7, "bram": 7})
    assert told("ana", "ogre") is None
    assert told("ana", "bram") == InitiativeTieBroken(slots=("ana", "bram"), faces={"ana": 7, "bram": 7})
