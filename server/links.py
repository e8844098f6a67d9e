"""The links of encounters that this server created: secrets, kept in one file that only its user can read.

One line of JSON per encounter, added at the end: several processes may add, and adding costs the same however many
there are. The log holds hashes only; losing the file loses the links, not the encounters.
"""

import contextlib
import fcntl
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
        self._known: dict[str, dict[str, str]] = {}
        self._read_bytes = 0

    def all(self) -> dict[str, dict[str, str]]:
        """Every encounter's tokens by seat, oldest first. Only what was added since the last call is read."""
        with contextlib.suppress(FileNotFoundError), self._path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < self._read_bytes:  # another file has taken its place
                self._known, self._read_bytes = {}, 0
            file.seek(self._read_bytes)
            whole, mark, _torn = file.read().rpartition(b"\n")
            self._read_bytes += len(whole) + len(mark)
            for line in whole.splitlines():
                self._take(line)
        return dict(self._known)

    def put(self, encounter: str, tokens: dict[str, str]) -> None:
        """Remember an encounter's tokens."""
        with os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            os.fchmod(file.fileno(), 0o600)
            end = file.seek(0, os.SEEK_END)
            is_torn = end > 0 and os.pread(file.fileno(), 1, end - 1) != b"\n"
            file.write(b"\n" * is_torn + msgspec.json.encode({encounter: tokens}) + b"\n")
            os.fsync(file.fileno())

    def _take(self, line: bytes) -> None:
        """A line; what a crash has torn is passed over."""
        with contextlib.suppress(msgspec.DecodeError):
            for encounter, tokens in msgspec.json.decode(line, type=dict[str, dict[str, str]]).items():
                self._known.pop(encounter, None)  # given out anew: it is the newest
                self._known[encounter] = tokens
