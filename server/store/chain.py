"""The hash chain over stored entries, by which a later change of one is told. Pure: no I/O, no randomness.

h_N = SHA-256("fray/log/1" 00 | 16 bytes of the encounter id | u64 N | h_{N-1} | salt | u32 len(body) | body), h_0 is
32 zero bytes, numbers are big-endian. It covers the stored bytes; nothing is encoded again to check it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from hashlib import sha256

from server.store.log import ZERO_HASH, Broken, Entry

_HEAD = struct.Struct(">11s16sQ32s16sI")
_TAG = b"fray/log/1\0"


def link(encounter: str, version: int, prev_hash: bytes, salt: bytes, body: bytes) -> bytes:
    """Return the 32-byte hash of one entry."""
    return sha256(_HEAD.pack(_TAG, bytes.fromhex(encounter), version, prev_hash, salt, len(body)) + body).digest()


def seal(encounter: str, version: int, prev_hash: bytes, cid: bytes, salt: bytes, body: bytes) -> Entry:
    """Return the entry of a body; `cid` and `salt` are 16 random bytes each, from the caller."""
    return Entry(version, cid, link(encounter, version, prev_hash, salt, body), salt, body)


def verify(encounter: str, entries: Iterable[Entry], after: int = 0, prev_hash: bytes = ZERO_HASH) -> None:
    """Raise Broken naming the first bad version, unless the entries continue the chain after `after`."""
    version = after
    for entry in entries:
        version += 1
        if entry.version != version:
            raise Broken("gap", version, f"the next entry has version {entry.version}")
        if len(entry.hash) != 32 or len(entry.salt) != 16:
            raise Broken("wrong_fields", version, "a hash has 32 bytes and a salt 16")
        if link(encounter, version, prev_hash, entry.salt, entry.body) != entry.hash:
            raise Broken("chain_broken", version, "the stored hash is not that of the stored bytes and predecessor")
        prev_hash = entry.hash
