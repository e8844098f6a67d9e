"""The straight line: one intent on its way from the queue to what everybody is told.

    bytes -> intent -> check -> decide -> events -> append -> fold -> view -> bytes

`Line._commit` walks it step by step. Nothing about a commit leaves before the log has acknowledged it. What is told, to
whom, is in the commit; how it reaches people is in `server.table.audience`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Generator
from functools import partial
from time import thread_time
from typing import Any

import msgspec

from protocol import messages as m
from server.core import intents as i
from server.core.commit import Commit, Submitted
from server.core.deciding import intake
from server.core.deciding.check import check_moment
from server.core.dice import ServerDice, Source
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.history import history
from server.core.history.amend import Previewing
from server.core.ids import GM
from server.core.size import check_body, check_size, steps_of
from server.core.state import State
from server.core.telling.tell import telling, told_commit
from server.encounter.state_bounds import StateBounds
from server.process.shares import aside
from server.process.work import Again, go_on, in_turns
from server.store import codec
from server.store.codec import Sealed, Unreadable
from server.store.log import Broken, Unavailable
from server.store.log_size import MIB, MOST_BYTES, OWN_BYTES
from server.table.audience import Audiences
from server.table.chronicle import Chronicle
from server.table.inbox import STORE_RETRY_MS
from server.table.job import Job
from server.table.keeping import Keeping
from server.table.log_end import Frozen
from server.table.refusals import Refusals
from server.table.services import Services
from server.table.standstill import Standstill

log_ = logging.getLogger(__name__)

TRIES = 5
"""How often a loser of a race decides again before it answers `busy`."""

VERIFY_EVERY = 64
"""So often a commit is folded from its events before the append, and must give the state that was decided."""

DECIDE_S = 0.05
"""A decision may take so much time of the processor."""

ENDS = (i.Close, i.CloseEnded, i.CloseDoor, i.RevealSeed)
"""What a log that is full still takes: each once, or once for each epoch of the dice that was begun."""


class Line:
    """The line of one table, the only path that changes it: one job after another, so the queue is the lock."""

    def __init__(
        self,
        chronicle: Chronicle,
        audiences: Audiences,
        refusals: Refusals,
        keeping: Keeping,
        services: Services,
    ) -> None:
        self._timeline = timeline = chronicle.timeline
        self._moments = chronicle.moments
        self._recall = chronicle.recall
        self._log_end = chronicle.log_end
        self._audiences = audiences
        self._refusals = refusals
        self._keeping = keeping
        self._keeper = services.keeper
        self._meter = services.meter
        self._shares = services.shares
        self._codec = codec.of(timeline.system)
        self._bounds = StateBounds(timeline.system)
        self.standstill = Standstill(timeline, audiences, refusals)

    async def take(self, job: Job) -> str:
        """Take a job along the line and answer its viewer; returns the code of the refusal, if it was refused."""
        try:
            with self._shares.intent():
                await self._commit(job)
            return ""
        except Rejected as rejected:
            self._refuse(job, rejected)
            if job.viewer is None:
                self.standstill.see(rejected)
            return rejected.code
        except Unavailable:
            self._refuse(job, Rejected("unavailable", retry_after_ms=STORE_RETRY_MS))
            return "unavailable"
        except (Broken, Unreadable, Frozen) as error:
            frozen = error if isinstance(error, Frozen) else Frozen("integrity", str(error))
            self._refuse(job, Rejected(frozen.code))
            self._keeping.freeze(frozen)
            return "integrity"
        except Exception:
            reference = secrets.token_hex(4)
            fields = {"fields": {"event": "intent_failed", **self._fields(job), "reference": reference}}
            text = "table %s: intent failed, reference %s"
            log_.exception(text, self._timeline.encounter, reference, extra=fields)
            self._refuse(job, Rejected("internal", reference=reference))
            return "internal"

    async def _commit(self, job: Job) -> None:
        """All steps of the line; who loses a race takes in what the winner has appended, and begins again.

        What has to look into the past may find it let go; `recall` brings it back and does the step again."""
        for _ in range(TRIES):
            # 1. Intent: sent twice, it counts once, and its sender gets the same answer again.
            if self._keeping.frozen is not None:
                raise Rejected(self._keeping.frozen.code)
            if await self._recall.reading(lambda: self._is_known(job)):
                return
            self._check_size(job)

            # 2. to 4. Check, decide, events (`_decided`). Nothing interrupts that, and all tables wait for it: what
            # takes long is worked out before it or behind it, in slices.
            try:
                await self._foresee(job)
                draft, sealed = await self._recall.reading(lambda: self._decided(job))
                if isinstance(sealed, Again):
                    sealed = await self._retold(sealed)
            except Rejected:
                if job.viewer is None or not await self._keeping.has_news():
                    raise
                continue  # what another server has appended may allow it, or be it
            if sealed is None:
                self._ack(job, None)
                return
            await self._offer_ahead(draft.state)

            # 5. Append: from here on it counts, or another commit has taken its place.
            if not await self._append(job, sealed):
                await self._keeping.has_news()
                continue

            # 6. Fold: the table stands where the log does.
            self._timeline.fold(sealed.commit, draft.state)
            if log_.isEnabledFor(logging.DEBUG):
                log_.debug("commit", extra={"fields": {"event": "commit", **self._fields(job)}})

            # 7. View, bytes: only now does anyone hear of it, first who waits for it.
            self._ack(job, sealed.commit)
            self._audiences.tell(sealed.commit)
            self._keeping.see_change()
            self._keeping.sign_when_due(sealed.commit)
            return
        raise Rejected("busy")

    # --- 1. intent ---------------------------------------------------------------------------------------------------

    def _is_known(self, job: Job) -> bool:
        """Was this intent accepted before? Then it gets the same ack again."""
        version = self._timeline.ids.version(job.id)
        if version is None:
            return False
        commit = self._timeline.commit(version)
        # A `continue` is recorded under the seat whose act goes on, whoever sent it.
        seat = commit.submitted.seat if isinstance(job.intent, i.Continue | i.PassStanding) else job.seat
        if commit.submitted.intent != job.intent or commit.submitted.seat != seat:
            raise Rejected("id_reused")
        self._ack(job, commit)
        return True

    def _check_size(self, job: Job) -> None:
        """Nobody can have the log grow for ever, nor can the server; but it can always be ended. Raises Rejected."""
        size, most = self._log_end.size, MOST_BYTES + (OWN_BYTES if job.is_own else 0)
        if size >= most and not isinstance(job.intent, ENDS):
            raise Rejected("log_full", mib=size // MIB, limit=most // MIB)

    # --- 2. to 4. check, decide, events ------------------------------------------------------------------------------

    async def _foresee(self, job: Job) -> None:
        """Walk the acts behind an amendment's target in slices, unless a preview did so lately: other tables have their
        turn meanwhile, and the decision finds the result noted.

        Raises Rejected."""
        intent = job.intent
        if isinstance(intent, i.Amend | i.DrawDice) and self._audiences.asker(job.seat).role == GM:
            check_size(intent)  # else what it aims at would be judged first
            check_moment(self._timeline.state, intent, job.decision)
            await self._recall.reading(lambda: history.check_target(self._timeline, intent.target))
            await self._recall.working(Previewing(self._timeline, intent.target, intent.edits, intent.answers))

    def _decided(self, job: Job) -> tuple[Draft, Sealed | Again | None]:
        """What the job brings about; no commit where nothing has to happen, and one still to be made where it holds
        whole acts, of which there may be thousands. Raises Rejected."""
        begun_s, now = thread_time(), self._moments.stamp()
        try:
            # 2. Check: may this seat do that now, by what it has seen?
            submitted = self._submitted(job)
            # 3. Decide: what happens, with all dice thrown.
            draft = self._draft(submitted, now)
            if job.intent.by == "gm" and not isinstance(job.intent, i.Rewind | i.Redo):
                # What a rewind or redo brings back was allowed once, whatever the bounds are today.
                self._bounds.check_edit(self._timeline.state, draft.state, self._timeline.version + 1)
            # 4. Events: who is told which of them, and all of it as the bytes that the log keeps.
            if any(steps_of(event) for event in draft.events):
                return draft, Again(lambda: self._retelling(submitted, draft, now))
            if not draft.trail:
                return draft, None
            return draft, self._sealed(told_commit(self._timeline, submitted, draft, now), draft)
        finally:
            self._measure(job, thread_time() - begun_s)

    def _submitted(self, job: Job) -> Submitted:
        """The intent as it will be recorded, checked. Raises Rejected."""
        asker = self._audiences.asker(job.seat)
        intake.check_seen(self._timeline, job.intent, asker, job.seen)
        intake.check_intent(self._timeline, job.intent, asker, job.decision)
        if isinstance(job.intent, i.Rewind | i.Redo) and not job.intent.digest:
            raise Rejected("preview_needed")
        return intake.submission(self._timeline, job.id, job.seat, job.nonce, job.intent)

    def _draft(self, submitted: Submitted, now: int) -> Draft:
        return intake.draft_of(self._timeline, submitted, now, self._server_dice)

    def _server_dice(self, stream: str, nonce: bytes) -> Source:
        ledger, encounter = self._timeline.ledger, self._timeline.encounter
        seeds = self._keeper.seeds(encounter, ledger.epoch)
        return ServerDice(bytes.fromhex(encounter), seeds, ledger.epoch, ledger.counters, ledger.salt, stream, nonce)

    def _retelling(self, submitted: Submitted, draft: Draft, now: int) -> Generator[None, None, Sealed]:
        """A commit that holds whole acts, by short steps until it is sealed. It was folded again act by act when it was
        told (`telling`). Raises Absent, Rejected."""
        commit = yield from telling(self._timeline, submitted, draft, now)
        sealed = yield from self._codec.sealing(self._timeline.encounter, commit, self._timeline.ledger.told)
        yield
        check_body(sealed.body)
        return sealed

    def _sealed(self, commit: Commit, draft: Draft) -> Sealed:
        """The commit as the log will keep it. Raises Rejected."""
        sealed = self._codec.seal(self._timeline.encounter, commit, self._timeline.ledger.told)
        check_body(sealed.body)
        if commit.version % VERIFY_EVERY == 0:
            again = self._timeline.folded(self._codec.open(commit.version, sealed.body).commit)
            if again != draft.state:
                raise AssertionError(f"commit {commit.version} folds to another state than was decided")
        return sealed

    async def _retold(self, work: Again) -> Sealed:
        """A commit that holds whole acts, made in slices, and what is told of it encoded: other tables have their turn,
        while here nothing is appended or folded. Raises Rejected."""
        sealed: Sealed = await self._recall.working(work)
        await in_turns(self._audiences.encoding(sealed.commit), aside)
        return sealed

    async def _offer_ahead(self, state: State) -> None:
        """Work out in slices what there is to offer many combatants in this state, if it comes to be: telling it, which
        nothing can interrupt, finds it ready then."""
        with self._timeline.shelf:
            work = self._audiences.offering(state)
        while work is not None and not work.is_done:
            await self._recall.reading(partial(go_on, work))
            await asyncio.sleep(0)

    def _measure(self, job: Job, took_s: float) -> None:
        """All other tables wait for a decision, which nothing can interrupt: one that is too slow is a bug."""
        self._meter.decided(took_s)
        if took_s > DECIDE_S:
            took_ms = round(took_s * 1000)
            fields = {"event": "slow_decision", **self._fields(job), "took_ms": took_ms}
            text = "table %s: a decision took %.0f ms"
            log_.warning(text, self._timeline.encounter, took_s * 1000, extra={"fields": fields})

    # --- 5. append ---------------------------------------------------------------------------------------------------

    async def _append(self, job: Job, sealed: Sealed) -> bool:
        """True when our commit is in the log; False when another one took its place."""
        return await self._log_end.append(sealed, lambda: self._doubt(job))

    def _doubt(self, job: Job) -> None:
        """It takes long to know whether the log has the commit: say so."""
        self._meter.intent("pending")
        if job.viewer is not None:
            job.viewer.send(job.viewer.codec.encode(m.Pending(id=job.id)))

    # --- the answer --------------------------------------------------------------------------------------------------

    def _ack(self, job: Job, commit: Commit | None) -> None:
        viewer = job.viewer
        if viewer is None:
            return
        self._meter.intent("ack")
        telling = commit.told.get(viewer.audience) if commit is not None else None
        n = telling.n if telling is not None else msgspec.UNSET
        viewer.send_now(viewer.codec.encode(m.Ack(id=job.id, n=n)))  # telling takes longer than all before it

    def _refuse(self, job: Job, rejected: Rejected) -> None:
        self._refusals.tell(job.viewer, job.id, rejected)
        job.answer(rejected)

    def _fields(self, job: Job) -> dict[str, Any]:
        """What a line of the server's own log says of an intent: ids only."""
        told = {"encounter": self._timeline.encounter, "version": self._timeline.version, "seat": job.seat}
        return {**told, "intent": job.id.hex(), "kind": type(job.intent).__name__}
