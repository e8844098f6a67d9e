"""The process in which bots play: one for all tables, started when the first wants some, ended with the last.

Bots are clients like any others. They know the links of their own seats and what they are told there; of this server's
keys, of its store and of other seats they know nothing. They give way to the server, and may use so much memory only.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable, Sequence

import msgspec

from client_demo.bot import run_bots
from client_demo.client import Closed
from server.process.behind import NICE
from server.process.child import beside, limit

log_ = logging.getLogger(__name__)

ENDED = "over"
"""Why bots have gone that have played to the end of the fight."""

AGAIN_S = 5.0
"""The pause before a process that has failed is started anew."""

MORE_BYTES = 512 * 1024 * 1024
"""So much memory it may use beside what it begins with."""


class Order(msgspec.Struct, frozen=True):
    """Bots shall play the seats of these tokens; none: they shall leave."""

    encounter: str
    url: str = ""
    tokens: tuple[str, ...] = ()
    pace_s: float = 0.0
    """The pause before each act."""


class Word(msgspec.Struct, frozen=True):
    """The bots of this table have gone by themselves, and why."""

    encounter: str
    why: str


# --- who asks --------------------------------------------------------------------------------------------------------


class Crew:
    """The bots of all tables. `over` is told when those of a table have gone by themselves, and whether its fight has
    ended."""

    def __init__(self, over: Callable[[str, bool], None]) -> None:
        self._over = over
        self._orders: dict[str, Order] = {}
        """What is played now, by encounter: told anew to a process that takes the place of one that failed."""
        self._is_wanted = asyncio.Event()
        self._ear: asyncio.StreamWriter | None = None
        """Of the process that runs now."""
        self._life: asyncio.Task[None] | None = None

    def start(self) -> None:
        """From now on a process runs while there is something to play."""
        self._life = asyncio.get_running_loop().create_task(self._live())

    async def close(self) -> None:
        """End it."""
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait([self._life])

    def play(self, order: Order) -> None:
        """Bots shall come to this table."""
        self._orders[order.encounter] = order
        self._is_wanted.set()
        self._say(order)

    def leave(self, encounter: str) -> None:
        """They shall leave it."""
        if self._orders.pop(encounter, None) is not None:
            self._say(Order(encounter))
            self._rest()

    async def _live(self) -> None:
        while True:
            await self._is_wanted.wait()
            try:
                status = await self._run()
            except (OSError, ValueError) as error:  # it can't be started, or says what is no word
                log_.warning("the process of the bots: %s", error)
                status = 1
            if status:
                fields = {"event": "bots_failed", "status": status}
                log_.error("the process of the bots ended with %d", status, extra={"fields": fields})
                await asyncio.sleep(AGAIN_S)

    async def _run(self) -> int:
        """One process, from the first table to the last, or until it fails: how it ended."""
        async with beside("server.app.crew") as process:
            assert process.stdin is not None
            assert process.stdout is not None
            self._ear = process.stdin
            try:
                for order in self._orders.values():
                    self._say(order)
                while line := await process.stdout.readline():
                    self._hear(msgspec.json.decode(line, type=Word))
                return await process.wait()
            finally:
                self._ear = None

    def _hear(self, word: Word) -> None:
        fields = {"event": "bots_gone", "encounter": word.encounter, "why": word.why}
        log_.info("the bots of %s have gone: %s", word.encounter, word.why, extra={"fields": fields})
        if self._orders.pop(word.encounter, None) is not None:
            self._over(word.encounter, word.why == ENDED)
        self._rest()

    def _say(self, order: Order) -> None:
        if self._ear is not None:
            self._ear.write(msgspec.json.encode(order) + b"\n")

    def _rest(self) -> None:
        """Where nothing is played any more the process ends."""
        if not self._orders:
            self._is_wanted.clear()
            if self._ear is not None:
                self._ear.close()
            self._ear = None


# --- who plays -------------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] = ()) -> None:
    """Play what is ordered, until the orders end."""
    with contextlib.suppress(OSError):
        os.nice(NICE)
    limit(MORE_BYTES, {})
    asyncio.run(_playing())


async def _playing() -> None:
    orders = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(orders)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    tables: dict[str, asyncio.Task[None]] = {}
    while line := await orders.readline():
        order = msgspec.json.decode(line, type=Order)
        if (before := tables.pop(order.encounter, None)) is not None:
            before.cancel()
        if order.tokens:
            tables[order.encounter] = asyncio.create_task(_played(order))
    for table in tables.values():
        table.cancel()
    await asyncio.gather(*tables.values(), return_exceptions=True)


async def _played(order: Order) -> None:
    """The bots of one table, to the end of the fight."""
    try:
        await run_bots(order.url, order.tokens, int(order.encounter[:8], 16), order.pace_s)
        why = ENDED
    except Closed as closed:
        why = closed.code
    except OSError:
        why = "nobody answers"
    except Exception as error:  # whatever it is, the others play on
        logging.getLogger(__name__).exception("bots failed")
        why = type(error).__name__
    sys.stdout.buffer.write(msgspec.json.encode(Word(order.encounter, why)) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
