"""What goes out, in order of hurry: messages for the few sessions of a seat at once, those for a single session at the
end of the event loop's turn, and those for crowds of spectators after that.

All that a single session got in one turn is written by one system call. A message for a crowd is framed once and
written in slices of a tenth of a millisecond, with other work in between, so that ten thousand spectators do not make a
player wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from server.gateway.metrics import Metrics
from server.gateway.wire.frames import frame

SLICE_S = 0.0001
BATCH = 16


class Recipient(Protocol):
    """A session, as the outbox sees it."""

    pending: list[bytes] | None
    """Frames that wait for the end of the turn."""

    @property
    def is_text(self) -> bool:
        """Which kind of frame it takes."""

    def write(self, frame: bytes) -> None:
        """Write now, behind whatever is pending. Never blocks, never raises."""


class Outbox:
    """`schedule` runs a function in the next turn of the loop; `clock_s` tells how long a slice has taken."""

    def __init__(
        self, schedule: Callable[[Callable[[], None]], object], clock_s: Callable[[], float], metrics: Metrics
    ) -> None:
        self._schedule = schedule
        self._clock_s = clock_s
        self._sent = metrics.frames_out.inc
        self._single: deque[Recipient] = deque()
        self._crowds: deque[tuple[bytes, Sequence[Recipient], int]] = deque()
        self._is_due = False
        self._last: tuple[bytes, bool, bytes] = (b"", False, frame(b"", False))

    def post(self, recipient: Recipient, payload: bytes) -> None:
        """Send one message to one session."""
        data = self._framed(payload, recipient.is_text)
        if recipient.pending is None:
            recipient.pending = [data]
            self._single.append(recipient)
            self._be_due()
        else:
            recipient.pending.append(data)

    def post_now(self, recipient: Recipient, payload: bytes) -> None:
        """Send one message to one session now, behind what waits for it."""
        if recipient.pending:
            self.post(recipient, payload)
            self.flush(recipient)
        else:
            recipient.write(self._framed(payload, recipient.is_text))
            self._sent(1)

    def flush(self, recipient: Recipient) -> None:
        """What waits for one session leaves now."""
        pending, recipient.pending = recipient.pending, None
        if pending:
            recipient.write(pending[0] if len(pending) == 1 else b"".join(pending))
            self._sent(len(pending))

    def send(self, recipients: Sequence[Recipient], payload: bytes) -> None:
        """Send one message to few sessions of one subprotocol, now."""
        data = self._framed(payload, recipients[0].is_text)
        for recipient in recipients:
            recipient.write(data)
        self._sent(len(recipients))

    def fan_out(self, recipients: Sequence[Recipient], payload: bytes) -> None:
        """Send one message to many sessions of one subprotocol. The sequence must not change afterwards."""
        if recipients:
            self._crowds.append((self._framed(payload, recipients[0].is_text), recipients, 0))
            self._be_due()

    def _framed(self, payload: bytes, is_text: bool) -> bytes:
        last, was_text, data = self._last
        if last is not payload or was_text is not is_text:
            data = frame(payload, is_text)
            self._last = payload, is_text, data
        return data

    def _be_due(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._schedule(self._turn)

    def _turn(self) -> None:
        self._is_due = False
        until_s = self._clock_s() + SLICE_S
        while self._single and self._clock_s() < until_s:
            self.flush(self._single.popleft())
        while self._crowds:  # at least one batch, however much single sessions get
            self._write_crowd()
            if self._clock_s() >= until_s:
                break
        if self._single or self._crowds:
            self._be_due()

    def _write_crowd(self) -> None:
        data, recipients, at = self._crowds.popleft()
        for recipient in recipients[at : at + BATCH]:
            recipient.write(data)
        if at + BATCH < len(recipients):
            self._crowds.appendleft((data, recipients, at + BATCH))
        self._sent(min(BATCH, len(recipients) - at))
