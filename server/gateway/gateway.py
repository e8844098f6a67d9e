"""What all sessions of one listener share: lobby, limits, clocks, counts. It opens no socket and reads no frame."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from protocol.codec import Codec
from protocol.errors import CODES
from protocol.messages import Ask, Branch, Create, Hello, Import, Join, Links, List, Ping, Submit
from server.gateway.company import Company, NoCompany
from server.gateway.connection import Action, Connection
from server.gateway.guesses import Guesses
from server.gateway.limits import Addresses, Bucket, Buckets, Limits, Sockets
from server.gateway.metrics import Metrics
from server.gateway.outbox import Outbox
from server.gateway.patience import Patience, Rounds
from server.gateway.reading import Reading
from server.gateway.uploads import Uploads
from server.gateway.watchdog import Watchdog
from server.gateway.wire.handshake import Gate
from server.lobby.lobby import Lobby

log_ = logging.getLogger(__name__)

TICK_S = 0.25
_KINDS: dict[type, str] = {
    kind: kind.__name__.lower() for kind in (Ask, Branch, Create, Hello, Import, Join, Links, List, Ping, Submit)
}
FULL_RETRY_MS = 5_000
OVER = 64
"""So many sockets above `connections` still get an answer: that the server is full, or a health check. More are
dropped."""
MOST_IMPORTED_BYTES = 16 * 1024 * 1024
"""No larger file may be uploaded; all uploads together may be four times as large."""


class Socket(Protocol):
    """What this module needs of a connection."""

    def abort(self) -> None:
        """Drop it without a word."""

    def hello_is_late(self) -> None:
        """No `hello` came in time."""

    def ask_for_life(self) -> None:
        """Ping; whoever has not been heard since the last time is gone."""

    def restart(self, retry_after_ms: int) -> None:
        """The server is about to stop."""


class Gateway:
    """`clock_ms` is the wall clock and only told to clients; all waiting uses the clock of the loop."""

    def __init__(
        self,
        lobby: Lobby,
        limits: Limits,
        metrics: Metrics,
        clock_ms: Callable[[], int],
        company: Company | None = None,
    ) -> None:
        self.lobby = lobby
        self.company: Company = company or NoCompany()
        self.limits = limits
        self.metrics = metrics
        self.clock_ms = clock_ms
        self.loop = asyncio.get_running_loop()
        self.now_s = self.loop.time
        self.uploads = Uploads(MOST_IMPORTED_BYTES)
        self.reading = Reading(self.loop.call_soon, self.now_s)
        self.outbox = Outbox(self.loop.call_soon, self.now_s, metrics)
        self.sessions: set[Socket] = set()
        self.door: Gate | None = None
        self.shaking: Patience[Socket] = Patience(limits.handshake_s, lambda socket: socket.abort())
        self.silent: Patience[Socket] = Patience(limits.hello_s, lambda socket: socket.hello_is_late())
        self.sending: Patience[Socket] = Patience(limits.download_s, lambda socket: socket.abort())
        self.closing: Patience[Socket] = Patience(limits.close_s, lambda socket: socket.abort())
        ticks = max(1, round(limits.ping_every_s / TICK_S))
        self.rounds: Rounds[Socket] = Rounds(ticks, lambda socket: socket.ask_for_life())
        self._refused = metrics.messages_in("refused")
        self._taken = {kind: metrics.messages_in(name) for kind, name in _KINDS.items()}
        self._numbers = itertools.count(1)
        self.sockets = Sockets(limits)
        self.creations = Addresses(limits, limits.creations)
        self.copied_bytes = Addresses(limits, limits.copied_bytes)
        self.mistakes = Addresses(limits, limits.mistakes)
        self.guesses = Guesses(limits, metrics, self.now_s())
        self.openings = Addresses(limits, limits.openings)
        self._buckets = Buckets()
        self._seats: Counter[tuple[str, str]] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._empty = asyncio.Event()
        self.watchdog = Watchdog(limits.blocked_s, self._stands_still)
        self._tick_at_s = 0.0
        self._is_skipped = False
        """Did the last tick let nobody's time run out, because the loop had stood still?"""
        self._timer: asyncio.TimerHandle | None = None

    # --- sessions come and go ----------------------------------------------------------------------------------------

    def admit(self, socket: Socket) -> int:
        """A new connection. Returns its number, by which logs name it."""
        self.sessions.add(socket)
        self.shaking.start(socket, self.now_s())
        return next(self._numbers)

    def forget(self, socket: Socket) -> None:
        """The connection is gone."""
        self.sessions.discard(socket)
        self.uploads.drop(socket)
        for patience in (self.shaking, self.silent, self.sending, self.closing):
            patience.stop(socket)
        if not self.sessions:
            self._empty.set()

    async def emptied(self) -> None:
        """Wait until all connections are gone."""
        self._empty.clear()
        if self.sessions:
            await self._empty.wait()

    @property
    def is_full(self) -> bool:
        """Whether there are more connections than may be."""
        return len(self.sessions) > self.limits.connections

    @property
    def is_overrun(self) -> bool:
        """Whether there are so many that nobody more is even answered: open files are kept for store and log."""
        return len(self.sessions) > self.limits.connections + OVER

    def converse(self, codec: Codec) -> Connection:
        """A new client's conversation."""
        return Connection(codec, self.limits, CODES)

    def take_seat(self, encounter: str, seat: str, role: str) -> bool:
        """Count a session of a seat; False if it has as many as it may. Spectators share one seat."""
        key = (encounter, seat)
        if role != "spectator" and self._seats[key] >= self.limits.sessions_per_seat:
            return False
        self._seats[key] += 1
        self.metrics.connections.labels(role).inc()
        return True

    def bucket_of(self, encounter: str, seat: str, role: str) -> Bucket | None:
        """The bucket that all sessions of a seat share; spectators have one each."""
        if role == "spectator":
            return None
        return self._buckets.of((encounter, seat), self.limits.rate(role), self.now_s())

    def leave_seat(self, encounter: str, seat: str, role: str) -> None:
        """A session of the seat is gone."""
        key = (encounter, seat)
        self._seats[key] -= 1
        if not self._seats[key]:
            del self._seats[key]
        self.metrics.connections.labels(role).dec()

    # --- work and time -----------------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run to the end what a client asked for, also when the client leaves meanwhile."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def start(self) -> None:
        """Start the one timer, and the watchdog that notices when it does not come."""
        self._tick_at_s = self.now_s() + TICK_S
        self.watchdog.start()  # after setting the time of the tick, so that both call the same delay a standstill
        self._timer = self.loop.call_at(self._tick_at_s, self._tick)

    async def stop(self) -> None:
        """Stop the timer; what is still being done may end, for a short time."""
        self.watchdog.stop()
        self.metrics.settle()
        if self._timer is not None:
            self._timer.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self.limits.close_s)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _tick(self) -> None:
        now_s = self.now_s()
        self.watchdog.beat()
        late_s = now_s - self._tick_at_s
        self.metrics.loop_lag.observe(late_s)
        self.metrics.settle()
        # After a standstill, what peers have sent in time has not been read yet: nobody's time runs out before one more
        # whole tick. A loop that is late at every tick has read in between, so then every other tick counts.
        has_stood = late_s + TICK_S > self.limits.blocked_s
        self._tick_at_s = now_s + TICK_S if has_stood else max(self._tick_at_s + TICK_S, now_s)
        self._timer = self.loop.call_at(self._tick_at_s, self._tick)
        self._is_skipped = has_stood and not self._is_skipped
        if self._is_skipped:
            return
        for patience in (self.shaking, self.silent, self.sending, self.closing):
            patience.tick(now_s)
        self.rounds.tick()

    def _stands_still(self, seconds: float, stack: str) -> None:
        """Called by the watchdog's thread."""
        self.metrics.blocked.inc()
        fields = {"event": "loop_blocked", "seconds": round(seconds, 3), "stack": stack}
        log_.error("the event loop stands still since %.1f s, at\n%s", seconds, stack, extra={"fields": fields})

    def count(self, action: Action) -> None:
        """Count a message by what became of it."""
        self._taken.get(type(action), self._refused).inc()

    # --- for the record ----------------------------------------------------------------------------------------------

    def note(self, event: str, **fields: str | int | float | None) -> None:
        """One line of JSON: ids and codes, never tokens or content."""
        if log_.isEnabledFor(logging.INFO):
            line = {"event": event, **fields}
            log_.info("%s", json.dumps(line), extra={"fields": line})

    def failure(self, where: str, number: int) -> str:
        """Record the exception that is being handled; returns the reference that the client is told."""
        reference = secrets.token_hex(4)
        self.metrics.failures.labels(where).inc()
        fields = {"event": "failure", "at": where, "connection": number, "reference": reference}
        log_.exception("%s", json.dumps(fields), extra={"fields": fields})
        return reference
