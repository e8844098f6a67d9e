"""The log is the truth: read again it gives the same state, and play can be taken back to any depth."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from client_demo.choice import filled, put
from server.conformance.fights import SYSTEMS, every_system, fight, fights, plain
from server.conformance.storms import entries_of, storm
from server.core.errors import Rejected
from server.core.ids import GM, UNSEEN, Position
from server.core.telling.tally import Tally
from server.core.timeline.kept import kept, restore
from server.core.timeline.timeline import Timeline
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from server.store.log import ZERO_HASH
from server.store.memory import MemoryLog
from server.store.snapshots import Snapshot, Snapshots
from server.table.recall import Recall

ROLLS_STEPS = 180
"""So long are the fights in which it is counted what was rolled."""


@fights(12)
def test_the_log_read_again_gives_the_live_state(name: str, seed: int) -> None:
    """Fold equals live; every event survives its bytes (the rehearsal compares each commit)."""
    table = fight(name, seed)
    again = Timeline(table.system, ENCOUNTER)
    for sealed in table.sealed:
        again.fold(table.codec.open(sealed.commit.version, sealed.body).commit)
    assert again.state == table.state
    luck = random.Random(seed)
    for _ in range(5):
        position = Position(luck.randint(1, table.timeline.version))
        assert again.play_at(position) == table.timeline.play_at(position)


@fights(6)
def test_a_snapshot_of_every_state_reads_back_the_same(name: str, seed: int) -> None:
    """From the first commit on, through the reveal of random values, waits for typed dice, rewinds and amendments: by
    its own type each value survives its bytes, and no field is Any where it holds a Struct."""
    luck = random.Random(seed)
    table = storm(name, seed, typed_dice=luck.random() < 0.5, keep_dice=luck.random() < 0.5)
    store, again = Snapshots(MemoryLog(), table.system), Timeline(table.system, ENCOUNTER)
    for sealed in table.sealed:
        again.fold(sealed.commit)
        snapshot = Snapshot(bytes(32), kept(again))
        assert store.unpacked(store.packed(snapshot, b"key"), ENCOUNTER, b"key") == snapshot, again.version


@fights(2)
def test_whatever_the_gm_is_offered_to_set_reads_back_from_a_snapshot(name: str, seed: int) -> None:
    """The least and the most of every number, under every key: no offered value breaks the bounds of the state."""
    luck = random.Random(seed)
    for steps in (0, 10):
        _is_bounded(fight(name, seed, steps), luck)


def _is_bounded(table: Rehearsal, luck: random.Random) -> None:
    store = Snapshots(MemoryLog(), table.system)
    offered, seen = plain(table, GM)
    for option in offered:
        if option.get("group") != "gm" or "reason" in option:
            continue
        for intent in _ends(option, filled(option, seen, luck)):
            with contextlib.suppress(Rejected):  # two values that are offered one by one may not go together
                table.submit(GM, intent)
            snapshot = Snapshot(bytes(32), kept(table.timeline))
            assert store.unpacked(store.packed(snapshot, b"key"), ENCOUNTER, b"key") == snapshot, intent


def _ends(option: dict[str, Any], intent: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    """The intent with each choice of its key and both ends of its number."""
    params = {param["name"]: param for param in option.get("params", [])}
    number = next((name for name, param in params.items() if param["kind"] == "number"), None)
    if intent is None or number is None:
        return
    keys = [choice["value"] for choice in params.get("key", {}).get("choices", []) if "reason" not in choice]
    for key in keys or [None]:
        for value in (params[number].get("least", 0), params[number].get("most", 0)):
            made = copy.deepcopy({**intent, **({} if key is None else {"key": key})})
            put(made, number.split("."), value)
            yield made


@fights(4)
def test_a_snapshot_of_any_moment_leads_to_the_same_end(name: str, seed: int) -> None:
    """Folded on from a snapshot, through rewinds, redos and amendments, a table is what it is without one; and what it
    then lets go comes back the same, with the help of other snapshots or of the log alone."""
    table, luck = storm(name, seed), random.Random(seed)
    asyncio.run(_from_snapshots(table, luck))


async def _from_snapshots(table: Rehearsal, luck: random.Random) -> None:
    log, timeline, previous = MemoryLog(), table.timeline, ZERO_HASH
    for entry in entries_of(table):
        await log.append(ENCOUNTER, entry, previous)
        previous = entry.hash
    store = Snapshots(log, table.system)
    for version in luck.sample(range(1, timeline.version + 1), min(3, timeline.version)):
        early = Timeline(table.system, ENCOUNTER)
        for sealed in table.sealed[:version]:
            early.fold(table.codec.open(sealed.commit.version, sealed.body).commit)
        snapshot = Snapshot((await log.read(ENCOUNTER, version - 1, 1))[0].hash, kept(early))
        again = store.unpacked(store.packed(snapshot, b"key"), ENCOUNTER, b"key")
        assert again is not None
        await _goes_on(table, log, again, luck)
        await store.put(snapshot, b"key")


async def _goes_on(table: Rehearsal, log: MemoryLog, snapshot: Snapshot, luck: random.Random) -> None:
    """From the snapshot to the end, and back to some positions."""
    timeline = Timeline(table.system, ENCOUNTER)
    restore(timeline, snapshot.kept)
    recall = Recall(timeline, log, b"key")
    for sealed in table.sealed[snapshot.kept.version :]:
        commit = table.codec.open(sealed.commit.version, sealed.body).commit
        await recall.reading(lambda commit=commit: timeline.fold(commit))  # type: ignore[misc]
    assert timeline.state == table.state
    assert list(timeline.line()) == list(table.timeline.line())
    timeline.let_go()
    for at in luck.sample([Position(n + 1) for n in range(timeline.version)], min(8, timeline.version)):
        then = await recall.reading(lambda at=at: timeline.play_at(at))  # type: ignore[misc]
        assert then == table.timeline.play_at(at)


@fights(3)
def test_play_can_be_taken_back_to_every_depth(name: str, seed: int) -> None:
    """Rewinding gives the state of then, be it inside an open question; what is not play stays."""
    table = fight(name, seed, steps=30)
    end, begun = table.timeline.version, table.state.ledger.begun or 1
    for version in range(end - 1, begun - 1, -1):
        _is_back(table, Position(version))


def _is_back(table: Rehearsal, to: Position) -> None:
    then, seats = table.timeline.play_at(to), table.state.ledger.seats
    table.submit("gm", {"type": "rewind", "to": list(to)})
    now = table.state.play
    assert (now.phase, now.game, now.pieces) == (then.phase, then.game, then.pieces)
    assert [d.id for d in now.decisions] == [d.id for d in then.decisions]
    assert table.state.ledger.seats == seats


@fights(8)
def test_a_rewind_and_its_redo_are_the_identity(name: str, seed: int) -> None:
    """Redo gives the state of before."""
    table, luck = fight(name, seed), random.Random(seed)
    before = table.state.play
    to = luck.randint(table.state.ledger.begun or 1, table.timeline.version - 1)
    table.submit("gm", {"type": "rewind", "to": [to, 0]})
    table.submit("gm", {"type": "redo"})
    now = table.state.play
    assert (now.game, now.pieces) == (before.game, before.pieces)
    assert [d.id for d in now.decisions] == [d.id for d in before.decisions]


def tallied(table: Rehearsal, audience: str) -> Tally:
    """What this audience was told, counted."""
    tally = Tally()
    for n, commit in enumerate(table.timeline.commits, start=1):
        tally.at(n)
        tally.take(table.system.tally, commit.told_to(audience))
    return tally


@every_system
def test_the_account_of_a_fight_adds_up(name: str) -> None:
    """Of all that is done to somebody no more is done by somebody; who falls was on the table."""
    if not SYSTEMS[name].tally:
        pytest.skip("keeps no account")
    for seed in range(2):
        table = fight(name, seed)
        tally = tallied(table, GM)
        assert sum(row.dealt for row in tally.rows.values()) <= sum(row.took for row in tally.rows.values())
        assert all(row.took >= 0 and row.dealt >= 0 and row.stopped >= 0 for row in tally.rows.values())
        for audience in table.state.ledger.audiences():
            seen = tallied(table, audience)
            told = {who for who, row in tally.rows.items() if row.name}
            assert UNSEEN not in seen.rows
            assert {fall.who for fall in seen.falls} <= told
            assert seen.rows.keys() <= told, f"{audience} is given an account of nobody it could know"


@every_system
def test_what_is_expected_of_rolls_is_about_what_they_bring(name: str) -> None:
    """Over many rolls, within five standard deviations of so many that hit or miss; whoever was told less expects no
    more."""
    made = expected = 0
    for seed in range(4):
        table = fight(name, seed, steps=ROLLS_STEPS)
        rows = tallied(table, GM).rows
        made += sum(row.made for row in rows.values())
        expected += sum(row.expected for row in rows.values())
        for audience in table.state.ledger.audiences():
            seen = tallied(table, audience).rows
            assert all(row.expected <= rows[who].expected for who, row in seen.items())
    assert abs(made - expected / 1000) <= 5 * max(1, expected / 1000) ** 0.5
