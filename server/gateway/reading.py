"""Reads what all sockets have sent fairly: however much comes at once, a turn of the event loop reads for only a few
milliseconds, and takes one frame from each connection after the other.

While a connection has frames that are not read yet, nothing more is taken from its socket, so memory is bounded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

SLICE_S = 0.004
"""How long a turn reads; a frame that was begun by then is finished."""


class Reader(Protocol):
    """What this module needs of a connection."""

    def read_on(self) -> bool:
        """Read the next frame, if there is one. Is there another?"""

    def pause_reading(self) -> None:
        """Take nothing more from the socket."""

    def resume_reading(self) -> None:
        """Take from the socket again."""


class Reading:
    """`schedule` runs a function in the next turn of the loop; `clock_s` tells how long a slice has taken."""

    def __init__(self, schedule: Callable[[Callable[[], None]], object], clock_s: Callable[[], float]) -> None:
        self._schedule = schedule
        self._clock_s = clock_s
        self._line: OrderedDict[Reader, None] = OrderedDict()
        """Connections with frames that are not read yet; the first is next."""
        self._until_s: float | None = None
        """When this turn's slice is over; None: nothing has been read in this turn."""

    def read(self, reader: Reader) -> None:
        """Something has come from this connection: read it at once, if this turn still has time."""
        self._line[reader] = None
        if self._until_s is None:
            self._begin()
        self._go_on()
        if reader in self._line:
            reader.pause_reading()

    def _begin(self) -> None:
        self._until_s = self._clock_s() + SLICE_S
        self._schedule(self._turn)

    def _turn(self) -> None:
        self._until_s = None
        if self._line:
            self._begin()
            self._go_on()

    def _go_on(self) -> None:
        assert self._until_s is not None, "set when the slice began"
        while self._line and self._clock_s() < self._until_s:
            reader, _ = self._line.popitem(last=False)
            if reader.read_on():
                self._line[reader] = None
            else:
                reader.resume_reading()
