"""Signed heads outside the store: made in time, compared when a table is opened, carried by files."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from client_demo import verify as alone
from server.archive.checkpoints import EVERY, FILE, Checkpoints, read
from server.archive.export import Content, Damaged, Row, pack, signer_of, unpack, whole_of
from server.archive.verify import verify
from server.cli.main import main
from server.lobby.copying import branch_of
from server.lobby.lobby import Refused
from server.store.log import Entry
from tests.support import signed
from tests.support.signed import SYSTEMS, House, rewritten

house = signed.house


def refused(data: bytes, *more: Any) -> tuple[str, int]:
    """Why, and at which commit, the verifier refuses a file."""
    with pytest.raises(Damaged) as caught:
        verify(data, SYSTEMS, (), *more)
    return caught.value.code, caught.value.version


async def test_heads_are_signed_every_64_commits_at_each_epoch_and_at_the_close(house: House) -> None:
    """By the key that commit 1 names; each is a head of the log."""
    gm = await house.played(2 * EVERY)
    await gm.does({"type": "close"})
    await gm.until(lambda _: gm.table.timeline.ledger.epoch > 1)
    await asyncio.gather(*gm.table.keeping._tasks)
    entries = await house.log.read(gm.table.encounter)
    key = signer_of(whole_of(gm.table.encounter, entries, 0))
    assert key == Checkpoints(house.data).key != b""
    assert {each.n for each in house.notes} >= {EVERY, 2 * EVERY, len(entries) - 1, len(entries)}
    for each in house.notes:
        assert each.is_by(key)
        assert entries[each.n - 1].hash == each.hash


async def test_a_rewritten_log_is_not_opened(house: House) -> None:
    """Every hash may be redone, what was signed can't; without the file nobody could tell."""
    gm = await house.played()
    id, entries = gm.table.encounter, await house.log.read(gm.table.encounter)
    for first in (1, 2, EVERY):
        with pytest.raises(Refused, match="integrity"):
            await house.again(id, rewritten(id, entries, first))
        assert (await house.again(id, rewritten(id, entries, first), checkpoints=False)).frozen is None
    for fine in (entries, rewritten(id, entries, EVERY + 1)):
        assert (await house.again(id, fine)).frozen is None


async def test_an_edited_checkpoint_keeps_its_table_shut(house: House) -> None:
    """A changed hash, another key's signature: neither is taken for ours."""
    gm = await house.played()
    id, entries = gm.table.encounter, await house.log.read(gm.table.encounter)
    whole_file = (house.data / FILE).read_text("utf-8")
    others = House(house.data.parent / "other")
    Checkpoints(others.data).add(id, EVERY, entries[EVERY - 1].hash)
    wrong = house.notes[0]._replace(hash=entries[0].hash).note
    for text in (f"\n{wrong}", (others.data / FILE).read_text("utf-8")):
        (house.data / FILE).write_text(whole_file + text, "utf-8")
        with pytest.raises(Refused, match="integrity"):
            await house.again(id, entries)


async def test_what_a_crash_has_torn_is_passed_over(house: House) -> None:
    """The checkpoints before and after it count."""
    gm = await house.played()
    torn = (house.data / FILE).read_bytes()[:-20]
    (house.data / FILE).write_bytes((house.data / FILE).read_bytes() + torn)
    ours = Checkpoints(house.data)
    ours.add(gm.table.encounter, EVERY + 1, gm.table.top[1])
    newest = ours.newest(gm.table.encounter, EVERY + 1)
    assert newest is not None
    assert newest.n == EVERY + 1
    assert [each.n for each in house.notes] == [EVERY, EVERY + 1]


async def exported(house: House) -> Content:
    """The GM's file over the wire."""
    gm = await house.played()
    shown = await gm.asks({"type": "export"})
    return unpack(shown["data"])


async def test_the_gm_s_file_carries_the_newest_checkpoint(house: House) -> None:
    """Both verifiers take it; it counts as a signed head."""
    content = await exported(house)
    verdict = verify(pack(content), SYSTEMS, (), None, house.notes)
    assert (verdict.signed, verdict.checkpoints) == (True, 1)
    assert read((content.checkpoint or "").encode()) == house.notes
    assert alone.verify(pack(content)).startswith("intact")


async def test_a_rewrite_is_refused_whoever_signs_it(house: House) -> None:
    """Another key is not the one that commit 1 names; with the stolen key the old checkpoints still tell."""
    content = await exported(house)
    rows = [Entry(row.version, b"", row.hash, row.salt, row.body) for row in content.entries]
    new = [Row(entry.version, entry.hash, entry.salt, entry.body) for entry in rewritten(content.encounter, rows, 9)]
    bare = replace(content, entries=new, checkpoint=None)
    with_other = replace(
        bare, signature=Checkpoints(House(house.data.parent / "other").data).sign(_unnamed()).signature
    )
    assert refused(pack(with_other)) == ("signature", 0)
    with pytest.raises(alone.Bad) as caught:
        alone.verify(pack(with_other))
    assert caught.value.args[:2] == (3, 0)
    stolen = replace(Checkpoints(house.data).sign(bare), checkpoint=None)
    assert verify(pack(stolen), SYSTEMS).signed
    assert refused(pack(stolen), None, house.notes) == ("heads", EVERY)
    assert refused(pack(replace(stolen, checkpoint=content.checkpoint))) == ("heads", EVERY)
    file = house.data / "stolen.fray"
    file.write_bytes(pack(stolen))
    assert main(["verify", str(file)]) == 0
    assert main(["verify", str(file), "--checkpoints", str(house.data / FILE)]) == 5
    forged = house.notes[0]._replace(hash=new[EVERY - 1].hash)
    assert refused(pack(replace(stolen, checkpoint=forged.note))) == ("signature", EVERY)
    assert refused(pack(content), b"k" * 32) == ("signature", 1)


def _unnamed() -> Content:
    """A file whose log names nobody."""
    return Content(format="fray", version=1, encounter="0" * 32, system="", audience="gm", exported_at=0, entries=[])


async def test_a_branch_names_the_key_of_the_server_that_makes_it(house: House) -> None:
    """And its heads are signed like those of any other."""
    gm = await house.played(8)
    made = await branch_of(house.lobbies[0], gm.table.encounter)
    assert (await house.lobbies[0].table(made["encounter"])).timeline.ledger.signer == Checkpoints(house.data).key
