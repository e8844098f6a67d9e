"""What has to be done for one table whoever sits at it: it is opened and checked, its snapshots are saved and its heads
signed, it is frozen where its log can't be trusted, and what the server owes it is set going. Decides nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from server.archive.checkpoints import is_due
from server.core.commit import Commit
from server.keys.master_key import key_changed
from server.process.shares import Slice, aside
from server.store.codec import Unreadable
from server.store.log import Broken, Unavailable
from server.table.audience import Audiences
from server.table.chronicle import Chronicle
from server.table.duties import Duties
from server.table.inbox import STORE_RETRY_MS, Inbox
from server.table.job import Job
from server.table.log_end import Frozen
from server.table.services import Services

log_ = logging.getLogger(__name__)


class Keeping:
    """Keeps one table in order; its line and its duties are apart from this."""

    def __init__(
        self,
        chronicle: Chronicle,
        audiences: Audiences,
        duties: Duties,
        inbox: Inbox,
        services: Services,
    ) -> None:
        self.frozen: Frozen | None = None
        self.changed_at = self._used_at = services.clock.loop_ms()
        """When it last changed, and when anybody last needed it, by the loop's clock (ms)."""
        self._timeline = chronicle.timeline
        self._moments = chronicle.moments
        self._recall = chronicle.recall
        self._past = chronicle.past
        self._log_end = chronicle.log_end
        self._audiences = audiences
        self._duties = duties
        self._inbox = inbox
        self._keeper = services.keeper
        self._clock = services.clock
        self._meter = services.meter
        self._checkpoints = services.checkpoints
        self._tasks: set[asyncio.Task[None]] = set()

    # --- opening and closing -----------------------------------------------------------------------------------------

    async def open(self, turn: Slice = aside) -> None:
        """Read and fold the log, from a snapshot where there is one. Raises Frozen, Unavailable."""
        await self._log_end.open(turn)
        self._moments.find()
        await turn(self._check_tips)
        if self._checkpoints is not None:
            for newest in self._checkpoints.each_newest(self._timeline.encounter):
                await self._log_end.compare(newest)
        self.see_change()
        self.go_on()

    def _check_tips(self) -> None:
        """Dice of another master key would come of seeds that nothing commits to. Raises Frozen.

        A closed encounter, which rolls no more, may have been imported as it was."""
        ledger, encounter = self._timeline.ledger, self._timeline.encounter
        if ledger.closed and not ledger.epoch_over:
            return  # nor is there a seed to reveal
        if self._keeper.holds(encounter, ledger.tips):
            self._keeper.seeds(encounter, ledger.epoch)  # while the chains, which take long, are at hand
        elif not ledger.closed:
            raise Frozen("key_changed", key_changed(encounter))

    async def check_rest(self, pause_s: float) -> bool:
        """Check what was not looked at when it was opened, in slices; freezes where it can't be trusted.

        False: the store was away."""
        try:
            if self._recall.is_unchecked:
                await self._recall.check_rest(pause_s)
        except Broken as error:
            self.freeze(Frozen("integrity", str(error)))
        except Unavailable:
            return False
        return True

    def use(self) -> None:
        """Somebody needs it now."""
        self._used_at = self._clock.loop_ms()

    def is_idle(self, since: int) -> bool:
        """Has nobody needed it since then (by the loop's clock, ms), and will it do nothing by itself?"""
        if self._used_at >= since or self.changed_at >= since or self._tasks:
            return False
        return self.frozen is not None or (self._duties.is_idle and not self._log_end.is_away)

    def close(self) -> None:
        """Stop timers and tasks."""
        for task in self._tasks:
            task.cancel()
        self._past.close()
        self._duties.stop()

    # --- after a commit ----------------------------------------------------------------------------------------------

    def see_change(self) -> None:
        """There may be more in the log than before."""
        self.changed_at = self._moments.see()
        self._past.used()
        if self._recall.is_due:  # off the hot path: everybody has been answered by then
            self._recall.claim()
            self.spawn(self._save())

    async def _save(self) -> None:
        await self._recall.save(self._log_end.hash, self._log_end.size)

    def sign_when_due(self, commit: Commit) -> None:
        """Sign the head when it is time, off the hot path, if we are the one whom commit 1 names."""
        ours = self._checkpoints
        if ours is not None and is_due(commit) and ours.are_named_by(self._timeline.ledger.signer):
            self.spawn(asyncio.to_thread(ours.add, self._timeline.encounter, *self._log_end.top))

    def go_on(self) -> None:
        """What the server has to do by itself; a store that is away is looked for first."""
        if self.frozen is None and not self._log_end.is_away:
            self._duties.schedule()

    def go_on_after(self, job: Job, refusal: str) -> None:
        """`go_on` when a job was taken; `refusal` is its code. A refused job, too, may have caught up with others."""
        if refusal == "unavailable":
            self.lose_store()
            return
        if refusal == "busy" and job.viewer is None:
            self._duties.call_in(STORE_RETRY_MS, self.go_on)
            return
        if job.viewer is None:
            self._duties.tried(job.intent)
        self.go_on()

    # --- what others append ------------------------------------------------------------------------------------------

    async def has_news(self) -> bool:
        """Catch up with others, telling what they appended: was there anything? Raises Frozen, Unavailable."""
        has_news = await self._log_end.catch_up(self._audiences.tell)
        if has_news:
            self.see_change()
        return has_news

    async def look(self) -> bool:
        """Catch up; false when the log can't be read."""
        if self.frozen is not None:
            return True
        try:
            await self.has_news()
        except Unavailable:
            self.lose_store()
            return False
        except Frozen as error:
            self.freeze(error)
        self.go_on()
        return True

    def lose_store(self) -> None:
        """The store is away: nothing expires before it is back and everybody had time to come back too."""
        self._log_end.lose()
        self._duties.call_in(STORE_RETRY_MS, self._inbox.look_later)

    def freeze(self, error: Frozen) -> None:
        """Take nothing more, and send everybody away."""
        encounter, version = self._timeline.encounter, self._timeline.version
        self._meter.table("frozen", 1)
        self.frozen = Frozen(error.code, str(error))  # what was raised holds all through which it came, the table too
        fields = {"event": "frozen", "encounter": encounter, "version": version, "code": error.code}
        log_.error("table %s is frozen: %s", encounter, self.frozen, extra={"fields": fields})
        self._audiences.dismiss(error.code)

    # --- beside the queue --------------------------------------------------------------------------------------------

    async def release(self) -> None:
        """Tell spectators what was let go."""
        try:
            await self._recall.reading(self._audiences.release_here)
        except Unavailable:
            self.lose_store()
        except (Broken, Unreadable) as error:
            self.freeze(Frozen("integrity", str(error)))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have it done beside the queue."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            encounter, version = self._timeline.encounter, self._timeline.version
            fields = {"event": "failure", "at": "table", "encounter": encounter, "version": version}
            log_.error("table %s: a task failed", encounter, exc_info=task.exception(), extra={"fields": fields})
            self._meter.failed("table")
