"""Turns that an amendment gives to somebody hidden: the table must not learn of them by when the next one begins."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Iterable
from typing import Any, cast

import msgspec
import pytest
from skirmish import SYSTEM as skirmish
from skirmish import AddCombatant, EndTurn

from server.conformance.storms import acts, same_as, storm
from server.conformance.worlds.hidden import HIDDEN, World, base_spec, hidden_spec, with_one, world
from server.core.events import Amended, Step
from server.core.history import amend
from server.core.ids import GM, PUBLIC, Position
from server.core.intents import Amend, Continue, Edit, TermEdit
from server.core.secrecy import known, not_seen_by_all
from server.core.view import view
from server.encounter.file import parse_encounter
from server.scenario.rehearsal import Rehearsal

SEEDS = 60
FIRST = 60
LAST = -30
"""So much is added to the late-comer's initiative: its turn becomes the last one; by FIRST it has had none yet."""

TABLE = (PUBLIC, "seat:ann", "seat:bob")


def laid(name: str, seed: int) -> World:
    """A fight with somebody hidden, begun."""
    luck, spec = random.Random(seed), base_spec(name)
    at = world(name, with_one(spec, hidden_spec(spec, luck), luck), seed)
    at.is_restless = False  # it waits for its turn
    start = next(option for option in at.offered("gm") if option["intent"]["type"] == "start_combat")
    at.does("step start", "gm", start["intent"])
    at.lurk()
    return at


def joins(at: World) -> None:
    """A late-comer, like one who is there; then all have their turns until its own begins, or nobody's is on."""
    at.does("step join", "gm", _latecomer(at))
    for number in range(12):
        at.lurk()
        end: Any = at.system.turn_end(at.state)
        if end is None or end.who == "late":
            return
        at.does(f"step {number}", "gm", end)


def _latecomer(at: World) -> dict[str, Any]:
    """The intent by which it joins."""
    model = next(iter(at.state.play.pieces))
    fields = {"side": at.state.play.pieces[model].side, "sheet": at.state.play.game.combatants[model].sheet}
    late = {"type": "add_combatant", "who": "late", "name": "Late", "seat": GM, **fields}
    return cast(dict[str, Any], msgspec.to_builtins(late))


def last_of_all(at: World) -> amend.Preview:
    """The late-comer rolls too little for the turn that has just begun."""
    joined = next(commit.version for commit in at.timeline.commits if "late" in str(commit.submitted.intent))
    target = next(position for position in at.timeline.line() if position.version == joined)
    edit = Edit(at=target, terms=(TermEdit("initiative", "late", "gm", LAST),))
    seen = amend.preview(at.timeline, target, (edit,))
    at.submit("gm", Amend(target=target, edits=(edit,), digest=seen.digest))
    return seen


@pytest.mark.parametrize("name", ["brink", "tirakan"])
def test_a_hidden_one_does_nothing_in_a_turn_that_only_an_amendment_gave(name: str) -> None:
    """In the same commit the next turn begins that the table sees; the GM reads that the hidden one's has passed."""
    for seed in range(SEEDS):
        at = laid(name, seed)
        joins(at)
        if getattr(at.system.turn_end(at.state), "who", "") != "late":
            continue
        steps = last_of_all(at).steps
        if any(step.outcome == "defaulted" and getattr(step.intent, "who", "") == HIDDEN for step in steps):
            break
    else:
        pytest.fail("no hidden one was given a turn")
    end: Any = at.system.turn_end(at.state)
    assert end.who not in (HIDDEN, "late")
    (told,) = (event for event in at.timeline.commits[-1].told_to("public") if isinstance(event, Amended))
    assert type(told.steps[-1].events[0]).__name__ == "TurnStarted"
    assert HIDDEN not in str(told)


@pytest.mark.parametrize(("then", "now"), [(FIRST, LAST), (LAST, FIRST)])
def test_what_all_see_keeps_its_ids_where_an_amendment_puts_a_hidden_turn_before_it_or_takes_one_away(
    then: int, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tirakan: the window at the end of a round begins an act. Called otherwise than before, it would tell that
    somebody had a turn, and what was answered in it would be lost."""
    monkeypatch.setattr(World, "new_id", _id_of_its_own)
    at = world("tirakan", base_spec("tirakan"), 1)
    at.does("step start", GM, {"type": "start_combat"})
    at.does("step join", GM, {**_latecomer(at), "hidden": True})
    _place_latecomer(at, then)
    began = at.timeline.version
    while (end := at.system.turn_end(at.state)) is not None:
        at.does(f"step {at.timeline.version}", GM, end)
    at.does("step pass", "hagen", {"type": "pass_reaction", "who": "hagen"})
    told = [event for commit in at.timeline.commits[began:] for event in commit.told_to(PUBLIC)]
    _place_latecomer(at, now)
    (anew,) = at.timeline.commits[-1].told_to(PUBLIC)
    assert isinstance(anew, Amended)
    assert _acts(event for step in anew.steps for event in step.events) == _acts(told) != []
    assert [step.outcome for step in _steps(at) if getattr(step.intent, "who", "") == "hagen"][-1:] == ["stands"]


def test_a_round_that_was_kept_from_going_on_does_not_go_on_for_the_sake_of_a_hidden_turn() -> None:
    """Brink: the game master strikes out what came behind the beginning of the round, and by the same ruling somebody
    hidden has the last turn of the round before."""
    at = world("brink", base_spec("brink"), 1)
    at.does("step start", GM, {"type": "start_combat"})
    for number in range(3):
        at.does(f"step {number}", GM, at.system.turn_end(at.state))
    at.does("step join", GM, {**_latecomer(at), "hidden": True})
    joined, game = at.timeline.head, at.state.play.game
    second = game.faces[game.order[1]][0]
    behind_second = TermEdit("initiative", "late", "gm", second - 1 - game.faces["late"][0])
    began, last_of_all = Edit(at=joined, terms=(behind_second,)), TermEdit("initiative", "late", "gm", LAST)
    at.submit(GM, Amend(target=joined, edits=(began,), digest=amend.preview(at.timeline, joined, (began,)).digest))
    joined = at.timeline.act_start(Position(at.timeline.version, 1))
    while at.state.play.game.round == 1:
        at.does(f"step {at.timeline.version}", GM, at.system.turn_end(at.state))
    struck = Edit(at=at.timeline.head, struck=True)
    for edits in ((), (Edit(at=joined, terms=(last_of_all,)),)):
        play = amend.preview(at.timeline, joined, (*edits, struck)).play
        assert (play.game.round, play.game.stage, [each.kind for each in play.decisions]) == (2, "boundary", ["stop"])


def test_a_hidden_turn_is_not_taken_for_the_one_that_the_same_had_in_another_round() -> None:
    """Skirmish: the game master moves Ben while Cat, hidden, has the first turn of round 2. By a ruling she has the
    last of round 1 instead: that one passes, so that round 2 begins before the move, as the table knows."""
    table = _ford(cat=FIRST, dan=1)
    _end_turns(table, "ben", "abel", "anna", "dan")
    table.play(GM, {"type": "set_position", "who": "ben", "at": [9, 9]})
    assert (table.state.play.game.turn, table.state.play.game.round) == ("cat", 2)
    happened = [event for step in _ruled(table, cat=-FIRST, dan=0) for event in step.events]
    names = [type(event).__name__ for event in happened]
    assert names.index("RoundStarted") < names.index("Moved")
    assert table.state.play.game.round == 2


@pytest.mark.parametrize("behind", [(), ("cat",), ("cat", "dan"), ("cat", "dan", "ben", "abel")])
def test_nothing_begins_for_all_to_see_before_what_came_in_a_hidden_turn_that_an_amendment_puts_elsewhere(
    behind: tuple[str, ...],
) -> None:
    """Skirmish: the game master moves Ben while Cat has the last turn but one of round 2. Wherever a ruling puts her
    and Dan, both hidden: for the table round 3 begins where it began then, behind the move, or not yet."""
    learned, orders = [], set()
    for cat, dan in ((0, 0), (FIRST, LAST), (FIRST, FIRST), (9, 15), (9, 17), (LAST, 0), (0, FIRST)):
        table = _ford(cat=8, dan=1)
        _end_turns(table, "ben", "abel", "anna", "cat", "dan", "ben", "abel", "anna")
        table.play(GM, {"type": "set_position", "who": "ben", "at": [9, 9]})
        _end_turns(table, *behind)
        _ruled(table, cat, dan)
        orders.add(table.state.play.game.order)
        learned.append(_learned(table, TABLE))
    assert len(orders) == 7
    assert [each for each in learned if each != learned[0]] == []


@pytest.mark.parametrize("is_struck", [False, True])
@pytest.mark.parametrize("deeds", [("swap",), ("attack",), ("end_turn",), ("swap", "end_turn")])
def test_an_amendment_goes_as_far_whether_or_not_somebody_hidden_is_asked_then_or_now(
    deeds: tuple[str, ...], is_struck: bool
) -> None:
    """Brink: the lurker may react to what Nell does, and never does, or has readied nothing. Where it is asked, it goes
    on twice behind the question, and the table learns of the second time alone. `is_struck`: the game master keeps what
    the table learned of last from going on."""
    learned = []
    for then, now in itertools.product((False, True), repeat=2):
        at, target = _watched(then, deeds)
        last = Position(_told_last(at))
        edits = (Edit(at=target, intent=_readied(now)), *([Edit(at=last, struck=True)] if is_struck else []))
        digest = amend.preview(at.timeline, target, edits).digest
        at.submit(GM, Amend(target=target, edits=edits, digest=digest))
        learned.append(_learned(at, (PUBLIC, "seat:ida")))
    assert [each for each in learned if each != learned[0]] == []


NELLS: dict[str, dict[str, Any]] = {
    "swap": {"weapon": "knife", "pay": "ep"},
    "attack": {"target": "captain"},
    "end_turn": {},
}


def _watched(is_readied: bool, deeds: Iterable[str]) -> tuple[World, Position]:
    """Nell has the first turn of a fight in Brink, and does these; somebody hidden may have readied an action: where
    that was set."""
    luck, spec = random.Random(0), base_spec("brink")
    at = world("brink", with_one(spec, hidden_spec(spec, luck), luck), 0)
    at.is_restless = False
    at.does("step start", GM, {"type": "start_combat"})
    at.does("step set", GM, _readied(is_readied))
    was_set = at.timeline.head
    for number, deed in enumerate(deeds):
        at.does(f"step {number}", "nell", {"type": deed, "who": "nell", **NELLS[deed]})
        at.lurk()
    return at, was_set


def _readied(value: bool) -> dict[str, Any]:
    return {"type": "gm_set", "who": HIDDEN, "value_of": "readied", "value": value}


def _told_last(at: World) -> int:
    """The last version of which the public was told."""
    return at.timeline.version_of(PUBLIC, at.timeline.told_until(at.timeline.version, PUBLIC))


def _learned(at: Rehearsal, audiences: Iterable[str]) -> list[Any]:
    """What each is told of the last commit, and sees behind it."""
    told = at.timeline.commits[-1].told_to
    return [(told(who), view(at.system, known(at.system, at.state, who), who)) for who in audiences]


@pytest.mark.parametrize("behind", [0, 2])
def test_nothing_begins_before_what_came_in_a_hidden_turn_where_what_follows_begins_no_act(behind: int) -> None:
    """Brink: the game master moves Ida while a late-comer, hidden, has the fourth turn. Wherever a ruling puts that
    one, the next that the table sees begins behind the move."""
    learned, places = [], set()
    for score in (LAST, -6, -3, 0, 2, FIRST):
        at = world("brink", base_spec("brink"), 0)
        at.does("step start", GM, {"type": "start_combat"})
        at.does("step join", GM, {**_latecomer(at), "hidden": True})
        _place_latecomer(at, -3)
        _end_until(at, "late")
        at.does("step move", GM, {"type": "set_position", "who": "ida", "at": [900, 900]})
        for number in range(behind):
            at.does(f"step behind {number}", GM, at.system.turn_end(at.state))
        _place_latecomer(at, score)
        places.add(at.state.play.game.order.index("late"))
        learned.append(_learned(at, (PUBLIC, "seat:ida")))
    assert len(places) == 6
    assert [each for each in learned if each != learned[0]] == []


def _end_until(at: World, who: str) -> None:
    """One turn after another ends, until this one's is on."""
    while (end := cast(Any, at.system.turn_end(at.state))).who != who:
        at.does(f"step {at.timeline.version}", GM, end)


def test_whoever_is_hidden_no_more_by_an_amendment_has_the_turn_that_was_on() -> None:
    """Skirmish: Cat joined hidden, and her turn is on. By a ruling all have seen her join: they see her turn begin."""
    table = _ford(cat=8, dan=1)
    _end_turns(table, "ben", "abel", "anna")
    joined = next(commit for commit in table.timeline.commits if isinstance(commit.submitted.intent, AddCombatant))
    seen = {**msgspec.to_builtins(joined.submitted.intent), "hidden": False}
    target = Position(joined.version)
    play = amend.preview(table.timeline, target, (Edit(at=target, intent=seen),)).play
    assert (play.game.turn, play.pieces["cat"].seen_by) == ("cat", None)


def _ford(*, cat: int, dan: int) -> Rehearsal:
    """A fight that Cat and Dan have joined hidden, with these results; for the others the demo's, highest first."""
    file = skirmish.demo.split("[combatants.cat]")[0]
    table = Rehearsal(skirmish, parse_encounter(file, "", {skirmish.name: skirmish}), (11, 15, 18, 1, 1))
    table.play(GM, {"type": "begin"})
    for who, result in (("cat", cat), ("dan", dan)):
        joins = {"type": "add_combatant", "who": who, "name": who, "side": "robbers", "hidden": True}
        table.play(GM, {**joins, "sheet": {"quickness": result - 1}})
    return table


def _end_turns(table: Rehearsal, *order: str) -> None:
    """One after another."""
    for who in order:
        table.play(table.state.ledger.controller(who), EndTurn(who=who))


def _ruled(table: Rehearsal, cat: int, dan: int) -> tuple[Step, ...]:
    """So much is added to what Cat and Dan rolled: the steps."""
    joined = [commit.version for commit in table.timeline.commits if isinstance(commit.submitted.intent, AddCombatant)]
    edits = tuple(
        Edit(at=Position(version), terms=(TermEdit("initiative", who, "gm", more),))
        for version, who, more in zip(joined, ("cat", "dan"), (cat, dan), strict=True)
    )
    target = edits[0].at
    digest = amend.preview(table.timeline, target, edits).digest
    table.submit(GM, Amend(target=target, edits=edits, digest=digest))
    return _steps(table)


def test_what_the_game_master_alone_was_told_of_stands_though_nobody_is_hidden() -> None:
    """The surprise round goes on behind a turn, and nobody's turn begins yet."""
    table = storm("ambersteel", 1)
    alone = next(
        Position(commit.version)
        for commit in table.timeline.commits
        if isinstance(commit.submitted.intent, Continue) and commit.told.keys() == {GM}
    )
    assert not not_seen_by_all(table.state)
    target = acts(table)[-1]
    seen = amend.preview(table.timeline, target, (same_as(table, target),))
    assert not seen.rules_changed
    assert [step.outcome for step in seen.steps if step.source == (alone,)] == ["stands"]


def _id_of_its_own(at: World) -> bytes:
    """Also of what is secret; elsewhere that has the id of what comes next in the open."""
    return hashlib.sha256(f"{at.label} {at.timeline.version}".encode()).digest()[:16]


def _place_latecomer(at: World, score: int) -> None:
    """It has rolled so much more."""
    line, joined = at.timeline.line(), at.timeline.head
    while "late" in at.timeline.play_at(position := next(line)).pieces:
        joined = position
    edit = Edit(at=joined, terms=(TermEdit("initiative", "late", "gm", score),))
    at.submit(GM, Amend(target=joined, edits=(edit,), digest=amend.preview(at.timeline, joined, (edit,)).digest))


def _steps(at: Rehearsal) -> tuple[Step, ...]:
    """Of the newest amendment."""
    change = at.timeline.amendment(at.timeline.version)
    assert change is not None
    return change.steps


def _acts(events: Iterable[Any]) -> list[tuple[str, str]]:
    """The events that name an act, and which."""
    return [(type(event).__name__, event.action_id) for event in events if hasattr(event, "action_id")]
