"""Typed dice: an act waits for real dice, and goes on from its beginning when they are there."""

from dataclasses import replace

import pytest
from msgspec import structs
from three_cups import SYSTEM, decide

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.dice import Drawn, Typed
from server.core.events import ActParked, CombatantRevealed, DiceTyped
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import AutoPass, CloseDecision, Die, Edit, TermEdit
from server.core.secrecy import known, redact
from server.core.state import Parked, State, TableOptions
from server.scenario.rehearsal import Rehearsal


def table(open=False, window_s=None):
    """Ann and Bob at a table that types its dice; everything the server draws is real. `open`: nobody has chosen."""
    spec = EncounterSpec(
        title="Cups",
        system="three_cups",
        table=TableOptions(typed_dice=True, window_s=window_s),
        seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
        combatants={
            "a": CombatantSpec(name="Anna", side="x", seat="ann"),
            "b": CombatantSpec(name="Ben", side="y", seat="bob"),
        },
    )
    made = Rehearsal(SYSTEM, spec, None)
    made.play("gm", {"type": "begin"})
    for seat, who, cup in () if open else (("ann", "a", 2), ("bob", "b", 1)):
        made.play(seat, {"type": "choose", "who": who, "cup": cup})
    return made


def test_nobody_passes_below_an_act_that_waits_for_dice():
    """Ben comes to a seat that always passes: what he was asked is left as it was for the act's second run."""
    made = table(open=True)
    made.play("ann", {"type": "choose", "who": "a", "cup": 2})
    made.submit("ann", AutoPass(kinds=("choose",)))
    made.submit("gm", CloseDecision(decision=made.state.play.decision.id))
    assert (made.state.play.parked.who, made.state.play.decisions[0].unanswered()) == ("a", ["b"])
    commits = made.play("gm", {"type": "hand_over", "who": "b", "seat": "ann"})
    assert kinds(commits) == ["ControlGiven"]
    assert made.state.play.decisions[0].unanswered() == ["b"]
    typed = made.play("ann", {"type": "type_dice", "faces": [6]})
    assert kinds(typed)[3:6] == ["CupChosen", "DecisionClosed", "CupsShown"]


def kinds(commits):
    return [type(event).__name__ for commit in commits for event in commit.events]


def test_the_strike_waits_for_its_die():
    """The act is parked before anything of it has happened; all learn who rolls what."""
    made = table()
    parked = made.state.play.parked
    assert (parked.who, parked.sides, parked.count) == ("a", 6, 1)
    told = [type(event).__name__ for event in made.timeline.commits[-1].told_to("seat:bob")]
    assert "DiceAsked" in told
    assert "ActParked" not in told


def test_the_name_of_the_roll_names_nobody_who_is_hidden():
    """Anna parries somebody whom she does not see: neither what is asked for nor what was typed names him, nor does
    what is known of the act meanwhile."""
    made = table(open=True)
    made.submit("gm", {"type": "hide", "who": "b"})
    parked = Parked(
        act="", intent=None, seat="gm", nonce=b"", at=0, answers="1/aim.b", roll="attack.b.parry", who="a", sides=6,
        count=1, faces={}, server=("attack.b.hit|b",),
    )  # fmt: skip
    waits = State(structs.replace(made.state.play, parked=parked), made.state.ledger)
    for event in (ActParked(parked=parked), DiceTyped(who="a", roll=parked.roll, faces=(3,))):
        to_ann, to_bob = (redact(SYSTEM, made.state, event, waits, f"seat:{seat}") for seat in ("ann", "bob"))
        assert (getattr(to_ann, "roll", None), getattr(to_bob, "roll", None)) == ("attack.unseen.parry", parked.roll)
    shown = known(SYSTEM, waits, "seat:ann").play.parked
    assert shown is not None
    assert (shown.roll, shown.server, shown.answers) == ("attack.unseen.parry", (), None)


@pytest.mark.parametrize("targets", ["b", "bc"])
def test_questions_for_dice_do_not_tell_whether_these_are_thrown_at_one_unseen_or_at_two(targets):
    """Nor are two of an act called the same. Anna jumps at Ben with a die that is thrown again, or at Ben and Cat."""

    def jumping(draft, intent):
        decide(draft, intent)
        if type(intent).__name__ == "Begin":
            for target in targets:
                draft.roll(f"jump.{target}", "a", 6, 1, explode=len(targets) == 1)

    people = {who: CombatantSpec(name=who, side="y", hidden=who != "a") for who in "abc"}
    spec = EncounterSpec(title="", system="three_cups", table=TableOptions(typed_dice=True), combatants=people)
    made = Rehearsal(replace(SYSTEM, decide=jumping), spec, None)
    made.play("gm", {"type": "begin"})
    asked = []
    while (decision := made.state.play.decision) is not None and decision.kind == "dice":
        asked.append(decision.id.partition("/")[2])
        made.play("gm", {"type": "type_dice", "faces": [3 if len(asked) > 1 else 6]})
    assert asked == ["dice.jump.unseen|a.0", "dice.jump.unseen|a.1"]


def test_only_dice_are_taken_while_an_act_is_parked():
    """Whatever could change the second run is refused; impossible faces name what is possible."""
    made = table()
    assert made.refusal("bob", {"type": "choose", "who": "b", "cup": 1}) == "dice_pending"
    assert made.refusal("bob", {"type": "type_dice", "faces": [4]}) == "nothing_waits"
    assert made.refusal("ann", {"type": "type_dice", "faces": [7]}) == "bad_faces"
    assert made.refusal("ann", {"type": "type_dice", "faces": [3, 3]}) == "bad_faces"


def test_typed_faces_carry_the_act_to_its_end_in_a_chain():
    """Strike and riposte are typed one after the other; the evidence says who typed."""
    made = table()
    commits = made.play("ann", {"type": "type_dice", "faces": [6]})
    assert "Struck" in kinds(commits)
    assert isinstance(commits[0].evidence[0].by, Typed)
    assert made.state.play.decision.kind == "riposte"
    made.play("bob", {"type": "riposte", "who": "b"})
    assert made.state.play.parked.who == "b"
    commits = made.play("bob", {"type": "type_dice", "faces": [1]})
    assert "HeartLost" in kinds(commits)
    assert made.state.play.game.round == 2


def test_the_roller_may_leave_the_die_to_the_server():
    """The server's die comes from the act's stream and is marked as drawn."""
    made = table()
    commits = made.play("ann", {"type": "server_rolls"})
    assert isinstance(commits[0].evidence[0].by, Drawn)
    assert made.state.play.parked is None or made.state.play.parked.who == "b"


def test_the_gm_drops_a_parked_act():
    """Nothing of the act has happened; the question before it is open again."""
    made = table()
    made.submit("gm", {"type": "drop_act"})
    assert made.state.play.parked is None


@pytest.mark.parametrize("audience", ["seat:bob", "public"])
def test_a_rewind_inside_a_parked_act_brings_the_question_back(audience):
    """The faces typed so far are part of play."""
    made = table()
    there = made.timeline.head
    made.play("ann", {"type": "type_dice", "faces": [6]})
    made.submit("gm", {"type": "rewind", "to": list(there)})
    assert made.state.play.parked.who == "a"
    assert made.view(audience).dice_for == "a"
    commits = made.play("ann", {"type": "type_dice", "faces": [2]})
    assert "Struck" in kinds(commits)


def test_a_parked_act_is_changed_by_all_edits_whichever_of_its_commits_they_name():
    """A face of the commit that brought the dice, and what that makes lacking of the one that asked for them."""
    made = table()
    asked = made.timeline.head
    made.play("ann", {"type": "type_dice", "faces": [6]})
    edits = (
        Edit(at=Position(asked.version + 1), faces=(Die("round1.strike", "a", 0, 2),)),
        Edit(at=asked, terms=(TermEdit("round1.strike", "a", "base", 1),)),
    )
    for given in (edits, edits[::-1]):
        seen = amend.preview(made.timeline, given[0].at, given)
        [struck] = [event for step in seen.steps for event in step.events if type(event).__name__ == "Struck"]
        assert (struck.face, struck.terms[0].value) == (2, 1)


def test_typed_dice_stand_where_nothing_is_changed():
    """Under a clock the question behind them has its whole time from when they were typed. Had they been there at once
    it would need none: that is no other rule."""
    made = table(window_s=60)
    made.play("ann", {"type": "type_dice", "faces": [6]})
    assert kinds(made.timeline.commits[-1:])[-1] == "TimeGiven"
    seen = amend.preview(made.timeline, Position(made.timeline.version), ())
    assert not seen.rules_changed
    assert [step.outcome for step in seen.steps] == ["stands"]


def test_an_act_that_reveals_somebody_waits_for_none_of_its_dice():
    """Else all would be told who rolls before they are told that it is there."""

    def revealing(draft, intent):
        decide(draft, intent)
        if type(intent).__name__ == "Begin":
            draft.emit(CombatantRevealed(who="c"))
            draft.roll("jump", "c", 6, 1)
            draft.roll("jump", "a", 6, 1)

    spec = EncounterSpec(
        title="Cups",
        system="three_cups",
        table=TableOptions(typed_dice=True),
        combatants={
            "a": CombatantSpec(name="Anna", side="x"),
            "c": CombatantSpec(name="Cat", side="y", hidden=True),
        },
    )
    made = Rehearsal(replace(SYSTEM, decide=revealing), spec, None)
    made.play("gm", {"type": "begin"})
    parked = made.state.play.parked
    assert parked is not None
    assert parked.who == "a"
    made.play("gm", {"type": "type_dice", "faces": [3]})
    assert "c" in made.view("public").combatants
