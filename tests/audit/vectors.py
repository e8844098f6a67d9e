"""Ed25519 against the vectors of RFC 8032 and of Wycheproof: whatever checks or makes signatures here, but for the
browser's verifier, which its own tests put through the same files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from client_demo import signatures
from server.archive import signing
from tests.audit.finding import Finding, judged

RFC_8032 = Path(__file__).parent.parent / "golden" / "ed25519.json"
WYCHEPROOF = Path(__file__).parent / "outside" / "wycheproof_ed25519.json"

Check = Callable[[bytes, bytes, bytes], bool]
"""Is this the key's signature of the text?"""

CHECKS: dict[str, Check] = {
    "server.archive.signing": signing.is_signature,
    "client_demo.signatures": signatures.is_signed,
}


class Vector(NamedTuple):
    """One signature that is good or is not."""

    name: str
    key: bytes
    text: bytes
    signature: bytes
    is_good: bool


def rfc_8032() -> Iterator[Vector]:
    """The standard's own, and changes to them."""
    for one in json.loads(RFC_8032.read_text("utf-8")):
        key, text, signature = (bytes.fromhex(one[part]) for part in ("key", "text", "signature"))
        yield Vector(one["name"], key, text, signature, one["good"])


def wycheproof() -> Iterator[Vector]:
    """Signatures that sloppy verifiers take for good, or refuse. None of this set is left to the verifier."""
    for group in json.loads(WYCHEPROOF.read_text("utf-8"))["testGroups"]:
        key = bytes.fromhex(group["publicKey"]["pk"])
        for one in group["tests"]:
            name = f"{one['tcId']} {one['comment']}".strip()
            assert one["result"] in ("valid", "invalid")
            yield Vector(name, key, bytes.fromhex(one["msg"]), bytes.fromhex(one["sig"]), one["result"] == "valid")


@cache
def all_vectors() -> tuple[Vector, ...]:
    """Both sets."""
    return (*rfc_8032(), *wycheproof())


def misjudged(check: Check) -> list[str]:
    """The vectors that a verifier takes for what they are not."""
    return [one.name for one in all_vectors() if check(one.key, one.signature, one.text) != one.is_good]


def run() -> list[Finding]:
    """The part of the audit."""
    good = sum(one.is_good for one in all_vectors())
    figures = f"{good} good, {len(all_vectors()) - good} bad signatures"
    return [
        judged(f"Ed25519, RFC 8032 and Wycheproof: {name}", misjudged(check), figures)
        for name, check in CHECKS.items()
    ]  # fmt: skip
