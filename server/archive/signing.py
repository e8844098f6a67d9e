"""Signed heads: Ed25519 with a key that lies beside the log.

Commit 1 names the public key, so that a history which was written anew can't be signed with another one. Files that
are exported bear a signature over their newest head:

    fray/head/1
    <encounter, 32 hex digits>/<audience>
    <number of entries>
    <base64 of the last entry's hash>
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from server.archive.export import Content, Signature
from server.keys.secret_file import secret_of
from server.store.log import ZERO_HASH

KEY_FILE = "signing.key"


class Signer:
    """The data folder's key, made when missing. Raises RuntimeError for a file that holds none."""

    def __init__(self, data: Path) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(secret_of(data / KEY_FILE, "the key that signs"))

    @property
    def key(self) -> bytes:
        """The public key (32 bytes)."""
        return self._private.public_key().public_bytes_raw()

    def sign(self, text: bytes) -> bytes:
        """The signature (64 bytes) of a text."""
        return self._private.sign(text)


def note(encounter: str, audience: str, n: int, head: bytes) -> bytes:
    """What is signed of a file."""
    return f"fray/head/1\n{encounter}/{audience}\n{n}\n{b64encode(head).decode()}\n".encode()


def head_of(content: Content) -> bytes:
    """The hash of a file's last entry."""
    return content.entries[-1].hash if content.entries else ZERO_HASH


def signature_of(signer: Signer, content: Content) -> Signature:
    """The signature of a file."""
    return signature_on(signer, content.encounter, content.audience, len(content.entries), head_of(content))


def signature_on(signer: Signer, encounter: str, audience: str, n: int, head: bytes) -> Signature:
    """The signature of a file whose last of n entries has this hash."""
    return Signature(key=signer.key, signature=signer.sign(note(encounter, audience, n, head)))


def is_signed_by(key: bytes, signature: bytes, encounter: str, audience: str, n: int, head: bytes) -> bool:
    """Is this the key's signature of that head of a file?"""
    return is_signature(key, signature, note(encounter, audience, n, head))


def is_signature(key: bytes, signature: bytes, text: bytes) -> bool:
    """Is this the key's signature of the text?"""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True
