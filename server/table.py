"""A table: an encounter live in memory, and the only path that changes it.

    bytes -> intent -> decide -> events -> append -> fold -> view -> bytes

One task per table consumes one queue: order is a queue, not a lock. Nothing about a commit leaves before the log has
acknowledged it. What is told, to whom, is in the commit; how it reaches people is in `server.audience`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from protocol import messages as m
from server.answers import Answers
from server.audience import Audiences, Viewer
from server.budget import Budget
from server.core import intents as i
from server.core import play
from server.core.commit import Commit
from server.core.decide import intent_union
from server.core.dice import ServerDice, Source
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.system import Asker, System
from server.core.tell import commit as told
from server.core.timeline import Timeline
from server.files import Files
from server.meter import Meter, Silent
from server.recall import Recall
from server.seeds import SeedKeeper
from server.store import chain, codec
from server.store.codec import Sealed, Unreadable
from server.store.log import ZERO_HASH, Appended, Broken, Log, Top, Unavailable, Unsettled

log_ = logging.getLogger(__name__)

TRIES = 5
"""How often a loser of a race decides again before it answers `busy`."""

VERIFY_EVERY = 64
"""Every so manyth commit is folded from its events before the append and must give the decided state."""

GRACE_MS = 15_000
"""A server that opens a table gives everybody at least this long before anything expires."""

RETRY_MS = 1_000
"""When to try again after the store was away."""

READ_AT_ONCE = 64
"""So many commits of the log are folded before others have their turn."""


MOST_JOBS = 256
"""So many intents wait at most; more are `busy` at once."""


class Frozen(Exception):
    """The stored log can't be trusted or read; the table takes nothing more. `code`: integrity or version."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Job(msgspec.Struct):
    """An intent on its way: from a viewer, or the server's own (`viewer` None)."""

    intent: i.Intent
    id: bytes
    nonce: bytes
    seat: str
    viewer: Viewer | None = None
    decision: str | None = None
    seen: int | None = None


class Table:
    """One encounter. Made by the lobby; `run` must be running for anything to happen."""

    def __init__(
        self,
        encounter: str,
        system: System,
        log: Log,
        keeper: SeedKeeper,
        clock: Callable[[], int],
        fan_out: Callable[[list[Viewer], bytes], None] | None = None,
        meter: Meter | None = None,
        files: Files | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.encounter = encounter
        self.system = system
        self.timeline = Timeline(system, encounter)
        self.audiences = Audiences(self.timeline, clock, fan_out, self._release_later)
        self.frozen: Frozen | None = None
        self._recall = Recall(self.timeline, log, keeper.snapshot_key(encounter))
        files = files or Files(log, clock)
        self.answers = Answers(self.timeline, self.audiences, files, self._recall, self._reject)
        self._tasks: set[asyncio.Task[None]] = set()
        self._log = log
        self._keeper = keeper
        self._clock = clock
        self._meter = meter or Silent()
        self._codec = codec.of(system)
        self._hash = ZERO_HASH
        self._queue: deque[Job | asyncio.Future[bool] | None] = deque()
        self._wakeup = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._is_woken = False
        self._is_away = False
        """Was the store away when it was last needed?"""
        self._opened_at = self.changed_at = self._used_at = clock()
        """When it was opened, when it last changed, and when anybody last needed it (ms)."""
        self._budget = budget or Budget()
        self._is_busy = False
        self._tried: tuple[i.Intent, int] | None = None
        """The own intent that was decided last, and the version after it: it is not tried twice at one version."""

    # --- doors -------------------------------------------------------------------------------------------------------

    async def prepare(self, seat: str, resume: m.Resume | None = None) -> None:
        """Bring back what a viewer's welcome needs, before it attaches; freezes where it can't be trusted.

        Raises Unavailable."""
        self._used_at = self._clock()
        try:
            await self._recall.reading(lambda: self.audiences.prepare(self._asker(seat), resume))
        except (Broken, Unreadable) as error:
            self._freeze(Frozen("integrity", str(error)))

    def attach(self, viewer: Viewer, resume: m.Resume | None = None) -> None:
        """Welcome a viewer; with `resume` also what it missed."""
        self._used_at = self._clock()
        self.audiences.attach(viewer, resume)

    def detach(self, viewer: Viewer) -> None:
        """The viewer is gone."""
        self._used_at = self._clock()
        self.audiences.detach(viewer)

    def submit(self, viewer: Viewer, message: m.Submit) -> None:
        """Queue an intent; ack, rejected or pending go to the viewer. Raises ProtocolError for a malformed one."""
        read = reader(viewer, self.system)
        decision = None if isinstance(message.decision, msgspec.UnsetType) else message.decision
        seen = None if isinstance(message.seen, msgspec.UnsetType) else message.seen
        self._put(Job(read(message.intent), message.id, message.nonce, viewer.seat, viewer, decision, seen))

    def ask(self, viewer: Viewer, message: m.Ask) -> None:
        """Answer a question, apart from the table's queue. Raises ProtocolError for a malformed one."""
        self.answers.ask(viewer, message)

    def wake(self, _version: int = 0) -> None:
        """Another server may have appended: look."""
        if not self._is_woken:
            self._is_woken = True
            self._put(None)

    async def reach(self, audience: str, n: int) -> None:
        """Look at the log before welcoming who was told more, by another server, than is known here.

        Raises Unavailable when the log can't be read."""
        if n <= len(self.timeline.numbers.get(audience, ())):
            return
        looked: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._put(looked)
        if not await looked:
            raise Unavailable("the log can't be read now")

    @property
    def top(self) -> Top:
        """Version and hash of the newest commit known here."""
        return self.timeline.version, self._hash

    def _put(self, job: Job | asyncio.Future[bool] | None) -> None:
        if isinstance(job, Job) and len(self._queue) >= MOST_JOBS:
            self._reject(job.viewer, job.id, Rejected("busy"))
            return
        self._queue.append(job)
        self._wakeup.set()

    # --- opening and running -----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Read and fold the log, from a snapshot where there is one. Raises Frozen, Unavailable."""
        self._hash = await self._recall.open()
        await self._catch_up(quiet=True)
        await self._check_health()
        self._check_tips()
        self._opened_at = self._clock()
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
        return len(self._queue) + self._is_busy

    @property
    def is_away(self) -> bool:
        """Could its store not be reached when it was last needed?"""
        return self._is_away

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
        """Has nobody needed it since then (ms), and will it do nothing by itself?"""
        if self._used_at >= since or self.changed_at >= since or self._is_busy or self._queue or self._tasks:
            return False
        if self.answers.is_busy or self.audiences.viewers():
            return False
        return self.frozen is not None or not (self._is_away or self._due())

    @property
    def weight_bytes(self) -> int:
        """About what it keeps of the past."""
        return self.timeline.weight_bytes + self.answers.pages.weight_bytes

    def let_go(self) -> None:
        """Keep the head alone."""
        self.answers.pages.let_go()
        self._recall.let_go()

    def _changed(self) -> None:
        self.changed_at = self._clock()
        self._budget.use(self)
        self._save_when_due()

    def _save_when_due(self) -> None:
        """Write a snapshot when it is time, off the hot path: everybody has been answered by then."""
        if self._recall.is_due:
            self._recall.claim()
            self._spawn(self._save())

    async def _save(self) -> None:
        await self._recall.save(self._hash)

    def _release_later(self) -> None:
        """Spectators are due what was let go."""
        self._spawn(self._release())

    async def _release(self) -> None:
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
            log_.error("table %s: a task failed", self.encounter, exc_info=task.exception())

    async def _check_health(self) -> None:
        """Was the newest entry removed, or an older one? Raises Frozen."""
        try:
            await self._log.health(self.encounter)
        except Broken as error:
            raise Frozen("integrity", str(error)) from error

    def _check_tips(self) -> None:
        """Dice of another master key would come of seeds that nothing commits to. Raises Frozen.

        A closed encounter, which rolls no more, may have been imported as it was."""
        if not self.timeline.ledger.closed and self._keeper.tips(self.encounter) != self.timeline.ledger.tips:
            raise Frozen("integrity", "it was made under another master key (FRAY_MASTER_KEY, or master.key)")

    async def run(self) -> None:
        """Take jobs from the queue until cancelled."""
        while True:
            self._is_busy = True
            while self._queue:
                await self._do(self._queue.popleft())
            self._is_busy = False
            self._wakeup.clear()
            await self._wakeup.wait()

    async def _do(self, job: Job | asyncio.Future[bool] | None) -> None:
        """A job, or a look at the log for whoever waits to know whether that was possible."""
        if isinstance(job, Job):
            await self._take(job)
            return
        could_look = await self._look()
        if job is not None and not job.done():
            job.set_result(could_look)

    def dismiss(self, code: str) -> None:
        """Say goodbye to all viewers."""
        for viewer in self.audiences.viewers():
            viewer.bye(code)

    def close(self) -> None:
        """Stop timers and tasks; the lobby cancels `run`."""
        for task in self._tasks:
            task.cancel()
        for job in self._queue:
            if isinstance(job, asyncio.Future) and not job.done():
                job.set_result(False)
        self.audiences.close()
        self.answers.close()
        self._stop_timer()

    # --- the straight line -------------------------------------------------------------------------------------------

    async def _take(self, job: Job) -> None:
        """Decide a job, answer it, and see what the server has to do next: also a refused job may have caught up."""
        code = await self._answer(job)
        if code == "unavailable":
            self.lose_store()
            return
        if code == "busy" and job.viewer is None:
            self._call_at(self._clock() + RETRY_MS, self._own_intents)
            return
        if job.viewer is None:
            self._tried = (job.intent, self.timeline.version)
        self._own_intents()

    async def _answer(self, job: Job) -> str:
        """Decide a job and answer its viewer; returns the code of the refusal, if it was refused."""
        try:
            await self._decide(job)
            return ""
        except Rejected as rejected:
            self._reject(job.viewer, job.id, rejected)
            return rejected.code
        except Unavailable:
            self._reject(job.viewer, job.id, Rejected("unavailable", retry_after_ms=RETRY_MS))
            return "unavailable"
        except (Broken, Unreadable, Frozen) as error:
            frozen = error if isinstance(error, Frozen) else Frozen("integrity", str(error))
            self._reject(job.viewer, job.id, Rejected(frozen.code))
            self._freeze(frozen)
            return "integrity"
        except Exception:
            reference = secrets.token_hex(4)
            fields = {"fields": {"event": "intent_failed", **self._fields(job), "reference": reference}}
            log_.exception("table %s: intent failed, reference %s", self.encounter, reference, extra=fields)
            self._reject(job.viewer, job.id, Rejected("internal", reference=reference))
            return "internal"

    async def _decide(self, job: Job) -> None:
        """Check, decide, append; the loser of a race catches up and decides again."""
        for _ in range(TRIES):
            if self.frozen is not None:
                raise Rejected(self.frozen.code)
            if await self._recall.reading(lambda: self._is_known(job)):
                return
            try:
                draft, sealed = await self._recall.reading(lambda: self._made(job))
            except Rejected:
                if job.viewer is None or not await self._has_news():
                    raise
                continue  # what another server has appended may allow it, or be it
            if sealed is None:
                self._ack(job, None)
                return
            if await self._append(job, sealed):
                self.timeline.fold(sealed.commit, draft.state)
                if log_.isEnabledFor(logging.DEBUG):
                    log_.debug("commit", extra={"fields": {"event": "commit", **self._fields(job)}})
                self.audiences.tell(sealed.commit)  # only now does anyone hear of it
                self._ack(job, sealed.commit)
                self._changed()
                return
            await self._catch_up()
        raise Rejected("busy")

    async def _has_news(self) -> bool:
        """Catch up: was there anything?"""
        before = self.timeline.version
        await self._catch_up()
        return self.timeline.version > before

    def _made(self, job: Job) -> tuple[Draft, Sealed | None]:
        """What the job brings about; no commit where nothing has to happen. Raises Rejected."""
        now = self._now()
        draft = self._draft(job, now)
        return draft, self._seal(job, draft, now) if draft.trail else None

    def _draft(self, job: Job, now: int) -> Draft:
        asker = self._asker(job.seat)
        self._check_seen(job, asker)
        play.check(self.timeline, job.intent, asker, job.decision)
        if isinstance(job.intent, i.Rewind) and not job.intent.digest:
            raise Rejected("preview_needed")
        submitted = play.submission(self.timeline, job.id, job.seat, job.nonce, job.intent)
        return play.run(self.timeline, submitted, now, self._server_dice)

    def _seal(self, job: Job, draft: Draft, now: int) -> Sealed:
        submitted = play.submission(self.timeline, job.id, job.seat, job.nonce, job.intent)
        commit = told(self.timeline, submitted, draft, now)
        sealed = self._codec.seal(self.encounter, commit, self.timeline.ledger.told)
        if commit.version % VERIFY_EVERY == 0:
            again = self.timeline.folded(self._codec.open(commit.version, sealed.body).commit)
            if again != draft.state:
                raise AssertionError(f"commit {commit.version} folds to another state than was decided")
        return sealed

    async def _append(self, job: Job, sealed: Sealed) -> bool:
        """True when our commit is in the log; False when another one took its place."""
        entry = chain.seal(
            self.encounter,
            sealed.commit.version,
            self._hash,
            secrets.token_bytes(16),
            secrets.token_bytes(16),
            sealed.body,
        )
        sent_at = time.perf_counter()
        try:
            outcome = await self._log.append(self.encounter, entry, self._hash)
        except Unsettled:
            self._meter.intent("pending")
            if job.viewer is not None:
                job.viewer.send(job.viewer.codec.encode(m.Pending(id=job.id)))
            self._is_away = True
            outcome = await self._settle(entry)
        self._find_store()
        if outcome in (Appended.GAP, Appended.FORK):
            raise Frozen("integrity", f"the log lost commit {self.timeline.version}: {outcome.value}")
        self._meter.appended(time.perf_counter() - sent_at)
        if outcome is Appended.STALE:
            self._meter.raced()
            return False
        self._hash = entry.hash
        return True

    async def _settle(self, entry: Any) -> Appended:
        while True:
            try:
                return await self._log.settle(self.encounter, entry, self._hash)
            except Unsettled:
                log_.warning("table %s: commit %d is still unsettled", self.encounter, entry.version)

    async def _catch_up(self, quiet: bool = False) -> None:
        """Fold what others have appended. Raises Frozen where it can't be trusted or read.

        The newest commit known here is read again: a log that lost it, or has another one instead, is not ours."""
        try:
            while await self._read_on(quiet):
                pass
        except Broken as error:
            raise Frozen("integrity", str(error)) from error
        except Unreadable as error:
            raise Frozen("version" if error.code == "unknown_version" else "integrity", str(error)) from error

    async def _read_on(self, quiet: bool) -> bool:
        """Fold the next commits of the log, not too many at once. Are there more?"""
        known = self.timeline.version
        entries = await self._log.read(self.encounter, max(0, known - 1), READ_AT_ONCE)
        is_more = len(entries) == READ_AT_ONCE
        self._find_store()
        if known:
            if not entries or entries[0].hash != self._hash:
                raise Frozen("integrity", f"commit {known}, which was shown, is not in the log any more")
            del entries[0]
        chain.verify(self.encounter, entries, known, self._hash)
        for entry in entries:
            commit = self._codec.open(entry.version, entry.body).commit
            await self._fold_read(commit)
            self._hash = entry.hash
            if not quiet:
                self.audiences.tell(commit)
                self._meter.tailed(max(0, self._clock() - commit.at) / 1000)
        if entries and not quiet:
            self._recall.claim()
            self._changed()
        if is_more:
            await asyncio.sleep(0)
        return is_more

    async def _fold_read(self, commit: Commit) -> None:
        """Take in a commit of the log; whatever fails in it, the log is what can't be trusted. Raises Frozen."""
        try:
            await self._recall.reading(lambda: self.timeline.fold(commit))
        except (Unavailable, Broken, Unreadable):
            raise
        except Exception as error:
            log_.exception("table %s: commit %d can't be folded", self.encounter, commit.version)
            raise Frozen("integrity", f"commit {commit.version} can't be folded: {error!r}") from error

    async def _look(self) -> bool:
        """Catch up; false when the log can't be read."""
        self._is_woken = False
        if self.frozen is not None:
            return True
        try:
            await self._catch_up()
        except Unavailable:
            self.lose_store()
            return False
        except Frozen as error:
            self._freeze(error)
        self._own_intents()
        return True

    def lose_store(self) -> None:
        """The store is away: nothing expires before it is back and everybody had time to come back too."""
        self._is_away = True
        self._call_at(self._clock() + RETRY_MS, self.wake)

    def _find_store(self) -> None:
        """The store has answered."""
        if self._is_away:
            self._is_away = False
            self._opened_at = self._clock()

    def _freeze(self, error: Frozen) -> None:
        self._meter.table("frozen", 1)
        self.frozen = error
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

    # --- the server's own intents ------------------------------------------------------------------------------------

    def _own_intents(self) -> None:
        """Whatever the state asks the server to do: continue, expire, reveal; now or when its time has come."""
        if self._is_away:
            return  # the store is looked for first
        self._stop_timer()
        due = self._due()
        if due is None or self.frozen is not None or self._tried == (due[1], self.timeline.version):
            return
        at, intent = due
        if at <= self._clock():
            self._put_own(intent)
        else:
            self._call_at(at, self._own_intents)

    def _call_at(self, at: int, what: Callable[[], None]) -> None:
        """Go on at `at` (ms)."""
        self._stop_timer()
        wait_s = max(0, at - self._clock()) / 1000
        self._timer = asyncio.get_running_loop().call_later(wait_s, what)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _put_own(self, intent: i.Intent) -> None:
        job = Job(intent, secrets.token_bytes(16), secrets.token_bytes(16), "server")
        self._queue.appendleft(job)
        self._wakeup.set()

    def _due(self) -> tuple[int, i.Intent] | None:
        ledger, now = self.timeline.ledger, self.timeline.state.play
        if ledger.epoch_over and (ledger.begun or ledger.closed) and now.parked is None:
            seeds = self._keeper.seeds(self.encounter, ledger.epoch)
            secret = seeds.secret if ledger.closed else b""
            return 0, i.RevealSeed(epoch=ledger.epoch, seed=seeds.open, secret=secret)
        decision = now.decision
        if decision is None or now.paused or ledger.closed:
            return None
        if decision.silent and not decision.unanswered():
            least = int(ledger.table.min_window_s * 1000) if ledger.table is not None else 0
            return None if now.held else (decision.opened_at + least, i.Continue(decision=decision.id))
        if decision.remaining_ms is None:
            return None
        at = max(decision.opened_at + decision.remaining_ms, self._opened_at + GRACE_MS)
        return at, i.Expire(decision=decision.id, opened_at=decision.opened_at)

    # --- small things ------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return max(self._clock(), self.timeline.newest_at)

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

    def _reject(self, viewer: Viewer | None, id: bytes | int, rejected: Rejected) -> None:
        if viewer is None:
            return
        self._meter.intent(rejected.code)
        message = rejected.text(self.audiences.texts)
        detail = {key: value for key, value in rejected.detail.items() if isinstance(value, str | int | float | bool)}
        viewer.send(viewer.codec.encode(m.Rejected(id=id, code=rejected.code, message=message, detail=detail)))


_READERS: dict[tuple[str, str], Callable[[msgspec.Raw], Any]] = {}


def reader(viewer: Viewer, system: System) -> Callable[[msgspec.Raw], Any]:
    """Decodes intents of this system from the viewer's subprotocol; made once. Raises ProtocolError."""
    key = (viewer.codec.subprotocol, system.name)
    if key not in _READERS:
        _READERS[key] = viewer.codec.reader(intent_union(system), "$.intent")
    return _READERS[key]
