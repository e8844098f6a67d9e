"""What all see of an act may be noticed, whatever is written on a closed sheet: the conformance suite is told so."""

from server.rules.ambersteel import SYSTEM
from server.rules.ambersteel.state.state import Ruling, Throw


def test_all_that_the_game_master_rules_of_an_open_act_may_show() -> None:
    """The words beside it, too, and what it puts in the place of a throw's own values."""
    ruled = {f"{kind.__name__}.{field}" for kind in (Ruling, Throw) for field in kind.__struct_fields__}
    thrown = {"ThrowRolled.reach_cm", "ThrowRolled.damage", "ThrowRolled.damage_type"}
    assert ruled | thrown | {"RulingGiven.text"} <= SYSTEM.shown_in


def test_whether_a_wound_brings_one_down_may_show() -> None:
    """Of two who lose as much, the one with the better constitution may stand."""
    assert "con" in SYSTEM.noticeable
    assert "HealthLost.health" in SYSTEM.shown_in
