"""One encounter as one file (`.fray`): the entries of its log as stored, under one digest; and its verification.

MessagePack map: format "fray", version 1, encounter (32 hex digits), system, audience "gm", exported_at (ms), entries
[[version, hash, salt, body], ...]; then `sha256` over everything before it. Reads and checks; changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from server.core.system import System
from server.core.timeline import Timeline
from server.store import chain
from server.store.codec import NO_HEAD, Codec, Unreadable, head_of, system_of
from server.store.log import Broken, Entry

DIGEST_BYTES = 32


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One entry of the log."""

    version: int
    hash: bytes
    salt: bytes
    body: bytes


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the file says, before its digest."""

    format: str
    version: int
    encounter: str
    system: str
    audience: str
    exported_at: int
    entries: list[Row]


class Damaged(Exception):
    """The file is not what was exported. `code`: format, digest, chain, content, heads; `version`: first bad commit."""

    def __init__(self, code: str, version: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.version, self.reason = code, version, reason


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """An intact file."""

    encounter: str
    system: str
    title: str
    commits: int
    dice: int
    head: str


def pack(encounter: str, entries: Sequence[Entry], exported_at: int) -> bytes:
    """The file of a whole log."""
    rows = [Row(entry.version, entry.hash, entry.salt, entry.body) for entry in entries]
    content = Content(
        format="fray",
        version=1,
        encounter=encounter,
        system=system_of(entries[0].body) if entries else "",
        audience="gm",
        exported_at=exported_at,
        entries=rows,
    )
    body = msgspec.msgpack.encode(content)
    return body + hashlib.sha256(body).digest()


def unpack(data: bytes) -> Content:
    """The content of a file whose form can be read. Raises Damaged (format)."""
    try:
        content = msgspec.msgpack.decode(data[:-DIGEST_BYTES], type=Content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged("format", 0, f"the file is no readable export: {error}") from error
    if content.format != "fray" or content.version != 1:
        raise Damaged("format", 0, f"this is {content.format} version {content.version}; known is fray version 1")
    return content


def verify(data: bytes, systems: Mapping[str, System]) -> Verdict:
    """Check digest, chain, content and heads. Raises Damaged, naming the first bad commit where there is one."""
    content = unpack(data)
    entries = [Entry(row.version, b"", row.hash, row.salt, row.body) for row in content.entries]
    try:
        chain.verify(content.encounter, entries)
    except Broken as error:
        raise Damaged("chain", error.version, f"commit {error.version}: {error.detail}") from error
    except ValueError as error:
        raise Damaged("format", 0, f"encounter {content.encounter!r} is no id of 32 hex digits") from error
    if hashlib.sha256(data[:-DIGEST_BYTES]).digest() != data[-DIGEST_BYTES:]:
        raise Damaged("digest", 0, "the commits are intact, but the file's header or its digest was changed")
    system = systems.get(content.system)
    if system is None:
        raise Damaged("content", 0, f"the rule system {content.system!r} is not installed here")
    return _content(content, entries, system)


def _content(content: Content, entries: Sequence[Entry], system: System) -> Verdict:
    codec = Codec(system)
    timeline = Timeline(system, content.encounter)
    heads: dict[str, bytes] = {}
    dice = 0
    for entry in entries:
        try:
            sealed = codec.open(entry.version, entry.body)
        except Unreadable as error:
            raise Damaged("content", entry.version, str(error)) from error
        for audience, telling in sealed.commit.told.items():
            events = sealed.told_to(audience)
            head = head_of(content.encounter, audience, telling.n, heads.get(audience, NO_HEAD), events)
            if head != telling.head:
                raise Damaged("heads", entry.version, f"commit {entry.version}: the head of {audience} is wrong")
            heads[audience] = head
        dice += len(sealed.commit.evidence)
        timeline.fold(sealed.commit)
    return Verdict(
        encounter=content.encounter,
        system=content.system,
        title=timeline.ledger.title,
        commits=len(entries),
        dice=dice,
        head=entries[-1].hash.hex() if entries else "",
    )
