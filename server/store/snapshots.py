"""Snapshots: what a table needs to open without folding its whole log. A cache; losing all of it loses nothing.

One is written every EVERY commits into one of eight slots, over the oldest, under a name that holds a fingerprint of
the code that folded it: two releases share none. Each carries an HMAC under the server's master key. One that is
damaged, foreign or of another code is as good as none; whether it lies on the chain is for the reader to check.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.state import Ledger, Looks, TableOptions
from server.core.system import System
from server.core.timeline.kept import Kept
from server.store.fingerprint import fingerprint
from server.store.log import SNAPSHOT_SLOTS, Log
from server.store.plays import Plays, opened, sealed

log_ = logging.getLogger(__name__)

EVERY = 256
TTL_S = 30 * 24 * 3600
_TAG = b"fray/snap/1\0"


class Snapshot(msgspec.Struct, frozen=True):
    """A timeline at a version whose entry in the log has this hash; `size`: of the log up to there (bytes)."""

    hash: bytes
    kept: Kept
    size: int = 0


class _Stored(msgspec.Struct, frozen=True):
    """A snapshot as it is stored: the system's own state apart, for it is read by its own type."""

    hash: bytes
    kept: Kept
    size: int
    game: msgspec.Raw


class Snapshots:
    """The snapshots of one system's encounters. `key`: secret bytes, by encounter."""

    def __init__(self, log: Log, system: System) -> None:
        self._log = log
        self._system = system
        self._plays = Plays(system)
        self._stored = msgspec.msgpack.Decoder(_Stored)

    async def put(self, snapshot: Snapshot, key: bytes) -> bool:
        """Store one, over the oldest. False where it would not read back the same: it is not stored.

        Raises Unavailable."""
        code, kept = fingerprint(self._system), snapshot.kept
        if not code:
            return True
        data = self.packed(snapshot, key)
        if self.unpacked(data, kept.encounter, key) != snapshot:
            fields = {"event": "failure", "at": "snapshot", "encounter": kept.encounter, "version": kept.version}
            fields["system"] = self._system.name
            text = "%s: the state of %s %d does not read back the same"
            log_.error(text, self._system.name, kept.encounter, kept.version, extra={"fields": fields})
            return False
        await self._log.put_snapshot(kept.encounter, code, slot_of(kept.version), data, TTL_S)
        return True

    async def get(self, encounter: str, version: int, key: bytes) -> Snapshot | None:
        """The one in the slot of this version, whichever version it is of; None: there is none of any use."""
        data = await self.stored(encounter, version)
        return self.unpacked(data, encounter, key) if data is not None else None

    async def stored(self, encounter: str, version: int) -> bytes | None:
        """The bytes in that slot, to be unpacked when there is time."""
        code = fingerprint(self._system)
        return await self._log.get_snapshot(encounter, code, slot_of(version)) if code else None

    def packed(self, snapshot: Snapshot, key: bytes) -> bytes:
        """A snapshot as stored."""
        play, game = self._plays.parts(snapshot.kept.play)
        stored = _Stored(snapshot.hash, replace(snapshot.kept, play=play), snapshot.size, game)
        return sealed(stored, key, self._tag())

    def unpacked(self, data: bytes, encounter: str, key: bytes) -> Snapshot | None:
        """The snapshot in these bytes; None where they are not what this code has written for this encounter."""
        body = opened(data, key, self._tag())
        if body is None:
            return None
        try:
            stored = self._stored.decode(body)
            play = self._plays.whole(stored.kept.play, stored.game)
            kept = replace(
                stored.kept, play=play, ledger=self._ledger(stored.kept.ledger),
                looks=[(version, self._looks(looks)) for version, looks in stored.kept.looks],
            )  # fmt: skip
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return Snapshot(stored.hash, kept, stored.size) if kept.encounter == encounter else None

    def _tag(self) -> bytes:
        return _TAG + fingerprint(self._system).encode()

    # --- what lies in there as plain values -------------------------------------------------------------------------

    def _ledger(self, ledger: Ledger) -> Ledger:
        return replace(ledger, options=self._options(ledger.options), table=_table(ledger.table))

    def _looks(self, looks: Looks) -> Looks:
        return replace(looks, options=self._options(looks.options), table=_table(looks.table))

    def _options(self, value: Any) -> Any:
        return msgspec.convert(value, self._system.options_type) if isinstance(value, dict) else value


def _table(value: Any) -> Any:
    return msgspec.convert(value, TableOptions) if isinstance(value, dict) else value


def slot_of(version: int) -> int:
    """Where a snapshot of this version lies."""
    return version // EVERY % SNAPSHOT_SLOTS


def slots_down_from(version: int, lowest: int = 0) -> list[int]:
    """One version for each slot that may hold a snapshot of this version or an older one, newest first."""
    first = version // EVERY
    return [bucket * EVERY for bucket in range(first, max(first - SNAPSHOT_SLOTS, lowest // EVERY - 1, -1), -1)]
