"""Exported files: an honest one is intact, and one changed byte anywhere is found and named."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from three_cups import SYSTEM

from server.export import Damaged, pack, unpack, verify
from server.rehearsal import ENCOUNTER, Rehearsal
from server.store.chain import seal
from server.store.log import ZERO_HASH, Entry
from tests.table.party import SPEC

SYSTEMS = {"three_cups": SYSTEM}


def played() -> list[Entry]:
    """The entries of a short fight with a rewind in it."""
    table = Rehearsal(SYSTEM, SPEC, [4, 1, 4, 5])
    table.play("gm", {"type": "begin"})
    for _ in range(2):
        table.play("ann", {"type": "choose", "who": "a", "cup": 2})
        table.play("bob", {"type": "choose", "who": "b", "cup": 1})
        table.play("ann", {"type": "choose", "who": "c", "cup": 1})
        table.play("bob", {"type": "riposte", "who": "b"})
    table.submit("gm", {"type": "rewind", "to": [4, 0], "reason": "wrong cup"})
    entries, previous = [], ZERO_HASH
    for sealed in table.sealed:
        entry = seal(ENCOUNTER, sealed.commit.version, previous, bytes(16), b"s" * 16, sealed.body)
        entries.append(entry)
        previous = entry.hash
    return entries


ENTRIES = played()
FILE = pack(ENCOUNTER, ENTRIES, 1_000)


def test_an_honest_export_is_intact() -> None:
    """The verdict names encounter, commits, dice and the newest hash."""
    verdict = verify(FILE, SYSTEMS)
    assert (verdict.title, verdict.commits, verdict.head) == ("Cups", len(ENTRIES), ENTRIES[-1].hash.hex())


@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_a_changed_byte_is_found(at: int, change: int) -> None:
    """Wherever it lies: in the header, a commit or the digest."""
    damaged = bytearray(FILE)
    damaged[at] ^= change
    with pytest.raises(Damaged):
        verify(bytes(damaged), SYSTEMS)


@given(st.integers(0, len(ENTRIES) - 1), st.data())
def test_a_changed_commit_is_named(number: int, data: st.DataObject) -> None:
    """The verdict says which commit is the first bad one."""
    body = ENTRIES[number].body
    at = FILE.index(body) + data.draw(st.integers(0, len(body) - 1))
    damaged = bytearray(FILE)
    damaged[at] ^= 1
    with pytest.raises(Damaged) as caught:
        verify(bytes(damaged), SYSTEMS)
    assert (caught.value.code, caught.value.version) == ("chain", number + 1)


@given(st.integers(0, len(FILE) - 1))
def test_a_shortened_file_is_found(size: int) -> None:
    """A file that was not copied to its end is no export."""
    with pytest.raises(Damaged):
        verify(FILE[:size], SYSTEMS)


def test_a_log_rewritten_with_new_hashes_is_told_by_its_heads(tmp_path: Path) -> None:
    """Dropping what an audience was told, with the chain redone, breaks that audience's head."""
    content = unpack(FILE)
    kept = [row for row in content.entries if row.version != 5]
    entries, previous = [], ZERO_HASH
    for version, row in enumerate(kept, start=1):
        entry = seal(ENCOUNTER, version, previous, bytes(16), row.salt, row.body)
        entries.append(entry)
        previous = entry.hash
    with pytest.raises(Damaged) as caught:
        verify(pack(ENCOUNTER, entries, 1_000), SYSTEMS)
    assert (caught.value.code, caught.value.version) == ("content", 5)
