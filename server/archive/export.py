"""Export files (`.fray`): an encounter's log, or what one audience was told of it, in one file. What is in one, and
how it is opened; how it is written is in `server.archive.writing`.

Checking a file is `server.archive.verify`'s matter; the format is described in protocol/README.md, "Export files":

    MessagePack map ‖ SHA-256 of it
    format "fray", version 1, encounter (32 hex digits), system, audience, exported_at (ms),
    entries [[number, hash, salt, body], ...], seeds? {epoch, open, secret}, signature? {key, signature}, checkpoint?

The GM's file (`audience` "gm") holds the entries of the log as stored, of every line. Another audience's file holds one
entry per commit that it was told of, under its own numbers and in a commit's form, with no more in it than it may know:
the told events' stored bytes, its head, and sides, face and origin of the open draws, with their nonce. A face that
none of its events shows is left out (0). Dice of the secret stream never leave with such a file.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from server.core.dice import SECRET, Drawn
from server.core.ids import GM
from server.store import chain
from server.store.codec import system_of
from server.store.log import ZERO_HASH, Entry
from server.store.stored import Senders, Sent, Stored, StoredTelling, Thrown, facts, numbers, stored_of

DIGEST_BYTES = 32
MOST_BYTES = 256 * 1024 * 1024
"""No larger file is read."""

NO_SALT = bytes(16)
"""The salt of an audience's entries: they hold nothing that the reader must not try to guess."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One entry: of the log, or of what an audience was told."""

    version: int
    hash: bytes
    salt: bytes
    body: bytes


class SeedsShown(msgspec.Struct, frozen=True, kw_only=True):
    """Seeds of an epoch that is not over: whoever has the file can foresee the rest of its dice."""

    epoch: int
    open: bytes
    secret: bytes


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """Ed25519 over the newest head (see `server.archive.signing`): public key (32 bytes) and signature (64 bytes)."""

    key: bytes
    signature: bytes


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the file says, before its digest."""

    format: str
    version: int
    encounter: str
    system: str
    audience: str
    exported_at: int
    entries: list[Row]
    seeds: SeedsShown | None = None
    signature: Signature | None = None
    checkpoint: str | None = None
    """The newest signed head, which the server keeps beside the log (`server.archive.checkpoints`); only for a GM."""


class Damaged(Exception):
    """The file is not what was exported. `code`: format, digest, chain, content, heads, dice, signature;
    `version`: the first bad commit (GM's file) or number (another's); 0 where none is."""

    def __init__(self, code: str, version: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.version, self.reason = code, version, reason


def whole_of(encounter: str, entries: Sequence[Entry], exported_at: int, seeds: SeedsShown | None = None) -> Content:
    """The GM's file: the whole log."""
    return replace(excerpt_of(encounter, entries, GM, exported_at), seeds=seeds)


def excerpt_of(
    encounter: str, entries: Sequence[Entry], audience: str, exported_at: int, last: int | None = None
) -> Content:
    """The file of an audience: what it was told, up to its number `last`."""
    system = system_of(entries[0].body) if entries else ""
    rows = Excerpt(encounter, audience, last).rows(entries)
    return content_of(encounter, system, audience, exported_at, rows)


def content_of(encounter: str, system: str, audience: str, exported_at: int, rows: list[Row]) -> Content:
    """A file's content, not signed."""
    return Content(
        format="fray",
        version=1,
        encounter=encounter,
        system=system,
        audience=audience,
        exported_at=exported_at,
        entries=rows,
    )


class Excerpt:
    """What of a log belongs in an audience's file, up to its number `last`."""

    def __init__(self, encounter: str, audience: str, last: int | None = None) -> None:
        self._encounter, self._audience, self._last = encounter, audience, last
        self._senders = Senders()
        self.count = 0
        """So many rows there were."""
        self.head = ZERO_HASH
        """The hash of the last of them."""

    @property
    def is_whole(self) -> bool:
        """Was that all that belongs there?"""
        return self.count == self._last

    def rows(self, entries: Iterable[Entry]) -> list[Row]:
        """The rows that the next entries of the log make, which must come in their order."""
        found = []
        for entry in entries:
            if self.is_whole:
                break
            row = self._row(entry)
            if row is not None:
                self.count, self.head = self.count + 1, row.hash
                found.append(row)
        return found

    def _row(self, entry: Entry) -> Row | None:
        if self._audience == GM:
            return Row(entry.version, entry.hash, entry.salt, entry.body)
        stored = stored_of(entry.body)
        sent = self._senders.of(stored)
        if self._audience not in stored.told:
            return None
        number, body = self.count + 1, msgspec.msgpack.encode(_told(stored, self._audience, sent.nonce))
        return Row(number, chain.link(self._encounter, number, self.head, NO_SALT, body), NO_SALT, body)


def _told(stored: Stored, audience: str, nonce: bytes) -> Stored:
    """What an audience was told of a commit, in a commit's form."""
    raws = stored.told_to(audience)
    evidence = _shown(stored, raws)
    is_players = any(isinstance(thrown.by, Drawn) and thrown.by.stream != GM for thrown in evidence)
    mark = stored.told[audience]
    return Stored(
        version=mark.n,
        at=stored.at,
        submitted=Sent(seat="", nonce=nonce if is_players else b""),
        events=[msgspec.Raw(raw) for raw in raws],
        evidence=evidence,
        told={audience: StoredTelling(mark.n, mark.head, tuple(range(len(raws))))},
    )


def _shown(stored: Stored, raws: Sequence[msgspec.Raw | bytes]) -> list[Thrown]:
    """The open draws of a commit, with the faces that these events show."""
    drawn = [thrown for thrown in stored.evidence if isinstance(thrown.by, Drawn) and thrown.by.stream != SECRET]
    left: Counter[int] = numbers(facts(raws)) if drawn else Counter()
    shown = []
    for thrown in drawn:
        face = thrown.face if left[thrown.face] > 0 else 0
        left[face] -= 1
        shown.append(Thrown(sides=thrown.sides, face=face, by=thrown.by))
    return shown


def pack(content: Content) -> bytes:
    """The file's bytes."""
    data = msgspec.msgpack.encode(content)
    return data + hashlib.sha256(data).digest()


def unpack(data: bytes) -> Content:
    """The content of a file whose form can be read; its digest is not checked. Raises Damaged (format)."""
    if len(data) > MOST_BYTES:
        raise Damaged("format", 0, f"the file has {len(data):,} bytes; at most {MOST_BYTES:,} are read")
    try:
        content = msgspec.msgpack.decode(data[:-DIGEST_BYTES], type=Content)
        is_id = len(bytes.fromhex(content.encounter)) == 16
    except (ValueError, RecursionError) as error:
        raise Damaged("format", 0, f"the file is no readable export: {error}") from error
    if content.format != "fray" or content.version != 1:
        raise Damaged("format", 0, f"this is {content.format} version {content.version}; known is fray version 1")
    if not is_id:
        raise Damaged("format", 0, f"encounter {content.encounter!r} is no id of 32 hex digits")
    return content


def signer_of(content: Content) -> bytes:
    """The public key that commit 1 names; empty where it names none."""
    facts = stored_of(content.entries[0].body).facts() if content.entries else []
    return next((bytes(fact.get("signer", b"")) for fact in facts if fact["type"] == "Created"), b"")


def entries_of(content: Content) -> list[Entry]:
    """The rows as entries of a log; their attempt ids are not in the file."""
    return [Entry(row.version, b"", row.hash, row.salt, row.body) for row in content.entries]
