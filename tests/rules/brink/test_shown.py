"""What may be noticed of somebody whose sheet is closed: the conformance suite is told so."""

from server.conformance.fights import demo
from server.conformance.worlds.closed import named, sheet_of, values_of
from server.rules.brink import SYSTEM

CONDITIONS = {"skills.*.weapon_type", "skills.*.discipline"}
"""Of these only the player learns, for whom the skill is greyed."""


def test_what_a_skill_is_and_does_may_be_noticed_where_it_is_used() -> None:
    """What the act is called, what it costs, when it comes and what it does is told to all who see it."""
    (sheet,) = (one.sheet for who, one in demo(SYSTEM.name).combatants.items() if who == "captain")
    of_skills = {named(path) for path in values_of(sheet_of(SYSTEM, sheet)) if path[0] == "skills"}
    assert len(of_skills) > len(CONDITIONS)
    assert of_skills - CONDITIONS <= SYSTEM.noticeable


def test_what_a_blow_hits_and_reaches_may_be_noticed() -> None:
    """Whether one is hit shows; and out of whose reach somebody walks, that one is asked, which takes time."""
    assert {"agility", "weapons.*.range_m"} <= SYSTEM.noticeable
