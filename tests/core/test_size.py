"""How much an intent may hold where it is taken; what older releases have written is read whatever it holds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from server.core import intents as i
from server.core import secrecy, size
from server.core.deciding import intake
from server.core.deciding.decide import MOST_EXTENDED, parse_intent
from server.core.errors import Rejected
from server.core.history import amend, recorded, walk
from server.core.history import recorded_tail as tail
from server.core.history.amend import preview
from server.core.ids import Position
from server.core.space import MOST_CM
from server.core.state import TableOptions
from server.core.telling import tell
from server.core.telling.tell import told_commit
from server.core.timeline.timeline import Timeline
from server.past.amending import PreviewAmend
from server.past.questions import check_question
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from tests.table.party import SPEC

EDITS = (i.Edit(at=Position(2), intent={"x": ["y" * 4_000] * 10}),)


def begun(**options: Any) -> Rehearsal:
    """A fight in which everybody is to choose."""
    table = Rehearsal(SYSTEM, replace(SPEC, table=TableOptions(**options)), ())
    table.play("gm", {"type": "begin"})
    return table


def refused(table: Rehearsal, seat: str, intent: i.Intent) -> Rejected:
    """Why it is not taken."""
    with pytest.raises(Rejected) as caught:
        table.submit(seat, intent)
    return caught.value


@pytest.mark.parametrize(
    ("seat", "intent", "path", "count", "most"),
    [
        ("ann", i.AutoPass(kinds=("choose",) * 33), "kinds", 33, 32),
        ("ann", i.AutoPass(kinds=("choose", "k" * 65)), "kinds.1", 65, 64),
        ("ann", i.AutoPass(kinds=("k" * 117,) * 512), "kinds.", 32_877, 32_768),
        ("gm", i.Rewind(to=Position(2), reason="r" * 501), "reason", 501, 500),
        ("gm", i.Hide(who="c", seen_by=("ann",) * 5), "seen_by", 5, 4),
        ("gm", i.HandOver(who="c" * 4_097, seat="ann"), "who", 4_097, 4_096),
        ("gm", i.SetPosition(who="c", at=(2**53, 0)), "at.0", 2**53, 2**53 - 1),
        (
            "gm",
            i.Amend(target=Position(2), edits=EDITS, digest=b""),
            "",
            36_000,
            32_768,
        ),
    ],
)
def test_an_intent_that_holds_too_much_is_refused(
    seat: str, intent: i.Intent, path: str, count: int, most: int
) -> None:
    """With the field, how much it is, and how much is taken."""
    error = refused(begun(), seat, intent)
    assert error.code == "oversized"
    assert error.detail["path"].startswith(path)
    assert (error.detail["most"], error.detail["count"] >= count) == (most, True)
    assert "(" not in error.text({})


@pytest.mark.parametrize(
    ("seat", "intent"),
    [
        ("ann", i.AutoPass(kinds=("choose", *("k" * 64,) * 31))),
        ("gm", i.Rewind(to=Position(2), reason="r" * 500)),
        ("gm", i.Hide(who="c", seen_by=("ann", "bob", "ann", "bob"))),
        ("gm", i.SetPosition(who="c", at=(MOST_CM, -MOST_CM))),
    ],
    ids=["kinds", "reason", "seen_by", "at"],
)
def test_an_intent_that_holds_as_much_as_it_may_is_taken(seat: str, intent: i.Intent) -> None:
    """Where the rules bound it more narrowly than its type, by which older logs are read."""
    table = begun()
    table.play("ann", {"type": "choose", "who": "a", "cup": 1})
    version = table.timeline.version
    table.submit(seat, intent)
    assert table.timeline.version == version + 1


def test_a_question_is_held_to_the_same() -> None:
    """A preview walks through what an amendment would."""
    asked = PreviewAmend(target=Position(2), edits=EDITS)
    with pytest.raises(Rejected) as caught:
        check_question(asked)
    assert caught.value.code == "oversized"


def test_time_is_added_to_a_question_so_often_and_no_more() -> None:
    """Nobody holds up a table for ever; the next question has its own."""
    table = begun(window_s=60)
    decision = table.state.play.decision
    assert decision is not None
    for _ in range(MOST_EXTENDED):
        table.submit("bob", i.MoreTime(decision=decision.id))
    assert refused(table, "bob", i.MoreTime(decision=decision.id)).code == "no_more_time"
    assert refused(table, "gm", i.MoreTime(decision=decision.id)).detail == {"most": MOST_EXTENDED}


def test_what_an_older_release_took_is_still_read() -> None:
    """Only what is asked now is measured."""
    table = begun()
    kinds = tuple(f"{n:0>117}" for n in range(512))
    submitted = intake.submission(table.timeline, table.new_id(), "ann", bytes(16), i.AutoPass(kinds=kinds))
    draft = intake.draft_of(table.timeline, submitted, table.now, table._source)
    table.take(told_commit(table.timeline, submitted, draft, table.now))
    again = Timeline(SYSTEM, ENCOUNTER)
    for sealed in table.sealed:
        again.fold(table.codec.open(sealed.commit.version, sealed.body).commit)
    assert again.state.play.auto_pass == {"ann": kinds}


def test_an_amendment_decides_only_so_much_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the number and what is taken; refused before it is walked."""
    table = begun()
    for _ in range(4):
        table.submit("ann", {"type": "choose", "who": "a", "cup": 1})
    edits, target = (i.Edit(at=Position(3), struck=True),), Position(3)
    preview(table.timeline, target, edits)
    table.timeline.notes.forget()
    monkeypatch.setattr(size, "MOST_REDECIDED", 7)
    with pytest.raises(Rejected) as caught:
        preview(table.timeline, target, edits)
    assert (caught.value.code, caught.value.detail) == ("amends_too_much", {"count": 8, "most": 7})


def test_an_act_of_too_many_events_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before they are all made; nothing is appended."""
    table = Rehearsal(SYSTEM, SPEC, ())
    monkeypatch.setattr(size, "MOST_EVENTS", 2)
    error = refused(table, "gm", parse_intent(SYSTEM, {"type": "begin"}))
    assert (error.code, error.detail) == ("too_many_events", {"count": 3, "most": 2})
    assert table.timeline.version == 1


def test_a_preview_looks_at_few_acts_in_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many lie behind its target: counted are the acts that are read, compared with what they threw, or written
    into the digest, so that others have their turn in between."""
    table, seen = begun(), [0]
    for _ in range(60):
        table.submit("ann", {"type": "choose", "who": "a", "cup": 1})

    def counted(real: Any) -> Any:
        def call(*arguments: Any) -> Any:
            seen[0] += 1
            return real(*arguments)

        return call

    for owner, name in ((recorded, "_past"), (recorded, "_thrown"), (walk.Walk, "_step"), (tail, "_is_secret")):
        monkeypatch.setattr(owner, name, counted(getattr(owner, name)))
    making, most = amend.Previewing(table.timeline, Position(3), (i.Edit(at=Position(3), struck=True),)), 0
    while not making.is_done:
        seen[0] = 0
        making.step()
        most = max(most, seen[0])
    assert most <= 3


def test_a_confirmed_amendment_is_retold_a_few_acts_in_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many it holds: counted are the acts that are evolved, and each that is looked at for an audience that was
    not looked at before."""
    table, seen = begun(), [0]
    for _ in range(60):
        table.submit("ann", {"type": "choose", "who": "a", "cup": 1})
    edits, target = (i.Edit(at=Position(3), struck=True),), Position(3)
    digest = preview(table.timeline, target, edits).digest
    intent = i.Amend(target=target, edits=edits, digest=digest)
    submitted = intake.submission(table.timeline, table.new_id(), "gm", bytes(16), intent)
    draft = intake.draft_of(table.timeline, submitted, table.now, table._source)
    redacted = secrecy.redact_for

    def counted(*arguments: Any) -> Any:
        seen[0] += 1
        return redacted(*arguments)

    monkeypatch.setattr(tell, "redact_for", counted)
    steps, most, count = tell.telling(table.timeline, submitted, draft, table.now), 0, 0
    for _ in steps:
        most, count = max(most, seen[0]), count + seen[0]
        seen[0] = 0
    assert most <= 4
    assert count > 60
