"""A table: an encounter live in memory, and all that people and other servers may ask of it.

One task per table consumes one queue. What becomes of an intent is in `server.table.line`, how the table is opened,
saved and closed in `server.table.keeping`.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets

import msgspec

from protocol import messages as m
from server.core import intents as i
from server.core.errors import Rejected
from server.core.system import System
from server.store.codec import Unreadable
from server.store.log import Broken, Top, Unavailable
from server.table.answers import Answers
from server.table.audience import Audiences, Viewer
from server.table.chronicle import Chronicle
from server.table.duties import Duties
from server.table.inbox import Chore, Inbox, Item
from server.table.job import Job, reader
from server.table.keeping import Keeping
from server.table.line import Line
from server.table.log_end import Frozen
from server.table.refusals import Refusals
from server.table.services import Services
from server.table.waiting import Waiting


class Table:
    """One encounter. Made by the lobby; `run` must be running for anything to happen.

    None of its parts refers back to it, so that it is no cycle: let go, it is freed without the garbage collector."""

    def __init__(self, encounter: str, system: System, services: Services) -> None:
        clock, meter = services.clock, services.meter
        chronicle = Chronicle(encounter, system, services)
        self.encounter = encounter
        self.system = system
        self.timeline = timeline = chronicle.timeline
        self.past = chronicle.past
        self.asked_at = 0
        """When somebody last asked something, by the loop's clock (ms)."""
        self._recall = chronicle.recall
        self._log_end = chronicle.log_end
        self._log = services.log
        self._clock = clock
        self._is_busy = False
        self._inbox = inbox = Inbox()
        self.audiences = Audiences(timeline, chronicle.moments, services.fan_out, inbox.release_later, meter.failed)
        self._refusals = Refusals(self.audiences.texts, meter)
        self.answers = Answers(chronicle, self.audiences, self._refusals, services)
        self._waiting = Waiting(timeline, chronicle.moments)
        duties = Duties(chronicle, services.keeper, inbox.put_own, self._waiting, self.audiences.seats)
        self.keeping = Keeping(chronicle, self.audiences, duties, inbox, services)
        self._line = Line(chronicle, self.audiences, self._refusals, self.keeping, services)

    @property
    def is_ended(self) -> bool:
        """Is the fight over?"""
        return self.timeline.state.play.phase == "ended"

    # --- coming and going --------------------------------------------------------------------------------------------

    async def prepare(self, seat: str, resume: m.Resume | None = None) -> None:
        """Bring back what a viewer's welcome needs, before it attaches; freezes where it can't be trusted.

        Raises Unavailable."""
        self.keeping.use()
        try:
            await self._recall.reading(lambda: self.audiences.prepare(self.audiences.asker(seat), resume))
        except (Broken, Unreadable) as error:
            self.keeping.freeze(Frozen("integrity", str(error)))

    def attach(
        self, viewer: Viewer, resume: m.Resume | None = None, in_blocks: bool = False, in_likes: bool = False
    ) -> None:
        """Welcome a viewer; with `resume` also what it missed. `in_blocks`: it knows options in blocks, `in_likes`:
        also those that come as patches onto known ones."""
        self.keeping.use()
        if viewer.role != "spectator" and not self.audiences.comes_back(viewer, resume):
            self.audiences.tell_another(viewer.seat)
            self.keeping.spawn(self._say_sits(viewer.seat))
        self.audiences.attach(viewer, resume, in_blocks, in_likes)
        self._line.standstill.tell(viewer)
        self.keeping.go_on()

    async def _say_sits(self, seat: str) -> None:
        """To other servers, with the seat's sessions. Nothing is recorded: a phone that comes and goes fills no log."""
        with contextlib.suppress(Unavailable):
            await self._log.sit(self.encounter, seat)

    def detach(self, viewer: Viewer) -> None:
        """The viewer is gone."""
        self.keeping.use()
        self.audiences.detach(viewer)
        self.answers.leave(viewer)

    def hear_another(self, seat: str) -> None:
        """At another server somebody sits down on the seat, or asks for it."""
        self.audiences.tell_another(seat)
        self._waiting.hear(seat)

    def hear_claim(self, seat: str) -> None:
        """Somebody asks for the seat here, and waits for the GM's word; other servers hear of it."""
        self._waiting.hear(seat)
        self.keeping.spawn(self._say_sits(seat))

    def withdraw_claim(self, key_h: bytes) -> None:
        """Whoever asked with this key no longer waits."""
        self._waiting.withdraw(key_h)
        self.keeping.go_on()

    # --- intents and questions ---------------------------------------------------------------------------------------

    def submit(self, viewer: Viewer, message: m.Submit) -> None:
        """Queue an intent; ack, rejected or pending go to the viewer. Raises ProtocolError for a malformed one."""
        read = reader(viewer, self.system)
        decision = None if isinstance(message.decision, msgspec.UnsetType) else message.decision
        seen = None if isinstance(message.seen, msgspec.UnsetType) else message.seen
        job = Job(read(message.intent), message.id, message.nonce, viewer.seat, viewer, decision, seen)
        if self._inbox.is_full:
            self._refusals.tell(viewer, job.id, Rejected("busy"))
        else:
            self._inbox.put(job)

    async def serve(self, intent: i.Intent) -> None:
        """Have an intent of the server's own decided, for somebody who is not at the table. Raises Rejected."""
        if self._inbox.is_full:
            raise Rejected("busy")
        verdict: asyncio.Future[Rejected | None] = asyncio.get_running_loop().create_future()
        self._inbox.put(Job(intent, secrets.token_bytes(16), secrets.token_bytes(16), "server", verdict=verdict))
        if (refusal := await verdict) is not None:
            raise refusal

    def ask(self, viewer: Viewer, message: m.Ask) -> None:
        """Answer a question, apart from the table's queue. Raises ProtocolError for a malformed one."""
        self.asked_at = self._clock.loop_ms()
        self.answers.ask(viewer, message)

    # --- other servers -----------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Another server may have appended: look."""
        self._inbox.look_later()

    async def reach(self, audience: str, n: int) -> None:
        """Look at the log before welcoming who was told more, by another server, than is known here.

        Raises Unavailable when the log can't be read."""
        if n > len(self.timeline.numbers.get(audience, ())):
            await self.catch_up()

    async def catch_up(self) -> None:
        """Take in what is in the log. Raises Unavailable when that can't be read."""
        looked: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._inbox.put(looked)
        if not await looked:
            raise Unavailable("the log can't be read now")

    # --- running -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Take jobs from the queue until cancelled."""
        while True:
            self._is_busy = True
            while self._inbox:
                await self._do(self._inbox.take())
                await asyncio.sleep(0)  # what was told leaves before the next is decided
            self._is_busy = False
            await self._inbox.filled()

    async def _do(self, item: Item) -> None:
        if isinstance(item, Job):
            refusal = await self._line.take(item)
            item.answer(None)
            self.keeping.go_on_after(item, refusal)
        elif item is Chore.RELEASE:
            self.keeping.spawn(self.keeping.release())
        else:
            could_look = await self.keeping.look()
            if isinstance(item, asyncio.Future) and not item.done():
                item.set_result(could_look)

    def close(self) -> None:
        """Stop timers and tasks; the lobby cancels `run`."""
        self.keeping.close()
        self._inbox.close()
        self.audiences.close()
        self.answers.close()

    # --- how it stands -----------------------------------------------------------------------------------------------

    @property
    def top(self) -> Top:
        """Version and hash of the newest commit known here."""
        return self._log_end.top

    @property
    def frozen(self) -> Frozen | None:
        """Why nobody can play here any more, if that is so."""
        return self.keeping.frozen

    @property
    def waiting(self) -> int:
        """So many intents wait to be decided, the one that is being decided included."""
        return len(self._inbox) + self._is_busy

    @property
    def is_away(self) -> bool:
        """Could its store not be reached when it was last needed?"""
        return self._log_end.is_away

    @property
    def is_parked(self) -> bool:
        """Does an act wait for dice that people roll?"""
        return self.timeline.version > 0 and self.timeline.state.play.parked is not None

    def is_idle(self, since: int) -> bool:
        """Does nobody sit here, has nobody needed it since then (by the loop's clock, ms), and will it do nothing by
        itself?"""
        if self.waiting or self.answers.is_busy or self.audiences.viewers():
            return False
        return self.keeping.is_idle(since)
