"""A small system that leaves who acts when to the kit: nothing of it tells of somebody hidden."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from server.conformance.amount import many
from server.conformance.worlds import hidden
from server.core.ids import GM
from server.core.secrecy import known
from server.core.state import TableOptions
from tests.kit import queue

PAIRS = 40


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(hidden.SYSTEMS, "queue", queue.SYSTEM)


def test_two_worlds_with_and_without_somebody_hidden_look_the_same() -> None:
    """Ties, turns, rounds and whatever the GM does beside."""
    differences = [hidden.pair("queue", seed).differences for seed in range(many(PAIRS))]
    assert not any(differences)


def _ties_with_the_hidden(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(queue, "INITIATIVE", replace(queue.INITIATIVE, is_seen=lambda *_: True))


def _turns_without_a_stop(patch: pytest.MonkeyPatch) -> None:
    next_turn: Any = queue._next_turn
    patch.setattr(queue, "_stop", lambda draft, _name: next_turn(draft, None))


@pytest.mark.parametrize("plant", [_ties_with_the_hidden, _turns_without_a_stop])
def test_what_the_kit_does_about_it_would_be_missed(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any of it the worlds differ."""
    plant(monkeypatch)
    assert any(hidden.pair("queue", seed).differences for seed in range(PAIRS))


@pytest.mark.parametrize("seed", range(8))
def test_who_comes_late_and_hidden_is_told_to_nobody(seed: int) -> None:
    """Wherever it stands, whoever it ties with."""
    table = hidden.world("queue", hidden.base_spec("queue"), seed)
    table.does("begin", GM, {"type": "begin"})
    table.does("add", GM, {"type": "add_combatant", "who": "zoe", "name": "Zoe", "side": "red", "hidden": True})
    assert "zoe" in table.state.play.game.order
    assert set(table.timeline.commits[-1].told) == {GM}


@pytest.mark.parametrize("hides", [False, True])
def test_the_dice_of_one_who_joins_are_asked_whether_or_not_somebody_is_hidden(hides: bool) -> None:
    """Before it is on the table: dice that people throw are known before the act that adds it."""
    spec = replace(hidden.base_spec("queue"), table=TableOptions(typed_dice=True))
    people = {who: replace(one, hidden=hides and who == "egon") for who, one in spec.combatants.items()}
    table = hidden.world("queue", replace(spec, combatants=people), 1)
    table.does("begin", GM, {"type": "begin"})
    for number in itertools.count():
        if table.state.play.parked is None:
            break
        table.does(f"dice {number}", GM, {"type": "server_rolls"})
    table.does("add", GM, {"type": "add_combatant", "who": "zoe", "name": "Zoe", "side": "red"})
    (asked,) = (each for each in known(queue.SYSTEM, table.state, "seat:ann").play.decisions if each.kind == "dice")
    assert list(asked.asks) == ["zoe"]
