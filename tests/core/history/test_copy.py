"""Copies: what they tell of people who were handed over, or joined for another."""

from __future__ import annotations

import random

from server.conformance.worlds.branches import branched
from server.conformance.worlds.hidden import HIDDEN, World, base_spec, hidden_spec, world
from server.core.events import Copied
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Edit, Rewind
from server.scenario.rehearsal import Rehearsal
from tests.core.history import test_amend as cups
from tests.rules.brink.tables import combatant, laid


def table() -> World:
    """Tirakan before the fight: Hagen and Sela are played, others are the GM's."""
    return world("tirakan", base_spec("tirakan"), 1)


def joins(at: World, seat: str, *, hidden: bool) -> None:
    """The lurker joins."""
    one = hidden_spec(base_spec("tirakan"), random.Random(1))
    fields = {"name": "Lurker", "side": one.side, "sheet": one.sheet, "at": [0, 0]}
    at.does(f"joins {seat}", "gm", {"type": "add_combatant", "who": HIDDEN, "seat": seat, "hidden": hidden, **fields})


def told(at: Rehearsal, seat: str) -> str:
    """All that a seat was told."""
    return str([event for commit in at.timeline.commits for event in commit.told_to(f"seat:{seat}")])


def test_who_joins_again_for_another_is_told_to_that_one_alone() -> None:
    """Hagen's lurker is undone; in secret another under its name joins for Sela."""
    at = table()
    here = at.timeline.head
    joins(at, "hagen", hidden=False)
    at.does("undoes", "gm", Rewind(to=here))
    joins(at, "sela", hidden=True)
    made = branched(at)
    assert HIDDEN in told(made, "sela")
    assert HIDDEN not in told(made, "hagen")
    assert made.timeline.ledger.controller(HIDDEN) == "sela"


def test_a_hand_over_beside_the_line_stands_where_it_was_made() -> None:
    """It was not undone with what was done before it; who joined and was undone is given to nobody."""
    at = table()
    here = at.timeline.head
    joins(at, "sela", hidden=False)
    at.does("hands over", "gm", {"type": "hand_over", "who": "robber", "seat": "sela"})
    beside = at.timeline.version
    at.does("undoes", "gm", Rewind(to=here))
    at.does("moves", "gm", {"type": "set_position", "who": "robber", "at": [1, 1]})
    made = branched(at).timeline
    sources = [event.source for commit in made.commits for event in commit.events if isinstance(event, Copied)]
    assert sources == [Position(1), Position(beside), Position(at.timeline.version)]
    control = [made.ledger_at(version).controller("robber") for version in range(1, made.version + 1)]
    assert control == ["gm", "gm", "sela", "sela", "sela"]
    assert made.ledger.controller(HIDDEN) == "gm"


def test_who_joined_for_a_player_joins_once_where_the_branchs_past_is_decided_again() -> None:
    """That it was given to Sela is no act of the branch, though it stands where somebody joined."""
    at = table()
    joins(at, "sela", hidden=False)
    at.does("moves", "gm", {"type": "set_position", "who": "robber", "at": [1, 1]})
    made = branched(at).timeline
    given = list(made.line())[-3]  # behind how the table was laid
    seen = amend.preview(made, given, ())
    assert not seen.rules_changed
    assert [(step.outcome, type(step.intent).__name__) for step in seen.steps] == [
        ("stands", "AddCombatant"), ("stands", "SetPosition"),
    ]  # fmt: skip


def test_what_was_hidden_is_not_told_to_who_plays_one_of_its_id_later() -> None:
    """A hidden one of the GM's is taken away, and another joins under its id for Ana: the branch tells her nothing of
    the first."""
    at = laid({"ana": combatant("ana", (0, 0)), "bram": combatant("bram", (2, 0))}, None)
    stranger = {"type": "add_combatant", "who": "stranger", "name": "Stranger", "like": "bram", "hidden": True}
    at.play("gm", {**stranger, "at": [500, 500]})
    at.play("gm", {"type": "set_position", "who": "stranger", "at": [777, 777]})
    at.play("gm", {"type": "remove_combatant", "who": "stranger"})
    at.play("gm", {**stranger, "at": [300, 300], "seat": "ana"})
    made = branched(at)
    assert "300" in told(made, "ana")
    assert "777" not in told(made, "ana")
    assert "stranger" not in told(made, "bram")


def test_who_was_asked_before_a_hand_over_is_not_told_to_who_plays_the_one_now() -> None:
    """Ben was asked in secret and declined; Ann has him since, and it is all decided again. She is told of none of that
    by the amendment, nor by a branch, nor by a branch of that one, nor where it is decided again there."""
    at = cups.table([5, 3])
    cups.choose(at, a=2, b=1, d=1)
    struck = cups.position_of(at, "Struck")
    at.play("bob", {"type": "riposte", "who": "b", "decline": True})
    at.play("gm", {"type": "hand_over", "who": "b", "seat": "ann"})
    assert cups.change(at, Edit(at=struck)) == ["amended", "stands", "stands"]
    for made in (at, branched(at), branched(branched(at))):
        assert "riposte" not in told(made, "ann").lower()
        first = next(made.timeline.before[here] for here in made.timeline.line() if _declines(made, here))
        assert not amend.preview(made.timeline, first, ()).rules_changed
        cups.change(made, Edit(at=first))
        assert "riposte" in told(made, "bob")
        assert "riposte" not in told(made, "ann").lower()


def test_who_is_still_asked_where_a_branch_begins_is_told_to_who_plays_the_one_now() -> None:
    """It begins in the middle of an amendment, before Ben, whom Ann plays by now, declines."""
    at = cups.table([5, 3])
    cups.choose(at, a=2, b=1, d=1)
    struck = cups.position_of(at, "Struck")
    at.play("bob", {"type": "riposte", "who": "b", "decline": True})
    at.play("gm", {"type": "hand_over", "who": "b", "seat": "ann"})
    cups.change(at, Edit(at=struck))
    made = branched(at, Position(at.timeline.version, 1))
    assert "riposte" in told(made, "ann")
    made.play("ann", {"type": "riposte", "who": "b", "decline": True})


def _declines(at: Rehearsal, here: Position) -> bool:
    change, copied = at.timeline.amendment(here.version), at.timeline.copied(here.version)
    step = change.steps[here.step - 1] if change is not None else copied.step if copied is not None else None
    return type(getattr(step, "intent", None)).__name__ == "Riposte"
