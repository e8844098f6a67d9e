"""What the server itself has to do at a table: continue, expire, reveal, close, note who came or has gone; now, or when
its time has come.

Worked out anew from the state after every commit, so that no restart can forget it. Decides nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from server.core import intents as i
from server.core.commit import Commit
from server.core.deciding.decide import MOST_ALONE
from server.core.deciding.standing import are_set, standing
from server.core.events import DecisionClosed
from server.core.ids import PUBLIC
from server.core.state import Decision
from server.keys.seeds import SeedKeeper
from server.table.chronicle import Chronicle
from server.table.waiting import Waiting

GRACE_MS = 15_000
"""A server that opens a table, or gets its store back, gives everybody at least this long before anything expires."""

CLOSE_AFTER_MS = 24 * 3_600_000
"""An encounter that has ended is closed so long after, if nobody has done so or taken the end back."""

DOOR_MS = 2 * 3_600_000
"""A door is closed so long after it was opened, if nobody has done so: codes lie about."""

HOUR_MS = 3_600_000
"""The longest that a table which waits for nobody is made to wait."""

log_ = logging.getLogger(__name__)

Due = tuple[int, i.Intent]
"""When, by the loop's clock (ms), and what."""


class Duties:
    """`put` takes an intent of the server's own; `waiting`: who waits at the door; `seats`: on which somebody sits here
    now."""

    def __init__(
        self,
        chronicle: Chronicle,
        keeper: SeedKeeper,
        put: Callable[[i.Intent], None],
        waiting: Waiting,
        seats: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._log_end = chronicle.log_end
        self._timeline = chronicle.timeline
        self._moments = chronicle.moments
        self._keeper = keeper
        self._put = put
        self._waiting = waiting
        self._seats = seats
        self._timer: asyncio.TimerHandle | None = None
        self._tried: tuple[i.Intent, int] | None = None
        self._seen = 0
        """The newest version that was looked at."""
        self._alone = 0
        """So often in a row the server has gone on with nobody doing anything."""

    def tried(self, intent: i.Intent) -> None:
        """This one has been decided: it is not tried twice at one version."""
        self._tried = (intent, self._timeline.version)

    def schedule(self) -> None:
        """Put what is due, or come back when it is."""
        self.stop()
        self._count()
        due = self.due()
        if due is None or self._tried == (due[1], self._timeline.version):
            return
        at, intent = due
        now = self._moments.see()
        if at <= now:
            self._put(intent)
        else:
            self.call_in(at - now, self.schedule)

    def call_in(self, wait_ms: int, what: Callable[[], None]) -> None:
        """Go on so much later, instead of whatever was to come."""
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(wait_ms / 1000, what)

    def stop(self) -> None:
        """Nothing comes by itself any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def due(self) -> Due | None:
        """What the state asks of the server next."""
        return min(self._dues(), key=lambda due: due[0], default=None)

    @property
    def is_idle(self) -> bool:
        """Is there nothing for which a table must stay open? Whoever opens it next may close what has ended, or a
        door."""
        return all(isinstance(intent, i.CloseEnded | i.CloseDoor) for _, intent in self._dues())

    def _dues(self) -> list[Due]:
        """All that it asks of the server, in no order."""
        ledger, now = self._timeline.ledger, self._timeline.state.play
        if ledger.epoch_over and (ledger.begun or ledger.closed) and now.parked is None:
            seeds = self._keeper.seeds(self._timeline.encounter, ledger.epoch)
            secret = seeds.secret if ledger.closed else b""
            return [(0, i.RevealSeed(epoch=ledger.epoch, seed=seeds.open, secret=secret))]
        if ledger.closed:
            return []
        dues = (
            self._seating(), self._deciding(), self._passing(), self._waiting.due(), self._shutting(), self._closing(),
        )  # fmt: skip
        return [due for due in dues if due is not None]

    def _seating(self) -> Due | None:
        """Where codes lead to seats, it is recorded of each that somebody has come by its link."""
        ledger = self._timeline.ledger
        if ledger.table is None or ledger.table.join == "links":
            return None
        free = ledger.free_seats()
        came = next((seat for seat in self._seats() if seat in free), None)
        return None if came is None else (0, i.TakeSeat(seat=came))

    def _shutting(self) -> Due | None:
        """Without grace for who opens the table late: a code that lies about must not be worth anything again whenever
        somebody tries it. The GM can always open another door."""
        door = self._timeline.ledger.door
        return (self._moments.of(door.opened_at) + DOOR_MS, i.CloseDoor(k=door.k)) if door.is_open else None

    def _closing(self) -> Due | None:
        ended_at = self._timeline.ledger.ended_at
        if not ended_at:
            return None
        at = max(self._moments.of(ended_at) + CLOSE_AFTER_MS, self._log_end.found_at + GRACE_MS)
        return at, i.CloseEnded(ended_at=ended_at)

    def _deciding(self) -> Due | None:
        now = self._timeline.state.play
        decision = now.decision
        if decision is None or now.paused:
            return None
        opened_at = self._moments.of(decision.opened_at)
        if decision.silent and not decision.unanswered():
            at = self._ends_at(decision)
            if decision.locks:
                at = max(at, self._all_told_at() + self._least_ms())
            return None if now.is_held else (at, i.Continue(decision=decision.id))
        if decision.remaining_ms is None:
            return None
        at = max(opened_at + decision.remaining_ms, self._log_end.found_at + GRACE_MS)
        return at, i.Expire(decision=decision.id, opened_at=decision.opened_at)

    def _passing(self) -> Due | None:
        """Whoever passes by itself does so at the end of the shortest time that a window has."""
        state = self._timeline.state
        if not are_set(state) or state.play.paused or state.play.parked is not None:
            return None
        system = self._timeline.system
        with self._timeline.shelf:
            found = [each for each in state.play.decisions if standing(system, state, each)]
        dues = [(self._ends_at(each), i.PassStanding(decision=each.id)) for each in found]
        return min(dues, key=lambda due: due[0], default=None)

    def _ends_at(self, decision: Decision) -> int:
        """Nothing goes on by itself sooner than this after it was opened."""
        return self._moments.of(decision.opened_at) + max(self._least_ms(), decision.least_ms, self._wait_ms())

    def _least_ms(self) -> int:
        table = self._timeline.ledger.table
        return int(table.min_window_s * 1000) if table is not None else 0

    def _all_told_at(self) -> int:
        """When something happened last that is no secret: from then on it counts how long people can't tell that
        somebody hidden is waited for."""
        told = self._timeline.numbers.get(PUBLIC)
        return self._moments.of_version(told[-1]) if told else 0

    # --- tables that wait for nobody ---------------------------------------------------------------------------------

    def _wait_ms(self) -> int:
        """Rules, or seats that always pass, may have a table go on for ever: after `MOST_ALONE` times it takes
        its time, each time twice as long, so that the log does not fill and people are heard in between."""
        beyond = self._alone - MOST_ALONE
        return 0 if beyond < 0 else min(1_000 << min(beyond, 12), HOUR_MS)

    def _count(self) -> None:
        """Take in the commits since it was looked last, whichever server made them; not what was there before."""
        newest = self._timeline.version
        for version in range(self._seen + 1, newest + 1) if self._seen else ():
            commit = self._timeline.commits.kept.get(version)
            intent = commit.submitted.intent if commit is not None else None
            if commit is None or isinstance(intent, i.RevealSeed) or _only_passes(commit):
                continue  # a round's last word, or what comes before the act goes on
            self._alone = self._alone + 1 if isinstance(intent, i.Continue | i.PassStanding) else 0
            if self._alone == MOST_ALONE:
                self._warn()
        self._seen = newest

    def _warn(self) -> None:
        encounter, decision = self._timeline.encounter, self._timeline.state.play.decision
        kind = decision.kind if decision is not None else ""
        fields = {"event": "goes_on_alone", "encounter": encounter, "version": self._timeline.version, "kind": kind}
        log_.warning(
            "table %s has gone on %d times with nobody doing anything (%s), and takes its time from here on: its rules "
            "wait for nobody, or everybody always passes", encounter, MOST_ALONE, kind, extra={"fields": fields},
        )  # fmt: skip


def _only_passes(commit: Commit) -> bool:
    """Has it but put standing answers, so that what they lead to comes by a commit of its own?"""
    is_over = any(isinstance(event, DecisionClosed) for event in commit.events)
    return isinstance(commit.submitted.intent, i.PassStanding) and not is_over
