"""Rules that wait for nobody: where everybody always passes, deciding must still come to an end."""

from dataclasses import replace

import pytest
from three_cups import SYSTEM

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


def test_a_decision_that_would_answer_itself_for_ever_fails(monkeypatch):
    """Of a rehearsal, which else would never end."""
    monkeypatch.setattr("server.scenario.rehearsal.MOST_ALONE", 20)
    at = table(replace(SYSTEM, proceed=asks_again))
    at.submit("gm", {"type": "begin"})
    with pytest.raises(AssertionError, match="20 continues"):
        at.go_on()


def test_a_rehearsal_that_would_go_on_for_ever_fails(monkeypatch):
    """All lift cup 1 in every round: nobody strikes, and no fight ends."""
    monkeypatch.setattr("server.scenario.rehearsal.MOST_ALONE", 20)
    at = table()
    with pytest.raises(AssertionError, match="nobody to wait for \\(choose\\)"):
        at.play("gm", {"type": "begin"})
    assert at.state.play.game.round == 11
