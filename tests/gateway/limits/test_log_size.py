"""How many bytes a log may take, and how many of them an address may have copied: whoever is over it is told so."""

from __future__ import annotations

import pytest

from protocol import messages as m
from server.gateway.limits import COPIED_A_DAY, Addresses, Limits, Rate
from server.lobby import lobby
from server.store.log import Entry
from server.store.log_size import OVERHEAD_BYTES, size_of
from server.store.memory import MemoryLog, MemoryStore
from server.table import line
from tests.gateway.conftest import Opening
from tests.gateway.limits.test_shares import FILE, brought, created, guest_of


def test_an_entry_takes_more_than_its_body() -> None:
    """Hash, salt and what a stream keeps of it."""
    assert size_of([Entry(1, bytes(16), bytes(32), bytes(16), bytes(100))] * 2) == 2 * (100 + OVERHEAD_BYTES)


async def test_a_log_that_is_full_takes_its_end_alone(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the byte; nobody's acts are taken any more, and the GM may close it."""
    shelf = MemoryStore()
    house = await opening(log=MemoryLog(shelf))
    gm = await house.sit("gm")
    [log] = shelf.streams.values()
    monkeypatch.setattr(line, "MOST_BYTES", size_of(log) + 1)
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)
    before = len(log)
    refused = await gm.submit({"type": "pause"})
    assert (refused.code, refused.detail["limit"]) == ("log_full", 0)
    assert len(log) == before
    assert isinstance(await gm.submit({"type": "close"}), m.Ack)


async def test_no_copy_is_larger_than_a_log_may_be(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file, or of another encounter."""
    house = await opening()
    guest, gm = await guest_of(house), await house.sit("gm")
    monkeypatch.setattr(lobby, "MOST_BYTES", 1)
    assert await brought(guest, FILE) == "log_full"
    await gm.send(m.Branch(id=1))
    assert (await gm.next(m.Answer, m.Rejected)).code == "log_full"


async def test_an_address_has_so_much_copied(opening: Opening) -> None:
    """The copy that passes the bound is made, the next is not, whatever it is of; what is created is no copy."""
    house = await opening(Limits(is_loopback_counted=True, lobby=Rate(100, 100), copied_bytes=Rate(2, 0.001)))
    guest, gm = await guest_of(house), await house.sit("gm")
    assert [await brought(guest, FILE), await brought(guest, FILE)] == ["made", "copied_enough"]
    await gm.send(m.Branch(id=1))
    refused = await gm.next(m.Answer, m.Rejected)
    assert (refused.code, refused.detail["retry_after_ms"] > 0) == ("copied_enough", True)
    assert await created(guest) == "made"


def test_what_an_address_may_copy_comes_back_in_a_day() -> None:
    """Not all of it at once, and for several workers together."""
    limits = Limits(is_loopback_counted=True).divided(4)
    copied = Addresses(limits, limits.copied_bytes)
    assert copied.use("192.0.2.1", 0, COPIED_A_DAY) == 0
    assert copied.use("192.0.2.1", 86_400, 1) > 0
    assert copied.use("192.0.2.2", 86_400, 1) == 0
    assert copied.use("192.0.2.1", 4 * 86_400, 1) == 0
