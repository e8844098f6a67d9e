"""Judges a link before its table is opened: opening reads a whole log, and guesses must not cost the server that much.

The store keeps, beside each log, the hashes of its seats' links and the head of the log that they were taken from. This
is a cache, which may be lost at any time, and it only ever refuses. A link that is in it is judged again by the ledger
when the table is open. A link that is not in it is wrong if the log still ends at that head; if the log has gone on,
only opening the table can tell.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import hmac
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager

import msgspec

from server.core.state import Seat
from server.store.log import ZERO_HASH, Log, Top, Unavailable


class LinkJudgement(enum.Enum):
    """What is known of a link before its table is open."""

    HELD = enum.auto()  # it is, or was, a seat's
    REVOKED = enum.auto()
    WRONG = enum.auto()
    UNKNOWN = enum.auto()  # the log has gone on, or nothing lies beside it
    NOWHERE = enum.auto()  # there is no log


class Beside(msgspec.Struct, array_like=True):
    """What lies beside a log: its head, and SHA-256 of the links' secrets."""

    version: int
    head: bytes
    held: list[bytes]
    revoked: list[bytes]


def beside_of(top: Top, seats: Mapping[str, Seat]) -> Beside:
    """What is put beside a log that ends at `top` with these seats."""
    held = [seat.token for seat in seats.values() if not seat.revoked]
    return Beside(*top, held, [seat.token for seat in seats.values() if seat.revoked])


class Admission:
    """Judges the links of all encounters of a store."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: dict[str, Mapping[str, Seat]] = {}
        """By encounter whose table is open here: the seats that were last put beside its log."""

    async def judge(self, encounter: str, wanted: bytes) -> LinkJudgement:
        """What is known of the link with this hash. Raises Unavailable.

        The store is asked the same questions whether there is such an encounter or not, so that the time of an answer
        does not give away which ids exist."""
        found, top = await asyncio.gather(self._log.get_seats(encounter), self._log.top(encounter))
        beside = _read(found)
        is_exact, is_revoked = (beside.version, beside.head) == top, is_among(wanted, beside.revoked)
        if is_among(wanted, beside.held) or (is_revoked and not is_exact):
            return LinkJudgement.HELD
        is_nowhere = top == (0, ZERO_HASH)
        if not (is_exact or is_nowhere) or not await self._log.is_newest(encounter, top[0]):
            return LinkJudgement.UNKNOWN
        if is_nowhere:
            return LinkJudgement.NOWHERE
        return LinkJudgement.REVOKED if is_revoked else LinkJudgement.WRONG

    async def keep(self, encounter: str, top: Top, seats: Mapping[str, Seat]) -> None:
        """Put these seats, which are those at the head `top`, beside the log. Where the store can't be reached nothing
        is put there: the cache may lag."""
        self._kept[encounter] = seats
        beside = beside_of(top, seats)
        await self.put(encounter, top, beside.held, beside.revoked)

    async def beside(self, encounter: str) -> Beside | None:
        """What lies beside its log, though that may have gone on since; None: nothing. Raises Unavailable."""
        found = _read(await self._log.get_seats(encounter))
        return found if found.version >= 0 else None

    async def put(self, encounter: str, top: Top, held: list[bytes], revoked: Sequence[bytes] = ()) -> None:
        """Lay beside a log what its seats are entered with, for whoever has just made the links and has no table."""
        with contextlib.suppress(Unavailable):
            await self._log.put_seats(encounter, msgspec.msgpack.encode(Beside(*top, held, [*revoked])))

    def is_kept(self, encounter: str, seats: Mapping[str, Seat]) -> bool:
        """Were these the seats that were put there last? If not, other servers do not know the newest links yet."""
        return self._kept.get(encounter) is seats

    def forget(self, encounter: str) -> None:
        """The table was closed."""
        self._kept.pop(encounter, None)


def is_among(wanted: bytes, hashes: Iterable[bytes]) -> bool:
    """Whether it is one of them. All are compared, so that the time taken does not tell which one it was."""
    return sum([hmac.compare_digest(wanted, one) for one in hashes]) > 0


def _read(found: bytes | None) -> Beside:
    """The cache beside a log. Where it is missing or unreadable, one that matches no log (version -1) and no link."""
    with contextlib.suppress(msgspec.MsgspecError):
        if found is not None:
            return msgspec.msgpack.decode(found, type=Beside)
    return Beside(-1, b"", [], [])


class Full(Exception):
    """Too many are waiting already."""


class Slots:
    """Lets `at_once` work at a time, first come first served. `waiting` more may queue; the next is turned away,
    because an endless queue would make all of them wait in vain."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._left = at_once + waiting

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raises Full."""
        if not self._left:
            raise Full
        self._left -= 1
        try:
            async with self._places:
                yield
        finally:
            self._left += 1
