"""Milestones: the game's state at places far apart along a log, from which a moment long ago is folded on. A cache.

The few snapshots lie near the head. A milestone holds nothing but the state itself, so that a long log may have many:
one for every EVERY commits, at or soon behind a multiple of them; together they take some hundredths of the log.
Whether it lies on the chain is for the reader to check; one that is damaged, foreign or of another code is as good as
none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from server.core.state import Play
from server.core.system import System
from server.store.fingerprint import fingerprint
from server.store.log import SNAPSHOT_SLOTS, Log
from server.store.plays import Plays, opened, sealed
from server.store.snapshots import TTL_S

EVERY = 256
NEAR = 128
"""A milestone lies so near behind its place, or there is none."""

_TAG = b"fray/mile/1\0"

Turn = Callable[[Callable[[], bytes | None]], Awaitable[bytes | None]]
"""Does a piece of work when it is its turn."""


class Milestone(msgspec.Struct, frozen=True):
    """The state at a version, whose entry in the log has this hash."""

    version: int
    hash: bytes
    play: Play


class _Stored(msgspec.Struct, frozen=True):
    """A milestone as it is stored: the system's own state apart, for it is read by its own type."""

    encounter: str
    version: int
    hash: bytes
    play: Play
    game: msgspec.Raw


class Milestones:
    """The milestones of one encounter. `key`: secret bytes, others for each encounter."""

    def __init__(self, log: Log, system: System, encounter: str, key: bytes) -> None:
        self._log = log
        self._system = system
        self._encounter = encounter
        self._key = key
        self._plays = Plays(system)
        self._decode = msgspec.msgpack.Decoder(_Stored).decode
        self._left: set[int] = set()
        """Places at which there is one, as far as is known here."""

    def is_due(self, version: int) -> bool:
        """Is one to be left at this version?"""
        return version >= EVERY and version % EVERY < NEAR and version // EVERY not in self._left

    async def leave(self, milestone: Milestone, turn: Turn) -> None:
        """Store one, made in a turn, unless one lies at its place. Raises Unavailable."""
        place, code = milestone.version // EVERY, fingerprint(self._system)
        if code:
            lies = await self.stored(place)
            data = await turn(partial(self._better, milestone, lies))
            if data is not None:
                await self._log.put_snapshot(self._encounter, code, _slot(place), data, TTL_S)
        self._left.add(place)

    def _better(self, milestone: Milestone, lies: bytes | None) -> bytes | None:
        """The bytes to store in the place of these; None where these are a milestone of that place."""
        found = self.unpacked(lies) if lies is not None else None
        if found is not None and found.version // EVERY == milestone.version // EVERY:
            return None
        return self._packed(milestone)

    async def stored(self, place: int) -> bytes | None:
        """The bytes at a place (`places`), to be unpacked when there is time. Raises Unavailable."""
        code = fingerprint(self._system)
        return await self._log.get_snapshot(self._encounter, code, _slot(place)) if code else None

    def unpacked(self, data: bytes) -> Milestone | None:
        """The milestone in these bytes; None where they are not what this code has written for this encounter."""
        body = opened(data, self._key, self._tag())
        if body is None:
            return None
        try:
            stored = self._decode(body)
            play = self._plays.whole(stored.play, stored.game)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return Milestone(stored.version, stored.hash, play) if stored.encounter == self._encounter else None

    def _packed(self, milestone: Milestone) -> bytes | None:
        """The milestone in bytes; None where they would not read back the same."""
        bare, game = self._plays.parts(milestone.play)
        stored = _Stored(self._encounter, milestone.version, milestone.hash, bare, game)
        data = sealed(stored, self._key, self._tag())
        return data if self.unpacked(data) == milestone else None

    def _tag(self) -> bytes:
        return _TAG + fingerprint(self._system).encode()


def places(oldest: int, newest: int) -> range:
    """The places whose milestones may lie between these versions, newest first."""
    first = max(1, (oldest - NEAR) // EVERY + 1)
    return range(newest // EVERY, first - 1, -1)


def _slot(place: int) -> int:
    return SNAPSHOT_SLOTS + place
