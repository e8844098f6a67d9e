"""What is counted, in a registry of its own. Nothing here names a player, a seat or a token."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector

from protocol.errors import CODES

_CLOSES = {*CODES, *map(str, range(1000, 1016)), "lost", "silent"}
"""A peer may close with any of 4,000 numbers, and each would be a counter that stays."""

_FAST_S = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Tally:
    """Counts what happens many times in a turn of the loop, which the registry's own counters take a lock and several
    calls for; they learn of it when they are looked at, and now and then (`Metrics.settle`)."""

    __slots__ = ("_count", "_counter")

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._count = 0

    def inc(self, amount: int = 1) -> None:
        """So many more."""
        self._count += amount

    def settle(self) -> None:
        """Hand them on."""
        if self._count:
            self._counter.inc(self._count)
            self._count = 0


class Metrics:
    """One per server process. The gateway fills its own part; app hands the rest to table, lobby and store."""

    CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self.registry = CollectorRegistry(auto_describe=True)
        self.connections = self._gauge("fray_connections", "Open WebSockets", "role")
        self.closes = self._counter("fray_closes", "WebSockets closed, by code", "code")
        self.requests = self._counter("fray_http_requests", "Plain HTTP requests, by status", "status")
        self._tallies: list[Tally] = []
        self._messages_in = self._counter("fray_messages_in", "Messages from clients, by type or `refused`", "type")
        self.frames_out = self._tally(self._counter("fray_frames_out", "Messages sent to clients"))
        self.slow_readers = self._counter("fray_slow_readers", "WebSockets dropped because their peer did not read")
        self.silent_peers = self._counter("fray_silent_peers", "WebSockets dropped because their peer did not answer")
        self.failures = self._counter("fray_failures", "Unexpected errors, by where they were caught", "where")
        self.loop_lag = self._histogram("fray_loop_lag_seconds", "How late the event loop runs a timer")

        self.collect = self._histogram(
            "fray_collect_seconds", "Time of the processor for one look for garbage, but the smallest"
        )
        self.longest_collect = Gauge(
            "fray_longest_collect_seconds", "The longest of them", registry=self.registry, multiprocess_mode="livemax"
        )
        self._longest_s = 0.0

        self.blocked = self._counter("fray_loop_blocked", "Times the event loop stood still for a second or more")
        self._intents = self._counter("fray_intents", "Intents, by outcome: `ack`, `pending` or the code", "outcome")
        self._outcomes: dict[str, Tally] = {}
        self.decide = self._histogram("fray_decide_seconds", "Time of the processor for one decision, taken or refused")
        self.append = self._histogram("fray_append_seconds", "From sending a commit to its acknowledgement")
        self.races = self._counter("fray_races", "Commits that another server was faster with")
        self.tail = self._histogram("fray_tail_seconds", "From another server's commit to its being known here")
        self.tables = self._gauge(
            "fray_tables",
            "Tables in memory: open; of them frozen, parked (waiting for dice), away (from the store). Or not: shut",
            "state",
        )
        self.wrong_codes = self._counter("fray_wrong_codes", "Join codes that led nowhere")
        self.free = self._least("fray_store_free_bytes", "Left in the store, of its memory or disk", "of")
        self.reserve = self._least("fray_store_reserve_bytes", "Of that kept for running tables", "of")
        self.queued = self._gauge("fray_queued_intents", "Intents that wait to be decided")

    def messages_in(self, kind: str) -> Tally:
        """Of messages of one type."""
        return self._tally(self._messages_in.labels(kind))

    def settle(self) -> None:
        """What was counted lately stands in the registry now, and in the files of which another worker tells."""
        for tally in self._tallies:
            tally.settle()

    def closed(self, code: str) -> None:
        """A WebSocket is gone; `code`: ours, or the number that its peer chose."""
        self.closes.labels(code if code in _CLOSES else "other").inc()

    def intent(self, outcome: str) -> None:
        """See `Meter`."""
        tally = self._outcomes.get(outcome)
        if tally is None:
            tally = self._outcomes[outcome] = self._tally(self._intents.labels(outcome))
        tally.inc()

    def decided(self, seconds: float) -> None:
        """See `Meter`."""
        self.decide.observe(seconds)

    def appended(self, seconds: float) -> None:
        """See `Meter`."""
        self.append.observe(seconds)

    def raced(self) -> None:
        """See `Meter`."""
        self.races.inc()

    def table(self, state: str, change: int) -> None:
        """See `Meter`."""
        self.tables.labels(state).inc(change)

    def tailed(self, seconds: float) -> None:
        """See `Meter`."""
        self.tail.observe(seconds)

    def failed(self, where: str) -> None:
        """See `Meter`."""
        self.failures.labels(where).inc()

    def census(self, *, parked: int, away: int, waiting: int) -> None:
        """See `Meter`."""
        self.tables.labels("parked").set(parked)
        self.tables.labels("away").set(away)
        self.queued.set(waiting)

    def room(self, of: str, free: int, reserve: int) -> None:
        """See `Meter`."""
        self.free.labels(of).set(free)
        self.reserve.labels(of).set(reserve)

    def collected(self, seconds: float) -> None:
        """A look for garbage stopped everybody for so long."""
        self.collect.observe(seconds)
        if seconds > self._longest_s:
            self._longest_s = seconds
            self.longest_collect.set(seconds)

    def exposition(self) -> bytes:
        """All of it as Prometheus reads it; one of several workers tells the sums of all."""
        self.settle()
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if not folder:
            return generate_latest(self.registry)
        sums = CollectorRegistry()
        MultiProcessCollector(sums, folder)  # type: ignore[no-untyped-call]
        return generate_latest(sums)

    def _tally(self, counter: Counter) -> Tally:
        self._tallies.append(Tally(counter))
        return self._tallies[-1]

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, registry=self.registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, registry=self.registry, multiprocess_mode="livesum")

    def _least(self, name: str, meaning: str, *labels: str) -> Gauge:
        """Of what is the same for all workers."""
        return Gauge(name, meaning, labels, registry=self.registry, multiprocess_mode="livemin")

    def _histogram(self, name: str, meaning: str) -> Histogram:
        return Histogram(name, meaning, buckets=_FAST_S, registry=self.registry)
