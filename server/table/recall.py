"""What a table has let go, brought back from the log and its snapshots; and the snapshots written, off the hot path.

A table keeps its head, and of the rest what memory allows. Work that meets something that is not there (`Absent`) goes
through `reading`, which brings it back and does the work again: such work must change nothing before it has all.
Long stretches are folded in slices, each in its turn (`server.process.shares`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, TypeVar

from server.core.errors import Absent
from server.core.ids import Position
from server.core.memo import Shelf
from server.core.size import MOST_EVENTS, weight_of
from server.core.state import Play
from server.core.timeline.kept import kept, restore
from server.core.timeline.timeline import KEEP_NEWEST, Timeline
from server.process.shares import Slice, aside
from server.process.work import Work, go_on
from server.store import chain, codec
from server.store.log import SNAPSHOT_SLOTS, ZERO_HASH, Broken, Entry, Log, Unavailable
from server.store.log_size import size_of
from server.store.milestones import Milestone, Milestones, places
from server.store.snapshots import EVERY, Snapshot, Snapshots, slots_down_from

log_ = logging.getLogger(__name__)

BLOCK = 32
"""So many commits are read, decoded and folded at once."""

MOST_BROUGHT = 8
"""So often the same is brought back for one piece of work: what one reader folds on from, another may let go."""

MOST_KEPT = 4 * KEEP_NEWEST
"""With more commits in memory the older ones are let go before the next reading."""

PART = 2 * EVERY
"""So many positions are looked at at once; of a long way so many are folded before their ends are all that stays."""

PIECE_BYTES = 128 * 1024
"""Of these no more than so much, but for one that has more."""

Done = TypeVar("Done")
T = TypeVar("T")


class Recall:
    """Brings back what one timeline lets go. `key`: what its snapshots are authenticated with."""

    def __init__(
        self, timeline: Timeline, log: Log, key: bytes, failed: Callable[[str], None] = lambda where: None
    ) -> None:
        self._timeline = timeline
        self._encounter = timeline.encounter
        self._log = log
        self._key = key
        self._failed = failed
        self._codec = codec.of(timeline.system)
        self._snapshots = Snapshots(log, timeline.system)
        self._milestones = Milestones(log, timeline.system, timeline.encounter, key)
        self._from: tuple[int, bytes] = (0, ZERO_HASH)
        """Version and hash of the snapshot that the table was opened from."""
        self.size = 0
        """About how many bytes of the store what lies before that takes."""
        self._newest = 0
        """The version of the newest snapshot that we know of."""
        self._readers = 0

    # --- opening -----------------------------------------------------------------------------------------------------

    async def open(self, turn: Slice) -> bytes:
        """Take up the newest snapshot that lies on the chain, if there is one; returns the hash of its version.

        Raises Unavailable."""
        top, _ = await self._log.top(self._encounter)
        for version in slots_down_from(top, EVERY):
            snapshot = await self._snapshot(version, turn)
            if snapshot is None or snapshot.kept.version > top:
                continue
            if await self._lies_on_chain(snapshot.kept.version, snapshot.hash):
                await turn(partial(restore, self._timeline, snapshot.kept))
                self._from, self.size = (snapshot.kept.version, snapshot.hash), snapshot.size
                self._newest = snapshot.kept.version
                return snapshot.hash
        return ZERO_HASH

    async def _snapshot(self, version: int, turn: Slice) -> Snapshot | None:
        """The one in the slot of this version; it takes the longer to read, the longer the log is."""
        data = await self._snapshots.stored(self._encounter, version)
        if data is None:
            return None
        return await turn(partial(self._snapshots.unpacked, data, self._encounter, self._key))

    async def _lies_on_chain(self, version: int, hash: bytes) -> bool:
        return await self._hash_of(version) == hash

    async def _hash_of(self, version: int) -> bytes | None:
        entries = await self._log.read(self._encounter, version - 1, 1)
        return entries[0].hash if entries else None

    @property
    def is_unchecked(self) -> bool:
        """Has the chain before the snapshot not been looked at yet?"""
        return self._from[0] > 0

    async def check_rest(self, pause_s: float) -> None:
        """Check the chain before the snapshot, in slices. Raises Unavailable and Broken."""
        last, wanted = self._from
        version, previous, size = 0, ZERO_HASH, 0
        while version < last:
            entries = await self._log.read(self._encounter, version, min(4 * BLOCK, last - version))
            if not entries:
                raise Broken("entries_missing", version + 1, "the log ends before the snapshot")
            chain.verify(self._encounter, entries, version, previous)
            size += size_of(entries)
            version, previous = entries[-1].version, entries[-1].hash
            await asyncio.sleep(pause_s)
        if previous != wanted:
            raise Broken("chain_broken", last, "the chain does not lead to where the table was opened")
        self._from, self.size = (0, ZERO_HASH), size

    # --- writing snapshots -------------------------------------------------------------------------------------------

    @property
    def is_due(self) -> bool:
        """Is it time for a snapshot?"""
        return self._timeline.version // EVERY > self._newest // EVERY

    def claim(self) -> None:
        """The snapshot that is due is about to be written: here, or by the server that wrote the newest commits."""
        self._newest = self._timeline.version

    async def save(self, hash: bytes, size: int) -> None:
        """Write a snapshot of the head, whose entry has this hash and whose log takes so many bytes. What fails is
        tried again with the next one."""
        found = kept(self._timeline)
        try:
            if not await self._snapshots.put(Snapshot(hash, found, size), self._key):
                self._failed("snapshot")
            elif self._milestones.is_due(found.version):
                await self._milestones.leave(Milestone(found.version, hash, found.play), aside)
        except Unavailable as error:
            fields = {"event": "no_snapshot", "encounter": self._encounter, "version": found.version}
            fields["error"] = str(error)
            text = "table %s: no snapshot of %d: %s"
            log_.warning(text, self._encounter, found.version, error, extra={"fields": fields})

    # --- bringing back -----------------------------------------------------------------------------------------------

    async def reading(self, work: Callable[[], Done], turn: Slice | None = None, shelf: Shelf | None = None) -> Done:
        """Do the work in a turn (None: now), with the table's shelf or this one, and bring back in further turns what
        it needs. Raises what it raises, Unavailable and Broken."""
        shelf = shelf or self._timeline.shelf
        self._tidy()
        self._readers += 1
        lacked: list[tuple[object, ...]] = []
        try:
            while True:
                try:
                    return _with(shelf, work) if turn is None else await turn(partial(_with, shelf, work))
                except Absent as absent:
                    lacking = (absent.first, absent.last, absent.position)
                    lacked = [lacking, *lacked] if lacking in lacked else [lacking]
                    if len(lacked) > MOST_BROUGHT:
                        raise AssertionError(f"{absent}, although they were brought back") from absent
                    await self._bring(absent, turn or aside)
        finally:
            self._readers -= 1

    async def working(self, work: Work, turn: Slice = aside) -> Any:
        """The answer of a longer work, in as many turns as it takes. Raises like `reading`.

        What is brought back for one of its steps stays for the others where it looks back; else only as much of it as
        fits, so that a walk through the whole history takes no more memory than one through a part."""
        self._tidy()
        shelf = Shelf()
        self._readers += work.looks_back
        try:
            while not work.is_done:
                await self.reading(lambda: go_on(work), turn, shelf)
            return await turn(lambda: _with(shelf, work.result))
        finally:
            self._readers -= work.looks_back

    def _tidy(self) -> None:
        if not self._readers and len(self._timeline.commits.kept) > MOST_KEPT:
            self._timeline.let_go(KEEP_NEWEST)

    def let_go(self) -> None:
        """Keep the head alone, unless somebody is reading."""
        if not self._readers:
            self._timeline.let_go()

    async def _bring(self, absent: Absent, turn: Slice) -> None:
        if absent.position is None:
            await self._fetch(absent.first, absent.last, turn)
        else:
            await self._refold(absent.position, turn)

    async def _fetch(self, first: int, last: int, turn: Slice) -> None:
        """Bring back these commits, and the whole blocks that they are in."""
        first = (first - 1) // BLOCK * BLOCK + 1
        last = min(self._timeline.version, (last + BLOCK - 1) // BLOCK * BLOCK)
        for start in range(first, last + 1, BLOCK):
            end = min(last, start + BLOCK - 1)
            if any(version not in self._timeline.commits.kept for version in range(start, end + 1)):
                for piece in _light(await self._read(start, end), lambda entry: len(entry.body), PIECE_BYTES):
                    await turn(partial(self._take_back, piece))

    async def _read(self, first: int, last: int) -> list[Entry]:
        """The entries of these commits, which hang together with the one before them."""
        after = max(0, first - 2)
        entries = await self._log.read(self._encounter, after, last - after)
        if len(entries) != last - after:
            raise Broken("entries_missing", after + len(entries) + 1, f"the log had {self._timeline.version} entries")
        previous = entries.pop(0).hash if first > 1 else ZERO_HASH
        chain.verify(self._encounter, entries, first - 1, previous)
        return entries

    def _take_back(self, entries: Sequence[Entry]) -> None:
        self._timeline.take_back([self._codec.open(entry.version, entry.body).commit for entry in entries])

    async def _refold(self, position: Position, turn: Slice) -> None:
        """Bring back `play` at a position: from the nearest one that is kept, or from a snapshot on its way. From far
        away it is folded part by part; of those that lie behind only the ends stay."""
        wanted = [position]
        while wanted:
            missing = await turn(partial(self._missing, wanted[-1]))
            if len(missing) > EVERY // 2 and await self._from_store(missing, turn):
                continue
            if len(missing) == PART:
                wanted.append(missing[-1])
                continue
            try:
                left = await self._folded(missing, turn, is_behind=len(wanted) > 1)
            except Absent:  # where it began was let go by another meanwhile
                continue
            if left is None:
                wanted.pop()
            else:
                wanted.append(left)

    def _missing(self, position: Position) -> list[Position]:
        """What must be folded again on the way to a position, newest first; at most `PART`."""
        missing = self._timeline.missing(position, PART)
        if 0 < len(missing) < PART:  # where it begins may be kept for a moment only
            first = self._timeline.before[missing[-1]]
            self._timeline.bring(self._timeline.whole(first), self._timeline.play_at(first))
        return missing

    async def _folded(self, missing: list[Position], turn: Slice, is_behind: bool) -> Position | None:
        """Fold all that is missing; or where it comes from a line that must be brought first: that line's end."""
        last = None
        while missing:
            left = self._left_at(missing[-BLOCK:])
            if left is not None:
                return left
            here = await self._fold_on(missing, turn)
            await self._leave_milestone(here, turn)
            if last is not None and is_behind:
                self._timeline.leave(last)
            last = here
        return None

    def _left_at(self, stretch: list[Position]) -> Position | None:
        """The line that the oldest rewind or amendment of a stretch left, where that is still to be brought: one after
        another, so that none is folded within another."""
        timeline = self._timeline
        for here in reversed(stretch):
            if here.version in timeline.before.jumps:
                left = timeline.whole(Position(here.version - 1))
                return left if timeline.missing(left, 1) else None
        return None

    async def _fold_on(self, missing: list[Position], turn: Slice) -> Position:
        """Fold the oldest stretch, up to its first rewind or amendment, and take it off what is missing. Returns where
        it ends."""
        stretch = missing[-BLOCK:]
        ends = [at for at, here in enumerate(stretch) if here.version in self._timeline.before.jumps]
        if ends:
            stretch = stretch[ends[-1] :]
        for first, last in _runs(sorted({here.version for here in stretch})):
            await self._fetch(first, last, turn)
        stretch = list(next(_light(stretch[::-1], self._weight, MOST_EVENTS)))[::-1]
        await turn(lambda: self._timeline.bring(stretch[0], self._timeline.play_at(stretch[0])))
        del missing[-len(stretch) :]
        return stretch[0]

    def _weight(self, here: Position) -> int:
        return sum(map(weight_of, self._timeline.commit(here.version).events))

    async def _from_store(self, missing: list[Position], turn: Slice) -> bool:
        """Take a play on the way from the newest snapshot or milestone that has one."""
        on_the_way = set(missing)
        async for version, hash, play in self._stored_plays(missing[-1].version, missing[0].version, turn):
            here = Position(version)
            if here in on_the_way and await self._lies_on_chain(version, hash):
                self._timeline.bring(here, play)
                return True
        return False

    async def _stored_plays(self, oldest: int, newest: int, turn: Slice) -> AsyncIterator[tuple[int, bytes, Play]]:
        """What may lie between two versions, with the hash of its entry; snapshots, the newer ones, first."""
        reach = self._timeline.version - SNAPSHOT_SLOTS * EVERY
        for version in slots_down_from(newest, max(reach, oldest)):
            snapshot = await self._snapshot(version, turn)
            if snapshot is not None:
                yield snapshot.kept.version, snapshot.hash, snapshot.kept.play
        for place in places(oldest, newest):
            data = await self._milestones.stored(place)
            found = await turn(partial(self._milestones.unpacked, data)) if data is not None else None
            if found is not None:
                yield found.version, found.hash, found.play

    async def pass_by(self, hash: bytes, turn: Slice) -> None:
        """On the way through a log its head is here now, with this hash: a milestone for those who look back."""
        await self._leave(self._timeline.head, hash, turn)

    async def _leave_milestone(self, here: Position, turn: Slice) -> None:
        """For those who come this way again."""
        if not here.step and self._milestones.is_due(here.version):
            await self._leave(here, await self._hash_of(here.version), turn)

    async def _leave(self, here: Position, hash: bytes | None, turn: Slice) -> None:
        """A store that takes none now is asked another time."""
        if hash is not None and self._milestones.is_due(here.version):
            with contextlib.suppress(Unavailable):
                await self._milestones.leave(Milestone(here.version, hash, self._timeline.play_at(here)), turn)


def _with(shelf: Shelf, work: Callable[[], Done]) -> Done:
    with shelf:
        return work()


def _light(row: Sequence[T], weight: Callable[[T], int], most: int) -> Iterator[Sequence[T]]:
    """The row in pieces of not more than this weight, but for what alone is heavier."""
    first = heavy = 0
    for at, one in enumerate(row):
        heavy += weight(one)
        if heavy > most and at > first:
            yield row[first:at]
            first, heavy = at, weight(one)
    yield row[first:]


def _runs(versions: list[int]) -> Iterator[tuple[int, int]]:
    """Stretches of versions without a gap."""
    for _, run in groupby(enumerate(versions), key=lambda each: each[1] - each[0]):
        found = [version for _, version in run]
        yield found[0], found[-1]
