"""The signatures of an exported encounter, checked with Python's standard library alone, for `verify.py` beside it.

"Export files" in protocol/README.md says what is signed. Ed25519 (RFC 8032) in plain numbers: some milliseconds each,
and fit for checking only, for it takes no care to hide what it reckons with.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256, sha512
from typing import Any

NOTE = re.compile(r"(fray/([0-9a-f]{32})\n(\d{1,16})\n(\S{44})\n(?:accepted: .+\n)?)\n— fray (\S{92})\n")

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
"""A square root of -1."""

Point = tuple[int, int, int, int]
"""x and y as X/Z and Y/Z, and XY/Z."""


def wrongs(file: dict[str, Any], hashes: Sequence[bytes], named: bytes | None) -> Iterator[tuple[int, int, str]]:
    """What is wrong with the signatures of a file: exit code of `verify.py`, bad number, what it is.

    `hashes`: the one before the first entry, then one each; `named`: the key that commit 1 names, if it names one."""
    own, last = file.get("signature"), len(hashes) - 1
    if own is not None:
        if own["key"] != (named or own["key"]):
            yield 3, 0, "the file is signed with another key than the one that commit 1 names"
        text = f"fray/head/1\n{file['encounter']}/{file['audience']}\n{last}\n{b64encode(hashes[-1]).decode()}\n"
        if not is_signed(own["key"], own["signature"], text.encode()):
            yield 3, 0, "the signature is wrong"
    note = file.get("checkpoint")
    found = NOTE.fullmatch(note) if note else None
    if note and (found is None or found[2] != file["encounter"] or file["audience"] != "gm"):
        yield 3, 0, "the file's checkpoint is none of its log"
    if found:
        key, n, signed = named or b"", int(found[3]), b64decode(found[5])
        if signed[:4] != sha256(b"fray\n\x01" + key).digest()[:4] or not is_signed(key, signed[4:], found[1].encode()):
            yield 3, n, f"the checkpoint of {n} is not signed with the key that commit 1 names"
        if n > last:
            yield 5, n, f"the file's own checkpoint is of commit {n}, but the file ends at {last}"
        elif hashes[n] != b64decode(found[4]):
            yield 5, n, f"the head signed at {n} is not the one in this file"


def is_signed(key: bytes, signature: bytes, text: bytes) -> bool:
    """Is this the key's signature of the text? False also for what is no key, or no signature."""
    base, signer, s = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little")), _point(key), _number(signature[32:])
    if base is None or signer is None or len(signature) != 64 or s >= ORDER:
        return False
    k = _number(sha512(signature[:32] + key + text).digest()) % ORDER
    x, y, z, t = signer
    x, y, z, _ = _plus(_times(s, base), _times(k, (-x, y, z, -t)))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def _number(raw: bytes) -> int:
    return int.from_bytes(raw, "little")


def _plus(a: Point, b: Point) -> Point:
    minus, plus = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    t, z = 2 * D * a[3] * b[3], 2 * a[2] * b[2]
    e, f, g, h = plus - minus, z - t, z + t, plus + minus
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(n: int, a: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while n:
        found, a, n = (_plus(found, a) if n & 1 else found), _plus(a, a), n >> 1
    return found


def _point(raw: bytes) -> Point | None:
    """The point whose y, with the lowest bit of x above it, is given; None: it is none."""
    y, is_odd = _number(raw) & (1 << 255) - 1, _number(raw) >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * ROOT % P
    if len(raw) != 32 or y >= P or x * x % P != square or (x == 0 and is_odd):
        return None
    x = x if x & 1 == is_odd else P - x
    return x, y, 1, x * y % P
