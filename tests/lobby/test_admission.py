"""Who is told that a link is nobody's: never by a store that has not heard of the newest commit."""

from __future__ import annotations

import pytest

from server.core.state import Seat
from server.lobby.admission import Admission, LinkJudgement
from server.store.log import Unavailable
from server.store.memory import MemoryLog
from tests.store.entries import entry, fill

ENCOUNTER = "0" * 32


class CutOff(MemoryLog):
    """A store that was cut off: it answers at once, but replicas confirm nothing of what it says."""

    async def is_newest(self, encounter: str, version: int) -> bool:
        """See `Log.is_newest`."""
        raise Unavailable("no replica answers")


def seat(token: bytes, revoked: bool = False) -> Seat:
    """A player's seat."""
    return Seat(role="player", name="Ann", token=token, revoked=revoked)


async def laid(log: MemoryLog) -> Admission:
    """An encounter with two commits, and its seats beside it."""
    made = await fill(log, ENCOUNTER, 2)
    admission = Admission(log)
    await admission.keep(ENCOUNTER, (2, made[-1].hash), {"ann": seat(b"a" * 32), "bob": seat(b"b" * 32, revoked=True)})
    return admission


async def test_a_link_is_nobodys_where_the_log_has_not_gone_on() -> None:
    """Each of the answers, and that the newest commits are looked at where the seats beside the log are older."""
    log = MemoryLog()
    admission = await laid(log)
    told = [await admission.judge(ENCOUNTER, letter * 32) for letter in (b"a", b"b", b"c")]
    assert told == [LinkJudgement.HELD, LinkJudgement.REVOKED, LinkJudgement.WRONG]

    made = log.shelf.streams[ENCOUNTER]
    await log.append(ENCOUNTER, entry(ENCOUNTER, 3, made[-1].hash), made[-1].hash)
    told = [await admission.judge(ENCOUNTER, letter * 32) for letter in (b"a", b"b", b"c")]
    assert told == [LinkJudgement.HELD, LinkJudgement.HELD, LinkJudgement.UNKNOWN]


async def test_a_store_that_was_cut_off_sends_nobody_away_for_good() -> None:
    """Somebody may have sat down since, at another server; who comes is told to come again."""
    log = CutOff()
    admission = await laid(log)
    assert await admission.judge(ENCOUNTER, b"a" * 32) is LinkJudgement.HELD
    for letter in (b"b", b"c"):
        with pytest.raises(Unavailable):
            await admission.judge(ENCOUNTER, letter * 32)
