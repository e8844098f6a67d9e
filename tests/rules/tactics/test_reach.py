"""What is said of a place while one plans, and on the own go, where it is gone to."""

from __future__ import annotations

import pytest

from server.conformance.fights import options
from server.core.space import Point
from server.core.telling.reached import Reached
from server.past.questions import answer
from server.past.reach import Reach
from server.scenario.rehearsal import Rehearsal
from tests.rules.tactics.test_menu import on_turn, planning


def asked(table: Rehearsal, at: Point) -> Reached:
    """By Maren."""
    found: Reached = answer(table.timeline, table.asker("maren"), Reach(who="maren", at=at))
    return found


def test_what_can_be_planned_becomes_the_plan() -> None:
    """D-MOV-2: at a pace that leads so far; a slower one is refused with the numbers, and what is planned stays."""
    table = planning()
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": [{"kind": "talk"}]})
    walk, jog, *_ = asked(table, (700, 0)).ways
    assert walk.reason is not None
    assert (walk.reason.code, walk.reason.detail) == ("move_too_far", {"need": 7.0, "max": 4.0})
    table.play("maren", jog.intent)
    plan = table.state.play.game.combatants["maren"].record.plan
    assert [(each.kind, each.pace, each.path) for each in plan] == [("talk", "walk", ()), ("move", "jog", ((700, 0),))]


@pytest.mark.parametrize(("at", "is_near"), [((250, 200), False), ((300, 50), True)])
def test_whom_one_reaches_from_there_is_struck_at_from_there(at: Point, is_near: bool) -> None:
    """D-ATK-9: with whatever is planned; what is said before the walk is offered after it."""
    table = planning()
    plan = [{"kind": "move"}, {"kind": "attack", "weapon": "sword"}, {"kind": "attack", "weapon": ""}]
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": plan})
    on_turn(table, "maren")
    table.play("gm", {"type": "set_position", "who": "ash", "at": [450, 50]})
    said = asked(table, at)
    (walk,) = said.ways
    assert (walk.key, walk.most_cm) == ("perform_walk", 400)
    assert ("ash" in {each.who for each in said.targets if each.label}) is is_near
    table.play("maren", walk.intent)
    assert table.state.play.pieces["maren"].at == at
    strikes = [option for option in options(table, "maren") if option.key == "perform_attack"]
    assert strikes
    for option in strikes:
        offered = {choice.value for param in option.params for choice in param.choices if choice.reason is None}
        told = {each.who for each in said.targets if each.label == option.label}
        assert told == offered.intersection(table.state.play.pieces)
