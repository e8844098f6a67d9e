"""Where people come in: seats are found, encounters created and listed. Tables are `server.lobby.tables`'s matter."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, ParamSpec, TypeVar

import msgspec

from protocol import messages as m
from protocol.errors import Detail
from server.core.create import Create, EncounterSpec, lay
from server.core.deciding.intake import empty_draft, submission
from server.core.ids import GM, audience_of
from server.core.state import Ledger, Seat, Tips
from server.core.system import System
from server.core.telling.tell import told_commit
from server.core.timeline.timeline import Timeline
from server.encounter import file as encounter_file
from server.keys.links import SECRET_BYTES, Links, hash_of, hashed, token_of
from server.lobby.admission import Beside, Full, LinkJudgement, Slots, beside_of
from server.lobby.apart import Apart
from server.lobby.holdings import Holdings
from server.lobby.quota import Quota
from server.lobby.reserve import Reserve
from server.lobby.tables import BUSY_MS, Refused, Tables
from server.process.settings import MOST_ENCOUNTERS
from server.store import chain, codec
from server.store.checked import entries_paged
from server.store.log import ZERO_HASH, Appended, Broken, Entry, Unavailable, Unsettled
from server.store.log_size import MIB, MOST_BYTES, size_of
from server.store.tip import Tip
from server.table.services import Services
from server.table.table import Table

__all__ = ["Entered", "Lobby", "Refused"]


P = ParamSpec("P")
T = TypeVar("T")

MOST_ALONE = 10
"""So many seats a table may have, the game master's and the spectators' too, at which bots play."""

LISTED = 50
"""Encounters of a page of the list."""
NEWEST = 2**53 - 1
MOST_LAYING = 32
"""So many encounters wait to be read or laid; one is at work."""
MARK_BYTES = 8

INSPECTIONS, MOST_INSPECTING = 1, 8
"""So many files are looked into at the same time, and so many more wait for that."""

SEARCHES, MOST_SEARCHING = 2, 32
"""So many tables are opened at the same time for links that may be wrong, and so many more wait for that."""


APPENDED_AT_ONCE = 32
"""So many commits of a new log are sent at once."""


def _is_in(outcome: Appended | BaseException) -> bool:
    """Is a commit in the log now?"""
    return outcome in (Appended.OK, Appended.DUP)


def _always(_is_known: bool) -> None:
    """Allows everything: callers inside the server are not limited."""


def _told(bad: encounter_file.BadFile) -> dict[str, Detail]:
    """What is wrong with a file, as details; of whatever else is, each has a number behind its name."""
    also = {f"{key}.{at}": value for at, other in enumerate(bad.also, start=1) for key, value in _told(other).items()}
    kind = {"kind": bad.kind} if bad.kind else {}
    return {**bad.detail, **kind, "problem": bad.problem, "path": bad.path, **also}


def _held(table: Table, wanted: bytes) -> str | None:
    """The seat whose link has this hash."""
    found = [id for id, seat in table.timeline.ledger.seats.items() if hmac.compare_digest(seat.token, wanted)]
    return found[0] if found else None


def _listed(system: System) -> dict[str, Any]:
    """A system, as the lobby shows it: with `tutorial` where it has one."""
    return {"name": system.name, "titles": dict(system.titles), **({"tutorial": True} if system.tutorial else {})}


def _check_alone(spec: EncounterSpec, seat: str) -> None:
    """Raises Refused where nobody can play this seat while bots play all others."""
    if seat not in spec.seats or spec.seats[seat].role != "player":
        raise Refused("schema", problem=f"there is no player's seat {seat!r}", path="alone")
    if len(spec.all_seats()) > MOST_ALONE:
        raise Refused("schema", problem=f"with bots at most {MOST_ALONE} seats are played", path="encounter.seats")


def _is_told(id: str, seat: Seat, asker: Entered) -> bool:
    """May a GM be told this seat's link?"""
    return seat.role != GM or id == asker.seat


class Entered(msgspec.Struct):
    """A seat that a token opened."""

    table: Table
    seat: str
    role: str
    audience: str


class Lobby:
    """The lobby of one server process."""

    def __init__(
        self,
        services: Services,
        systems: Mapping[str, System],
        links: Links,
        *,
        is_open: bool = True,
        is_public: bool = False,
        key: str = "",
        most_encounters: int = MOST_ENCOUNTERS,
        apart: Apart | None = None,
    ) -> None:
        self.systems = systems
        self.inspections = Slots(INSPECTIONS, MOST_INSPECTING)
        """Of files that are looked into."""
        self.is_open = is_open
        self.is_public = is_public
        """May also those lay encounters who don't sit at this machine?"""
        self.key = key
        """Whoever has it, and sits at this machine, is given all links, the GM's included. Empty: nobody is."""
        self.links = links
        self.clock = services.clock
        self.shares = services.shares
        self.provenance = services.provenance
        self._log = log = services.log
        self._keeper = services.keeper
        self._apart = apart or Apart(MOST_LAYING)
        self._searches = Slots(SEARCHES, MOST_SEARCHING)
        self._tip = Tip(log)
        self._quota = Quota(log, most_encounters, services.clock.loop_ms)
        self._reserve = Reserve(log, services.clock.loop_ms, services.meter)
        self.tables = Tables(services, systems, Holdings(links, services.checkpoints))

    def start(self) -> None:
        """Look after the tables."""
        self.tables.start(self._reserve.watch())

    async def close(self) -> None:
        """Stop all tables."""
        await self.tables.close()

    @property
    def is_ready(self) -> bool:
        """Could the store be reached lately?"""
        return self.tables.is_ready

    # --- entering ----------------------------------------------------------------------------------------------------

    async def enter(
        self,
        encounter: str,
        secret: bytes,
        resume: m.Resume | None = None,
        allow: Callable[[bool], None] = _always,
        network: str = "",
    ) -> Entered:
        """The seat that this secret opens. Its table has caught up with all that the viewer has seen before (`resume`).

        `allow` is called before a log is read and may refuse; its argument tells whether the link is known to be one
        of the encounter's. Work to open a table counts against the share of the `network`.
        Raises Refused: token, seat_revoked, integrity, rolled_back, key_changed, version, busy, unavailable."""
        wanted = hashed(secret)
        try:
            table = self.tables.open.get(encounter) or await self._admitted(encounter, wanted, allow, network)
            id = await self._seat(table, wanted, allow)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        if id is None:
            raise Refused("token")
        if table.frozen is not None:
            raise Refused(table.frozen.code)
        seat = table.timeline.ledger.seats[id]
        audience = audience_of(id, seat.role)
        await self._reach(table, id, audience, resume)
        if (seat := table.timeline.ledger.seats[id]).revoked:
            raise Refused("seat_revoked")
        if not hmac.compare_digest(seat.token, wanted):
            raise Refused("token_expired")
        return Entered(table, id, seat.role, audience)

    async def _admitted(self, encounter: str, wanted: bytes, allow: Callable[[bool], None], network: str) -> Table:
        """Open a table for a link, unless the link is known to be none of its own. Raises Refused, Unavailable."""
        verdict = await self.tables.admission.judge(encounter, wanted)
        if verdict is LinkJudgement.REVOKED:
            raise Refused("seat_revoked")
        if verdict is LinkJudgement.WRONG:
            raise Refused("token")
        if verdict is LinkJudgement.NOWHERE:
            await self.tables.refuse_missing(encounter)
        allow(verdict is LinkJudgement.HELD)
        if verdict is LinkJudgement.HELD:
            return await self.table(encounter, network)
        try:
            async with self._searches.turn():
                return await self.table(encounter, network)
        except Full as error:
            raise Refused("busy", retry_after_ms=BUSY_MS) from error

    async def _seat(self, table: Table, wanted: bytes, allow: Callable[[bool], None]) -> str | None:
        """The seat whose link this is. The table catches up with its log first, because another server may have just
        given out or revoked the link. If the store can't be reached, what is known here decides: the viewer would be
        told nothing newer anyway.

        Raises Refused, Unavailable."""
        is_known = _held(table, wanted) is not None
        try:
            if table.frozen is None and await self._has_gone_on(table, is_known):
                if not is_known:
                    allow(False)
                await table.catch_up()
        except Unavailable:
            if not is_known:
                raise
        return _held(table, wanted)

    async def _has_gone_on(self, table: Table, is_known: bool) -> bool:
        """Does the log hold more than the table knows? Before a link is refused, replicas must confirm that it does
        not: a Redis that was cut off from the others does not know who has sat down since. Raises Unavailable."""
        if await self._tip.of(table.encounter) != table.top:
            return True
        return not is_known and not await self._log.is_newest(table.encounter, table.top[0])

    async def _reach(self, table: Table, seat: str, audience: str, resume: m.Resume | None) -> None:
        """Catch up with what another server has told the viewer, and bring back what its welcome needs. Raises
        Refused."""
        try:
            await table.reach(audience, resume.n if resume is not None else 0)
            await table.prepare(seat, resume)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        if table.frozen is not None:
            raise Refused(table.frozen.code)

    async def table(self, encounter: str, network: str = "") -> Table:
        """The open table of an encounter. Raises Refused."""
        return await self.tables.table(encounter, network)

    # --- creating ----------------------------------------------------------------------------------------------------

    async def create_from(self, raw: dict[str, Any], alone: str = "") -> dict[str, Any]:
        """Lay a new table from an encounter in plain values, as one of the `most_encounters`. `alone`: this must be a
        player's seat of it, and of the others no more than bots can play.

        Raises Refused: lobby_closed, schema, text, encounters_full, store_full, unavailable, busy."""
        spec = await self._aside(self._read, raw)
        if alone:
            _check_alone(spec, alone)
        return await self.create(spec, is_counted=True)

    async def check_spec(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Whether `create_from` would take these values; creates nothing.

        Raises Refused: lobby_closed, schema, text, busy."""
        spec = await self._aside(self._read, raw)
        return {"title": spec.title, "system": spec.system}

    async def _aside(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Do this work beside the event loop, because a full encounter takes many times as long as an intent. Raises
        Refused (busy), and whatever the work raises."""
        try:
            return await self._apart.do(work, *args, **kwargs)
        except Full as error:
            raise Refused("busy", retry_after_ms=BUSY_MS) from error

    def _read(self, raw: dict[str, Any]) -> EncounterSpec:
        if not self.is_open:
            raise Refused("lobby_closed")
        try:
            return encounter_file.encounter(raw, "encounter", self.systems)
        except encounter_file.BadFile as error:
            code = "text" if isinstance(error, encounter_file.BadText) else "schema"
            raise Refused(code, **_told(error)) from error

    async def create(self, spec: EncounterSpec, origin: str = "", is_counted: bool = False) -> dict[str, Any]:
        """Lay a new table; returns what `publish` does. `spec` has been checked by `encounter_file`."""
        system = self.systems[spec.system]
        encounter = secrets.token_hex(16)
        keys = {seat: secrets.token_bytes(SECRET_BYTES) for seat in spec.all_seats()}
        hashes = {seat: hashed(key) for seat, key in keys.items()}
        body, door = await self._aside(self._first_commit, system, spec, encounter, hashes, origin)
        entry = chain.seal(encounter, 1, ZERO_HASH, secrets.token_bytes(16), secrets.token_bytes(16), body)
        seats = {seat: {"name": place.name or seat, "role": place.role} for seat, place in spec.all_seats().items()}
        line = {"title": spec.title, "system": spec.system, "seats": seats}
        made = await self.publish(encounter, [entry], line, keys, is_counted=is_counted, door=door)
        await self.tables.admission.put(encounter, (1, entry.hash), [*hashes.values()])
        return made

    async def check_absent(self, encounter: str) -> None:
        """Make sure that it has no log here. Raises Refused: import_exists, unavailable."""
        try:
            if (await self._log.top(encounter))[0]:
                raise Refused("import_exists")
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error

    async def has_another(self, encounter: str, first: bytes) -> bool:
        """Is there a log under this id whose first commit has another hash? Somebody may have made up an encounter
        under the id of a true one; that must keep nobody from importing the true one. Raises Refused: unavailable."""
        try:
            found = await self._log.read(encounter, 0, 1)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        return bool(found) and found[0].hash != first

    async def begin_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """Mark the encounter's log as being imported from the file with this digest. False where there is a log
        already, unless an import of this very file has broken off. Raises Refused: unavailable."""
        try:
            return await self._log.begin_import(encounter, digest, attempt)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error

    async def end_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """Remove that mark: the log is whole and its links are stored, so people may enter. False where another attempt
        at the same import was faster; then only the links of that one are good. Raises Refused: unavailable."""
        try:
            return await self._log.end_import(encounter, digest, attempt)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error

    async def publish(
        self,
        encounter: str,
        entries: Sequence[Entry],
        line: dict[str, Any],
        keys: Mapping[str, bytes],
        have: int = 0,
        is_counted: bool = False,
        door: int = 0,
    ) -> dict[str, Any]:
        """Append a new encounter's entries, list it (`line`: title, system, seats) and keep its links (`keys` by seat).

        The first `have` entries are already in the log; `is_counted`: only if there is room (`server.lobby.quota`,
        `server.lobby.reserve`). Returns
        {encounter, title, links, seats, code}, `seats` with names and roles, `code` of its `door`, if one is open.

        Raises Refused."""
        if is_counted:
            await self._check_room(entries, have)
        async with self._quota.place() if is_counted and not have else nullcontext():
            await self._append(encounter, entries, line, have)
        tokens = {seat: token_of(encounter, key) for seat, key in keys.items()}
        await self.links.put(encounter, tokens)
        told = {"encounter": encounter, "title": line["title"], "links": tokens, "seats": line["seats"]}
        return {**told, **await self._code(encounter, door)}

    async def _check_room(self, entries: Sequence[Entry], have: int) -> None:
        """Raises Refused: log_full, store_full, unavailable."""
        if (size := size_of(entries)) > MOST_BYTES:
            raise Refused("log_full", mib=size // MIB, limit=MOST_BYTES // MIB)
        await self._reserve.take(size_of(entries[have:]))

    async def _code(self, encounter: str, door: int, claimed: Container[int] = ()) -> dict[str, str]:
        """{code} of a door that is open; of none (0) nothing. Raises Refused."""
        try:
            return {"code": await self.tables.doors.tell(encounter, door, claimed)} if door else {}
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error

    async def _append(self, encounter: str, entries: Sequence[Entry], line: dict[str, Any], have: int) -> None:
        try:
            for start in range(have, len(entries), APPENDED_AT_ONCE):
                previous = entries[start - 1].hash if start else ZERO_HASH
                await self._append_some(encounter, entries[start : start + APPENDED_AT_ONCE], previous)
            await self._log.put_lobby(encounter, msgspec.json.encode({**line, "at": self.clock.wall_ms()}))
        except (Unavailable, Unsettled) as error:
            raise Refused("unavailable", retry_after_ms=1000) from error

    async def _append_some(self, encounter: str, entries: Sequence[Entry], previous: bytes) -> None:
        """Sent together, so that the store syncs once for all; where that fails, one after another."""
        before = [previous, *(entry.hash for entry in entries)]
        sent = [self._log.append(encounter, entry, hash) for entry, hash in zip(entries, before, strict=False)]
        if all(_is_in(outcome) for outcome in await asyncio.gather(*sent, return_exceptions=True)):
            return
        for entry, hash in zip(entries, before, strict=False):
            if not _is_in(await self._log.append(encounter, entry, hash)):
                raise Refused("busy")

    async def entries(self, encounter: str) -> list[Entry]:
        """The log of an encounter, its chain checked. Raises Refused: unavailable, integrity."""
        try:
            entries = [entry async for page in entries_paged(self._log, encounter) for entry in page]
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        except Broken as error:
            raise Refused("integrity") from error
        return entries

    def tips(self, encounter: str) -> Tips:
        """The public ends of the seed chains that this server keeps for an encounter."""
        return self._keeper.tips(encounter)

    def _first_commit(
        self, system: System, spec: EncounterSpec, encounter: str, tokens: dict[str, bytes], origin: str
    ) -> tuple[bytes, int]:
        timeline = Timeline(system, encounter)
        id, nonce = secrets.token_bytes(16), secrets.token_bytes(16)
        submitted = submission(timeline, id, "server", nonce, Create())
        draft = empty_draft(timeline, submitted, self.clock.wall_ms())
        lay(draft, system, spec, encounter, self._keeper.tips(encounter), tokens, origin, self.provenance.key)
        commit = told_commit(timeline, submitted, draft, self.clock.wall_ms())
        return codec.of(system).seal(encounter, commit, {}).body, draft.ledger.door.number

    # --- greeting ----------------------------------------------------------------------------------------------------

    def may_lay(self, is_local: bool) -> bool:
        """May this visitor lay encounters?"""
        return self.is_open and (is_local or self.is_public)

    async def greet(self, is_local: bool, key: str = "") -> dict[str, Any]:
        """What someone without a link sees: the systems and, for those who may see the list, this server's newest
        encounters (see `page`). `locked`: the list is there, and only the right key to it is missing.

        Raises Refused: unavailable."""
        simplest_first = sorted(self.systems.values(), key=lambda system: not system.tutorial)
        systems = [_listed(system) for system in simplest_first]
        is_shown = self.lists(is_local, key)
        page = await self.page() if is_shown else {"encounters": []}
        is_locked = self._has_list(is_local) and not is_shown
        return {"open": self.may_lay(is_local), "systems": systems, "locked": is_locked, **page}

    def lists(self, is_local: bool, key: str) -> bool:
        """Is this visitor given the list of encounters with their links?"""
        return self._has_list(is_local) and hmac.compare_digest(key.encode(), self.key.encode())

    def _has_list(self, is_local: bool) -> bool:
        return bool(self.is_open and self.key and is_local)

    async def page(self, before: int = NEWEST) -> dict[str, Any]:
        """A page of the encounters whose links are known here, newest first: {encounters, more?}, each {id, title,
        system, at, links}. It costs the same however many there are; `more` is the next page's `before`.

        Raises Refused: unavailable."""
        await self.links.refresh()
        ids, more = self.links.page(before, LISTED)
        try:
            lines, besides = await asyncio.gather(
                asyncio.gather(*(self._log.get_lobby(id) for id in ids)),
                asyncio.gather(*(self.tables.admission.beside(id) for id in ids)),
            )
            shown = [await self._shown(*each) for each in zip(ids, lines, besides, strict=True)]
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        found = {"encounters": [one for one in shown if one is not None]}
        return {**found, "more": more} if more else found

    async def encounters(self) -> list[dict[str, Any]]:
        """All of them, as `page` shows each. Raises Refused: unavailable."""
        page = await self.page()
        shown: list[dict[str, Any]] = page["encounters"]
        while "more" in page:
            page = await self.page(page["more"])
            shown += page["encounters"]
        return shown

    async def _shown(self, encounter: str, stored: bytes | None, beside: Beside | None) -> dict[str, Any] | None:
        """What the list shows of an encounter, by its line in the store and what its seats' links hash to."""
        line = msgspec.json.decode(stored) if stored is not None else {}
        if "seats" not in line:
            line = await self._line(encounter)
        if line is None:
            return None
        seats = line.pop("seats")
        return {"id": encounter, **line, "links": self._known_links(encounter, seats, beside)}

    async def _line(self, encounter: str) -> dict[str, Any] | None:
        """The encounter's line in the list, made anew from its log because the stored one was lost."""
        try:
            table = await self.table(encounter)
        except Refused:
            return None
        ledger = table.timeline.ledger
        seats = {id: {"name": seat.name, "role": seat.role} for id, seat in ledger.seats.items() if not seat.revoked}
        line = {"title": ledger.title, "system": ledger.system, "at": table.timeline.newest_at, "seats": seats}
        await self._log.put_lobby(encounter, msgspec.json.encode(line))
        return line

    def _known_links(self, encounter: str, seats: dict[str, Any], beside: Beside | None) -> dict[str, Any]:
        """Links with name and role of their seats. A seat that has got another link since is shown with an empty one,
        and a revoked seat not at all. Where the cache beside the log is missing, all are shown as they were given
        out."""
        tokens = {seat: token for seat, token in self.links.of(encounter).items() if seat in seats}
        if (table := self.tables.open.get(encounter)) is not None:
            beside = beside_of(table.top, table.timeline.ledger.seats)
        if beside is not None:
            held, revoked = {*beside.held}, {*beside.revoked}
            hashes = {seat: hash_of(token) for seat, token in tokens.items()}
            tokens = {
                seat: token if hashes[seat] in held else ""
                for seat, token in tokens.items()
                if hashes[seat] not in revoked
            }
        return {seat: {"token": token, **seats[seat]} for seat, token in tokens.items()}

    def _valid(self, ledger: Ledger) -> dict[str, str]:
        """The tokens known here that still open a seat, by seat: neither revoked nor replaced by another."""
        known, seats = self.links.of(ledger.encounter), ledger.seats
        return {
            id: token
            for id, token in known.items()
            if id in seats and not seats[id].revoked and hash_of(token) == seats[id].token
        }

    async def links_of(self, asker: Entered) -> dict[str, Any]:
        """A table's links for its GM: {links, seats, code}. Links that are unknown here, no longer good or another GM's
        are left out, and so is the code while no door is open. `mark` is the beginning of the hash of a seat's secret:
        by it a browser can tell whether a link that it has kept is still good. Raises Refused."""
        if asker.role != GM:
            raise Refused("forbidden")
        await self.links.refresh()
        ledger = asker.table.timeline.ledger
        tokens = self._valid(ledger)
        given = {id: seat for id, seat in ledger.seats.items() if not seat.revoked and _is_told(id, seat, asker)}
        seats = {
            id: {"name": seat.name or id, "role": seat.role, "mark": seat.token[:MARK_BYTES].hex()}
            for id, seat in given.items()
        }
        links = {id: tokens[id] for id in given if id in tokens}
        code = await self._code(ledger.encounter, ledger.door.number, ledger.claimed_by())
        return {"links": links, "seats": seats, **code}
