"""Notices that the event loop is blocked. Only a thread can: what runs inside the loop is blocked with it. Mends
nothing.

The loop says regularly that it runs (`beat`); the thread looks at when it last did, and logs where the loop stands.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable

log_ = logging.getLogger(__name__)

LOOKS = 4
"""The thread looks so many times within the limit."""


class Watchdog:
    """A loop that has not gone round for `limit_s` is blocked: `blocked(seconds, stack)` is called by the thread, once
    each time."""

    def __init__(self, limit_s: float, blocked: Callable[[float, str], None]) -> None:
        self._limit_s = limit_s
        self._blocked = blocked
        self._beat_s = self._looked_s = 0.0
        self._loop_thread = 0
        self._is_told = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Watch the loop of the thread that calls this."""
        self._loop_thread = threading.get_ident()
        self.beat()
        self._looked_s = self._beat_s
        self._thread.start()

    def beat(self) -> None:
        """The loop goes round."""
        self._beat_s = time.monotonic()
        self._is_told = False

    @property
    def is_blocked(self) -> bool:
        """Has the loop stood still until now? Just after a standstill this is still true, until the next beat."""
        return self._thread.is_alive() and time.monotonic() - self._beat_s > self._limit_s

    def stop(self) -> None:
        """End the thread."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(self._limit_s / LOOKS):
            try:
                self.look(time.monotonic())
            except Exception:  # a report that fails: the next standstill is reported all the same
                log_.exception("the watchdog's report failed")

    def look(self, now_s: float) -> None:
        """Has the loop stood still? If this thread itself comes late, the whole process was stopped: that is no fault
        of the loop, and its time begins anew."""
        if now_s - self._looked_s > self._limit_s:
            self._beat_s = max(self._beat_s, now_s)
        self._looked_s = now_s
        stands_s = now_s - self._beat_s
        if stands_s > self._limit_s and not self._is_told:
            self._is_told = True
            self._blocked(stands_s, self._stack())

    def _stack(self) -> str:
        """Where the loop's thread is now; function names and lines of the code, no values."""
        frame = sys._current_frames().get(self._loop_thread)
        return "".join(traceback.format_stack(frame)) if frame is not None else ""
