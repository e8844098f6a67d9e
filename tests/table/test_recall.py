"""What a table lets go, and how it comes back: a table opened from a snapshot is the one folded from the start."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from three_cups import SYSTEM

from protocol import messages as m
from server.conformance.amount import many
from server.core.history import amend
from server.core.history.recorded_tail import RecordedTail
from server.core.ids import START, Position
from server.core.state import Play
from server.core.timeline.kept import Kept, kept, restore
from server.core.timeline.timeline import Timeline
from server.lobby.lobby import Lobby
from server.past.questions import answer
from server.past.replay import History
from server.past.rulings import PreviewRewind
from server.process import work
from server.store import codec, milestones, snapshots
from server.store.log import SNAPSHOT_SLOTS, Entry, Unavailable
from server.store.log_size import size_of
from server.store.memory import MemoryLog
from server.store.snapshots import Snapshot
from server.table import log_end as tail
from server.table import recall
from server.table.table import Table
from tests.table.party import Party, Remembering, laid
from tests.table.party import lobby_over as lobby_of

FEW = 8
"""Snapshots are written so often here, that fights may be short."""


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (snapshots, recall):
        monkeypatch.setattr(module, "EVERY", FEW)
    monkeypatch.setattr(milestones, "EVERY", 3 * FEW)
    monkeypatch.setattr(milestones, "NEAR", FEW)
    monkeypatch.setattr(recall, "BLOCK", 4)
    monkeypatch.setattr(recall, "PART", 3 * FEW)
    monkeypatch.setattr(work, "MOST_STEPS", 4)


async def fought(party: Party, luck: random.Random, commits: int) -> Remembering:
    """A fight with rewinds, redos and amendments, long enough; returns its GM."""
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    while gm.table.timeline.version < commits:
        await _step(gm, ann, luck)
    await settled(gm.table)
    return gm


async def _step(gm: Remembering, ann: Remembering, luck: random.Random) -> None:
    timeline = gm.table.timeline
    what = luck.random()
    begun = timeline.ledger.begun
    if what < 0.1:
        to = luck.randint(max(begun, timeline.version - 30), timeline.version)
        await gm.does({"type": "rewind", "to": [to, 0]})
    elif what < 0.15:
        await gm.does({"type": "redo"})
    elif what < 0.25:
        await _amend(gm, luck)
    elif what < 0.3:
        await ann.does({"type": "auto_pass", "kinds": ["riposte"] if luck.random() < 0.5 else []})
    else:
        await _play(gm, luck)


async def _play(gm: Remembering, luck: random.Random) -> None:
    decision = gm.table.timeline.state.play.decision
    if decision is None:
        await gm.does({"type": "rewind", "to": [gm.table.timeline.ledger.begun, 0]})
        return
    if decision.silent and not decision.unanswered():
        await gm.does({"type": "continue", "decision": decision.id})
        return
    for who in decision.unanswered()[:1]:
        if decision.kind == "riposte":
            await gm.does({"type": "riposte", "who": who, "decline": luck.random() < 0.5})
        else:
            await gm.does({"type": "choose", "who": who, "cup": luck.randint(1, 3)})


async def _amend(gm: Remembering, luck: random.Random) -> None:
    timeline = gm.table.timeline
    line = [p for p in timeline.line() if max(timeline.ledger.begun, timeline.version - 20) < p.version]
    if not line:
        return
    target = luck.choice(line)
    edits = [{"at": list(target), "struck": True}]
    preview = await gm.asks({"type": "preview_amend", "target": list(target), "edits": edits})
    if isinstance(preview, dict) and not preview.get("needs"):
        await gm.does({"type": "amend", "target": list(target), "edits": edits, "digest": preview["digest"]})


MADE: list[Lobby] = []


def lobby_over(log: MemoryLog, folder: Path) -> Lobby:
    """A lobby that is closed when the test is over."""
    MADE.append(lobby_of(log, folder))
    return MADE[-1]


@pytest.fixture(autouse=True)
async def closed() -> AsyncIterator[None]:
    """No task outlives its test."""
    yield
    while MADE:
        await MADE.pop().close()


async def settled(at: Table) -> None:
    """Wait until the table has nothing more to do, its snapshots included."""
    while at.waiting or at.keeping._tasks:  # noqa: ASYNC110  (nothing tells of it)
        await asyncio.sleep(0)
    for _ in range(5):
        await asyncio.sleep(0)


def folded(log: MemoryLog, encounter: str) -> Timeline:
    """The log folded from nothing."""
    return folded_of(log.shelf.streams[encounter], encounter)


def folded_of(entries: Sequence[Entry], encounter: str) -> Timeline:
    """Entries folded from nothing."""
    timeline = Timeline(SYSTEM, encounter)
    for entry in entries:
        timeline.fold(codec.of(SYSTEM).open(entry.version, entry.body).commit)
    return timeline


async def play_at(at: Table, position: Position) -> Play:
    """`play` at a position, brought back where it was let go."""
    return await at._recall.reading(lambda: at.timeline.play_at(position))


async def answered(at: Table, question: Any) -> Any:
    """What the GM is answered."""
    return await at._recall.reading(lambda: answer(at.timeline, at.audiences.asker("gm"), question))


def snapshots_of(log: MemoryLog) -> dict[Any, bytes]:
    """What tables are opened from."""
    return {key: data for key, data in log.shelf.snapshots.items() if key[2] < SNAPSHOT_SLOTS}


def milestones_of(log: MemoryLog) -> dict[Any, bytes]:
    """What lies there beside them."""
    return {key: data for key, data in log.shelf.snapshots.items() if key[2] >= SNAPSHOT_SLOTS}


def alike(one: Timeline, other: Timeline) -> None:
    """Everything that says where the game stands and what was told."""
    assert one.state == other.state
    assert (one.head, one.version, one.times, one.turns) == (other.head, other.version, other.times, other.turns)
    assert one.numbers == other.numbers
    assert dict(one.before) == dict(other.before)
    assert one.ids.packed() == other.ids.packed()
    for version in range(1, one.version + 1):
        for name in ("title", "options", "table", "seats", "control", "redo", "requests", "closed", "disclosed"):
            assert getattr(one.ledger_at(version), name) == getattr(other.ledger_at(version), name)


@pytest.mark.parametrize("seed", range(many(6)))
async def test_every_snapshot_opens_the_same_table(tmp_path: Path, seed: int) -> None:
    """From any snapshot, with the tail behind it: state, history, answers and views of all positions are the same."""
    log = MemoryLog()
    gm = await fought(await laid(lobby_over(log, tmp_path)), random.Random(seed), 70)
    encounter = gm.table.encounter
    whole = folded(log, encounter)
    alike(gm.table.timeline, whole)
    found = snapshots_of(log)
    assert len(found) > 4
    for key, data in found.items():
        log.shelf.snapshots = {key: data}
        lobby = lobby_over(log, tmp_path)
        opened = await lobby.table(encounter)
        assert opened._recall.is_unchecked
        alike(opened.timeline, whole)
        for position in [START, *whole.before]:
            assert await play_at(opened, position) == whole.play_at(position)
        opened._recall.let_go()
        assert list(opened.timeline._plays) == [START, whole.head]
        for audience in whole.numbers:
            question = History(count=500, audience=audience)
            assert await answered(opened, question) == answer(whole, opened.audiences.asker("gm"), question)
        await lobby.close()


async def test_play_comes_back_when_all_but_the_head_was_let_go(tmp_path: Path) -> None:
    """Also in any order, and with no snapshot to start from."""
    log, luck = MemoryLog(), random.Random(9)
    gm = await fought(await laid(lobby_over(log, tmp_path)), luck, 60)
    whole = folded(log, gm.table.encounter)
    log.shelf.snapshots.clear()
    positions = [*whole.before]
    luck.shuffle(positions)
    for position in positions:
        gm.table._recall.let_go()
        assert await play_at(gm.table, position) == whole.play_at(position)


async def test_a_resent_intent_and_a_resume_are_answered_as_before(tmp_path: Path) -> None:
    """After opening from a snapshot, with the same messages; another intent under an old id is refused."""
    log = MemoryLog()
    lobby = lobby_over(log, tmp_path)
    party = await laid(lobby)
    gm = await fought(party, random.Random(3), 40)
    bob = await party.sits("bob")
    welcome = _but_for_the_time(bob.frames[0])
    commits = [c for c in folded(log, gm.table.encounter).commits if c.submitted.seat == "gm"]
    heads = {c.told["gm"].n: c.told["gm"].head for c in folded(log, gm.table.encounter).commits if "gm" in c.told}
    again = Party(lobby_over(log, tmp_path), party.links)
    late = await again.sits("gm")
    assert late.table._recall.is_unchecked
    for commit in commits:
        if commit.submitted.intent.by == "server":
            continue
        intent = msgspec.to_builtins(commit.submitted.intent, builtin_types=(bytes,))
        ack = await late.does(intent, id=commit.submitted.id)
        assert (type(ack), ack.n) == (m.Ack, commit.told["gm"].n)
        other = await late.does({"type": "pause"}, id=commit.submitted.id)
        assert other.code == "id_reused"
    assert late.table.timeline.version == gm.table.timeline.version
    for n, head in heads.items():
        for resumes in (m.Resume(n=n, head=head), m.Resume(n=n, head=bytes(16))):
            both = []
            for sits in (party, again):
                table_ = await sits.lobby.table(gm.table.encounter)
                table_._recall.let_go()
                await table_.prepare("gm", resumes)
                both.append([_but_for_the_time(frame) for frame in (await sits.sits("gm", resumes)).frames])
            assert both[0] == both[1]
    assert _but_for_the_time((await again.sits("bob")).frames[0]) == welcome


def _but_for_the_time(frame: bytes) -> Any:
    """A message without what the server's own clock says; a welcome tells it, beside what was asked."""
    return {key: value for key, value in msgspec.msgpack.decode(frame).items() if key != "at"}


async def test_snapshots_that_are_damaged_foreign_or_off_the_chain_are_ignored(tmp_path: Path) -> None:
    """Then the log is folded from the start, or from an older one."""
    log = MemoryLog()
    gm = await fought(await laid(lobby_over(log, tmp_path)), random.Random(5), 30)
    encounter, shelf = gm.table.encounter, log.shelf
    whole, good = folded(log, encounter), snapshots_of(log)
    newest = max(good, key=lambda key: (key[2] * FEW <= 30, key[2]))
    store = snapshots.Snapshots(log, SYSTEM)
    key = gm.table.keeping._keeper.snapshot_key(encounter)
    real = store.unpacked(good[newest], encounter, key)
    assert real is not None
    lying = Snapshot(bytes(32), real.kept)
    ahead = Snapshot(real.hash, msgspec.structs.replace(real.kept, version=99))
    for bad in (
        b"",
        good[newest][:-1],
        good[newest][:40] + bytes([good[newest][40] ^ 1]) + good[newest][41:],
        store.packed(real, bytes(32)),
        store.packed(lying, key),
        store.packed(ahead, key),
    ):
        shelf.snapshots = {newest: bad}
        opened = await lobby_over(log, tmp_path).table(encounter)
        assert not opened._recall.is_unchecked
        alike(opened.timeline, whole)
    assert store.unpacked(good[newest], "ff" * 16, key) is None
    shelf.snapshots = {(*newest[:1], "0" * 16, newest[2]): good[newest]}
    assert not (await lobby_over(log, tmp_path).table(encounter))._recall.is_unchecked


async def test_damage_before_the_snapshot_freezes_the_table_later(tmp_path: Path) -> None:
    """What was not looked at when it was opened is checked in the background."""
    log = MemoryLog()
    gm = await fought(await laid(lobby_over(log, tmp_path)), random.Random(6), 30)
    entries = log.shelf.streams[gm.table.encounter]
    entries[4] = msgspec.structs.replace(entries[4], body=entries[4].body + b"\x00")
    opened = await lobby_over(log, tmp_path).table(gm.table.encounter)
    await opened.keeping.check_rest(0)
    assert opened.frozen is not None
    assert "chain_broken at version 5" in str(opened.frozen)


async def test_what_lies_before_the_snapshot_counts_at_once(tmp_path: Path) -> None:
    """As it does where the table has written all of it; looking twice counts once."""
    log = MemoryLog()
    gm = await fought(await laid(lobby_over(log, tmp_path)), random.Random(6), 30)
    size = size_of(log.shelf.streams[gm.table.encounter])
    opened = await lobby_over(log, tmp_path).table(gm.table.encounter)
    assert opened._log_end.size == size == gm.table._log_end.size  # at once, as the snapshot says
    for _ in range(2):
        await opened.keeping.check_rest(0)
        assert opened._log_end.size == size


async def test_a_snapshot_is_written_after_the_acknowledgement(tmp_path: Path) -> None:
    """Where the store can't take it, nobody notices; the next one is written all the same."""
    log = MemoryLog()
    written: list[int] = []
    put = log.put_snapshot

    async def slowly(encounter: str, fingerprint: str, slot: int, snapshot: bytes, ttl_s: int) -> None:
        if slot < SNAPSHOT_SLOTS:
            written.append(len(log.shelf.streams[encounter]))
        if len(written) == 1:
            raise snapshots_unavailable
        await put(encounter, fingerprint, slot, snapshot, ttl_s)

    snapshots_unavailable = Unavailable("away")
    log.put_snapshot = slowly  # type: ignore[method-assign]
    gm = await fought(await laid(lobby_over(log, tmp_path)), random.Random(7), 30)
    assert len(written) == len({at // FEW for at in written}) >= 2
    assert len(snapshots_of(log)) == len(written) - 1
    assert gm.table.frozen is None


def test_restoring_gives_back_what_was_kept() -> None:
    """An empty encounter too."""
    timeline = Timeline(SYSTEM, "00" * 16)
    again = Timeline(SYSTEM, "00" * 16)
    restore(again, msgspec.msgpack.decode(msgspec.msgpack.encode(kept(timeline)), type=Kept))
    assert again.state == timeline.state


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that are folded again from now on."""
    versions: list[int] = []
    replay = Timeline._replay

    def counting(self: Timeline, position: Position, play: Play) -> Play:
        versions.append(position.version)
        return replay(self, position, play)

    monkeypatch.setattr(Timeline, "_replay", counting)
    return versions


async def long_ago(log: MemoryLog, folder: Path) -> Table:
    """A fight so long that no snapshot lies near its beginning, opened anew."""
    party = await laid(lobby_over(log, folder))
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    for number in range(SNAPSHOT_SLOTS * FEW + 70):
        await ann.does({"type": "auto_pass", "kinds": ["riposte"] if number % 2 else []})
        await settled(gm.table)
    return await lobby_over(log, folder).table(gm.table.encounter)


async def test_a_moment_long_ago_is_folded_on_from_a_milestone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long ago: of the way to it no more is folded than from one milestone to the next, and a little."""
    log = MemoryLog()
    opened = await long_ago(log, tmp_path)
    whole, most = folded(log, opened.encounter), milestones.EVERY + milestones.NEAR
    versions = counted(monkeypatch)
    for version in range(2 * FEW, 70, 5):
        opened._recall.let_go()
        versions.clear()
        assert await play_at(opened, Position(version)) == whole.play_at(Position(version))
        assert len(versions) <= most
    assert {key[2] - SNAPSHOT_SLOTS for key in milestones_of(log)} == set(
        range(1, whole.version // milestones.EVERY + 1)
    )


async def test_who_comes_a_long_way_leaves_milestones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a log that has none, imported or of another release: the second who looks back folds little."""
    log = MemoryLog()
    opened = await long_ago(log, tmp_path)
    log.shelf.snapshots.clear()
    versions = counted(monkeypatch)
    folds = []
    for _ in range(2):
        opened._recall.let_go()
        versions.clear()
        await play_at(opened, Position(opened.timeline.version - 20))
        folds.append(len(versions))
    assert folds[0] > 100
    assert folds[1] <= milestones.EVERY + milestones.NEAR


@pytest.mark.parametrize("seed", range(4))
async def test_milestones_left_on_the_way_are_what_folding_from_nothing_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """A log without snapshots leaves one at each place while it is opened; from them every moment is found again."""
    log, luck = MemoryLog(), random.Random(seed)
    gm = await fought(await laid(lobby_over(log, tmp_path)), luck, 150)
    whole = folded(log, gm.table.encounter)
    log.shelf.snapshots.clear()
    monkeypatch.setattr(tail, "READ_AT_ONCE", FEW // 2)
    opened = await lobby_over(log, tmp_path).table(gm.table.encounter)
    left = [opened._recall._milestones.unpacked(data) for data in milestones_of(log).values()]
    assert len(left) == whole.version // milestones.EVERY
    for found in left:
        assert found is not None
        assert found.play == whole.play_at(Position(found.version))
    for position in luck.sample([*whole.before], 40):
        opened._recall.let_go()
        assert await play_at(opened, position) == whole.play_at(position)


async def test_who_looks_back_in_a_log_opened_without_snapshots_folds_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = MemoryLog()
    encounter = (await long_ago(log, tmp_path)).encounter
    log.shelf.snapshots.clear()
    monkeypatch.setattr(tail, "READ_AT_ONCE", FEW // 2)
    opened = await lobby_over(log, tmp_path).table(encounter)
    versions = counted(monkeypatch)
    await play_at(opened, Position(opened.timeline.version // 2))
    assert len(versions) <= milestones.EVERY + milestones.NEAR


async def test_a_milestone_that_lies_in_the_place_of_another_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As those of a release that has left fewer."""
    log = MemoryLog()
    opened = await long_ago(log, tmp_path)
    good = milestones_of(log)
    first, second, *_ = sorted(good)
    log.shelf.snapshots = {first: good[second], second: b"damaged"}
    monkeypatch.setattr(tail, "READ_AT_ONCE", FEW // 2)
    await lobby_over(log, tmp_path).table(opened.encounter)
    for key in (first, second):
        found = opened._recall._milestones.unpacked(milestones_of(log)[key])
        assert found is not None
        assert found.version // milestones.EVERY == key[2] - SNAPSHOT_SLOTS


async def test_milestones_that_are_damaged_or_moved_are_as_good_as_none(tmp_path: Path) -> None:
    """Also one that somebody has put where a snapshot belongs: it holds less than a table needs to open."""
    log = MemoryLog()
    opened = await long_ago(log, tmp_path)
    whole, good = folded(log, opened.encounter), milestones_of(log)
    first, second = sorted(good)[:2]
    wanted = Position(2 * milestones.EVERY + FEW)
    for bad in (
        b"",
        good[second][:-1],
        good[second][:40] + bytes([good[second][40] ^ 1]) + good[second][41:],
        good[first],
    ):
        log.shelf.snapshots = {second: bad}
        opened._recall.let_go()
        assert await play_at(opened, wanted) == whole.play_at(wanted)
    for slot in range(SNAPSHOT_SLOTS):
        log.shelf.snapshots = {(*first[:2], slot): good[first]}
        again = await lobby_over(log, tmp_path).table(opened.encounter)
        assert not again._recall.is_unchecked
        alike(again.timeline, whole)
    real = opened._recall._milestones.unpacked(good[first])
    assert real is not None
    lying = opened._recall._milestones._packed(msgspec.structs.replace(real, hash=bytes(32)))
    assert lying is not None
    log.shelf.snapshots = {first: lying}
    opened._recall.let_go()
    assert await play_at(opened, Position(FEW + milestones.EVERY)) == whole.play_at(Position(FEW + milestones.EVERY))


async def test_going_far_back_starts_from_a_snapshot(tmp_path: Path) -> None:
    """A rewind's preview folds at most one stretch between two snapshots, where nothing was taken back."""
    log = MemoryLog()
    party = await laid(lobby_over(log, tmp_path))
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    for number in range(70):
        await ann.does({"type": "auto_pass", "kinds": ["riposte"] if number % 2 else []})
    await settled(gm.table)
    opened = await lobby_over(log, tmp_path).table(gm.table.encounter)
    read: list[int] = []
    real = log.read

    async def noted(encounter: str, after: int = 0, count: int | None = None) -> list[Any]:
        entries = await real(encounter, after, count)
        read.append(len(entries))
        return entries

    opened._log_end._log.read = noted  # type: ignore[method-assign]
    await answered(opened, PreviewRewind(to=Position(39)))
    assert FEW <= sum(read) <= 2 * FEW
    assert tail.READ_AT_ONCE > 0


class Reading(MemoryLog):
    """Counts how often it is read."""

    count = 0

    async def read(self, encounter: str, after: int = 0, count: int | None = None) -> list[Entry]:
        """One more."""
        self.count += 1
        return await super().read(encounter, after, count)


class Backwards:
    """A work whose every step looks at one commit more, and again at those it has seen."""

    looks_back = True

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._at = timeline.version

    @property
    def is_done(self) -> bool:
        """All the way back?"""
        return self._at == 0

    def step(self) -> None:
        """One commit more."""
        for version in (self._timeline.version, self._at):
            self._timeline.commit(version)
        self._at -= 1

    def result(self) -> int:
        """Nothing to tell."""
        return self._at


async def test_a_long_work_reads_each_stretch_of_the_log_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its earlier steps have brought back is not let go between two of them; afterwards it is."""
    log = Reading()
    gm = await fought(await laid(lobby_over(log, tmp_path)), random.Random(3), 60)
    timeline = gm.table.timeline
    monkeypatch.setattr(recall, "MOST_KEPT", 6)
    monkeypatch.setattr(recall, "KEEP_NEWEST", 4)
    keeping = recall.Recall(timeline, log, b"")
    timeline.let_go()
    log.count = 0
    assert await keeping.working(Backwards(timeline)) == 0
    assert log.count <= -(-timeline.version // recall.BLOCK)
    await keeping.reading(lambda: None)
    assert len(timeline.commits.kept) <= 6


class Peak(dict[int, Any]):
    """Commits in memory, and how many there were at most."""

    most = 0

    def update(self, *more: Any, **_: Any) -> None:
        """Commits were brought back."""
        super().update(*more)
        self.most = max(self.most, len(self))


class Forwards:
    """A work whose every step looks at one commit more."""

    looks_back = False

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self.seen: list[int] = []

    @property
    def is_done(self) -> bool:
        """To the end?"""
        return len(self.seen) == self._timeline.version

    def step(self) -> None:
        """One commit more."""
        self.seen.append(self._timeline.commit(len(self.seen) + 1).version)

    def result(self) -> list[int]:
        """All versions."""
        return self.seen


async def test_who_looks_at_everything_once_has_only_a_part_of_a_long_history_in_memory_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a slice has looked at is let go for the next ones."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(3), 120)
    timeline, keeping = gm.table.timeline, gm.table._recall
    monkeypatch.setattr(recall, "MOST_KEPT", 6)
    monkeypatch.setattr(recall, "KEEP_NEWEST", 4)
    timeline.let_go()
    timeline.commits.kept = peak = Peak()
    assert await keeping.working(Forwards(timeline)) == list(range(1, timeline.version + 1))
    assert timeline.version >= 120
    assert peak.most <= 6 + 4 * recall.BLOCK


async def test_the_budget_is_heard_in_the_middle_of_a_long_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was brought back goes, and comes back for the next step."""
    monkeypatch.setattr(work, "SLICE_S", 0)
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(3), 60)
    timeline, keeping = gm.table.timeline, gm.table._recall
    task = asyncio.ensure_future(keeping.working(Forwards(timeline)))
    least = timeline.version
    while not task.done():
        await asyncio.sleep(0)
        keeping.let_go()
        least = min(least, len(timeline.commits.kept))
    assert len(task.result()) == timeline.version
    assert least == 0


async def test_an_amendment_is_the_same_where_all_but_the_head_was_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where what is open at the ruling was asked many blocks of the log before it. The record behind the ruling is
    not put in order anew for each of them."""
    gm = await fought(await laid(lobby_over(MemoryLog(), tmp_path)), random.Random(1), 4)
    asked = gm.table.timeline.version
    for x_cm in range(8 * recall.BLOCK):
        await gm.does({"type": "set_position", "who": "a", "at": [x_cm, 0]})
    for _ in range(3):
        await _play(gm, random.Random(4))
    timeline, ruled = gm.table.timeline, Position(asked + 8 * recall.BLOCK + 1)
    (open_then,) = timeline.play_at(timeline.before[ruled]).decisions
    assert open_then.id in {decision.id for decision in timeline.play_at(Position(asked)).decisions}
    whole = amend.preview(timeline, ruled, ())
    place, placed = RecordedTail._place, list[RecordedTail]()

    def noted(tail: RecordedTail) -> Iterator[None]:
        placed.append(tail)
        return place(tail)

    monkeypatch.setattr(RecordedTail, "_place", noted)
    gm.table._recall.let_go()
    assert await gm.table._recall.working(amend.Previewing(timeline, ruled, ())) == whole
    assert len(placed) <= 2
