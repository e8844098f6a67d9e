"""What is asked in secret, or of somebody who is not there yet, looks the same whether or not somebody is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from server.conformance.worlds.hidden import HIDDEN, SYSTEMS, World, base_spec, hidden_spec, with_one, world
from server.core.events import UndoRequested
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal

both = pytest.mark.parametrize("is_there", [False, True], ids=["nobody hidden", "somebody hidden"])


@both
def test_everybody_sees_that_the_dice_of_somebody_who_joins_are_asked_for(is_there: bool) -> None:
    """It is on the table only when they have been thrown."""
    spec, luck = base_spec("brink"), random.Random(1)
    spec = replace(spec, table=replace(spec.table, typed_dice=True))
    spec = with_one(spec, hidden_spec(spec, luck), luck) if is_there else spec
    table = Rehearsal(SYSTEMS["brink"], spec, None)
    table.play("gm", {"type": "start_combat", "reason": "threat"})
    while (parked := table.state.play.parked) is not None:
        table.play(table.state.ledger.controller(parked.who), {"type": "server_rolls"})
    late = {"who": "late", "name": "Late", "side": "wardens", "sheet": {"health_max": 9}, "seat": "ida", "at": [0, 0]}
    table.play("gm", {"type": "add_combatant", **late})
    assert builtins(table.view("public"))["decision"]["kind"] == "dice"


@both
def test_a_request_leads_to_where_nothing_waited_for_all_that_one_knows(is_there: bool) -> None:
    """Somebody hidden is hit during an act, and asked in secret when that is over."""
    table = _laid(is_there)
    table.does("start", "gm", {"type": "start_combat"})
    while table.state.play.decision is not None:
        _pass(table)
    actor = table.state.play.game.turn
    assert actor != HIDDEN
    table.does("step", "gm", {"type": "hunker", "who": actor})
    if is_there:
        hits = {"targets": [HIDDEN], "hits": 1, "crits": 0, "wounds_per_hit": 1, "piercing": 0}
        table.does("hits", "gm", {"type": "gm_inflict_hits", **hits})
    while table.state.play.decision is not None:
        _pass(table)
    told = table.state.ledger.told["public"].n
    table.does("next", "gm", {"type": "end_turn", "who": actor})
    table.does("wish", "hagen", {"type": "request_undo", "n": told + 1})
    (event,) = table.timeline.commits[-1].told_to("public")
    assert isinstance(event, UndoRequested)
    assert event.to.version == told


def _laid(is_there: bool) -> World:
    spec, luck = base_spec("tirakan"), random.Random(1)
    return world("tirakan", with_one(spec, hidden_spec(spec, luck), luck) if is_there else spec, 3)


def _pass(table: World) -> Any:
    decision = table.state.play.decision
    assert decision is not None
    who = decision.unanswered()[0]
    table.does(f"pass {table.timeline.version}", "gm", table.system.default(table.state, decision, who))
