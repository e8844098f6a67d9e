"""Files on their way in: whoever holds parts of one and sends no more keeps nobody else's out."""

from __future__ import annotations

import pytest

from protocol import messages as m
from server.gateway.limits import Limits
from server.gateway.uploads import GRACE_S, LEAST_BYTES_PER_S, TOGETHER, WITHIN_S, Uploads
from server.keys.seeds import SeedKeeper
from server.lobby.copying import MOST_IMPORTED_BYTES
from server.lobby.lobby import Refused
from tests.gateway.conftest import Opening
from tests.gateway.test_transfer import CLOSED, sent, visitor

MIB = 1024 * 1024
PART = 4 * MIB


def comes(uploads: Uploads, who: str, size: int, now_s: float, last: bool = False, whence: str = "") -> int:
    """So much of a file in parts, all at once; how much has come."""
    data = bytearray()
    for offset in range(0, size, PART):
        data = uploads.take(who, whence or who, offset, bytes(min(PART, size - offset)), False, now_s)
    return len(uploads.take(who, whence or who, len(data), b"", last, now_s) if last else data)


def refused(uploads: Uploads, who: str, size: int, now_s: float) -> Refused:
    with pytest.raises(Refused) as caught:
        comes(uploads, who, size, now_s)
    return caught.value


def test_four_that_hold_almost_all_make_nobody_wait_for_ever() -> None:
    """Each holds the largest file less a part; once they stand still, others' files come in."""
    uploads = Uploads(MOST_IMPORTED_BYTES)
    for attacker in "abcd":
        comes(uploads, attacker, MOST_IMPORTED_BYTES - PART, 0.0)
    assert refused(uploads, "honest", MOST_IMPORTED_BYTES, 1.0).code == "full"
    assert refused(uploads, "honest", MOST_IMPORTED_BYTES, GRACE_S).code == "full"
    assert comes(uploads, "honest", MOST_IMPORTED_BYTES, GRACE_S + 1, last=True) == MOST_IMPORTED_BYTES


def test_a_file_has_to_come_quickly_enough() -> None:
    """From the grace on at the least rate; and what came quickly at first buys no longer silence."""
    uploads = Uploads(MOST_IMPORTED_BYTES)
    comes(uploads, "dripping", 1, 0.0)
    assert len(uploads.take("dripping", "dripping", 1, b"x", False, GRACE_S)) == 2
    with pytest.raises(Refused, match="import_slow") as caught:
        uploads.take("dripping", "dripping", 2, b"x", False, GRACE_S + 1)
    assert caught.value.detail == {"bytes": 2, "seconds": round(GRACE_S + 1), "wanted": LEAST_BYTES_PER_S}
    comes(uploads, "steady", 20 * LEAST_BYTES_PER_S, 0.0)
    assert (
        len(uploads.take("steady", "steady", 20 * LEAST_BYTES_PER_S, b"x", False, 14.0)) == 20 * LEAST_BYTES_PER_S + 1
    )
    with pytest.raises(Refused, match="import_slow"):
        uploads.take("steady", "steady", 20 * LEAST_BYTES_PER_S + 1, b"x", True, 14.0 + GRACE_S + 1)


def test_a_file_has_a_deadline() -> None:
    """However quickly it comes."""
    uploads = Uploads(2 * MOST_IMPORTED_BYTES)
    size = comes(uploads, "endless", round(WITHIN_S + 1) * LEAST_BYTES_PER_S, 0.0)
    for now_s in range(0, round(WITHIN_S), round(GRACE_S)):
        size = len(uploads.take("endless", "endless", size, b"x", False, float(now_s)))
    with pytest.raises(Refused, match="import_slow"):
        uploads.take("endless", "endless", size, b"x", True, WITHIN_S + 1)


def test_an_address_sends_one_at_a_time() -> None:
    """Until the other session ends, or its file is whole or late; what comes in one part is not held."""
    uploads = Uploads(MOST_IMPORTED_BYTES)
    comes(uploads, "one", MIB, 0.0, whence="here")
    with pytest.raises(Refused, match="full"):
        comes(uploads, "two", MIB, 1.0, whence="here")
    assert comes(uploads, "other", MIB, 1.0) == MIB
    assert len(uploads.take("two", "here", 0, b"whole", True, 1.0)) == 5
    uploads.drop("one")
    assert comes(uploads, "two", MIB, 1.0, whence="here") == MIB
    assert comes(uploads, "three", MIB, MIB / LEAST_BYTES_PER_S + 2, whence="here") == MIB


def test_what_waits_to_be_imported_is_bounded() -> None:
    """No file is larger than it may be, nor all together; whoever leaves gives its share back."""
    uploads = Uploads(10)
    assert refused(uploads, "one", 11, 0.0).code == "import_too_large"
    for session in range(TOGETHER):
        comes(uploads, str(session), 10, 0.0)
    assert refused(uploads, "late", 1, 0.0).code == "full"
    uploads.drop("0")
    assert comes(uploads, "late", 1, 0.0, last=True) == 1


async def test_sockets_of_one_address_share_what_it_may_send(opening: Opening) -> None:
    """Where this machine's own are counted: a second file waits for the first one's end."""
    house = await opening(Limits(is_loopback_counted=True), keeper=SeedKeeper(b"x" * 32))
    first, second = await visitor(house), await visitor(house)
    await first.send(m.Import(id=1, offset=0, data=b"abc"))
    await first.next(m.Answer)
    await second.send(m.Import(id=1, offset=0, data=b"abc"))
    assert (await second.next(m.Rejected)).code == "full"
    await first.send(m.Import(id=2, offset=3, data=b"", last=True))
    assert (await first.next(m.Rejected)).code == "import"
    assert isinstance(await sent(second, CLOSED), m.Answer)
