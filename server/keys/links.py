"""The links of encounters that this server created: secrets, kept in one file that only its user can read.

One line of JSON per encounter, added at the end: several processes may add, and adding costs the same however many
there are. The log holds hashes only; losing the file loses the links, not the encounters.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import logging
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

log_ = logging.getLogger(__name__)

FILE = "links.json"
SECRET_BYTES = 32


def token_of(encounter: str, secret: bytes) -> str:
    """A link's token: 64 characters, the encounter's id and the seat's secret."""
    return urlsafe_b64encode(bytes.fromhex(encounter) + secret).decode()


def hash_of(token: str) -> bytes:
    """What the ledger keeps of the secret in a token that `token_of` has made."""
    return hashed(urlsafe_b64decode(token)[-SECRET_BYTES:])


def hashed(secret: bytes) -> bytes:
    """What the ledger keeps of a secret."""
    return hashlib.sha256(secret).digest()


def tokens_in(line: bytes) -> dict[str, dict[str, str]] | None:
    """Tokens by encounter and seat in a line of the file; None where it can't be read."""
    try:
        return msgspec.json.decode(line, type=dict[str, dict[str, str]])
    except msgspec.DecodeError:
        return None


class Links:
    """Encounter -> seat -> token, in a file that `fray create` writes beside a running server; newest is last.

    What is asked is looked up in memory. The file is read and written in a thread: nobody waits for the disk but who
    asks for it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, dict[str, str]] = {}
        self._order: list[str] = []
        """All that were ever added, the newest last; of one that was given out anew only the last place counts."""
        self._places: dict[str, int] = {}
        self._read_bytes = 0
        self._reading = asyncio.Lock()

    def of(self, encounter: str) -> Mapping[str, str]:
        """An encounter's tokens by seat, as far as `refresh` has read them."""
        return self._known.get(encounter, {})

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Iterator[str]:
        """The encounters, oldest first."""
        return iter(self._known)

    def __reversed__(self) -> Iterator[str]:
        """The encounters, newest first."""
        return reversed(self._known)

    def page(self, before: int, count: int) -> tuple[list[str], int]:
        """So many encounters from before this place on, the newest first, and the place where the next page begins; 0:
        there is none. Places stay what they are when others are added."""
        found: list[str] = []
        at = min(before, len(self._order))
        while at > 0 and len(found) < count:
            at -= 1
            if self._places[self._order[at]] == at:
                found.append(self._order[at])
        return found, at

    async def refresh(self) -> None:
        """Take in what was added to the file since the last time; only that is read."""
        async with self._reading:
            begin, added = await asyncio.to_thread(self._added, self._read_bytes)
            if begin < self._read_bytes:  # another file has taken its place
                self._known, self._order, self._places = {}, [], {}
            self._read_bytes = begin + len(added)
            for line in added.splitlines():
                self._take(line)

    async def put(self, encounter: str, tokens: Mapping[str, str]) -> None:
        """Remember an encounter's tokens. Where the disk takes no more, nothing is lost but that this server lists
        them: the encounter is there already, and whoever made it is told its links in any case."""
        try:
            await asyncio.to_thread(self._write, msgspec.json.encode({encounter: tokens}))
        except OSError as error:
            fields = {"event": "failure", "at": "links", "encounter": encounter}
            log_.error("the links of %s can't be kept: %s", encounter, error, extra={"fields": fields})

    def _added(self, known_bytes: int) -> tuple[int, bytes]:
        """The whole lines behind what is known, and where they begin: at 0 where the file is shorter than that."""
        with contextlib.suppress(FileNotFoundError), self._path.open("rb") as file:
            begin = known_bytes if os.fstat(file.fileno()).st_size >= known_bytes else 0
            file.seek(begin)
            whole, mark, _torn = file.read().rpartition(b"\n")
            return begin, whole + mark
        return known_bytes, b""

    def _write(self, line: bytes) -> None:
        with os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            os.fchmod(file.fileno(), 0o600)
            end = file.seek(0, os.SEEK_END)
            is_torn = end > 0 and os.pread(file.fileno(), 1, end - 1) != b"\n"
            file.write(b"\n" * is_torn + line + b"\n")
            os.fsync(file.fileno())

    def _take(self, line: bytes) -> None:
        """A line; what a crash has torn is passed over."""
        for encounter, tokens in (tokens_in(line) or {}).items():
            self._known.pop(encounter, None)  # given out anew: it is the newest
            self._known[encounter] = tokens
            self._places[encounter] = len(self._order)
            self._order.append(encounter)
