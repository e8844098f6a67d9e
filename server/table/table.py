"""A table: an encounter live in memory, and the only path that changes it.

    bytes -> intent -> decide -> events -> append -> fold -> view -> bytes

One task per table consumes one queue: order is a queue, not a lock. Nothing about a commit leaves before the log has
acknowledged it. What is told, to whom, is in the commit; how it reaches people is in `server.table.audience`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from time import thread_time
from typing import Any

import msgspec

from protocol import messages as m
from server.archive.checkpoints import Checkpoints, is_due
from server.core import intake
from server.core import intents as i
from server.core.commit import Commit, Submitted
from server.core.deciding.check import check_moment
from server.core.dice import ServerDice, Source
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.history import history
from server.core.history.amend import Previewing
from server.core.ids import GM
from server.core.size import check_body, steps_of
from server.core.state import State
from server.core.system import Asker, System
from server.core.telling.tell import telling, told_commit
from server.core.timeline.timeline import Timeline
from server.encounter.state_bounds import StateBounds
from server.keys.master_key import key_changed
from server.keys.seeds import SeedKeeper
from server.past.files import Files
from server.process.budget import Budget
from server.process.clock import Clock
from server.process.meter import Meter, Silent
from server.process.shares import Shares, Slice, aside
from server.process.work import Again, go_on
from server.store import codec
from server.store.codec import Sealed, Unreadable
from server.store.log import Broken, Log, Top, Unavailable
from server.store.log_size import MIB, MOST_BYTES, OWN_BYTES
from server.table.answers import Answers
from server.table.audience import Audiences, Viewer
from server.table.duties import Duties
from server.table.inbox import Chore, Inbox, Item
from server.table.job import Job, reader
from server.table.log_end import Frozen, LogEnd
from server.table.memory import PastMemory
from server.table.moments import Moments
from server.table.recall import Recall
from server.table.refusals import Refusals
from server.table.standstill import Standstill
from server.table.waiting import Waiting

log_ = logging.getLogger(__name__)

TRIES = 5
"""How often a loser of a race decides again before it answers `busy`."""

VERIFY_EVERY = 64
"""Every so manyth commit is folded from its events before the append and must give the decided state."""

DECIDE_S = 0.05
"""A decision may take so much time of the processor."""

ENDS = (i.Close, i.CloseEnded, i.CloseDoor, i.RevealSeed)
"""What a log that is full still takes: each once, or once for each epoch of the dice that was begun."""

RETRY_MS = 1_000
"""When to try again after the store was away."""


class Table:
    """One encounter. Made by the lobby; `run` must be running for anything to happen.

    None of its parts knows it: once closed and let go it is freed at once, whenever the collector comes."""

    def __init__(
        self,
        encounter: str,
        system: System,
        log: Log,
        keeper: SeedKeeper,
        clock: Clock,
        fan_out: Callable[[list[Viewer], bytes], None] | None = None,
        meter: Meter | None = None,
        files: Files | None = None,
        budget: Budget | None = None,
        checkpoints: Checkpoints | None = None,
        shares: Shares | None = None,
    ) -> None:
        self.encounter = encounter
        self.system = system
        self.timeline = Timeline(system, encounter)
        self._meter = meter or Silent()
        failed = self._meter.failed
        self._inbox = Inbox()
        self._moments = Moments(clock, self.timeline)
        self.audiences = Audiences(self.timeline, self._moments, fan_out, self._inbox.release_later, failed)
        self._refusals = Refusals(self.audiences.texts, self._meter)
        self._standstill = Standstill(self.timeline, self.audiences, self._refusals)
        self.frozen: Frozen | None = None
        self._recall = Recall(self.timeline, log, keeper.snapshot_key(encounter), failed)
        self.past = PastMemory(self.timeline, self._recall, budget or Budget())
        self._tail = LogEnd(self.timeline, log, self._recall, self._meter, clock)
        self._waiting = Waiting(self.timeline, self._moments)
        self._duties = Duties(
            self._tail, self.timeline, keeper, self._moments, self._inbox.put_own, self._waiting, self.audiences.seats
        )
        files = files or Files(log, clock)
        shares = shares or Shares()
        self.answers = Answers(
            self.timeline, self.audiences, files, self._recall, self.past, shares, self._refusals, failed
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._log = log
        self._keeper = keeper
        self._clock = clock
        self._codec = codec.of(system)
        self._bounds = StateBounds(system)
        self.changed_at = self._used_at = clock.loop_ms()
        """When it last changed, and when anybody last needed it, by the loop's clock (ms)."""
        self.asked_at = 0
        """When somebody last asked something, by the loop's clock (ms)."""
        self._checkpoints = checkpoints
        self._is_busy = False

    # --- doors -------------------------------------------------------------------------------------------------------

    async def prepare(self, seat: str, resume: m.Resume | None = None) -> None:
        """Bring back what a viewer's welcome needs, before it attaches; freezes where it can't be trusted.

        Raises Unavailable."""
        self._used_at = self._clock.loop_ms()
        try:
            await self._recall.reading(lambda: self.audiences.prepare(self._asker(seat), resume))
        except (Broken, Unreadable) as error:
            self._freeze(Frozen("integrity", str(error)))

    def attach(self, viewer: Viewer, resume: m.Resume | None = None) -> None:
        """Welcome a viewer; with `resume` also what it missed."""
        self._used_at = self._clock.loop_ms()
        if viewer.role != "spectator":
            self.audiences.tell_another(viewer.seat)
            self._spawn(self._say_sits(viewer.seat))
        self.audiences.attach(viewer, resume)
        self._standstill.tell(viewer)
        self._own_intents()

    async def _say_sits(self, seat: str) -> None:
        """To other servers, with the seat's sessions. Nothing is recorded: a phone that comes and goes fills no log."""
        with contextlib.suppress(Unavailable):
            await self._log.sit(self.encounter, seat)

    def hear_another(self, seat: str) -> None:
        """At another server somebody sits down on the seat, or asks for it."""
        self.audiences.tell_another(seat)
        self._waiting.hear(seat)

    def hear_claim(self, seat: str) -> None:
        """Somebody asks for the seat here, and waits for the GM's word; other servers hear of it."""
        self._waiting.hear(seat)
        self._spawn(self._say_sits(seat))

    def withdraw_claim(self, key_h: bytes) -> None:
        """Whoever asked with this key no longer waits."""
        self._waiting.withdraw(key_h)
        self._own_intents()

    def detach(self, viewer: Viewer) -> None:
        """The viewer is gone."""
        self._used_at = self._clock.loop_ms()
        self.audiences.detach(viewer)
        self.answers.leave(viewer)

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

    def wake(self, _version: int = 0) -> None:
        """Another server may have appended: look."""
        self._inbox.put(Chore.LOOK)

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

    @property
    def top(self) -> Top:
        """Version and hash of the newest commit known here."""
        return self._tail.top

    @property
    def size(self) -> int:
        """About how many bytes its log takes of the store."""
        return self._tail.size + self._recall.size

    # --- opening and running -----------------------------------------------------------------------------------------

    async def open(self, turn: Slice = aside) -> None:
        """Read and fold the log, from a snapshot where there is one. Raises Frozen, Unavailable."""
        await self._tail.open(turn)
        self._moments.find()
        await turn(self._check_tips)
        if self._checkpoints is not None:
            for newest in self._checkpoints.each_newest(self.encounter):
                await self._tail.compare(newest)
        self._changed()
        self._own_intents()

    async def check_rest(self, pause_s: float) -> bool:
        """Check what was not looked at when it was opened, in slices; freezes where it can't be trusted.

        False: the store was away."""
        try:
            if self._recall.is_unchecked:
                await self._recall.check_rest(pause_s)
        except Broken as error:
            self._freeze(Frozen("integrity", str(error)))
        except Unavailable:
            return False
        return True

    # --- for the record ----------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """So many intents wait to be decided, the one that is being decided included."""
        return len(self._inbox) + self._is_busy

    @property
    def is_away(self) -> bool:
        """Could its store not be reached when it was last needed?"""
        return self._tail.is_away

    @property
    def is_parked(self) -> bool:
        """Does an act wait for dice that people roll?"""
        return self.timeline.version > 0 and self.timeline.state.play.parked is not None

    def _fields(self, job: Job) -> dict[str, Any]:
        """What a line of the server's own log says of an intent: ids only."""
        told = {"encounter": self.encounter, "version": self.timeline.version, "seat": job.seat}
        return {**told, "intent": job.id.hex(), "kind": type(job.intent).__name__}

    # --- memory ------------------------------------------------------------------------------------------------------

    def is_idle(self, since: int) -> bool:
        """Has nobody needed it since then (by the loop's clock, ms), and will it do nothing by itself?"""
        if self._used_at >= since or self.changed_at >= since or self._is_busy or self._inbox or self._tasks:
            return False
        if self.answers.is_busy or self.audiences.viewers():
            return False
        return self.frozen is not None or (self._duties.is_idle and not self._tail.is_away)

    def _changed(self) -> None:
        self.changed_at = self._moments.see()
        self.past.used()
        self._save_when_due()

    def _save_when_due(self) -> None:
        """Write a snapshot when it is time, off the hot path: everybody has been answered by then."""
        if self._recall.is_due:
            self._recall.claim()
            self._spawn(self._save())

    async def _save(self) -> None:
        await self._recall.save(self._tail.hash, self.size)

    def _sign_when_due(self, commit: Commit) -> None:
        """Sign the head when it is time, off the hot path, if we are the one whom commit 1 names."""
        ours = self._checkpoints
        if ours is not None and is_due(commit) and ours.are_named_by(self.timeline.ledger.signer):
            self._spawn(asyncio.to_thread(ours.add, self.encounter, *self._tail.top))

    async def _release(self) -> None:
        """Tell spectators what was let go."""
        try:
            await self._recall.reading(self.audiences.release_here)
        except Unavailable:
            self.lose_store()
        except (Broken, Unreadable) as error:
            self._freeze(Frozen("integrity", str(error)))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            version = self.timeline.version
            fields = {"event": "failure", "at": "table", "encounter": self.encounter, "version": version}
            error = task.exception()
            log_.error("table %s: a task failed", self.encounter, exc_info=error, extra={"fields": fields})
            self._meter.failed("table")

    def _check_tips(self) -> None:
        """Dice of another master key would come of seeds that nothing commits to. Raises Frozen.

        A closed encounter, which rolls no more, may have been imported as it was."""
        ledger = self.timeline.ledger
        if ledger.closed and not ledger.epoch_over:
            return  # nor is there a seed to reveal
        if self._keeper.holds(self.encounter, ledger.tips):
            self._keeper.seeds(self.encounter, ledger.epoch)  # while the chains, which take long, are at hand
        elif not ledger.closed:
            raise Frozen("key_changed", key_changed(self.encounter))

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
            await self._take(item)
        elif item is Chore.RELEASE:
            self._spawn(self._release())
        else:
            could_look = await self._look()
            if isinstance(item, asyncio.Future) and not item.done():
                item.set_result(could_look)

    def dismiss(self, code: str) -> None:
        """Say goodbye to all viewers."""
        for viewer in self.audiences.viewers():
            viewer.bye(code)

    def close(self) -> None:
        """Stop timers and tasks; the lobby cancels `run`."""
        for task in self._tasks:
            task.cancel()
        self._inbox.close()
        self.audiences.close()
        self.answers.close()
        self.past.close()
        self._duties.stop()

    # --- the straight line -------------------------------------------------------------------------------------------

    async def _take(self, job: Job) -> None:
        """Decide a job, answer it, and see what the server has to do next: also a refused job may have caught up."""
        code = await self._answer(job)
        job.answer(None)
        if code == "unavailable":
            self.lose_store()
            return
        if code == "busy" and job.viewer is None:
            self._duties.call_in(RETRY_MS, self._own_intents)
            return
        if job.viewer is None:
            self._duties.tried(job.intent)
        self._own_intents()

    async def _answer(self, job: Job) -> str:
        """Decide a job and answer its viewer; returns the code of the refusal, if it was refused."""
        try:
            await self._commit(job)
            return ""
        except Rejected as rejected:
            self._refuse(job, rejected)
            if job.viewer is None:
                self._standstill.see(rejected)
            return rejected.code
        except Unavailable:
            self._refuse(job, Rejected("unavailable", retry_after_ms=RETRY_MS))
            return "unavailable"
        except (Broken, Unreadable, Frozen) as error:
            frozen = error if isinstance(error, Frozen) else Frozen("integrity", str(error))
            self._refuse(job, Rejected(frozen.code))
            self._freeze(frozen)
            return "integrity"
        except Exception:
            reference = secrets.token_hex(4)
            fields = {"fields": {"event": "intent_failed", **self._fields(job), "reference": reference}}
            log_.exception("table %s: intent failed, reference %s", self.encounter, reference, extra=fields)
            self._refuse(job, Rejected("internal", reference=reference))
            return "internal"

    def _refuse(self, job: Job, rejected: Rejected) -> None:
        self._refusals.tell(job.viewer, job.id, rejected)
        job.answer(rejected)

    async def _commit(self, job: Job) -> None:
        """Check, decide, append; the loser of a race catches up and decides again."""
        for _ in range(TRIES):
            if self.frozen is not None:
                raise Rejected(self.frozen.code)
            if await self._recall.reading(lambda: self._is_known(job)):
                return
            self._check_size(job)
            try:
                await self._foresee(job)
                draft, sealed = await self._recall.reading(lambda: self._made(job))
                if isinstance(sealed, Again):
                    sealed = await self._retold(sealed, draft)
            except Rejected:
                if job.viewer is None or not await self._has_news():
                    raise
                continue  # what another server has appended may allow it, or be it
            if sealed is None:
                self._ack(job, None)
                return
            await self._offer_ahead(draft.state)
            if await self._append(job, sealed):
                self.timeline.fold(sealed.commit, draft.state)
                if log_.isEnabledFor(logging.DEBUG):
                    log_.debug("commit", extra={"fields": {"event": "commit", **self._fields(job)}})
                self._ack(job, sealed.commit)  # only now does anyone hear of it, first who waits for it
                self.audiences.tell(sealed.commit)
                self._changed()
                self._sign_when_due(sealed.commit)
                return
            await self._has_news()
        raise Rejected("busy")

    def _check_size(self, job: Job) -> None:
        """Nobody can have the log grow for ever, nor can the server; but it can always be ended. Raises Rejected."""
        size, most = self.size, MOST_BYTES + (OWN_BYTES if job.is_own else 0)
        if size >= most and not isinstance(job.intent, ENDS):
            raise Rejected("log_full", mib=size // MIB, limit=most // MIB)

    async def _append(self, job: Job, sealed: Sealed) -> bool:
        """True when our commit is in the log; False when another one took its place."""
        return await self._tail.append(sealed, lambda: self._doubt(job))

    async def _has_news(self) -> bool:
        """Catch up with others, telling what they appended: was there anything?"""
        has_news = await self._tail.catch_up(self.audiences.tell)
        if has_news:
            self._changed()
        return has_news

    async def _foresee(self, job: Job) -> None:
        """Walk an amendment's tail in slices, unless it was lately: other tables have their turn, and then it is known.

        Raises Rejected."""
        intent = job.intent
        if isinstance(intent, i.Amend | i.DrawDice) and self._asker(job.seat).role == GM:
            check_moment(self.timeline.state, intent, job.decision)
            await self._recall.reading(lambda: history.check_target(self.timeline, intent.target))
            await self._recall.working(Previewing(self.timeline, intent.target, intent.edits, intent.answers))

    async def _offer_ahead(self, state: State) -> None:
        """Work out in slices what there is to offer many combatants in this state, if it comes to be: telling it, which
        nothing can interrupt, finds it ready then."""
        with self.timeline.shelf:
            work = self.audiences.offering(state)
        while work is not None and not work.is_done:
            await self._recall.reading(partial(go_on, work))
            await asyncio.sleep(0)

    def _made(self, job: Job) -> tuple[Draft, Sealed | Again | None]:
        """What the job brings about; no commit where nothing has to happen, and one still to be made where it holds
        whole acts, of which there may be thousands. Raises Rejected."""
        begun_s, now = thread_time(), self._moments.stamp()
        try:
            submitted = self._submitted(job)
            draft = self._draft(submitted, now)
            if job.intent.by == "gm" and not isinstance(job.intent, i.Rewind | i.Redo):  # what was, may be again
                self._bounds.check_edit(self.timeline.state, draft.state, self.timeline.version + 1)
            if any(steps_of(event) for event in draft.events):
                return draft, Again(lambda: telling(self.timeline, submitted, draft, now))
            if not draft.trail:
                return draft, None
            return draft, self._sealed(told_commit(self.timeline, submitted, draft, now), draft)
        finally:
            self._measure(job, thread_time() - begun_s)

    async def _retold(self, work: Again, draft: Draft) -> Sealed:
        """A commit that holds whole acts, made in slices: other tables have their turn, while here nothing is appended
        or folded. Raises Rejected."""
        commit = await self._recall.working(work)
        return await self._recall.reading(lambda: self._sealed(commit, draft))

    def _measure(self, job: Job, took_s: float) -> None:
        """All other tables wait for a decision, which nothing can interrupt: one that is too slow is a bug."""
        self._meter.decided(took_s)
        if took_s > DECIDE_S:
            fields = {"event": "slow_decision", **self._fields(job), "took_ms": round(took_s * 1000)}
            log_.warning("table %s: a decision took %.0f ms", self.encounter, took_s * 1000, extra={"fields": fields})

    def _submitted(self, job: Job) -> Submitted:
        """The intent as it will be recorded, checked. Raises Rejected."""
        asker = self._asker(job.seat)
        self._check_seen(job, asker)
        intake.check_intent(self.timeline, job.intent, asker, job.decision)
        if isinstance(job.intent, i.Rewind | i.Redo) and not job.intent.digest:
            raise Rejected("preview_needed")
        return intake.submission(self.timeline, job.id, job.seat, job.nonce, job.intent)

    def _draft(self, submitted: Submitted, now: int) -> Draft:
        return intake.draft_of(self.timeline, submitted, now, self._server_dice)

    def _sealed(self, commit: Commit, draft: Draft) -> Sealed:
        """Its bytes. Raises Rejected."""
        sealed = self._codec.seal(self.encounter, commit, self.timeline.ledger.told)
        check_body(sealed.body)
        if commit.version % VERIFY_EVERY == 0:
            again = self.timeline.folded(self._codec.open(commit.version, sealed.body).commit)
            if again != draft.state:
                raise AssertionError(f"commit {commit.version} folds to another state than was decided")
        return sealed

    async def _look(self) -> bool:
        """Catch up; false when the log can't be read."""
        if self.frozen is not None:
            return True
        try:
            await self._has_news()
        except Unavailable:
            self.lose_store()
            return False
        except Frozen as error:
            self._freeze(error)
        self._own_intents()
        return True

    def lose_store(self) -> None:
        """The store is away: nothing expires before it is back and everybody had time to come back too."""
        self._tail.lose()
        self._duties.call_in(RETRY_MS, self.wake)

    def _own_intents(self) -> None:
        """What the server has to do by itself; a store that is away is looked for first."""
        if self.frozen is None and not self._tail.is_away:
            self._duties.schedule()

    def _freeze(self, error: Frozen) -> None:
        self._meter.table("frozen", 1)
        self.frozen = Frozen(error.code, str(error))  # what was raised holds all through which it came, this table too
        fields = {"event": "frozen", "encounter": self.encounter, "version": self.timeline.version, "code": error.code}
        log_.error("table %s is frozen: %s", self.encounter, self.frozen, extra={"fields": fields})
        self.dismiss(self.frozen.code)

    # --- exactly once, freshness -------------------------------------------------------------------------------------

    def _is_known(self, job: Job) -> bool:
        """Was this intent accepted before? Then it gets the same ack again."""
        version = self.timeline.ids.version(job.id)
        if version is None:
            return False
        commit = self.timeline.commit(version)
        # A `continue` is recorded under the seat whose act goes on, whoever sent it.
        seat = commit.submitted.seat if isinstance(job.intent, i.Continue) else job.seat
        if commit.submitted.intent != job.intent or commit.submitted.seat != seat:
            raise Rejected("id_reused")
        self._ack(job, commit)
        return True

    def _check_seen(self, job: Job, asker: Asker) -> None:
        """Another seat's unsettling event after what the sender has seen: look again."""
        if job.seen is None or not self.system.unsettling:
            return
        numbers = self.timeline.numbers.get(asker.audience, ())
        if job.seen > len(numbers):
            raise Rejected("ahead", n=job.seen, newest=len(numbers))
        for version in numbers[job.seen :]:
            commit = self.timeline.commit(version)
            others = commit.submitted.seat != job.seat
            if others and any(isinstance(x, self.system.unsettling) for x in commit.told_to(asker.audience)):
                raise Rejected("stale_settle", seen=job.seen, n=len(numbers))

    # --- small things ------------------------------------------------------------------------------------------------

    def _asker(self, seat: str) -> Asker:
        return self.audiences.asker(seat)

    def _server_dice(self, stream: str, nonce: bytes) -> Source:
        ledger = self.timeline.ledger
        seeds = self._keeper.seeds(self.encounter, ledger.epoch)
        return ServerDice(
            bytes.fromhex(self.encounter), seeds, ledger.epoch, ledger.counters, ledger.salt, stream, nonce
        )

    def _ack(self, job: Job, commit: Commit | None) -> None:
        viewer = job.viewer
        if viewer is None:
            return
        self._meter.intent("ack")
        telling = commit.told.get(viewer.audience) if commit is not None else None
        n = telling.n if telling is not None else msgspec.UNSET
        viewer.send(viewer.codec.encode(m.Ack(id=job.id, n=n)))
        viewer.flush()  # telling takes longer than all before it

    def _doubt(self, job: Job) -> None:
        """It takes long to know whether it counts."""
        self._meter.intent("pending")
        if job.viewer is not None:
            job.viewer.send(job.viewer.codec.encode(m.Pending(id=job.id)))
