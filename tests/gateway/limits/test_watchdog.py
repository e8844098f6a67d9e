"""An event loop that stands still: reported with the place, not ready meanwhile, and nobody is sent away for it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from protocol import messages as m
from server.gateway.gateway import TICK_S, Gateway
from server.gateway.limits import Limits
from server.gateway.watchdog import Watchdog
from tests.gateway.conftest import Opening
from tests.gateway.house import House
from tests.store.redis.waiting import until

QUICK = Limits(blocked_s=0.6)


class Noticing(logging.Handler):
    """Hears what the watchdog's thread reports."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard = threading.Event()
        self.fields: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Listen."""
        fields = getattr(record, "fields", {})
        if fields.get("event") == "loop_blocked":
            self.fields.append(fields)
            self.heard.set()


@pytest.fixture
def noticing() -> Iterator[Noticing]:
    """What is reported in this test."""
    handler, logger = Noticing(), logging.getLogger("server.gateway.gateway")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def stand_still(house: House, noticing: Noticing) -> None:
    """Block the loop until somebody notices; what was noticed of a busy machine before does not count."""
    while not any("stand_still" in str(fields["stack"]) for fields in noticing.fields):
        noticing.heard.clear()
        gateway_of(house).watchdog.beat()
        noticing.heard.wait(10)


def gateway_of(house: House) -> Gateway:
    """What the house's sessions share."""
    assert house.listener._gateway is not None
    return house.listener._gateway


def tick(gateway: Gateway, now_s: float) -> None:
    """The timer comes at this time of the loop's clock, which stands until it comes again."""
    gateway.now_s = lambda: now_s
    assert gateway._timer is not None
    gateway._timer.cancel()
    gateway._tick()
    gateway._timer.cancel()


async def asked(house: House, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """A connection that the server has taken, and what is to be sent on it."""
    before = house.listener.sessions
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    await until(lambda: house.listener.sessions > before)
    return reader, writer, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n\r\n".encode()


async def test_where_the_loop_stands_is_reported(opening: Opening, noticing: Noticing) -> None:
    """The log names the function; the counter counts; a loop that goes round is left in peace."""
    house = await opening(QUICK)
    stand_still(house, noticing)
    assert float(str(noticing.fields[-1]["seconds"])) >= 0.6
    await until(lambda: house.count("fray_loop_lag_seconds_count") > 1)
    await until(lambda: house.count("fray_loop_blocked_total") == len(noticing.fields))


async def test_it_is_not_ready_while_the_loop_stands(opening: Opening, noticing: Noticing) -> None:
    """What was asked meanwhile is answered `not ready`; it lives, and is ready again with the next round."""
    house = await opening(QUICK)
    reader, writer, request = await asked(house, "/readyz")
    writer.write(request)
    stand_still(house, noticing)
    gateway_of(house).watchdog.look = lambda now_s: None  # type: ignore[method-assign]  # only a beat ends it now
    assert (await reader.read()).startswith(b"HTTP/1.1 503")
    writer.close()
    while (await house.get("/readyz"))[0] != 200:  # a busy machine may hold us up again
        await until(lambda: house.listener.is_ready)
    assert (await house.get("/healthz"))[0] == 200


async def test_nobody_is_sent_away_because_the_loop_stood(opening: Opening) -> None:
    """A `hello` that came in time, but was not read, is welcome, also where timers come before sockets."""
    house = await opening()
    gateway = gateway_of(house)
    now_s = gateway._tick_at_s
    tick(gateway, now_s)
    ann = await house.connect()
    await ann.send(m.Hello(token=house.links["ann"]))
    tick(gateway, now_s + 60)
    assert isinstance(await ann.next(), m.Welcome)


async def test_what_stands_for_the_watchdog_stands_for_the_timer(opening: Opening) -> None:
    """The timer reckons from no later moment than the last beat, from the start on: it passes nobody's time over less
    often than a standstill is reported."""
    house = await opening()
    gateway = gateway_of(house)
    assert gateway._tick_at_s - TICK_S <= gateway.watchdog._beat_s
    await until(lambda: house.count("fray_loop_lag_seconds_count") > 0)
    assert gateway._tick_at_s - TICK_S <= gateway.watchdog._beat_s


@pytest.mark.parametrize(("looked_s", "told"), [((0.5, 0.9, 1.2, 1.6), 1), ((0.5, 0.9), 0), ((0.5, 300.0), 0)])
def test_a_process_that_was_stopped_whole_is_not_blocked(looked_s: tuple[float, ...], told: int) -> None:
    """Who looks late has not run either; it tells once of what stands since the last beat."""
    said: list[float] = []
    watchdog = Watchdog(1.0, lambda seconds, _stack: said.append(seconds))
    for now_s in looked_s:
        watchdog.look(now_s)
    assert len(said) == told


def test_a_report_that_fails_does_not_end_the_watch() -> None:
    """The next standstill is reported as well."""
    reported = threading.Semaphore(0)

    def fail(_seconds: float, _stack: str) -> None:
        reported.release()
        raise OSError("no room for the log")

    watchdog = Watchdog(0.05, fail)
    watchdog.start()
    for _ in range(2):
        assert reported.acquire(timeout=60)
        watchdog.beat()
    watchdog.stop()


async def test_who_is_late_is_sent_away_though_the_loop_is_late_every_time(opening: Opening) -> None:
    """One late tick is passed over, not two in a row: also under lasting load somebody silent is dropped."""
    house = await opening()
    gateway = gateway_of(house)
    now_s = gateway._tick_at_s
    tick(gateway, now_s)
    await house.connect()
    told: list[float] = []
    gateway.silent.tick = told.append  # type: ignore[assignment]
    for late in range(4):
        tick(gateway, now_s + 10 * (late + 1))
    assert told == [now_s + 20, now_s + 40]


def test_a_beat_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the loop has gone round, the next standstill is another one."""
    said: list[float] = []
    watchdog = Watchdog(1.0, lambda seconds, _stack: said.append(seconds))
    for beat_s, looked_s in ((100.0, (100.0, 100.6, 101.2, 101.8)), (102.0, (102.4, 103.1))):
        monkeypatch.setattr("server.gateway.watchdog.time", SimpleNamespace(monotonic=lambda beat_s=beat_s: beat_s))
        watchdog.beat()
        for now_s in looked_s:
            watchdog.look(now_s)
    assert said == [pytest.approx(1.2), pytest.approx(1.1)]
