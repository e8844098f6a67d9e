"""Export files (`.fray`): an encounter's log, or what one audience was told of it, in one file. Makes and opens them.

Checking a file is `server.verify`'s matter; the format is described in protocol/README.md, "Export files":

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
from collections.abc import Sequence

import msgspec

from server.core.dice import SECRET, Drawn
from server.core.ids import GM
from server.store import chain
from server.store.codec import system_of
from server.store.log import ZERO_HASH, Entry
from server.stored import Mark, Senders, Sent, Stored, Thrown, facts, numbers, stored_of

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
    """Ed25519 over the newest head (see `server.signing`): public key (32 bytes) and signature (64 bytes)."""

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
    """The newest signed head that the server keeps outside the log (see `server.checkpoints`); the GM's file only."""


class Damaged(Exception):
    """The file is not what was exported. `code`: format, digest, chain, content, heads, dice, signature;
    `version`: the first bad commit (GM's file) or number (another's); 0 where none is."""

    def __init__(self, code: str, version: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.version, self.reason = code, version, reason


def whole(encounter: str, entries: Sequence[Entry], exported_at: int, seeds: SeedsShown | None = None) -> Content:
    """The GM's file: the whole log."""
    rows = [Row(entry.version, entry.hash, entry.salt, entry.body) for entry in entries]
    return _content(encounter, entries, GM, exported_at, rows, seeds)


def told(encounter: str, entries: Sequence[Entry], audience: str, exported_at: int, last: int | None = None) -> Content:
    """The file of an audience other than the GM's: what it was told, up to its number `last`."""
    senders = Senders()
    rows: list[Row] = []
    previous = ZERO_HASH
    for entry in entries:
        stored = stored_of(entry.body)
        sent = senders.of(stored)
        if audience not in stored.told or (last is not None and len(rows) >= last):
            continue
        body = msgspec.msgpack.encode(_told(stored, audience, sent.nonce))
        previous = chain.link(encounter, len(rows) + 1, previous, NO_SALT, body)
        rows.append(Row(len(rows) + 1, previous, NO_SALT, body))
    return _content(encounter, entries, audience, exported_at, rows, None)


def _content(
    encounter: str, entries: Sequence[Entry], audience: str, at: int, rows: list[Row], seeds: SeedsShown | None
) -> Content:
    return Content(
        format="fray",
        version=1,
        encounter=encounter,
        system=system_of(entries[0].body) if entries else "",
        audience=audience,
        exported_at=at,
        entries=rows,
        seeds=seeds,
    )


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
        told={audience: Mark(mark.n, mark.head, tuple(range(len(raws))))},
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
    body = msgspec.msgpack.encode(content)
    return body + hashlib.sha256(body).digest()


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
