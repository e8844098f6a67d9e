"""Rules that wait for nobody: where everybody always passes, deciding must still come to an end."""

from dataclasses import replace

import pytest
from three_cups import SYSTEM

from server.core.errors import Rejected
from server.core.state import Ask
from server.scenario.rehearsal import Rehearsal
from tests.core.test_three_cups import spec

ALWAYS = {"type": "auto_pass", "kinds": ["choose"]}


def asks_again(draft, decision):
    """Whoever has chosen is asked at once for the next cup, and everybody knows it."""
    number = int(decision.id.rsplit("d", 1)[1]) + 1
    draft.open("choose", f"choose.round{number}", {who: Ask() for who in decision.asks})


def table(system=SYSTEM):
    made = Rehearsal(system, spec(), [])
    for seat in ("ann", "bob"):
        made.submit(seat, ALWAYS)
    return made


def test_a_decision_that_would_answer_itself_for_ever_fails():
    """Nothing is appended, and the server is not lost."""
    at = table(replace(SYSTEM, proceed=asks_again))
    at.submit("gm", {"type": "begin"})
    asked = at.timeline.version
    with pytest.raises(Rejected, match="too_many_events"):
        at.go_on()
    assert at.timeline.version == asked


def test_a_rehearsal_that_would_go_on_for_ever_fails(monkeypatch):
    """All lift cup 1 in every round: nobody strikes, and no fight ends."""
    monkeypatch.setattr("server.scenario.rehearsal.MOST_ALONE", 20)
    at = table()
    with pytest.raises(AssertionError, match="nobody to wait for \\(choose\\)"):
        at.play("gm", {"type": "begin"})
    assert at.state.play.game.round == 21
