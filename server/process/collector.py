"""When Python looks for garbage that refers to itself. What nothing refers to is freed at once, without it.

Everybody waits for a collection, and it takes as long as there is to look through: a second for a million objects. So
each looks through the young alone, and what outlives it is set aside and looked through no more. What becomes garbage
only there, in a cycle, would stay: by the tests there is none, and where memory grows all the same, all is looked
through once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import time
from collections.abc import Callable, Iterator

log_ = logging.getLogger(__name__)

THRESHOLDS = (1_000, 4, 2)
"""So many new objects, collections of the youngest, and of the next: a collection looks through at most as many as
all three make together, and what outlives it is set aside."""

LOOK_EVERY_S = 10.0
"""So often the memory is looked at."""

LEAST_BLOCKS = 2_000_000
"""With fewer pieces of memory in use, some 200 MB, nothing is looked through again."""

GROWN = 1.5
"""All is looked through when so many times as much is in use as after the last time."""


class Collector:
    """`collected` is told the seconds of the processor of each collection, the youngest left out; `blocks` how much is
    in use."""

    def __init__(self, collected: Callable[[float], None], blocks: Callable[[], int] = sys.getallocatedblocks) -> None:
        self._collected = collected
        self._blocks = blocks
        self._kept = 0
        self._begun_s = 0.0
        self._before = gc.get_threshold()

    def start(self) -> None:
        """What is there now stays: it is looked through once, and set aside."""
        gc.collect()
        gc.freeze()
        _collect()
        gc.set_threshold(*THRESHOLDS)
        gc.callbacks.append(self._called)

    def stop(self) -> None:
        """Leave it as it was found."""
        gc.callbacks.remove(self._called)
        gc.set_threshold(*self._before)
        gc.unfreeze()

    async def watch(self) -> None:
        """Look at the memory, for ever."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.look()

    def look(self) -> None:
        """Look through all that was set aside where memory has grown much since that was done last."""
        if self._blocks() <= max(LEAST_BLOCKS, GROWN * self._kept):
            return
        begun_s = time.thread_time()
        gc.unfreeze()
        found = _collect()
        self._kept = self._blocks()
        took_ms = round((time.thread_time() - begun_s) * 1000)
        fields = {"event": "collected", "found": found, "took_ms": took_ms}
        text = "memory has grown: of all there is %d objects were garbage, looked for in %d ms"
        log_.info(text, found, took_ms, extra={"fields": fields})

    def _called(self, phase: str, info: dict[str, int]) -> None:
        """By Python, before and after each collection."""
        if info["generation"] == 0:
            return
        if phase == "start":
            self._begun_s = time.thread_time()
            return
        if info["generation"] == 2:
            gc.freeze()
        self._collected(time.thread_time() - self._begun_s)


def _collect() -> int:
    """How much was garbage. Then once more, among nothing: Python waits with the next until there is a quarter of what
    it saw last."""
    found = gc.collect()
    gc.collect()
    return found


@contextlib.contextmanager
def spared(collected: Callable[[float], None]) -> Iterator[None]:
    """Collections stop nobody for long as long as this lasts; in a running loop."""
    collector = Collector(collected)
    collector.start()
    watching = asyncio.get_running_loop().create_task(collector.watch())
    try:
        yield
    finally:
        watching.cancel()
        collector.stop()
