"""The account at the end of a fight says who has tired, to those who were told."""

from __future__ import annotations

import pytest

from server.core.events import Event
from server.core.telling.tally import Row, Tally
from server.rules.ambersteel import SYSTEM
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.sheet import Status

BREATHER = e.BreatherTaken(who="anna", amount=4, sp=20)


@pytest.mark.parametrize(
    ("events", "row"),
    [
        (
            [e.StaminaSpent(who="anna", amount=7, sp=17, purpose="attack"), BREATHER],
            Row(who="anna", spent=7, regained=4),
        ),
        ([e.StaminaSpent(who="anna", amount=0, sp=0, purpose="attack")], Row(who="anna", more_spent=True)),
        (
            [
                e.StaminaSpent(who="anna", amount=3, sp=17, purpose="dodge"),
                e.StaminaSpent(who="anna", amount=5, sp=12, purpose="attack"),
                e.StaminaRefunded(who="anna", cost=3, amount=3, sp=15),
            ],
            Row(who="anna", spent=5),
        ),
    ],
    ids=["spent and regained", "of a closed sheet", "a dodge that was free"],
)
def test_who_has_tired_is_counted_as_far_as_it_was_told(events: list[Event], row: Row) -> None:
    """A-STA-1, A-TURN-6, A-CRIT-5."""
    tally = Tally()
    tally.take(SYSTEM.tally, events)
    assert tally.rows == {"anna": row}


def test_whoever_loses_consciousness_has_fallen() -> None:
    """A-STA-4: the account leads to that moment as to any other fall; to be prone is none."""
    tally = Tally()
    tally.take(
        SYSTEM.tally,
        [
            e.StatusGained(who="anna", name="prone", status=Status(name="prone")),
            e.StatusGained(who="anna", name="unconscious", status=Status(name="unconscious")),
        ],
    )
    assert [fall.who for fall in tally.falls] == ["anna"]
