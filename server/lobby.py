"""The tables of this server: finds, opens and creates them, and wakes them when another server has appended."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, cast

import msgspec

from protocol import messages as m
from server import encounter_file
from server.audience import Viewer
from server.core.create import Create, EncounterSpec, lay
from server.core.dice import ScriptedDice
from server.core.draft import Draft
from server.core.ids import act_of, audience_of
from server.core.play import submission
from server.core.state import Tips
from server.core.system import System
from server.core.tell import commit as told
from server.core.timeline import Timeline
from server.files import Files, Sign
from server.join_code import Joinable, is_same, places
from server.links import SECRET_BYTES, Links, hashed, token_of
from server.meter import Meter, Silent
from server.seeds import SeedKeeper
from server.store import chain
from server.store.codec import Codec, Unreadable, system_of
from server.store.log import ZERO_HASH, Appended, Broken, Entry, Log, Unavailable, Unsettled
from server.table import Frozen, Table

log_ = logging.getLogger(__name__)

LOOK_EVERY_S = 2.0
"""So often the top of every open table is looked at: wakes are only hints."""


class Refused(Exception):
    """Nobody gets in, or nothing is created: a code of protocol.errors with its detail."""

    def __init__(self, code: str, **detail: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class Entered(msgspec.Struct):
    """A seat that a token opened."""

    table: Table
    seat: str
    role: str
    audience: str


class Lobby:
    """All tables of one server process."""

    def __init__(
        self,
        log: Log,
        systems: Mapping[str, System],
        keeper: SeedKeeper,
        links: Links,
        clock: Callable[[], int],
        *,
        is_open: bool = True,
        lists_links: bool = True,
        fan_out: Callable[[list[Viewer], bytes], None] | None = None,
        meter: Meter | None = None,
        sign: Sign | None = None,
    ) -> None:
        self.systems = systems
        self.is_open = is_open
        self.lists_links = lists_links
        """Is every visitor given all links, the GM's included? Only where visitors sit at this machine."""
        self.is_ready = True
        """Could the store be reached lately?"""
        self._log = log
        self._files = Files(log, clock, sign)
        self._keeper = keeper
        self._links = links
        self._clock = clock
        self._fan_out = fan_out
        self._meter = meter or Silent()
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- running -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen for other servers' appends."""
        self._spawn(self._log.listen(self._wake))
        self._spawn(self._look_around())

    async def close(self) -> None:
        """Stop all tables."""
        for table in self._tables.values():
            table.close()
        while self._tasks:  # a client library may swallow a cancellation that meets its own time-out
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=0.5)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log_.error("a task of the lobby ended", exc_info=task.exception())

    def _wake(self, encounter: str, version: int) -> None:
        table = self._tables.get(encounter)
        if table is not None and table.timeline.version < version:
            table.wake(version)

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            tables = list(self._tables.values())
            before = [table.top for table in tables]
            try:
                tops = await self._log.tops([table.encounter for table in tables])
            except Unavailable:
                self.is_ready = False
                for table in tables:
                    table.lose_store()
                continue
            self.is_ready = True
            for table, was, top in zip(tables, before, tops, strict=True):
                if top[0] > table.top[0] or top != was == table.top:  # more than is known here, or less, or other
                    table.wake(top[0])

    # --- entering ----------------------------------------------------------------------------------------------------

    async def enter(self, encounter: str, secret: bytes, resume: m.Resume | None = None) -> Entered:
        """The seat that this secret opens; the table knows all that `resume` says its viewer has seen.

        Raises Refused: token, seat_revoked, integrity, version, unavailable."""
        table = await self.table(encounter)
        if table.frozen is not None:
            raise Refused(table.frozen.code)
        wanted = hashed(secret)
        for id, seat in table.timeline.ledger.seats.items():
            if hmac.compare_digest(seat.token, wanted):
                audience = audience_of(id, seat.role)
                await self._reach(table, id, audience, resume)
                if table.timeline.ledger.seats[id].revoked:
                    raise Refused("seat_revoked")
                return Entered(table, id, seat.role, audience)
        raise Refused("token")

    async def _reach(self, table: Table, seat: str, audience: str, resume: m.Resume | None) -> None:
        """Know what the viewer was told by others, and have what its welcome needs. Raises Refused."""
        try:
            await table.reach(audience, resume.n if resume is not None else 0)
            await table.prepare(seat, resume)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        if table.frozen is not None:
            raise Refused(table.frozen.code)

    async def table(self, encounter: str) -> Table:
        """The open table of an encounter. Raises Refused."""
        table = self._tables.get(encounter)
        if table is not None:
            return table
        opening = self._opening.get(encounter)
        if opening is None:
            opening = asyncio.get_running_loop().create_task(self._open(encounter))
            self._opening[encounter] = opening
            opening.add_done_callback(lambda _: self._opening.pop(encounter, None))
        return await asyncio.shield(opening)

    async def _open(self, encounter: str) -> Table:
        try:
            first = await self._log.read(encounter, 0, 1)
            if not first:
                raise Refused("token")
            system = self.systems.get(system_of(first[0].body))
            if system is None:
                raise Refused("version")
            table = Table(
                encounter, system, self._log, self._keeper, self._clock, self._fan_out, self._meter, self._files
            )
            await self._log.watch(encounter)
            await table.open()
            if table.timeline.ledger.copying:
                table.close()
                await self._log.unwatch(encounter)
                raise Refused("unavailable", retry_after_ms=1000)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        except (Broken, Unreadable, Frozen) as error:
            log_.error("table %s can't be opened: %s", encounter, error)
            raise Refused(error.code if isinstance(error, Frozen) else "integrity") from error
        self._tables[encounter] = table
        self._meter.table("open", 1)
        self._spawn(self._run(table))
        return table

    async def _run(self, table: Table) -> None:
        """Keep a table running; one that fails is forgotten, and opened anew for whoever comes back."""
        try:
            await table.run()
        except Exception:
            log_.exception("table %s ended", table.encounter)
            await self._drop(table, "internal")

    async def _drop(self, table: Table, code: str) -> None:
        self._tables.pop(table.encounter, None)
        self._meter.table("open", -1)
        table.close()
        table.dismiss(code)
        with contextlib.suppress(Unavailable):
            await self._log.unwatch(table.encounter)

    # --- creating ----------------------------------------------------------------------------------------------------

    async def create_from(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Lay a new table from an encounter in plain values. Raises Refused: lobby_closed, schema."""
        return await self.create(self._read(raw))

    def check(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Whether `create_from` would take these values; creates nothing. Raises Refused: lobby_closed, schema."""
        spec = self._read(raw)
        return {"title": spec.title, "system": spec.system}

    def _read(self, raw: dict[str, Any]) -> EncounterSpec:
        if not self.is_open:
            raise Refused("lobby_closed")
        try:
            return encounter_file.encounter(raw, "encounter", self.systems)
        except encounter_file.BadFile as error:
            raise Refused("schema", problem=error.problem, path=error.path) from error

    async def create(self, spec: EncounterSpec, origin: str = "") -> dict[str, Any]:
        """Lay a new table: {encounter, title, links, code}. `spec` has been checked by `encounter_file`."""
        system = self.systems[spec.system]
        encounter = secrets.token_hex(16)
        keys = {seat: secrets.token_bytes(SECRET_BYTES) for seat in spec.all_seats()}
        body = self._first_commit(system, spec, encounter, {seat: hashed(key) for seat, key in keys.items()}, origin)
        entry = chain.seal(encounter, 1, ZERO_HASH, secrets.token_bytes(16), secrets.token_bytes(16), body)
        seats = {seat: {"name": place.name or seat, "role": place.role} for seat, place in spec.all_seats().items()}
        line = {"title": spec.title, "system": spec.system, "seats": seats}
        return await self.publish(encounter, [entry], line, keys)

    async def publish(
        self, encounter: str, entries: Sequence[Entry], line: dict[str, Any], keys: Mapping[str, bytes], have: int = 0
    ) -> dict[str, Any]:
        """Append a new encounter's entries, list it (`line`: title, system, seats) and keep its links (`keys` by seat).

        The first `have` entries are already in the log. Returns {encounter, title, links, code}. Raises Refused."""
        previous = entries[have - 1].hash if have else ZERO_HASH
        try:
            for entry in entries[have:]:
                if await self._log.append(encounter, entry, previous) not in (Appended.OK, Appended.DUP):
                    raise Refused("busy")
                previous = entry.hash
            await self._log.put_lobby(encounter, msgspec.json.encode({**line, "at": self.now()}))
        except (Unavailable, Unsettled) as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        tokens = {seat: token_of(encounter, key) for seat, key in keys.items()}
        self._links.put(encounter, tokens)
        code = self._keeper.join_code(encounter)
        return {"encounter": encounter, "title": line["title"], "links": tokens, "code": code}

    async def entries(self, encounter: str) -> list[Entry]:
        """The log of an encounter, its chain checked. Raises Refused: unavailable, integrity."""
        try:
            entries = await self._log.read(encounter)
            chain.verify(encounter, entries)
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        except Broken as error:
            raise Refused("integrity") from error
        return entries

    def tips(self, encounter: str) -> Tips:
        """The public ends of the seed chains that this server keeps for an encounter."""
        return self._keeper.tips(encounter)

    def now(self) -> int:
        """The clock (ms)."""
        return self._clock()

    def _first_commit(
        self, system: System, spec: EncounterSpec, encounter: str, tokens: dict[str, bytes], origin: str
    ) -> bytes:
        timeline = Timeline(system, encounter)
        id, nonce = secrets.token_bytes(16), secrets.token_bytes(16)
        submitted = submission(timeline, id, "server", nonce, Create())
        draft = Draft(
            system,
            timeline.state,
            timeline.play_at,
            act=act_of(id),
            seat="server",
            nonce=nonce,
            now=self._clock(),
            dice=ScriptedDice(()),
        )
        lay(draft, spec, encounter, self._keeper.tips(encounter), tokens, origin)
        commit = told(timeline, submitted, draft, self._clock())
        return Codec(system).seal(encounter, commit, {}).body

    # --- greeting ----------------------------------------------------------------------------------------------------

    async def greet(self) -> dict[str, Any]:
        """What someone without a link sees: systems, and (where the lobby lists them) this server's encounters."""
        systems = [{"name": system.name, "titles": dict(system.titles)} for system in self.systems.values()]
        encounters = await self.encounters() if self.is_open and self.lists_links else []
        return {"open": self.is_open, "systems": systems, "encounters": encounters}

    async def encounters(self) -> list[dict[str, Any]]:
        """The encounters whose links are known here, newest first: {id, title, system, at, code, links}."""
        lines = await self._log.lobby()
        shown = []
        for encounter, tokens in reversed(self._links.all().items()):
            line = msgspec.json.decode(lines[encounter]) if encounter in lines else {}
            if "seats" not in line:
                line = await self._line(encounter)
            if line is not None:
                seats = line.pop("seats")
                code = self._keeper.join_code(encounter)
                shown.append(
                    {"id": encounter, **line, "code": code, "links": self._known_links(encounter, tokens, seats)}
                )
        return shown

    async def _line(self, encounter: str) -> dict[str, Any] | None:
        """A lobby line that was lost, made anew from the log."""
        try:
            table = await self.table(encounter)
        except Refused:
            return None
        ledger = table.timeline.ledger
        seats = {id: {"name": seat.name, "role": seat.role} for id, seat in ledger.seats.items() if not seat.revoked}
        line = {"title": ledger.title, "system": ledger.system, "at": table.timeline.newest_at, "seats": seats}
        await self._log.put_lobby(encounter, msgspec.json.encode(line))
        return line

    def _known_links(self, encounter: str, tokens: dict[str, str], seats: dict[str, Any]) -> dict[str, Any]:
        """Links with name and role; those that a table in memory knows as withdrawn are left out."""
        table = self._tables.get(encounter)
        places = table.timeline.ledger.seats if table is not None else {}
        revoked = {seat for seat, place in places.items() if place.revoked}
        known = (seats.keys() & tokens.keys()) - revoked
        return {seat: {"token": token, **seats[seat]} for seat, token in tokens.items() if seat in known}

    async def join(self, code: str, seat: str | None = None) -> dict[str, Any]:
        """What a join code leads to (`join_code.Joinable`). Raises Refused: join_code, seat_taken, unavailable."""
        links = self._links.all()
        encounter = next((id for id in links if is_same(code, self._keeper.join_code(id))), None)
        if encounter is None:
            raise Refused("join_code")
        table = await self.table(encounter)
        ledger = table.timeline.ledger
        connected = {viewer.audience for viewer in table.audiences.viewers()}
        seats = places(ledger.seats, links[encounter], connected)
        if seat is not None and (seat not in seats or seats[seat].taken):
            raise Refused("seat_taken", seat=seat)
        token = links[encounter][seat] if seat is not None else ""
        found = Joinable(encounter=encounter, title=ledger.title, system=ledger.system, seats=seats, token=token)
        return cast("dict[str, Any]", msgspec.to_builtins(found))
