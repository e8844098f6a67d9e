"""D-DECL-6: whose plan leaves nothing to do on its go is passed over, at tables that do not ask at everything."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from server.conformance.fights import SYSTEMS, demo, options
from server.rules.tactics.deciding.goes import is_passed_over
from server.scenario.rehearsal import Rehearsal

Preset = Literal["everything", "mine", "usual"]


def planned(plan: list[dict[str, Any]], stops: Preset | None = "usual") -> Rehearsal:
    """The demo in its resolution: Maren has this plan, all others hold."""
    spec = demo("tactics")
    if stops is not None:
        spec = replace(spec, table=replace(spec.table, stops=stops))
    table = Rehearsal(SYSTEMS["tactics"], spec, None)
    table.play("gm", {"type": "encounter_start"})
    table.play("gm", {"type": "gm_lock_phase"})
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": plan})
    table.play("gm", {"type": "gm_lock_phase"})
    while table.state.play.decision is not None and table.state.play.decision.kind == "tie":
        table.play("gm", next(each.intent for each in options(table, "gm") if each.key == "order_suggested"))
    return table


def told(table: Rehearsal, since: int) -> list[str]:
    """The events since then."""
    timeline = table.timeline
    return [type(each).__name__ for v in range(since + 1, timeline.version + 1) for each in timeline.commit(v).events]


@pytest.mark.parametrize("stops", ["usual", "mine"])
def test_where_nobody_has_planned_anything_the_next_round_begins(stops: Preset) -> None:
    """Nobody has to end a go in which nothing happens; each go is told all the same."""
    table = planned([], stops)
    assert (table.state.play.game.round, table.state.play.game.stage) == (2, "tactics")
    events = told(table, 0)
    assert events.count("GoStarted") == events.count("GoEnded") == len(table.state.play.pieces)


def test_full_defence_leaves_nothing_to_do_either() -> None:
    """It is in force without being performed."""
    table = planned([{"kind": "full_defense"}])
    assert table.state.play.game.round == 2


def test_who_has_planned_something_ends_its_own_go() -> None:
    """Also when it is done: it may still add something then (D-ACT-7), for what it costs."""
    table = planned([{"kind": "talk"}])
    assert table.state.play.game.turn == "maren"
    table.play("maren", {"type": "action_perform", "who": "maren", "id": "1"})
    assert table.state.play.game.turn == "maren"
    table.play("maren", {"type": "go_end", "who": "maren"})
    assert table.state.play.game.round == 2


def test_who_gives_up_its_plan_on_its_go_may_still_make_another() -> None:
    """It is passed over as its go comes, not while it thinks."""
    table = planned([{"kind": "talk"}])
    table.play("maren", {"type": "actions_change", "who": "maren", "drop": ["1"]})
    assert table.state.play.game.turn == "maren"


def test_who_has_an_opening_may_want_to_use_it() -> None:
    """D-CTR-3: it is lost with the end of the go."""
    state = planned([{"kind": "talk"}]).state
    gorm = state.play.game.combatants["gorm"]
    assert is_passed_over(state, "gorm")
    opened = replace(gorm, record=replace(gorm.record, counter={"maren": 2}))
    game = replace(state.play.game, combatants={**state.play.game.combatants, "gorm": opened})
    assert not is_passed_over(replace(state, play=replace(state.play, game=game)), "gorm")


@pytest.mark.parametrize("stops", [None, "everything"])
def test_where_all_is_asked_everybody_ends_its_go(stops: Preset | None) -> None:
    """As in fights that were recorded before there were stops."""
    table = planned([], stops)
    assert table.state.play.game.turn
    assert table.state.play.game.round == 1
