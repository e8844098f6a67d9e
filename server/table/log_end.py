"""The end of one encounter's log as this server knows it: reads on from it, appends behind it, and says when the log
can't be trusted. Decides nothing and tells nobody.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from server.archive.checkpoints import FILE, Checkpoint, rolled_back
from server.core.commit import Commit
from server.core.timeline.timeline import Timeline
from server.process.clock import Clock
from server.process.meter import Meter
from server.process.shares import Slice, aside
from server.process.work import go_on
from server.store import chain, codec
from server.store.codec import Sealed, Unreadable
from server.store.log import ZERO_HASH, Appended, Broken, Entry, Log, Top, Unavailable, Unsettled
from server.store.log_size import size_of
from server.table.recall import Recall

log_ = logging.getLogger(__name__)

READ_AT_ONCE = 64
"""So many commits of the log are read at once, and folded in slices."""


class Frozen(Exception):
    """The stored log can't be trusted or read; the table takes nothing more. `code`: integrity, rolled_back,
    key_changed or version."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class LogEnd:
    """The end of one table's log."""

    def __init__(self, timeline: Timeline, log: Log, recall: Recall, meter: Meter, clock: Clock) -> None:
        self.hash = ZERO_HASH
        self._size = 0
        """About how many bytes what was read and appended here takes of the store."""
        self.is_away = False
        """Was the store away when it was last needed?"""
        self.found_at = clock.loop_ms()
        """When the log was opened, or last found again, by the loop's clock (ms)."""
        self._timeline = timeline
        self._encounter = timeline.encounter
        self._log = log
        self._recall = recall
        self._meter = meter
        self._clock = clock
        self._codec = codec.of(timeline.system)

    @property
    def top(self) -> Top:
        """Version and hash of the newest commit known here."""
        return self._timeline.version, self.hash

    @property
    def size(self) -> int:
        """About how many bytes the log takes of the store, also what lies before the snapshot."""
        return self._size + self._recall.size

    async def open(self, turn: Slice) -> None:
        """Read and fold the log, from a snapshot where there is one. Raises Frozen, Unavailable."""
        self.hash = await self._recall.open(turn)
        await self.catch_up(turn=turn)
        try:
            await self._log.health(self._encounter)
        except Broken as error:
            raise Frozen("integrity", str(error)) from error
        self.found_at = self._clock.loop_ms()

    async def compare(self, checkpoint: Checkpoint) -> None:
        """The log holds what was signed, by the key that it names itself. Raises Frozen, Unavailable."""
        n, hash = checkpoint.n, checkpoint.hash
        if n > self.top[0]:  # another server may have appended and signed it just now
            await self.catch_up()
        if n > self.top[0] and checkpoint.is_by(self._timeline.ledger.signer):
            raise Frozen("rolled_back", rolled_back(self._encounter, self.top[0], n))
        entries = [] if n == self.top[0] else await self._log.read(self._encounter, n - 1, 1)
        found = entries[0].hash if entries else self.hash
        if found != hash or not checkpoint.is_by(self._timeline.ledger.signer):
            raise Frozen("integrity", f"commit {n} is not what was signed (the data folder's file {FILE})")

    def lose(self) -> None:
        """The store is away."""
        self.is_away = True

    def _find(self) -> None:
        """The store has answered."""
        if self.is_away:
            self.is_away = False
            self.found_at = self._clock.loop_ms()

    async def append(self, sealed: Sealed, doubt: Callable[[], None]) -> bool:
        """True when our commit is in the log; False when another one took its place. `doubt` is called when it takes
        long to know. Raises Frozen, Unavailable."""
        entry = chain.seal(
            self._encounter,
            sealed.commit.version,
            self.hash,
            secrets.token_bytes(16),
            secrets.token_bytes(16),
            sealed.body,
        )
        sent_at = time.perf_counter()
        try:
            outcome = await self._log.append(self._encounter, entry, self.hash)
        except Unsettled:
            self.lose()
            doubt()
            outcome = await self._settle(entry)
        self._find()
        if outcome in (Appended.GAP, Appended.FORK):
            raise Frozen("integrity", f"the log lost commit {self._timeline.version}: {outcome.value}")
        self._meter.appended(time.perf_counter() - sent_at)
        if outcome is Appended.STALE:
            self._meter.raced()
            return False
        self.hash = entry.hash
        self._size += size_of([entry])
        return True

    async def _settle(self, entry: Any) -> Appended:
        while True:
            try:
                return await self._log.settle(self._encounter, entry, self.hash)
            except Unsettled:
                fields = {"event": "unsettled", "encounter": self._encounter, "version": entry.version}
                text = "table %s: commit %d is still unsettled"
                log_.warning(text, self._encounter, entry.version, extra={"fields": fields})

    async def catch_up(self, tell: Callable[[Commit], None] | None = None, turn: Slice | None = None) -> bool:
        """Fold what others have appended, slice by slice, and tell it; was there anything? Raises Unavailable, and
        Frozen where it can't be trusted or read.

        The newest commit known here is read again: a log that lost it, or has another one instead, is not ours."""
        before = self._timeline.version
        try:
            while await self._read_on(tell, turn):
                pass
            return self._timeline.version > before
        except Broken as error:
            raise Frozen("integrity", str(error)) from error
        except Unreadable as error:
            raise Frozen("version" if error.code == "unknown_version" else "integrity", str(error)) from error

    async def _read_on(self, tell: Callable[[Commit], None] | None, turn: Slice | None) -> bool:
        """Fold the next commits of the log. Are there more?"""
        known = self._timeline.version
        entries = await self._log.read(self._encounter, max(0, known - 1), READ_AT_ONCE)
        is_more = len(entries) == READ_AT_ONCE
        self._find()
        if known:
            if not entries or entries[0].hash != self.hash:
                raise Frozen("integrity", f"commit {known}, which was shown, is not in the log any more")
            del entries[0]
        folding = _Folding(self._take, entries)
        while not folding.is_done:
            await self._fold_on(partial(go_on, folding) if tell is None else folding.step, turn)
            if tell is not None:
                tell(folding.newest)
                self._meter.tailed(max(0, self._clock.wall_ms() - folding.newest.at) / 1000)
            await asyncio.sleep(0)
        if entries and tell is not None:
            self._recall.claim()
        elif entries:
            await self._recall.pass_by(self.hash, turn or aside)
        return is_more

    def _take(self, entry: Entry) -> Commit:
        """The next commit, folded. Raises Broken, Unreadable, and Absent with nothing changed."""
        chain.verify(self._encounter, [entry], self._timeline.version, self.hash)
        commit = self._codec.open(entry.version, entry.body).commit
        self._timeline.fold(commit)
        self.hash = entry.hash
        self._size += size_of([entry])
        return commit

    async def _fold_on(self, piece: Callable[[], None], turn: Slice | None) -> None:
        """Take in commits of the log; whatever fails in one, the log is what can't be trusted. Raises Frozen."""
        try:
            await self._recall.reading(piece, turn)
        except (Unavailable, Broken, Unreadable):
            raise
        except Exception as error:
            version = self._timeline.version + 1
            fields = {"event": "unfoldable", "encounter": self._encounter, "version": version}
            text = "table %s: commit %d can't be folded"
            log_.exception(text, self._encounter, version, extra={"fields": fields})
            raise Frozen("integrity", f"commit {version} can't be folded: {error!r}") from error


class _Folding:
    """The next commits of a log, one a step: a work that any step may leave where it was, to be done again."""

    looks_back = False

    def __init__(self, take: Callable[[Entry], Commit], entries: list[Entry]) -> None:
        self._take = take
        self._left = entries[::-1]
        self.newest: Commit

    @property
    def is_done(self) -> bool:
        """Have all been taken?"""
        return not self._left

    def step(self) -> None:
        """Take the next one."""
        self.newest = self._take(self._left[-1])
        self._left.pop()

    def result(self) -> Commit:
        """The last of them."""
        return self.newest
