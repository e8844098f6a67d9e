"""New encounters made from old ones: branches, and imported files. Works out all commits, then has the lobby append
them.

    branch          a prefix of an encounter of this server, played on under new links and new dice
    bring           a GM's export file: as it was where it is closed, else played on like a branch

Nothing is listed and nobody enters before all commits are appended. The lobby does not import this module.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from protocol.errors import ProtocolError
from protocol.limits import NAME_CHARS
from protocol.text import check_text
from server.archive.export import Content, entries_of, unpack
from server.archive.inspection import inspect
from server.archive.provenance import is_whole
from server.core import intents as i
from server.core.commit import Submitted
from server.core.deciding.decide import decide
from server.core.deciding.intake import empty_draft
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.history import copy as core
from server.core.ids import GM, Position
from server.core.memo import Shelf
from server.core.size import check_body
from server.core.state import Ledger
from server.core.telling.tell import telling
from server.core.timeline.timeline import Timeline
from server.keys.links import SECRET_BYTES, hashed, token_of
from server.lobby.admission import Full
from server.lobby.lobby import Entered, Lobby, Refused
from server.lobby.tables import BUSY_MS
from server.process.clock import Clock
from server.process.shares import Slice, aside
from server.process.work import Steps, in_turns
from server.store import chain
from server.store.codec import Codec, system_of
from server.store.log import ZERO_HASH, Entry
from server.store.log_size import size_of
from server.table.moments import Moments

MOST_IMPORTED_BYTES = 64 * 1024 * 1024
"""No larger file is imported."""

LOOKED_AT_ONCE = 256
"""Finding a line pauses after so many positions, so that tables get their turn."""

Allow = Callable[[int], None]
"""Called with the bytes that a copy will take in the store; may refuse. None for whoever runs the server: no limit."""


def _always(_size: int) -> None:
    """Refuses nothing."""


T = TypeVar("T")

Made = dict[str, Any]
"""{encounter, title, links: {seat: token}}"""


async def branch(
    lobby: Lobby,
    entered: Entered,
    at: Position | None = None,
    title: str = "",
    turn: Slice = aside,
    allow: Allow = _always,
    again: bool = False,
) -> Made:
    """Play on from a position (default: now) in an encounter of its own, made by turns. For the GM. `again`: from
    before the fight began, and each who sits here is told the link of its own seat; no log holds that.

    Raises Refused: forbidden, unknown_position, protected_position, not_started, encounters_full, log_full, store_full,
    unavailable, integrity."""
    if entered.role != GM:
        raise Refused("forbidden")
    made = await branch_of(lobby, entered.table.encounter, at, title, allow, turn, again)
    if again:
        entered.table.audiences.tell_again(made["links"])
    return made


async def branch_of(
    lobby: Lobby,
    encounter: str,
    at: Position | None = None,
    title: str = "",
    allow: Allow | None = None,
    turn: Slice = aside,
    again: bool = False,
) -> Made:
    """A branch made by whoever runs the server: without `allow` it is not counted against how many there may be."""
    origin = await _folded(lobby, encounter, await lobby.entries(encounter), turn)
    is_vouched = lobby.provenance.is_ours(origin.timeline.ledger)
    at = _unbegun(origin.timeline) if again else at
    return await _copied(lobby, origin._replace(is_vouched=is_vouched), at, title, allow, turn)


def _unbegun(timeline: Timeline) -> Position:
    """Raises Refused: not_started."""
    try:
        return core.unbegun(timeline)
    except Rejected as refusal:
        raise Refused(refusal.code, **refusal.detail) from refusal


async def bring(
    lobby: Lobby,
    data: bytes,
    at: Position | None = None,
    carry_on: bool = False,
    title: str = "",
    allow: Allow | None = None,
    is_trusted: bool = False,
    key: bytes = b"",
) -> Made:
    """Take in a file. One of a closed encounter stays what it was, under its id and with new links; with `carry_on`
    or `at`, where it was not closed, where the signer that commit 1 names has not signed its end, and where another
    encounter lies under its id here, it is played on as a new encounter. There every act is marked as not vouched for,
    unless the file is one of an encounter of this server, signed here.

    `key`: of a file that stays what it was the links are made of it, so who brings it again with the same is answered
    the same; with another one, or none, it is `import_exists`.
    `is_trusted`: whoever runs the server answers for a file that says it is of this server without being signed here.

    Raises Refused: lobby_closed, import, import_audience, import_bounds, import_exists, import_forged, import_heavy,
    import_system, import_too_large, import_version, unknown_position, protected_position, encounters_full, log_full,
    store_full, busy, unavailable."""
    if not lobby.is_open:
        raise Refused("lobby_closed")
    content = await _checked(lobby, data)
    entries = entries_of(content)
    origin = await _folded(lobby, content.encounter, entries, aside)
    ledger = origin.timeline.ledger
    stays = ledger.closed and not carry_on and at is None
    keeps_id = stays and (is_trusted or await _keeps_id(lobby, content, ledger))
    if keeps_id and not await lobby.has_another(content.encounter, entries[0].hash):
        return await _finished(lobby, origin, hashlib.sha256(data).digest(), key, allow)
    is_vouched = is_trusted or lobby.provenance.vouches_for(content, ledger)
    return await _copied(lobby, origin._replace(is_vouched=is_vouched), at, title, allow, aside)


async def _checked(lobby: Lobby, data: bytes) -> Content:
    if len(data) > MOST_IMPORTED_BYTES:
        raise Refused("import_too_large", bytes=len(data), limit=MOST_IMPORTED_BYTES)
    try:
        async with lobby.inspections.turn():
            await inspect(data, lobby.systems)
    except (Full, OSError) as error:  # there may be no place for another process
        raise Refused("busy", retry_after_ms=BUSY_MS) from error
    except Rejected as error:
        raise Refused(error.code, **error.detail) from error
    return await asyncio.to_thread(unpack, data)


# --- reading ---------------------------------------------------------------------------------------------------------


class _Origin(NamedTuple):
    """A folded log with the hashes of its commits."""

    timeline: Timeline
    entries: Sequence[Entry]
    is_vouched: bool = False
    """Does this server know that it happened so? Else its acts are marked as not vouched for."""


async def _folded(lobby: Lobby, encounter: str, entries: Sequence[Entry], turn: Slice) -> _Origin:
    if not entries:
        raise Refused("not_found")
    system = lobby.systems.get(system_of(entries[0].body))
    if system is None:
        raise Refused("version")
    timeline = Timeline(system, encounter)
    await in_turns(Steps(_folding(timeline, entries)), turn)
    return _Origin(timeline, entries)


def _folding(timeline: Timeline, entries: Sequence[Entry]) -> Generator[None]:
    codec = Codec(timeline.system)
    for entry in entries:
        commit = codec.open(entry.version, entry.body).commit
        yield
        with timeline.shelf:
            timeline.fold(commit)
        yield


# --- making ----------------------------------------------------------------------------------------------------------


class _Growing:
    """A log that grows commit by commit, in memory."""

    def __init__(self, timeline: Timeline, entries: Sequence[Entry], clock: Clock) -> None:
        self.timeline = timeline
        self.entries = list(entries)
        self._codec = Codec(timeline.system)
        self._moments = Moments(clock, timeline)

    def add(self, intent: i.Intent, emit: Callable[[Draft], None]) -> None:
        """Add one commit of the server, of the events that `emit` emits."""
        for _ in self.adding(intent, emit):
            pass

    def adding(self, intent: i.Intent, emit: Callable[[Draft], None], act: str = "") -> Generator[None]:
        """Add one commit in steps, because it may hold a whole act (`act`). Raises Rejected where the act is larger
        than an act may be."""
        timeline = self.timeline
        id, nonce = secrets.token_bytes(16), secrets.token_bytes(16)
        now = self._moments.stamp()
        submitted = Submitted(id=id, seat="server", nonce=nonce, intent=intent)
        draft = empty_draft(timeline, submitted, now, act=act)
        with timeline.shelf:
            emit(draft)
        yield
        commit = yield from _shelved(timeline.shelf, telling(timeline, submitted, draft, now))
        sealed = self._codec.seal(timeline.encounter, commit, timeline.ledger.told)
        check_body(sealed.body)
        previous = self.entries[-1].hash if self.entries else ZERO_HASH
        cid, salt = secrets.token_bytes(16), secrets.token_bytes(16)
        self.entries.append(chain.seal(timeline.encounter, commit.version, previous, cid, salt, sealed.body))
        timeline.fold(sealed.commit, draft.state)


def _shelved(shelf: Shelf, steps: Generator[None, None, T]) -> Generator[None, None, T]:
    """Run each step with the shelf in use, and put it away between steps: others take their turns then, and must not
    see it. Returns what the steps return."""
    while True:
        with shelf:
            try:
                next(steps)
            except StopIteration as end:
                made: T = end.value
                return made
        yield


async def _copied(
    lobby: Lobby, origin: _Origin, at: Position | None, title: str, allow: Allow | None, turn: Slice
) -> Made:
    _check_title(title)
    there = origin.timeline
    last = there.head if at is None else at
    try:
        core.check_source(there, last)
    except Rejected as refusal:
        raise Refused(refusal.code, **refusal.detail) from refusal
    encounter = secrets.token_hex(16)
    keys = {seat: secrets.token_bytes(SECRET_BYTES) for seat in core.seats_of(there)}
    tokens = {seat: hashed(key) for seat, key in keys.items()}
    new = core.created(encounter, title or there.ledger.title, there, lobby.tips(encounter), lobby.provenance.key)
    growing = _Growing(Timeline(there.system, encounter), (), lobby.clock)
    head = origin.entries[-1].hash
    growing.add(i.Create(), lambda draft: core.create(draft, there, last, head, new, tokens))
    try:
        copied = await in_turns(Steps(_copying(growing, origin, last)), turn)
    except Rejected as refusal:  # an older release's act may be more than one may be today
        raise Refused(refusal.code, **refusal.detail) from refusal
    growing.add(i.Open(), lambda draft: core.open_table(draft, core.begun_of(there, copied, last)))
    line = {"title": new.title, "system": there.system.name, "seats": _seats(there)}
    door = growing.timeline.ledger.door.number
    if allow is not None:
        allow(size_of(growing.entries))
    return await lobby.publish(encounter, growing.entries, line, keys, is_counted=allow is not None, door=door)


def _copying(growing: _Growing, origin: _Origin, last: Position) -> Generator[None, None, list[core.Original]]:
    """Add a copy of every act on the line that leads to `last`; returns the originals."""
    line: list[Position] = []
    for here in origin.timeline.before.line(last):
        line.append(here)
        if len(line) % LOOKED_AT_ONCE == 0:
            yield
    copied = []
    for original in core.originals(origin.timeline, line[::-1], origin.is_vouched):
        copied.append(original)
        yield from _add_copy(growing, original, origin.entries[original.position.version - 1].hash)
        yield
    return copied


def _check_title(title: str) -> None:
    """Raises Refused (text). Empty is allowed: the copy then keeps the title of the original."""
    try:
        if title:
            check_text(title, NAME_CHARS, "$.title")
    except ProtocolError as error:
        raise Refused(error.code, **error.detail) from error


def _seats(timeline: Timeline) -> dict[str, Any]:
    """Name and role of each seat, as the lobby lists them."""
    return {id: {"name": seat.name or id, "role": seat.role} for id, seat in core.seats_of(timeline).items()}


def _add_copy(growing: _Growing, original: core.Original, origin_h: bytes) -> Generator[None]:
    return growing.adding(i.Copy(), lambda draft: core.copy(draft, original, origin_h), original.act)


async def _keeps_id(lobby: Lobby, content: Content, ledger: Ledger) -> bool:
    """May the imported encounter keep its id? Only if nobody can have made up how it went on. One of this server must
    bear our signature, else it is refused. One of another server must be signed to its end by the signer that it names;
    else it becomes a copy under a new id. Nor may it have the id of an encounter that began here and was lost, because
    anybody can name himself as the signer of what he has made up. Raises Refused."""
    if lobby.provenance.is_ours(ledger):
        if not lobby.provenance.has_signed(content):
            await lobby.check_absent(content.encounter)
            raise Refused("import_forged", position=len(content.entries))
        return True
    return is_whole(content, ledger) and not await asyncio.to_thread(lobby.provenance.has_begun, content.encounter)


async def _finished(lobby: Lobby, origin: _Origin, digest: bytes, key: bytes, allow: Allow | None) -> Made:
    """The encounter as it was, and one more commit with the new links. An import that broke off is taken up again: the
    file's `digest` shows that the commits here came from it, and nobody has been given links yet."""
    timeline = origin.timeline
    keys = _keys(timeline, digest, key or secrets.token_bytes(SECRET_BYTES))
    attempt = secrets.token_bytes(16)
    if not await lobby.begin_import(timeline.encounter, digest, attempt):
        return await _again(lobby, timeline.encounter, keys if key else {})
    have = await lobby.entries(timeline.encounter)
    if any(ours.hash != its.hash for ours, its in zip(have, origin.entries, strict=False)):
        raise Refused("import_exists")
    for entry in have[len(origin.entries) :]:  # links that nobody was given
        timeline.fold(Codec(timeline.system).open(entry.version, entry.body).commit)
    issue = i.IssueTokens(tokens={seat: hashed(key) for seat, key in keys.items()})
    rest = [
        Entry(entry.version, secrets.token_bytes(16), entry.hash, entry.salt, entry.body)
        for entry in origin.entries[len(have) :]
    ]
    growing = _Growing(timeline, have + rest, lobby.clock)
    growing.add(issue, lambda draft: decide(draft, issue))
    line = {"title": timeline.ledger.title, "system": timeline.system.name, "seats": _seats(timeline)}
    if allow is not None:
        allow(size_of(growing.entries[len(have) :]))
    made = await lobby.publish(timeline.encounter, growing.entries, line, keys, len(have), allow is not None)
    if not await lobby.end_import(timeline.encounter, digest, attempt):
        raise Refused("import_exists")
    return made


def _keys(timeline: Timeline, digest: bytes, key: bytes) -> dict[str, bytes]:
    """The secrets of the seats' links. They follow from the file and the key, so that whoever has both gets the same
    links again, and nobody else can work them out."""
    about = b"fray.v1.import" + digest
    return {seat: hmac.digest(key, about + seat.encode(), "sha256") for seat in core.seats_of(timeline)}


async def _again(lobby: Lobby, encounter: str, keys: Mapping[str, bytes]) -> Made:
    """The answer to an import that was finished before, with those links that still open a seat. It makes no new links,
    so whoever has none that is good learns nothing. Raises Refused."""
    if not keys:
        raise Refused("import_exists")
    timeline = (await lobby.table(encounter)).timeline
    good = core.seats_of(timeline)
    links = {id: token_of(encounter, key) for id, key in keys.items() if id in good and hashed(key) == good[id].token}
    if not links:
        raise Refused("import_exists")
    return {"encounter": encounter, "title": timeline.ledger.title, "links": links, "seats": _seats(timeline)}
