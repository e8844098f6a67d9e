"""A fight's account counts what was lost, where it was told how much there was: not what a blow would have cost."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.core.events import Event
from server.core.telling.tally import Tally
from server.encounter.installed import systems
from server.rules.ambersteel.secrecy.redact import closed_sheet as closed_in_ambersteel
from server.rules.ambersteel.state import events as ambersteel
from server.rules.brink.secrecy.closed_sheet import closed_sheet as closed_in_brink
from server.rules.brink.state import events as brink
from server.rules.tirakan import events as tirakan

SYSTEMS = systems()


def took(name: str, sheet: Any, *events: Event) -> int:
    """What the account says that Ann took, who joined with this sheet."""
    added: Any = {"brink": brink, "ambersteel": ambersteel, "tirakan": tirakan}[name].CombatantAdded
    tally = Tally()
    tally.take(SYSTEMS[name].tally, [added(who="ann", name="Ann", side="blue", sheet=sheet), *events])
    return tally.rows["ann"].took


def sheet(name: str, **values: object) -> Any:
    """As a file of the system gives it."""
    return msgspec.convert(values, SYSTEMS[name].sheet_type)


@pytest.mark.parametrize(
    ("name", "values", "events", "lost"),
    [
        (
            "brink",
            {"health_max": 9, "might": 1},
            [
                brink.HealthLost(who="ann", amount=8, health=1),
                brink.HealthLost(who="ann", amount=4, health=0),
                brink.HealthLost(who="ann", amount=3, health=0),
            ],
            9,
        ),
        (
            "brink",
            {"health_max": 9, "might": 1},
            [
                brink.HealthLost(who="ann", amount=12, health=0),
                brink.GMRuled(ruling="set", subject="ann", value_of="health", value=5),
                brink.HealthLost(who="ann", amount=2, health=3),
            ],
            11,
        ),
        (
            "ambersteel",
            {"hp": 6, "str": 12},
            [
                ambersteel.HealthLost(who="ann", amount=4, hp=2, health="hurt"),
                ambersteel.HealthLost(who="ann", amount=11, hp=0, health="down"),
            ],
            6,
        ),
        ("ambersteel", {"hp": 6, "str": 12}, [ambersteel.HealthLost(who="ann", amount=9, hp=1, health="down")], 5),
        (
            "ambersteel",
            {"hp": 6, "str": 12},
            [
                ambersteel.GmAdjusted(who="ann", value_of="hp", value=20),
                ambersteel.HealthLost(who="ann", amount=12, hp=8, health="hurt"),
            ],
            12,
        ),
        (
            "tirakan",
            {"max_wounds": 8, "wounds": 5},
            [
                tirakan.WoundsTaken(who="ann", wounds=2, boost_used=1, now=6),
                tirakan.WoundsTaken(who="ann", wounds=6, now=8),
                tirakan.WoundsTaken(who="ann", wounds=1, now=8),
            ],
            3,
        ),
    ],
    ids=["to the brink", "healed", "to the door", "knocked out", "set", "wounds"],
)  # fmt: skip
def test_no_more_is_counted_than_there_was(name: str, values: dict[str, Any], events: list[Event], lost: int) -> None:
    """B-BRINK-2, A-DMG-3, A-HP-2, T-WOUND-2, T-WOUND-3."""
    assert took(name, sheet(name, **values), *events) == lost


def test_of_a_closed_sheet_what_was_dealt_counts() -> None:
    """It says nothing of how much there was, so nothing can be taken off."""
    own = sheet("brink", health_max=9, might=1)
    blows = [brink.HealthLost(who="ann", amount=amount, health=0) for amount in (8, 4)]
    assert took("brink", closed_in_brink(own), *blows) == 12


def test_of_a_closed_sheet_that_opens_what_was_told_counts() -> None:
    """Who gets a stranger to play is told amounts from then on; what a closed sheet stands for binds nothing."""
    own = closed_in_ambersteel(sheet("ambersteel", hp=200, hp_max=200), "", "")
    assert took("ambersteel", own, ambersteel.HealthLost(who="ann", amount=70, hp=130, health="hurt")) == 70
