"""Messages of one client that wait until an earlier request of it is answered: in order, and bounded in bytes.

Reading goes on while they wait, because the peer's signs of life come on the same connection. Above `ENOUGH_BYTES` no
more is read, so that the peer has to wait. What was already read may still come; it can exceed `MOST_BYTES` only as a
flood of tiny frames, which nobody may send.
"""

from __future__ import annotations

from collections import deque

from server.gateway.wire.frames import Message

MESSAGE_BYTES = 128
"""What each message takes in memory besides its payload."""
ENOUGH_BYTES = 64 * 1024
MOST_BYTES = 1024 * 1024


class Behind:
    """The waiting messages of one client."""

    __slots__ = ("_bytes", "_messages")

    def __init__(self) -> None:
        self._messages: deque[Message] = deque()
        self._bytes = 0

    def __bool__(self) -> bool:
        return bool(self._messages)

    def put(self, message: Message) -> None:
        """Add one at the end."""
        self._messages.append(message)
        self._bytes += len(message[0]) + MESSAGE_BYTES

    def take(self) -> Message:
        """Remove and return the first."""
        message = self._messages.popleft()
        self._bytes -= len(message[0]) + MESSAGE_BYTES
        return message

    @property
    def is_enough(self) -> bool:
        """Do so many wait that no more should be read for now?"""
        return self._bytes >= ENOUGH_BYTES

    @property
    def is_too_much(self) -> bool:
        """Do more wait than any client may send? Then its connection ends."""
        return self._bytes > MOST_BYTES
