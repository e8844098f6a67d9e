"""Entries for tests, the same in every run."""

from __future__ import annotations

from hashlib import sha256

from server.store import chain
from server.store.log import ZERO_HASH, Appended, Entry, Log


def entry(encounter: str, version: int, prev_hash: bytes = ZERO_HASH, writer: str = "us", body: bytes = b"{}") -> Entry:
    """Return a well-formed entry; another writer makes another attempt at the same version."""
    seed = sha256(f"{writer} {version}".encode()).digest()
    return chain.seal(encounter, version, prev_hash, seed[:16], seed[16:], body)


def entries(encounter: str, count: int) -> list[Entry]:
    """Return the first `count` entries of an encounter."""
    made: list[Entry] = []
    for version in range(1, count + 1):
        made.append(entry(encounter, version, made[-1].hash if made else ZERO_HASH, body=b"body %d" % version))
    return made


TAKEN = (Appended.OK, Appended.DUP)
"""The entry is in the log; where the machine is so slow that an append is sent again, by the first of the two."""


async def fill(log: Log, encounter: str, count: int) -> list[Entry]:
    """Append the first `count` entries and return them."""
    made = entries(encounter, count)
    prev_hash = ZERO_HASH
    for each in made:
        assert await log.append(encounter, each, prev_hash) in TAKEN
        prev_hash = each.hash
    return made
