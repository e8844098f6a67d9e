"""Signed heads: Ed25519 over the newest head of an export file, with a key that lies beside the log. Optional.

Needs the `cryptography` package (the extra `sign`); without it files are unsigned, and nothing else changes.

    fray/head/1
    <encounter, 32 hex digits>/<audience>
    <number of entries>
    <base64 of the last entry's hash>
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from server.export import Content, Signature
from server.secret_file import secret_of
from server.store.log import ZERO_HASH

KEY_FILE = "signing.key"


class Unsigned(Exception):
    """The `cryptography` package is missing: signatures can be neither made nor checked."""


def _ed25519() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise Unsigned("signatures need the package cryptography: pip install 'fray[sign]'") from error
    return ed25519


def note(encounter: str, audience: str, n: int, head: bytes) -> bytes:
    """What is signed."""
    return f"fray/head/1\n{encounter}/{audience}\n{n}\n{b64encode(head).decode()}\n".encode()


def signature_of(secret: bytes, content: Content) -> Signature:
    """The signature of a file. Raises Unsigned."""
    key = _ed25519().Ed25519PrivateKey.from_private_bytes(secret)
    head = content.entries[-1].hash if content.entries else ZERO_HASH
    text = note(content.encounter, content.audience, len(content.entries), head)
    return Signature(key=key.public_key().public_bytes_raw(), signature=key.sign(text))


def signer(data: Path) -> Callable[[Content], Content]:
    """Signs files with the data folder's key; leaves them as they are where that can't be done."""
    key = signing_key(data)

    def sign(content: Content) -> Content:
        try:
            return msgspec.structs.replace(content, signature=signature_of(key, content))
        except Unsigned:
            return content

    return sign


def is_signed_by(key: bytes, signature: bytes, encounter: str, audience: str, n: int, head: bytes) -> bool:
    """Is this the key's signature of that head? Raises Unsigned."""
    ed25519 = _ed25519()
    from cryptography.exceptions import InvalidSignature

    try:
        ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, note(encounter, audience, n, head))
    except (InvalidSignature, ValueError):
        return False
    return True


def signing_key(data: Path) -> bytes:
    """The data folder's signing key (32 secret bytes), made when missing. Raises RuntimeError."""
    return secret_of(data / KEY_FILE, "the key that signs")
