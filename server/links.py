"""The links of encounters that this server created: secrets, kept in one file that only its user can read.

The log holds hashes only. Losing the file loses the links, not the encounters.
"""

import hashlib
import os
from base64 import urlsafe_b64encode
from pathlib import Path

import msgspec

SECRET_BYTES = 32


def token_of(encounter: str, secret: bytes) -> str:
    """A link's token: 64 characters, the encounter's id and the seat's secret."""
    return urlsafe_b64encode(bytes.fromhex(encounter) + secret).decode()


def hashed(secret: bytes) -> bytes:
    """What the ledger keeps of a secret."""
    return hashlib.sha256(secret).digest()


class Links:
    """Encounter -> seat -> token, in a file that `fray create` writes beside a running server; newest is last."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> dict[str, dict[str, str]]:
        """Every encounter's tokens by seat, oldest first."""
        if not self._path.exists():
            return {}
        return msgspec.json.decode(self._path.read_bytes(), type=dict[str, dict[str, str]])

    def put(self, encounter: str, tokens: dict[str, str]) -> None:
        """Remember an encounter's tokens."""
        links = {**self.all(), encounter: tokens}
        new = self._path.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(links)))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
