"""WebSocket frames of one open connection, without I/O: bytes in, messages out, bytes to send back.

What nearly every frame is, a whole masked message or a pong, is read here. Everything else (fragments, pings, closing,
what breaks RFC 6455) goes to the websockets library's parser. It is made when needed and dropped when nothing is
under way, so an idle connection holds none: it would be most of its memory.
"""

from __future__ import annotations

import logging
from typing import TypeAlias

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from protocol.limits import CLIENT_FRAME_BYTES

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library runs without its C part, and so do we
    from websockets.utils import apply_mask

FRAGMENTS = 1024
"""More pieces than this are no message: each costs us more than its sender."""

PIECE_BYTES = 1024
"""So much is read at once, for the peer's consent, of what comes while it is closing: frames are not told apart."""

PING = b"\x89\x00"
_TEXT, _BINARY, _PONG = 0x81, 0x82, 0x8A  # the last fragment bit and the opcode
_MASKED = 0x80

Message: TypeAlias = tuple[bytes, bool]
"""The payload, and whether it came as text."""

library_log = logging.getLogger("server.gateway.library")
library_log.setLevel(logging.WARNING)  # the library notes every opening and closing; sessions note ours


def frame(payload: bytes, is_text: bool) -> bytes:
    """One unmasked frame with a whole message."""
    size = len(payload)
    lead = _TEXT if is_text else _BINARY
    if size < 126:
        return bytes((lead, size)) + payload
    if size < 1 << 16:
        return bytes((lead, 126)) + size.to_bytes(2, "big") + payload
    return bytes((lead, 127)) + size.to_bytes(8, "big") + payload


class Frames:
    """What `receive` was given is read frame by frame, with `read` while `has_more`. After each, before its message is
    acted on, send what `data_to_send` gives: what came first is answered first."""

    __slots__ = ("_at", "_out", "_parser", "_parts", "_rest", "is_finished", "pings")

    def __init__(self) -> None:
        self._rest = b""
        self._at = 0
        """So much of the rest is read."""
        self._parser: _Parser | None = None
        self._parts: list[bytes] | None = None
        self._out: list[bytes] | None = None
        self.pings = 0
        self.is_finished = False
        """Nothing will be sent any more: the sending half is to be closed."""

    @property
    def is_open(self) -> bool:
        """Whether neither side has begun to close."""
        return self._parser is None or self._parser.state is OPEN

    @property
    def closed_by_peer(self) -> int | None:
        """The number the peer closed with, if it did."""
        close = self._parser.close_rcvd if self._parser else None
        return int(close.code) if close else None

    @property
    def failed_with(self) -> int | None:
        """The number we closed with, if we did."""
        close = self._parser.close_sent if self._parser else None
        return int(close.code) if close else None

    def receive(self, data: bytes) -> None:
        """Bytes have come."""
        self._rest, self._at = self._rest[self._at :] + data, 0

    @property
    def has_more(self) -> bool:
        """Is there a whole frame to be read? While it is closing, anything."""
        return self._end() is not None

    def read(self) -> Message | None:
        """Read the next frame. Returns the message that is whole now; whoever begins to close gets no more."""
        end = self._end()
        if end is None:
            return None
        rest, at, is_open = self._rest, self._at, self.is_open
        self._rest, self._at = (rest, end) if end < len(rest) else (b"", 0)
        return self._message(rest, at, end) if is_open else self._parse(rest[at:end])

    def close(self, number: int, reason: str) -> None:
        """Begin to close; what still comes in is read only for the peer's consent."""
        if not self.is_open:
            return
        parser = self._parser = self._parser or _Parser()
        parser.send_close(number, reason)
        self._collect(parser)

    def data_to_send(self) -> bytes:
        """What the peer is owed: pongs and closing."""
        out, self._out = self._out, None
        return b"".join(out) if out else b""

    def _end(self) -> int | None:
        """Where what is read next ends; None: it is not here yet."""
        if self.is_open:
            return _end_of_frame(self._rest, self._at)
        return min(self._at + PIECE_BYTES, len(self._rest)) if self._rest else None

    def _message(self, data: bytes, at: int, end: int) -> Message | None:
        """What the frame from `at` to `end` completes."""
        if not (self._parser is None and _is_plain(data, at)):
            return self._parse(data[at:end])
        return None if data[at] == _PONG else self._checked(*_unmasked(data, at, end))

    def _checked(self, payload: bytes, is_text: bool) -> Message | None:
        if is_text and not _is_utf8(payload):
            parser = self._parser = self._parser or _Parser()
            parser.fail(CloseCode.INVALID_DATA)
            self._collect(parser)
            return None
        return payload, is_text

    def _parse(self, data: bytes) -> Message | None:
        """Hand one frame to the library; while it is closing, whatever comes."""
        parser = self._parser = self._parser or _Parser()
        parser.receive_data(data)
        message = None
        for event in parser.events_received():
            if isinstance(event, Frame):
                message = self._take(event, parser) or message
        self._collect(parser)
        if parser.state is OPEN and self._parts is None:
            self._parser = None
        return message

    def _take(self, event: Frame, parser: _Parser) -> Message | None:
        if event.opcode is Opcode.PING:
            self.pings += 1
        if event.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT) or parser.state is not OPEN:
            return None
        if self._parts is None:
            self._parts = [b"text" if event.opcode is Opcode.TEXT else b""]
        self._parts.append(bytes(event.data))
        if event.fin:
            kind, *parts = self._parts
            self._parts = None
            return self._checked(b"".join(parts), bool(kind))
        if len(self._parts) - 1 > FRAGMENTS:
            parser.fail(CloseCode.MESSAGE_TOO_BIG)
        return None

    def _collect(self, parser: _Parser) -> None:
        for data in parser.data_to_send():
            if data:
                self._out = [*(self._out or ()), data]
            else:
                self.is_finished = True


class _Parser(ServerProtocol):
    """The library's, with our reason for a frame that is too large. A peer may close in the middle of a message."""

    def __init__(self) -> None:
        super().__init__(state=OPEN, max_size=CLIENT_FRAME_BYTES, logger=library_log)

    def fail(self, code: CloseCode | int, reason: str = "") -> None:
        super().fail(code, "too_large" if code == CloseCode.MESSAGE_TOO_BIG else reason)

    def recv_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            self.current_size = None  # the library takes the rest of that message for missing (RFC 6455, 5.4)
        super().recv_frame(frame)


def _end_of_frame(data: bytes, at: int) -> int | None:
    """Where the frame at `at` ends; None if that is not here yet. One that is too large ends now: to be refused."""
    left = len(data) - at
    if left < 2:
        return None
    size, head = data[at + 1] & 0x7F, 2
    if size > 125:
        width = 2 if size == 126 else 8
        head += width
        if left < head:
            return None
        size = int.from_bytes(data[at + 2 : at + head], "big")
        if size > CLIENT_FRAME_BYTES:
            return len(data)
    end = at + head + size + (4 if data[at + 1] & _MASKED else 0)
    return end if end <= len(data) else None


def _is_plain(data: bytes, at: int) -> bool:
    """Whether the frame is masked, whole in itself, within the limit, and carries a message or a pong."""
    lead, second = data[at], data[at + 1]
    if not second & _MASKED:
        return False
    if lead == _PONG:
        return second & 0x7F < 126
    if lead not in (_TEXT, _BINARY):
        return False
    return second != 0xFF or int.from_bytes(data[at + 2 : at + 10], "big") <= CLIENT_FRAME_BYTES


def _unmasked(data: bytes, at: int, end: int) -> Message:
    size = data[at + 1] & 0x7F
    start = at + (2 if size < 126 else 4 if size == 126 else 10)
    return bytes(apply_mask(data[start + 4 : end], data[start : start + 4])), data[at] == _TEXT


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
