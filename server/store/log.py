"""The contract of the log: what every store promises, at the level of entries.

Errors, all of them:

    StoreError
    ├── Unavailable   nothing was applied; try again later
    ├── Unsettled     an append may or may not be in the log; ask `settle` again
    └── Broken        what is stored is not what was written; the table freezes

Nothing here knows Redis, events or encodings. An encounter id is a str of 32 lowercase hex digits (16 bytes).
"""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

import msgspec

from server.store.room import Room

ZERO_HASH = bytes(32)  # the predecessor of version 1
SETTLE_S = 5.0  # so long an append looks for its outcome before it is Unsettled
SNAPSHOT_SLOTS = 8

Top = tuple[int, bytes]  # version and hash of the newest entry; (0, ZERO_HASH) when there is none
Wake = Callable[[str, int], None]  # encounter, version
Sat = Callable[[str, str], None]  # encounter, seat


def ignore_sat(_encounter: str, _seat: str) -> None:
    """Nobody wants to know who sits down elsewhere."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One commit as stored: the stream entry `<version>-0` with the fields cid, h, s, b."""

    version: int
    cid: bytes  # 16 random bytes of this attempt: tells our entry from a rival's
    hash: bytes  # 32 bytes, see `chain.link`
    salt: bytes  # 16 random bytes: makes the hash tell nothing about a short body
    body: bytes


class Appended(enum.Enum):
    """The answer to an append. Only OK and DUP mean that the entry is in the log."""

    OK = "OK"  # appended now
    DUP = "DUP"  # appended by an earlier send of the same bytes
    STALE = "STALE"  # another writer's entry has this version
    GAP = "GAP"  # the log ends before the predecessor: it is shorter than the writer believed
    FORK = "FORK"  # the predecessor is there with another hash


class StoreError(Exception):
    """Everything a store raises."""


class Unavailable(StoreError):
    """The store cannot serve now. Nothing was applied."""


class Unsettled(StoreError):
    """An append got no answer for `SETTLE_S`: it may be in the log, now or later."""

    def __init__(self, encounter: str, entry: Entry, prev_hash: bytes, cause: str) -> None:
        super().__init__(f"append of version {entry.version} to {encounter} is unsettled: {cause}")
        self.encounter = encounter
        self.entry = entry
        self.prev_hash = prev_hash


class Broken(StoreError):
    """The stored log is damaged or foreign. `version` is the first one that cannot be trusted."""

    def __init__(self, code: str, version: int, detail: str) -> None:
        super().__init__(f"{code} at version {version}: {detail}")
        self.code = code
        self.version = version
        self.detail = detail


class Log(Protocol):
    """One stream of entries per encounter; beside it a lobby hash, doors, seats and snapshots, which may be lost
    any time, and the record of an import that is under way.

    Every method may raise Unavailable. Whatever `read` returns is settled: it survives what an acknowledged
    append survives.
    """

    async def append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """Append after the predecessor with `prev_hash`; on success wake the other servers.

        Sending the same bytes again is always safe. Raises Unavailable (nothing applied), Unsettled (outcome
        unknown after `SETTLE_S`) and Broken.
        """

    async def settle(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """Resend an unsettled append until its outcome is known. Raises Unsettled after `SETTLE_S`, and Broken."""

    async def read(self, encounter: str, after: int = 0, count: int | None = None) -> list[Entry]:
        """Return the entries after a version, at most `count`. Raises Broken unless they are after+1, after+2, …

        The chain is not checked here: `chain.verify` does that.
        """

    async def top(self, encounter: str) -> Top:
        """Return version and hash of the newest entry."""

    async def is_newest(self, encounter: str, version: int) -> bool:
        """Is there nothing behind this version? Unlike `top` never by what was overtaken: where commits wait for
        replicas, these confirm it. Costs nothing where they don't."""

    async def tops(self, encounters: Sequence[str]) -> list[Top]:
        """Return the top of each encounter, in one round trip.

        A hint, never an error: a foreign newest entry has an empty hash, so it differs from every head; `read`
        then says what is wrong.
        """

    async def health(self, encounter: str) -> None:
        """Raise Broken unless every version from 1 to the top is still there, as far as the server can tell."""

    def encounters(self) -> AsyncIterator[str]:
        """Yield the id of every encounter that has a log, each once, in no order."""

    async def listen(self, wake: Wake, sat: Sat = ignore_sat) -> None:
        """Call `wake` for appends to watched encounters, by any server, this one included; `sat` where somebody has sat
        down at another server. Ends when cancelled.

        A hint: wakes are lost while the store is away. Others of the same channel may come too.
        """

    async def watch(self, encounter: str) -> None:
        """Ask for the wakes of an encounter."""

    async def unwatch(self, encounter: str) -> None:
        """Take back one `watch`."""

    async def sit(self, encounter: str, seat: str) -> None:
        """Tell the other servers that watch the encounter that somebody sits down on a seat here, or waits for it. A
        hint, too."""

    async def put_lobby(self, encounter: str, line: bytes) -> None:
        """Store what the lobby shows of an encounter."""

    async def get_lobby(self, encounter: str) -> bytes | None:
        """Return what `put_lobby` stored, or None."""

    async def put_seats(self, encounter: str, hashes: bytes) -> None:
        """Store beside an encounter's log what its seats' links hash to."""

    async def get_seats(self, encounter: str) -> bytes | None:
        """Return what `put_seats` stored, or None."""

    async def begin_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """Record that the file with this digest is about to become the encounter's log, in one step with looking.

        False, and nothing is recorded, where a log is here, unless an import of this very file has been begun and not
        ended: this attempt (16 bytes of its own) takes it over.
        """

    async def end_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """Take the record back: the log is whole. False where another attempt has taken it over, or ended it."""

    async def is_importing(self, encounter: str) -> bool:
        """Whether an import of the encounter was begun and not ended: its log may lack its end."""

    async def put_door(self, place: str, encounter: str) -> None:
        """File an encounter under the place of its door's join code."""

    async def get_door(self, place: str) -> str | None:
        """Return the encounter that is filed there, or None."""

    async def drop_door(self, place: str) -> None:
        """Forget what is filed there."""

    async def put_snapshot(self, encounter: str, fingerprint: str, slot: int, snapshot: bytes, ttl_s: int) -> None:
        """Store a snapshot in one of `SNAPSHOT_SLOTS`, over the older one."""

    async def get_snapshot(self, encounter: str, fingerprint: str, slot: int) -> bytes | None:
        """Return the snapshot in a slot, or None."""

    async def rooms(self) -> list[Room]:
        """Return how much is left of what the store fills, where that is known: memory, disk."""

    async def check_durability(self) -> list[str]:
        """Return one sentence, code first, for each setting under which an acknowledgement promises less."""

    async def close(self) -> None:
        """Let go of connections. Appends in flight end as Unsettled or Unavailable."""
