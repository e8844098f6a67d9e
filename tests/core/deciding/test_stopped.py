"""With whose dice is thrown what begins behind a stop: those of whoever stopped last so that all know of it, however
long ago that was and whatever became of the record since."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from skirmish import SYSTEM, EndTurn

from server.conformance.worlds.branches import branched
from server.conformance.worlds.hidden import SYSTEMS, base_spec
from server.core.deciding.intake import submission
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Amend, Continue, Edit, Rewind
from server.core.timeline.kept import kept, restore
from server.core.timeline.timeline import Timeline
from server.encounter.file import parse_encounter
from server.scenario.rehearsal import Rehearsal

INITIATIVE = 11, 15, 18, 5, 1
"""Thrown for Anna, Abel, Ben, Cat and Dan: Ben begins, Anna comes third, then the hidden ones."""


@pytest.fixture
def table() -> Rehearsal:
    """Anna has ended her turn, then in secret Cat and Dan theirs: there it stops."""
    file = SYSTEM.demo.replace("at = [2, 2]", "at = [2, 2]\nhidden = true")
    table = Rehearsal(SYSTEM, parse_encounter(file, "", {SYSTEM.name: SYSTEM}), INITIATIVE)
    table.play("gm", {"type": "begin"})
    for seat, who in (("gm", "ben"), ("bob", "abel"), ("ann", "anna"), ("gm", "cat")):
        table.play(seat, EndTurn(who=who))
    table.submit("gm", EndTurn(who="dan"))
    return table


def goes_on(timeline: Timeline) -> str:
    """With whose dice it would go on."""
    decision = timeline.state.play.decision
    assert decision is not None
    return submission(timeline, bytes(16), "server", bytes(16), Continue(decision=decision.id)).seat


def test_hidden_turns_are_as_if_they_had_not_been(table: Rehearsal) -> None:
    """Whose turn all see go by is another matter."""
    assert goes_on(table.timeline) == "ann"
    table.go_on()
    table.submit("gm", EndTurn(who="ben"))
    assert goes_on(table.timeline) == "gm"


def test_it_is_known_where_no_older_commit_is_at_hand(table: Rehearsal) -> None:
    """As after a snapshot."""
    again = Timeline(SYSTEM, table.timeline.encounter)
    restore(again, kept(table.timeline))
    assert goes_on(again) == "ann"


def test_it_is_known_in_a_branch(table: Rehearsal) -> None:
    """All is copied, what was secret too."""
    assert goes_on(branched(table).timeline) == "ann"


def test_it_is_as_it_was_where_a_rewind_leads(table: Rehearsal) -> None:
    """Whoever stopped since is forgotten again."""
    there = Position(table.timeline.version)
    table.go_on()
    table.submit("gm", EndTurn(who="ben"))
    table.submit("gm", Rewind(to=there))
    assert goes_on(table.timeline) == "ann"


def test_it_is_as_an_amendment_makes_it(table: Rehearsal) -> None:
    """It is Anna's turn again: Abel has stopped last."""
    commits = table.timeline.commits
    ended = next(Position(each.version) for each in commits if each.submitted.intent == EndTurn(who="anna"))
    edits = (Edit(at=ended, struck=True),)
    table.submit("gm", Amend(target=ended, edits=edits, digest=amend.preview(table.timeline, ended, edits).digest))
    stopped = table.state.play.stopped
    assert stopped is not None
    assert stopped.seat == "bob"


def test_who_is_hidden_and_stops_before_anybody_else_is_not_told_by_whose_dice_come_next() -> None:
    """Ambersteel: of those in ambush Clara is the only one, and lets her turn pass; then all see initiative rolled."""
    spec = base_spec("ambersteel")
    clara = replace(spec.combatants["clara"], side="ambush", hidden=True)
    people = {**spec.combatants, "clara": clara}
    table = Rehearsal(SYSTEMS["ambersteel"], replace(spec, combatants=people), (20, 14, 8, 2))
    table.play("gm", {"type": "encounter_start", "surprised_parties": ["travellers", "bandits"]})
    table.submit("clara", {"type": "turn_pass", "who": "clara"})
    assert table.timeline.commits[-1].told.keys() == {"gm", "seat:clara"}
    assert goes_on(table.timeline) == "gm"
    table.go_on()
    told = [type(event).__name__ for commit in table.timeline.commits for event in commit.told_to("public")]
    assert told.count("InitiativeRolled") == 3
