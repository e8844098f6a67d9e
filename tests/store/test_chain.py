"""The hash chain, on entries that are damaged in every way an editor has."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.store import chain
from server.store.log import ZERO_HASH, Broken, Entry
from tests.store.entries import entries, entry

ENCOUNTER = "00112233445566778899aabbccddeeff"
OTHER = "ff" * 16


def test_link_is_the_documented_hash() -> None:
    """A link is SHA-256 over tag, encounter, version, predecessor, salt, length and body, numbers big-endian."""
    salt, body = b"s" * 16, b"hello"
    whole = b"fray/log/1\0" + bytes.fromhex(ENCOUNTER) + (7).to_bytes(8, "big") + b"p" * 32 + salt + b"\0\0\0\5" + body

    assert hashlib.sha256(whole).digest() == chain.link(ENCOUNTER, 7, b"p" * 32, salt, body)


def test_whole_chain_and_every_tail_verify() -> None:
    """An undamaged log verifies from the start and from every known head."""
    made = entries(ENCOUNTER, 9)

    chain.verify(ENCOUNTER, made)
    for after in range(1, 10):
        chain.verify(ENCOUNTER, made[after:], after, made[after - 1].hash)


@given(
    at=st.integers(1, 9), field=st.sampled_from(["hash", "salt", "body"]), where=st.integers(0), bit=st.integers(0, 7)
)
def test_one_flipped_bit_names_its_version(at: int, field: str, where: int, bit: int) -> None:
    """Whatever bit of hash, salt or body is flipped, its own version is the first bad one."""
    made = entries(ENCOUNTER, 9)
    damaged = bytearray(getattr(made[at - 1], field))
    damaged[where % len(damaged)] ^= 1 << bit
    made[at - 1] = msgspec.structs.replace(made[at - 1], **{field: bytes(damaged)})

    with pytest.raises(Broken) as caught:
        chain.verify(ENCOUNTER, made)

    assert ("chain_broken", at) == (caught.value.code, caught.value.version)


def _swap(made: list[Entry]) -> None:
    made[3], made[4] = made[4], made[3]


def _renumber_after_cut(made: list[Entry]) -> None:
    del made[3]
    made[3:] = [msgspec.structs.replace(each, version=each.version - 1) for each in made[3:]]


def _rewrite_one(made: list[Entry]) -> None:
    made[3] = entry(ENCOUNTER, 4, made[2].hash, writer="editor", body=b"forged")


def _splice(made: list[Entry]) -> None:
    made[3:] = entries(OTHER, 9)[3:]


@pytest.mark.parametrize(
    ("edit", "code", "version"),
    [
        (lambda made: made.pop(3), "gap", 4),
        (lambda made: made.insert(3, made[2]), "gap", 4),
        (_swap, "gap", 4),
        (_renumber_after_cut, "chain_broken", 4),
        (_rewrite_one, "chain_broken", 5),
        (_splice, "chain_broken", 4),
        (lambda made: made.pop(0), "gap", 1),
    ],
)
def test_edit_names_the_first_bad_version(edit: object, code: str, version: int) -> None:
    """Dropping, doubling, swapping, renumbering, rewriting and splicing are each found where they begin."""
    made = entries(ENCOUNTER, 9)
    edit(made)  # type: ignore[operator]

    with pytest.raises(Broken) as caught:
        chain.verify(ENCOUNTER, made)

    assert (code, version) == (caught.value.code, caught.value.version)


def test_log_of_another_encounter_does_not_verify() -> None:
    """The encounter's id is in every link."""
    with pytest.raises(Broken, match="chain_broken at version 1"):
        chain.verify(OTHER, entries(ENCOUNTER, 3))


def test_short_salt_is_refused() -> None:
    """A salt that is not 16 bytes is named as such."""
    bad = msgspec.structs.replace(entry(ENCOUNTER, 1, ZERO_HASH), salt=b"")

    with pytest.raises(Broken, match="wrong_fields at version 1"):
        chain.verify(ENCOUNTER, [bad])
