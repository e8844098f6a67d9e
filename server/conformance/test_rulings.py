"""Undo, redo and amendments in random order: nothing is lost, counted twice or re-rolled; previews keep their word."""

from __future__ import annotations

import random

from client_demo import verify as alone
from server.archive.export import excerpt_of, pack, whole_of
from server.archive.verify import verify
from server.conformance.fights import SYSTEMS, fights, step
from server.conformance.storms import (
    acts,
    change,
    edit_of,
    entries_of,
    fight_of,
    go_on,
    laid,
    line,
    same_as,
    storm,
    submitted,
)
from server.core import events as e
from server.core import intents as i
from server.core.errors import Rejected
from server.core.history import amend
from server.core.ids import Position
from server.core.telling.difference import difference
from server.core.timeline.evolve import stop_clock
from server.core.timeline.timeline import Timeline
from server.past.amending import PreviewAmend, preview_amend
from server.past.rulings import PreviewRewind, preview_rewind
from server.scenario.rehearsal import ENCOUNTER, Rehearsal


@fights(5)
def test_after_every_commit_the_log_gives_the_live_state(name: str, seed: int) -> None:
    """Whatever was undone, redone and amended: a server that reads the log stands where the one that wrote it stood."""
    table = storm(name, seed)
    again = Timeline(table.system, ENCOUNTER)
    for sealed in table.sealed:
        again.fold(table.codec.open(sealed.commit.version, sealed.body).commit)
        here = again.state.play
        assert here == table.timeline.play_at(again.head)
    assert again.state == table.state
    assert list(again.line()) == list(table.timeline.line())


@fights(5)
def test_redo_after_undo_is_the_identity(name: str, seed: int) -> None:
    """From anywhere, also behind amendments and other rewinds; no counter of the dice goes back."""
    table, luck = storm(name, seed), random.Random(seed)
    before, counters = table.state.play, table.state.ledger.counters
    if back := line(table):
        table.submit("gm", i.Rewind(to=luck.choice(back)))
        table.submit("gm", i.Redo())
        assert fight_of(table.state.play) == fight_of(before)
    assert table.state.ledger.counters == counters


@fights(5)
def test_amending_with_the_same_values_is_the_identity(name: str, seed: int) -> None:
    """Every face and term set to what it was: every act stands with the same events."""
    table, luck = storm(name, seed), random.Random(seed)
    before, here = table.state.play, acts(table)
    for at in luck.sample(here, min(4, len(here))):
        seen = amend.preview(table.timeline, at, (same_as(table, at),))
        assert not seen.rules_changed
        assert not seen.needs
        assert {each.outcome for each in seen.steps if each.events} <= {"amended", "stands", "continued"}
        assert fight_of(seen.play) == fight_of(before)


@fights(5)
def test_a_preview_says_what_the_confirmation_does(name: str, seed: int) -> None:
    """State, steps and the difference in the table's words; previewing itself appends nothing and rolls nothing."""
    table, luck = storm(name, seed), random.Random(seed)
    for _ in range(4):
        here = acts(table)[:20]
        if not here:
            return
        edits = (edit_of(table, luck.choice(here), luck),)
        before, view = (table.timeline.version, table.state), table.view("gm")
        try:
            shown = preview_amend(table.timeline, PreviewAmend(target=edits[0].at, edits=edits))
            seen = amend.preview(table.timeline, edits[0].at, edits)
        except Rejected:
            continue
        assert (table.timeline.version, table.state) == before
        assert shown.digest == seen.digest
        if seen.needs:
            continue
        table.submit("gm", i.Amend(target=edits[0].at, edits=edits, digest=shown.digest))
        assert fight_of(table.state.play) == fight_of(seen.play)
        assert shown.changes == difference(view, table.view("gm"))


@fights(4)
def test_a_rewind_s_preview_says_what_the_rewind_does(name: str, seed: int) -> None:
    """The difference in the table's words."""
    table, luck = storm(name, seed), random.Random(seed)
    if not (back := line(table)):
        return
    to, view = luck.choice(back), table.view("gm")
    shown = preview_rewind(table.timeline, PreviewRewind(to=to))
    table.submit("gm", i.Rewind(to=to, digest=shown.digest))
    assert shown.changes == difference(view, table.view("gm"))


@fights(5)
def test_going_on_after_a_rewind_counts_every_effect_once(name: str, seed: int) -> None:
    """Taken back over the start of a turn or round and played again with the same dice, it ends as if never taken back:
    the same events, each as often as before."""
    table, luck = laid(name, keep_dice=True), random.Random(seed)
    for _ in range(40):
        if not step(table, luck):
            break
    before, excerpt_of, back = table.view("gm"), happened(table), line(table)
    over = [at for at in back if any(isinstance(event, e.TurnOver | e.RoundOver) for event in events_at(table, at))]
    back = [at for at in back if not over or at.version < over[0].version]
    if not back:
        return
    to = luck.choice(back)
    done = list(submitted(table, to))
    table.submit("gm", i.Rewind(to=to))
    go_on(table)
    for seat, intent in done:
        table.play(seat, intent)
    assert difference(before, table.view("gm")) == []
    assert happened(table) == excerpt_of


def happened(table: Rehearsal) -> list[str]:
    """The events of play on the line, oldest first, by their names."""
    line = reversed(list(table.timeline.line()))
    return [type(event).__name__ for at in line for event in events_at(table, at) if not isinstance(event, e.Rewound)]


def events_at(table: Rehearsal, at: Position) -> list[e.Event]:
    """The events of play of a commit."""
    return [event for event in table.timeline.commit(at.version).events if not event.ledger]


@fights(5)
def test_a_rewind_into_an_open_question_restores_it(name: str, seed: int) -> None:
    """Who was asked and has answered, what was left of the time, and on what a seat always passes."""
    table, luck = storm(name, seed, window_s=60), random.Random(seed)
    players = [id for id, seat in table.state.ledger.seats.items() if seat.role == "player"]
    table.submit(luck.choice(players), i.AutoPass(kinds=("react",)))
    for _ in range(12):
        step(table, luck)
    asked = [at for at in line(table) if table.timeline.play_at(at).decision is not None]
    for to in luck.sample(asked, min(3, len(asked))):
        then, left = table.timeline.play_at(to), table.state.play.decision
        table.submit("gm", i.Rewind(to=to))
        now, was = table.state.play.decision, then.decision
        assert now is not None
        assert was is not None
        assert (now.id, now.kind, now.asks, now.topic) == (was.id, was.kind, was.asks, was.topic)
        assert table.state.play.auto_pass == then.auto_pass
        if left is None or left.id != was.id:  # one that stands before and after keeps its running clock
            assert now.remaining_ms == stop_clock(was, table.timeline.at(to)).remaining_ms
            assert now.opened_at == table.timeline.commits[-1].at


@fights(3)
def test_every_honest_export_is_intact(name: str, seed: int) -> None:
    """The GM's file and every audience's own, with undone stretches and amendments in them."""
    table = storm(name, seed)
    change(table, random.Random(seed))
    entries = entries_of(table)
    for audience in table.state.ledger.audiences():
        content = whole_of(ENCOUNTER, entries, 1) if audience == "gm" else excerpt_of(ENCOUNTER, entries, audience, 1)
        assert alone.verify(pack(content)).startswith("intact")  # type: ignore[no-untyped-call]
        verdict = verify(pack(content), SYSTEMS)
        assert verdict.commits == len(content.entries)
        assert verdict.folded == (audience == "gm")
