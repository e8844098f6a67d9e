"""Every recorded fight is intact, folds to the states that were recorded, and can be looked at again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from client_demo import verify as alone
from server.archive.export import Content, entries_of, excerpt_of, pack, unpack
from server.archive.verify import verify
from server.core.state import Ledger, Piece, Play, State
from server.core.system import Asker
from server.core.timeline.timeline import Timeline
from server.encounter.installed import systems
from server.past.pages import Pages, Paging
from server.past.replay import History
from server.process.work import at_once
from server.store.codec import Codec
from tests.recordings.as_now import UNRECORDED, as_now
from tests.recordings.states import (
    FOLDER,
    MISSING,
    Log,
    Place,
    Plain,
    changed,
    changes,
    plain,
    read_states,
    states_of,
    sums,
    value_at,
)

NAMES = sorted(str(path.relative_to(FOLDER)).removesuffix(".states") for path in FOLDER.glob("*/*.states"))
EVERY = pytest.mark.parametrize("name", NAMES)
MOST_SHOWN = 10
"""So many fields that differ are shown."""


def bytes_of(name: str, whose: str) -> bytes:
    """One of a fight's files."""
    return (FOLDER / f"{name}.{whose}.fray").read_bytes()


def differences(name: str, found: Iterator[tuple[Place, State]]) -> Iterator[str]:
    """Field by field, at the first position where the states differ from the recorded ones. A field that is new and has
    its default is no difference."""
    system = name.partition("/")[0]
    for (place, recorded), (at, state) in zip(read_states(name), found, strict=True):
        assert at == place, f"{name} was recorded at {place} and is folded at {at}"
        told = list(differing(as_now(system, recorded, place[0]), state))
        yield from (f"{place[0]} {place[1]}.{place[2]} {field}" for field in told)
        if told:
            return


def differing(then: Plain, state: State) -> Iterator[str]:
    """The fields that differ, with what was recorded and what there is now."""
    now = plain(state)
    paths = [path for path, _ in changes(then, now)] if then != now else []
    sparse = plain(state, sparse=True) if paths else {}
    for path in paths:
        old, new = value_at(then, path), value_at(now, path)
        is_new = old == MISSING and tuple(path) in UNRECORDED
        if not is_new and (old != MISSING or value_at(sparse, path) != MISSING):
            yield f"{'.'.join(map(str, path))}: {old!r} -> {new!r}"


@EVERY
def test_the_files_of_a_recording_are_kept_as_they_were_made(name: str) -> None:
    """Whoever changes one changes what all the other tests are held to."""
    recorded = sums()
    for path in sorted(FOLDER.glob(f"{name}.*")):
        assert hashlib.sha256(path.read_bytes()).hexdigest() == recorded[str(path.relative_to(FOLDER))], path.name


@EVERY
@pytest.mark.parametrize("whose", ["gm", "seat"])
def test_a_recorded_file_is_intact(name: str, whose: str) -> None:
    """For both verifiers; the GM's is folded too."""
    data = bytes_of(name, whose)
    assert verify(data, systems()).folded == (whose == "gm")
    assert alone.verify(data).startswith("intact")


@EVERY
def test_a_recorded_fight_folds_to_its_states(name: str) -> None:
    """At every position; and what the player knew, at each that it was told of."""
    whole, seat = unpack(bytes_of(name, "gm")), unpack(bytes_of(name, "seat"))
    log = Log(whole.system, whole.encounter, [row.body for row in whole.entries])
    found = list(differences(name, states_of(log, seat.audience)))
    assert found[:MOST_SHOWN] == [], f"{name}: {len(found)} fields differ"


@EVERY
def test_the_player_s_file_is_made_of_the_gm_s(name: str) -> None:
    """What somebody was told stands in the log and is never worked out again."""
    whole, seat = unpack(bytes_of(name, "gm")), bytes_of(name, "seat")
    content = unpack(seat)
    made = excerpt_of(whole.encounter, entries_of(whole), content.audience, content.exported_at)
    assert pack(made) == seat


@EVERY
def test_a_recorded_fight_is_shown_again(name: str) -> None:
    """The log page of GM and player goes through it number by number, amendments step by step."""
    whole, seat = unpack(bytes_of(name, "gm")), unpack(bytes_of(name, "seat"))
    timeline = folded(whole)
    for seat_id, audience, last in (("gm", "gm", len(whole.entries)), ("", seat.audience, len(seat.entries))):
        asker = Asker(seat_id or audience.removeprefix("seat:"), "gm" if seat_id else "player", audience, 0)
        pages, shown, after = Pages(timeline), [], 0
        while after < last:
            page = at_once(Paging(timeline, pages, asker, History(after=after, steps=True)))
            shown += [frame.n for frame in page.frames]
            after = shown[-1]
        assert sorted(set(shown)) == [*range(1, last + 1)]


def folded(content: Content) -> Timeline:
    """The timeline of a GM's file."""
    system = systems()[content.system]
    codec, timeline = Codec(system), Timeline(system, content.encounter)
    for row in content.entries:
        timeline.fold(codec.open(row.version, row.body).commit)
    return timeline


def test_what_differs_is_told_with_field_and_position() -> None:
    """A comparison that names nothing is of no use to whoever has to find the reason."""
    name, asleep = "brink/house", 40
    whole, seat = unpack(bytes_of(name, "gm")), unpack(bytes_of(name, "seat"))
    log = Log(whole.system, whole.encounter, [row.body for row in whole.entries])
    states = (
        (place, replace(state, play=replace(state.play, phase="asleep")) if place[1] == asleep else state)
        for place, state in states_of(log, seat.audience)
    )
    assert list(differences(name, states)) == [f"gm {asleep}.0 play.phase: 'running' -> 'asleep'"]


def test_a_new_field_differs_only_where_it_has_another_value_than_its_default() -> None:
    """Whatever old fights could not have is not looked for in their recordings; what is gone always differs."""
    state = State(Play(phase="running", pieces={"hagen": Piece("Hagen", "x")}), Ledger())
    then: Any = plain(state)
    del then["play"]["pieces"]["hagen"]["at"], then["play"]["paused"]
    assert list(differing(then, state)) == []
    moved = replace(state, play=replace(state.play, pieces={"hagen": Piece("Hagen", "x", (1, 2))}))
    assert list(differing(then, moved)) == ["play.pieces.hagen.at: 'missing' -> [1, 2]"]
    then["play"]["left"] = 0
    assert list(differing(then, state)) == ["play.left: 0 -> 'missing'"]


def test_changes_lead_from_one_value_to_another() -> None:
    """Whatever was added, removed, replaced or became longer."""
    old = {"a": [1, 2, {"b": b"x"}], "gone": 1, "same": (), "kind": 1}
    new = {"a": [1, 3, {"b": b"y", "c": None}], "new": {"d": []}, "same": (), "kind": True}
    assert changed(old, list(changes(old, new))) == new
    assert changed([1], list(changes([1], [1, 2]))) == [1, 2]
    assert type(changed(old, list(changes(old, new)))["kind"]) is bool
