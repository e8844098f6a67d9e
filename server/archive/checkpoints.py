"""Checkpoints: signed heads of logs, kept outside the store in one file that only grows (`checkpoints` in the data
folder). Whoever rewrites a log in the store can't rewrite what was signed before.

Made every 64 commits, at the end of each epoch of the dice and at the close, by the server that commit 1 names. Each is
a signed note (the form of transparency logs), after an empty line:

    fray/<encounter, 32 hex digits>
    <version>
    <base64 of its hash>

    — fray <base64 of 4 bytes of the key's id and the Ed25519 signature of the lines above>

A log that ends before what was signed is not opened. Whoever has put an old backup in its place on purpose accepts it
(`fray accept`): that is a checkpoint of where it ends now, with a fourth line `accepted: <why>`. What was signed of
later commits before it counts no more.
"""

from __future__ import annotations

import hashlib
import os
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from server.archive.export import Content, signer_of
from server.archive.signing import Signer, head_of, is_signature, signature_on
from server.archive.writing import Seal
from server.core.commit import Commit
from server.core.events import Closed, SeedRevealed
from server.core.ids import GM

FILE = "checkpoints"
EVERY = 64
"""So many commits lie between two checkpoints at most."""

NAME = "fray"
_NOTE = re.compile(
    rb"^fray/([0-9a-f]{32})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:accepted: ([^\n]{1,800})\n)?\n"
    rb"\xe2\x80\x94 fray ([A-Za-z0-9+/]{91}=)\n",
    re.M,
)


class Checkpoint(NamedTuple):
    """The hash of a log's version `n`, signed."""

    encounter: str
    n: int
    hash: bytes
    signed: bytes
    """Four bytes of the key's id, and the signature."""
    accepted: str = ""
    """Why the log may end here although more had been signed; empty: it is an ordinary one."""

    @property
    def text(self) -> bytes:
        """What is signed."""
        why = f"accepted: {self.accepted}\n" if self.accepted else ""
        return f"fray/{self.encounter}\n{self.n}\n{b64encode(self.hash).decode()}\n{why}".encode()

    @property
    def note(self) -> str:
        """As it stands in files."""
        return f"{self.text.decode()}\n— {NAME} {b64encode(self.signed).decode()}\n"

    def is_by(self, key: bytes) -> bool:
        """Has this key signed it?"""
        return self.signed[:4] == id_of(key) and is_signature(key, self.signed[4:], self.text)


def id_of(key: bytes) -> bytes:
    """By what a checkpoint names the key that has signed it: four bytes."""
    return hashlib.sha256(NAME.encode() + b"\n\x01" + key).digest()[:4]


def is_due(commit: Commit) -> bool:
    """Is the head signed after this commit?"""
    return commit.version % EVERY == 0 or any(isinstance(event, SeedRevealed | Closed) for event in commit.events)


def read(data: bytes) -> list[Checkpoint]:
    """All whole checkpoints; what was torn by a crash is passed over."""
    return [checkpoint for checkpoint, _ in _found(data)]


def _found(data: bytes) -> Iterator[tuple[Checkpoint, int]]:
    """Each checkpoint, and where it ends."""
    for found in _NOTE.finditer(data):
        encounter, n, hash, why, signed = found.groups()
        accepted = (why or b"").decode(errors="replace")
        yield Checkpoint(encounter.decode(), int(n), b64decode(hash), b64decode(signed), accepted), found.end()


def standing(found: Iterable[Checkpoint], key: bytes) -> list[Checkpoint]:
    """One encounter's checkpoints that count, in their order: without those of commits that an acceptance gave up."""
    kept: list[Checkpoint] = []
    for each in found:
        if each.accepted and each.is_by(key):
            kept = [one for one in kept if one.n <= each.n]
        kept.append(each)
    return kept


def newest_of(found: Sequence[Checkpoint]) -> Checkpoint | None:
    """The one of the latest commit; of two, the one that was made last. None: there is none."""
    newest = max(reversed(found), key=lambda each: each.n, default=None)
    return newest if newest is not None and newest.n > 0 else None


def rolled_back(encounter: str, last: int, n: int) -> str:
    """What to say of a log that ends before what was signed."""
    return (
        f"its log ends at commit {last}, but commit {n} was signed (the data folder's file {FILE}): bring back the "
        f"newer log or, if an old backup was restored on purpose, run `fray accept {encounter}`"
    )


class Checkpoints:
    """The checkpoints of a data folder; several processes may add to them."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE
        self._signer = Signer(data)
        self.key = self._signer.key
        """The public key."""
        self._known: dict[str, list[Checkpoint]] = {}
        self._read_bytes = 0

    def are_named_by(self, signer: bytes) -> bool:
        """Is ours the key that a log's first commit names?"""
        return signer == self.key

    def add(self, encounter: str, n: int, hash: bytes, accepted: str = "") -> None:
        """Sign a head and keep it. Raises OSError."""
        bare = Checkpoint(encounter, n, hash, b"", accepted)
        signed = bare._replace(signed=id_of(self.key) + self._signer.sign(bare.text))
        new = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(new, f"\n{signed.note}".encode())  # one write: whole, also beside other processes
            os.fsync(new)
        finally:
            os.close(new)

    def newest(self, encounter: str, last: int | None = None) -> Checkpoint | None:
        """The newest commit of an encounter that was signed, as it stands; up to its version `last`."""
        found = self.all().get(encounter, [])
        return newest_of([each for each in found if last is None or each.n <= last])

    def each_newest(self, encounter: str) -> list[Checkpoint]:
        """The newest of each key that has signed: what one adds hides nothing that another has signed."""
        found = self.all().get(encounter, [])
        keys = dict.fromkeys(each.signed[:4] for each in found)
        newest = [newest_of([each for each in found if each.signed[:4] == key]) for key in keys]
        return [each for each in newest if each is not None]

    def all(self) -> dict[str, list[Checkpoint]]:
        """By encounter: the checkpoints that count."""
        self._read_on()
        return self._known

    def _read_on(self) -> None:
        """Take in what was added since."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._read_bytes)
            data = file.read()
        start = self._read_bytes
        for checkpoint, end in _found(data):
            known = self._known.setdefault(checkpoint.encounter, [])
            known.append(checkpoint)
            if checkpoint.accepted:
                known[:] = standing(known, self.key)
            self._read_bytes = start + end

    def seal(self, signer: bytes, encounter: str, audience: str, count: int) -> Seal | None:
        """What a file of so many entries bears: our signature and, the GM's, the newest checkpoint of its log. None
        where its first commit names somebody else as the one who signs."""
        if signer and signer != self.key:
            return None
        newest = self.newest(encounter, count) if signer and audience == GM else None
        note = newest.note if newest is not None else None
        return Seal(note, lambda head: signature_on(self._signer, encounter, audience, count, head))

    def sign(self, content: Content) -> Content:
        """A file with what it bears."""
        seal = self.seal(signer_of(content), content.encounter, content.audience, len(content.entries))
        if seal is None:
            return content
        return replace(content, signature=seal.signature(head_of(content)), checkpoint=seal.checkpoint)
