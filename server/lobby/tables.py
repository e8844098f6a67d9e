"""The open tables of this process: opened when somebody needs them, woken when another server has appended, and closed
when nobody needs them any more.

A table stays open while somebody sits at it, or while its clock runs, because at its deadlines combat goes on by
defaults. So a server that starts opens the tables on which something happened lately: a clock may be running there
although nobody has come back yet. A table that was left alone for longer is opened when somebody comes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping, Sequence
from typing import NoReturn

from protocol.errors import Detail
from server.core.system import System
from server.lobby.admission import Admission, Full, Slots
from server.lobby.doors import Doors
from server.lobby.holdings import Holdings
from server.process.shares import Party, Slice
from server.store import chain
from server.store.codec import Unreadable, at_of, system_of
from server.store.log import Broken, Unavailable
from server.table.log_end import Frozen
from server.table.services import Services
from server.table.table import Table

log_ = logging.getLogger(__name__)

LOOK_EVERY_S = 2.0
"""So often the logs of all open tables are compared with what is known here: messages of other servers about their
appends may get lost."""

SWEEP_EVERY_S = 10.0
"""So often tables that nobody needs are looked for."""

QUIET_MS = 60_000
"""After so long without a commit or a question a table frees the memory of its past; if nobody sits there, it is
closed."""

OPEN_AT_ONCE, MOST_WAITING = 64, 512
"""So many tables are opened at the same time, and so many more may wait for that. Each reads a log and folds it in
slices, which are shared out so that no address slows down another (`server.process.shares`)."""

WAIT_S, BUSY_MS = 8.0, 2_000
"""How long somebody waits for a table; and after what time to come back when that, or even waiting, was not
possible."""

RECENT_MS = 3_600_000
"""A server that starts opens the tables on which something happened within this time."""

PAUSE_S = 0.005
"""Between slices of work that is in no hurry."""


class Refused(Exception):
    """The lobby does not do what it was asked for: a code of protocol.errors with its detail."""

    def __init__(self, code: str, /, **detail: Detail) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class Tables:
    """All tables of one server process."""

    def __init__(self, services: Services, systems: Mapping[str, System], holdings: Holdings) -> None:
        self.open: dict[str, Table] = {}
        """By encounter."""
        self.is_ready = True
        """Could the store be reached lately?"""
        self._services = services
        self._log = services.log
        self._clock = services.clock
        self._meter = services.meter
        self._systems = systems
        self._holdings = holdings
        self.admission = Admission(services.log)
        self.doors = Doors(services.log, services.keeper)
        self._turns = Slots(OPEN_AT_ONCE, MOST_WAITING)
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._running: dict[Table, asyncio.Task[None]] = {}
        self._unchecked: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self._shut: set[str] = set()
        """The encounters whose tables could not be opened when that was last tried."""

    # --- running -----------------------------------------------------------------------------------------------------

    def start(self, *beside: Coroutine[object, object, None]) -> None:
        """Listen for other servers' appends and look after the tables; also run what else is given (`beside`)."""
        listening = self._log.listen(self._wake, self._sat)
        own = (listening, self._look_around(), self._sweep(), self._check(), self._return())
        for work in (*own, *beside):
            self._spawn(work)

    async def finish_waiting(self, within_s: float) -> None:
        """Let what has been asked be decided before all stops; for so long at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while any(table.waiting for table in self.open.values()):  # noqa: ASYNC110 - many tables, one end
                    await asyncio.sleep(PAUSE_S)

    async def close(self) -> None:
        """Stop all tables; none is opened from now on."""
        self._is_closed = True
        for table in self.open.values():
            table.close()
        while left := {*self._tasks, *self._opening.values()}:  # a client library may swallow a cancellation
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=0.5)
        self._services.files.close()

    def _spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            fields = {"event": "failure", "at": "lobby"}
            log_.error("a task of the lobby ended", exc_info=task.exception(), extra={"fields": fields})
            self._meter.failed("lobby")

    def _wake(self, encounter: str, version: int) -> None:
        table = self.open.get(encounter)
        if table is not None and table.timeline.version < version:
            table.wake()

    def _sat(self, encounter: str, seat: str) -> None:
        table = self.open.get(encounter)
        if table is not None:
            table.hear_another(seat)

    # These loops call another method for each turn: its variables are gone while the loop sleeps, so that they do not
    # keep a table in memory that was closed meanwhile.

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            await self._look_at(list(self.open.values()))

    async def _look_at(self, tables: Sequence[Table]) -> None:
        """Count the tables by their state, and wake those whose logs have gone on."""
        self._meter.census(
            parked=sum(table.is_parked for table in tables),
            away=sum(table.is_away for table in tables),
            waiting=sum(table.waiting for table in tables),
        )
        before = [table.top for table in tables]
        try:
            tops = await self._log.tops([table.encounter for table in tables])
        except Unavailable:
            self.is_ready = False
            for table in tables:
                table.keeping.lose_store()
            return
        self.is_ready = True
        for table in tables:
            is_open = self.open.get(table.encounter) is table  # it may have been closed meanwhile
            if is_open and not self.admission.is_kept(table.encounter, table.timeline.ledger.seats):
                await self._keep_seats(table)
        for table, was, top in zip(tables, before, tops, strict=True):
            if top[0] > table.top[0] or top != was == table.top:  # it has gone on, was cut short, or is another
                table.wake()

    async def _sweep(self) -> None:
        """Free the memory of tables that have been quiet, and close those that nobody needs."""
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            self._services.files.let_go()
            for encounter in list(self.open):
                await self._sweep_one(encounter, self._clock.loop_ms() - QUIET_MS)
                await asyncio.sleep(0)

    async def _sweep_one(self, encounter: str, since: int) -> None:
        table = self.open.get(encounter)
        if table is None:
            return
        if table.is_idle(since):
            await self._drop(table)
        elif max(table.keeping.changed_at, table.asked_at) < since:
            table.past.release()
        elif table.asked_at >= since:
            table.past.used()  # with what was brought back for its answers

    async def _check(self) -> None:
        """Check the rest of each log, one after another: opening a table does not look at all of it."""
        while True:
            await self._check_one(await self._unchecked.get())

    async def _check_one(self, encounter: str) -> None:
        table = self.open.get(encounter)
        if table is not None and not await table.keeping.check_rest(PAUSE_S):
            self._unchecked.put_nowait(encounter)
            await asyncio.sleep(LOOK_EVERY_S)

    async def _return(self) -> None:
        """Open the tables on which something happened lately."""
        while True:
            try:
                async for encounter in self._log.encounters():
                    if await self._is_recent(encounter):
                        with contextlib.suppress(Refused):
                            await self.table(encounter)
                        await asyncio.sleep(PAUSE_S)
                return
            except Unavailable:
                await asyncio.sleep(LOOK_EVERY_S)

    async def _is_recent(self, encounter: str) -> bool:
        top, _ = await self._log.top(encounter)
        try:
            newest = await self._log.read(encounter, top - 1, 1) if top else []
        except Broken:
            return False
        return bool(newest) and at_of(newest[0].body) > self._clock.wall_ms() - RECENT_MS

    # --- opening and closing -----------------------------------------------------------------------------------------

    async def table(self, encounter: str, network: str = "") -> Table:
        """The open table of an encounter. Opening it counts against the share of the `network` that asked first. If it
        takes too long the caller is told to come back, and opening goes on meanwhile. Raises Refused."""
        table = self.open.get(encounter)
        if table is not None:
            return table
        opening = self._opening.get(encounter)
        if opening is None:
            opening = asyncio.get_running_loop().create_task(self._open(encounter, network))
            self._opening[encounter] = opening
            opening.add_done_callback(lambda done: self._opened_or_not(encounter, done))
        try:
            async with asyncio.timeout(WAIT_S):
                return await asyncio.shield(opening)
        except TimeoutError as error:
            raise Refused("busy", retry_after_ms=BUSY_MS) from error

    def _opened_or_not(self, encounter: str, opening: asyncio.Task[Table]) -> None:
        self._opening.pop(encounter, None)
        if not opening.cancelled():
            opening.exception()  # those who still wait get it; else asyncio would complain that nobody has

    async def _open(self, encounter: str, network: str) -> Table:
        if self._is_closed:
            raise Refused("unavailable", retry_after_ms=1000)
        try:
            async with self._turns.turn():
                table = await self._opened(encounter, self._services.shares.turns(Party(network, encounter)))
        except Full as error:
            raise Refused("busy", retry_after_ms=BUSY_MS) from error
        except Unavailable as error:
            raise Refused("unavailable", retry_after_ms=1000) from error
        except (Broken, Unreadable, Frozen) as error:
            self._shut_out(encounter, error.code if isinstance(error, Frozen) else "integrity", error)
        self._let_in(encounter)
        self.open[encounter] = table
        self._meter.table("open", 1)
        self._running[table] = self._spawn(self._run(table))
        self._unchecked.put_nowait(encounter)
        await self._keep_seats(table)
        await self.doors.file(table.timeline.ledger)
        return table

    def _shut_out(self, encounter: str, code: str, error: Exception) -> NoReturn:
        """Report a log that can't be trusted or read: once, however often somebody tries to open its table.

        Raises Refused."""
        if encounter not in self._shut:
            self._shut.add(encounter)
            self._meter.table("shut", 1)
            fields = {"event": "shut", "encounter": encounter, "code": code}
            log_.error("table %s can't be opened: %s", encounter, error, extra={"fields": fields})
        raise Refused(code) from error

    def _let_in(self, encounter: str) -> None:
        """The encounter no longer counts as shut: its table can be opened again, or its loss was accepted."""
        if encounter in self._shut:
            self._shut.remove(encounter)
            self._meter.table("shut", -1)

    async def _opened(self, encounter: str, turn: Slice) -> Table:
        first = await self._log.read(encounter, 0, 1)
        if not first:
            await self.refuse_missing(encounter)
        if await self._log.is_importing(encounter):
            raise Refused("unavailable", retry_after_ms=1000)
        chain.verify(encounter, first)  # before its bytes are believed: damaged ones might name another system
        system = self._systems.get(name := system_of(first[0].body))
        if system is None:
            raise Frozen("version", f"the rule system {name!r} is not installed here")
        table = Table(encounter, system, self._services)
        await self._log.watch(encounter)
        try:
            await table.keeping.open(turn)
            if table.timeline.ledger.copying or self._is_closed:
                raise Refused("unavailable", retry_after_ms=1000)
        except BaseException:
            await self._let_go(table)
            raise
        return table

    async def refuse_missing(self, encounter: str) -> NoReturn:
        """Refuse an encounter that has no log; one whose log was lost is refused as `rolled_back`. Raises Refused."""
        loss = await self._holdings.loss_of(encounter, 0)
        if loss is not None:
            self._shut_out(encounter, "rolled_back", Frozen("rolled_back", loss.why))
        self._let_in(encounter)
        raise Refused("token")

    async def _run(self, table: Table) -> None:
        """Run a table. If it fails it is dropped: whoever comes back gets one that was opened anew."""
        try:
            await table.run()
        except Exception:
            version = table.timeline.version
            fields = {"event": "failure", "at": "table", "encounter": table.encounter, "version": version}
            log_.exception("table %s ended at commit %d", table.encounter, version, extra={"fields": fields})
            self._meter.failed("table")
            del self._running[table]
            table.audiences.dismiss("internal")
            await self._drop(table)

    async def _drop(self, table: Table) -> None:
        """Forget a table."""
        del self.open[table.encounter]
        self._meter.table("open", -1)
        if table.frozen is not None:
            self._meter.table("frozen", -1)
        running = self._running.pop(table, None)
        if running is not None:
            running.cancel()
        await self._keep_seats(table)
        self.admission.forget(table.encounter)
        await self._let_go(table)

    async def _keep_seats(self, table: Table) -> None:
        if table.frozen is None:
            await self.admission.keep(table.encounter, table.top, table.timeline.ledger.seats)

    async def _let_go(self, table: Table) -> None:
        table.close()
        with contextlib.suppress(Unavailable):
            await self._log.unwatch(table.encounter)
