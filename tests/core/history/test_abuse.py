"""What a game master, a player or bad luck could do to history, dice and clocks, and must not."""

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from server.core.errors import Rejected
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Amend, Die, Edit, Expire, GivenAnswer, MoreTime, Pause, TermEdit, Unpause
from server.core.state import TableOptions
from server.scenario.rehearsal import Rehearsal
from tests.table.party import SPEC


def begun(dice=(), **options):
    table = Rehearsal(SYSTEM, replace(SPEC, table=TableOptions(**options)), dice)
    table.play("gm", {"type": "begin"})
    return table


def choose(table, a, b, c):
    table.play("ann", {"type": "choose", "who": "a", "cup": a})
    table.play("bob", {"type": "choose", "who": "b", "cup": b})
    return table.play("ann", {"type": "choose", "who": "c", "cup": c})


def struck(table):
    return next(
        Position(c.version)
        for c in reversed(table.timeline.commits)
        if any(type(event).__name__ == "Struck" for event in c.events)
    )


def refused(table, target, *edits, answers=()):
    with pytest.raises(Rejected) as caught:
        amend.preview(table.timeline, target, edits, answers)
    return caught.value.code


def test_an_amendment_tells_nobody_of_the_hidden_one():
    """Cat is struck, unseen by Bob: no step of the amendment names her to him or to the public."""
    table = begun([4, 4, 1])
    choose(table, a=2, b=2, c=1)
    assert table.state.play.game.strike.target == "c"
    table.play("ann", {"type": "riposte", "who": "c", "decline": True})
    target = struck(table)
    edits = (Edit(at=target, faces=(Die("round1.strike", "b", 0, 6),)),)
    digest = amend.preview(table.timeline, target, edits).digest
    table.submit("gm", Amend(target=target, edits=edits, digest=digest))
    for audience in ("seat:bob", "public"):
        told = repr(table.timeline.commits[-1].told_to(audience))
        assert "'c'" not in told
        assert ".c'" not in told


def test_a_question_does_not_tell_whose_act_it_belongs_to():
    """Seat and nonce of the act that asks are the server's business."""
    table = begun([4])
    choose(table, a=2, b=1, c=1)
    for commit in table.timeline.commits:
        for event in commit.told_to("seat:bob"):
            if type(event).__name__ == "DecisionOpened":
                assert (event.decision.seat, event.decision.nonce) == ("", b"")


@pytest.mark.parametrize(
    "intent",
    [
        {"type": "pause"},
        {"type": "choose", "who": "a", "cup": 1},
        {"type": "choose", "who": "b", "cup": 99},
        {"type": "nonsense"},
        {"type": "riposte", "who": "b", "decline": 3},
    ],
)
def test_an_answer_that_is_none_is_refused_and_hangs_nobody(intent):
    """The miss becomes a hit, so Ben is asked: what the GM answers for him must answer that."""
    plain = {**SPEC.combatants, "b": replace(SPEC.combatants["b"], sheet={})}
    table = Rehearsal(SYSTEM, replace(SPEC, combatants=plain), [1])
    table.play("gm", {"type": "begin"})
    choose(table, a=2, b=1, c=1)
    table.play("ann", {"type": "choose", "who": "a", "cup": 2})
    target = next(
        Position(c.version) for c in table.timeline.commits if any(type(x).__name__ == "Struck" for x in c.events)
    )
    decision = f"{table.timeline.commit(target.version).act}/round1.strike.riposte.b"
    edit = Edit(at=target, faces=(Die("round1.strike", "a", 0, 6),))
    answer = GivenAnswer(decision=decision, who="b", intent=intent)
    assert refused(table, target, edit, answers=(answer,)) in ("bad_edit", "no_such_cup", "wrong_phase")


def test_edits_must_be_acts_and_faces_must_be_possible():
    """A d6 shows 1 to 6; an act is not turned into a rewind or a closing."""
    table = begun([4])
    choose(table, a=2, b=1, c=1)
    target = struck(table)
    assert refused(table, target, Edit(at=target, faces=(Die("round1.strike", "a", 0, 99),))) == "bad_faces"
    for intent in (
        {"type": "close"},
        {"type": "redo"},
        {"type": "x"},
        {"type": "hand_over", "who": "a", "seat": "bob"},
    ):
        assert refused(table, target, Edit(at=target, intent=intent)) == "bad_edit"


def test_an_edit_names_what_there_is():
    """A die, a number or an answer that does not exist is named in the refusal, with all that does; of an act that is
    struck out, what it had may be named."""
    table = begun([4, 5])
    cup = Position(table.timeline.version + 1)
    choose(table, a=2, b=1, c=1)
    at = struck(table)

    def detail(*edits, answers=()):
        with pytest.raises(Rejected) as caught:
            amend.preview(table.timeline, cup, edits, answers)
        return caught.value.code, caught.value.detail

    for roll, who, index in (("round1.strik", "a", 0), ("round1.strike", "b", 0), ("round1.strike", "a", 1)):
        code, said = detail(Edit(at=at, faces=(Die(roll, who, index, 6),)))
        assert (code, said["die"], said["known"]) == ("unknown_die", f"{roll}/{who}/{index}", "round1.strike/a/0")
    code, said = detail(Edit(at=at, terms=(TermEdit("round1.strike", "a", "covre", 1),)))
    known = "round1.strike/a/base, round1.strike/a/cover"
    assert (code, said["term"], said["known"]) == ("unknown_term", "round1.strike/a/covre", known)
    decision = f"{table.timeline.commit(at.version).act}/round1.strike.riposte.b"
    answer = GivenAnswer(decision=decision, who="a", intent={"type": "riposte", "who": "a"})
    code, said = detail(answers=(answer,))
    assert (code, said["decision"], said["who"], said["known"]) == ("unknown_answer", decision, "a", "–")
    there = Edit(at=at, faces=(Die("round1.strike", "a", 0, 6),), terms=(TermEdit("round1.strike", "a", "base", 1),))
    for edits in ((there,), (replace(there, struck=True),), (there, Edit(at=cup, struck=True))):
        amend.preview(table.timeline, cup, edits)


def test_the_first_commit_cant_be_amended():
    """It lays the table."""
    table = Rehearsal(SYSTEM, SPEC, [])
    digest = amend.preview(begun().timeline, Position(2), ()).digest
    assert table.refusal("gm", Amend(target=Position(1), edits=(), digest=digest)) == "protected_position"


def test_the_server_rolls_when_the_time_for_typed_dice_is_over():
    """The act goes on with a die from its own stream."""
    table = begun(None, typed_dice=True, window_s=30)
    choose(table, a=2, b=1, c=1)
    assert table.state.play.parked is not None
    decision = table.state.play.decision
    table.submit("server", Expire(decision=decision.id, opened_at=decision.opened_at))
    assert table.state.play.parked is None
    assert table.state.play.decision.kind == "riposte"


def test_a_question_after_typed_dice_has_its_whole_time():
    """However long the dice took."""
    table = begun(None, typed_dice=True, window_s=30)
    choose(table, a=2, b=1, c=1)
    table.now += 600_000
    table.play("ann", {"type": "type_dice", "faces": [6]})
    decision = table.state.play.decision
    assert (decision.kind, decision.remaining_ms, decision.opened_at) == ("riposte", 30_000, table.now)


def test_an_act_with_typed_dice_is_amended_where_the_log_shows_it():
    """The commit of the typed faces stands for the whole act."""
    table = begun(None, typed_dice=True)
    choose(table, a=2, b=1, c=1)
    table.play("ann", {"type": "type_dice", "faces": [6]})
    table.play("bob", {"type": "riposte", "who": "b", "decline": True})
    hearts = table.state.play.game.sheets["b"].hearts
    target = struck(table)
    edits = (Edit(at=target, faces=(Die("round1.strike", "a", 0, 5),)),)
    seen = amend.preview(table.timeline, target, edits)
    assert [step.outcome for step in seen.steps][:1] == ["amended"]
    table.submit("gm", Amend(target=target, edits=edits, digest=seen.digest))
    assert table.state.play.game.sheets["b"].hearts == hearts


def test_an_old_request_does_not_lead_to_an_abandoned_line():
    """What a rewind has left was asked for, and play has gone on: the grant is refused, the refusal clears it."""
    table = begun([4, 4], undo_vote=True)
    table.play("ann", {"type": "choose", "who": "a", "cup": 2})
    there = table.timeline.head
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    table.play("ann", {"type": "choose", "who": "a", "cup": 3})
    table.submit("gm", {"type": "rewind", "to": list(there)})
    table.submit("ann", {"type": "request_undo", "n": table.state.ledger.told["seat:ann"].n})
    request = next(iter(table.state.ledger.requests))
    assert table.refusal("ann", {"type": "request_undo", "n": 3}) == "already_asked"
    table.play("bob", {"type": "choose", "who": "b", "cup": 2})
    assert table.refusal("gm", {"type": "answer_undo", "request": request, "yes": True}) == "already_undone"
    table.submit("gm", {"type": "answer_undo", "request": request, "yes": False})
    assert not table.state.ledger.requests


def test_rewinds_in_a_row_fold_again_in_no_time():
    """Each rewind is remembered, so that a look at old positions never doubles its work with each of them."""
    table = begun()
    for _ in range(160):
        table.play("ann", {"type": "choose", "who": "a", "cup": 2})
        table.submit("gm", {"type": "rewind", "to": [table.timeline.version - 1, 0]})
    for version in range(2, 40):
        assert table.timeline.play_at(Position(version)).game.round == 1


def test_seats_are_revoked_only_where_there_is_one_and_never_by_its_own_gm():
    """An unknown seat is named, the GM can't lock the door from outside, and who is out can do nothing more."""
    table = begun()
    assert table.refusal("gm", {"type": "revoke_seat", "seat": "zoe"}) == "no_such_seat"
    assert table.refusal("gm", {"type": "revoke_seat", "seat": "gm"}) == "no_such_seat"
    table.submit("gm", {"type": "revoke_seat", "seat": "bob"})
    assert table.refusal("bob", {"type": "choose", "who": "b", "cup": 1}) == "seat_revoked"


def test_clocks_that_stand_are_not_drained():
    """More time given in a pause adds to what remained; so does a rewind into a pause."""
    table = begun([4], window_s=300)
    table.submit("gm", Pause())
    paused = table.timeline.head
    left = table.state.play.decision.remaining_ms
    table.now += 200_000
    table.submit("bob", MoreTime(decision=table.state.play.decision.id, ms=10_000))
    assert table.state.play.decision.remaining_ms == left + 10_000
    table.submit("gm", Unpause())
    table.now += 100_000
    table.submit("gm", {"type": "rewind", "to": list(paused)})
    assert table.state.play.paused
    assert table.state.play.decision.remaining_ms > 100_000
