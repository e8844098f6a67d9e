"""Messages of one client that wait until what it has asked for is done: in order, and bounded in count and bytes.

They are read on as they come, for with them come the peer's signs of life. From `ENOUGH_BYTES` on what comes is left to
the system, and so to the peer. `MOST_BYTES` are more than the system gives at once, unless it is all tiny frames: as
many as nobody may send.
"""

from __future__ import annotations

from collections import deque

from server.gateway.wire.frames import Message

MESSAGE_BYTES = 128
"""So much each message takes here beside its payload."""
ENOUGH_BYTES = 64 * 1024
MOST_BYTES = 1024 * 1024


class Behind:
    """What waits for one client."""

    __slots__ = ("_bytes", "_messages")

    def __init__(self) -> None:
        self._messages: deque[Message] = deque()
        self._bytes = 0

    def __bool__(self) -> bool:
        return bool(self._messages)

    def put(self, message: Message) -> None:
        """One more, the last."""
        self._messages.append(message)
        self._bytes += len(message[0]) + MESSAGE_BYTES

    def take(self) -> Message:
        """The first of them."""
        message = self._messages.popleft()
        self._bytes -= len(message[0]) + MESSAGE_BYTES
        return message

    @property
    def is_enough(self) -> bool:
        """Is nothing more to be read for now?"""
        return self._bytes >= ENOUGH_BYTES

    @property
    def is_too_much(self) -> bool:
        """Is it more than anybody may send?"""
        return self._bytes > MOST_BYTES
