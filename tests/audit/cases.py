"""What a WebSocket server must do, as a table: what is sent in one piece, and what must come back, in this order.

The numbers are those of the Autobahn test suite's cases, which ask the same; the behaviour is that of RFC 6455. All of
it is for a server that sends every message back. Compression (sections 12 and 13) is not served, nor is a message of
more than 64 KiB (most of section 9): that ends with 1009.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from protocol.limits import CLIENT_FRAME_BYTES
from tests.gateway.wire.raw import BINARY, CLOSE, LAST, PING, PONG, TEXT, frame

CONTINUED = 0x0
GOING = (1000).to_bytes(2, "big")
RESERVED = (0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70)
"""The three bits of which none is agreed upon, and their mixtures."""

Came = tuple[int, bytes]
"""The lead byte of a frame and its payload."""


class Case(NamedTuple):
    """`closes`: the number of the close frame that ends it; None for a close without one."""

    number: str
    sent: bytes
    came: tuple[Came, ...]
    closes: int | None = 1000


def text(data: bytes) -> bytes:
    """A whole text message."""
    return frame(TEXT | LAST, data)


def going(payload: bytes = GOING) -> bytes:
    """A close frame."""
    return frame(CLOSE | LAST, payload)


def ping(data: bytes) -> bytes:
    """A ping."""
    return frame(PING | LAST, data)


def pieces(*parts: bytes, kind: int = TEXT) -> bytes:
    """A message in pieces."""
    first, *between, last = parts
    middle = b"".join(frame(CONTINUED, part) for part in between)
    return frame(kind, first) + middle + frame(CONTINUED | LAST, last)


def said(data: bytes) -> Came:
    """The text, sent back."""
    return TEXT | LAST, data


def pong(data: bytes) -> Came:
    """The answer to a ping."""
    return PONG | LAST, data


def _messages() -> Iterator[Case]:
    for number, size in enumerate((0, 125, 126, 127, 128, 65535, 65536), 1):
        data = b"*" * size
        yield Case(f"1.1.{number}", text(data) + going(), (said(data),))
        yield Case(f"1.2.{number}", frame(BINARY | LAST, data) + going(), ((BINARY | LAST, data),))
    large = frame(BINARY | LAST, declared=CLIENT_FRAME_BYTES + 1)
    yield Case("9.2.2", large, (), 1009)
    half = bytes(CLIENT_FRAME_BYTES // 2)
    yield Case("9.4.9", pieces(half, half, b"1", kind=BINARY), (), 1009)
    parts = [b"*" * 1300] * 50 + [b"*" * 536]
    yield Case("10.1.1", pieces(*parts) + going(), (said(b"*" * 65536),))


def _pings() -> Iterator[Case]:
    for number, data in enumerate((b"", b"hello", bytes(range(8)), b"\xfe" * 125), 1):
        yield Case(f"2.{number}", ping(data) + going(), (pong(data),))
    yield Case("2.5", ping(b"\xfe" * 126), (), 1002)
    yield Case("2.7", frame(PONG | LAST) + going(), ())
    yield Case("2.8", frame(PONG | LAST, b"unasked") + going(), ())
    yield Case("2.9", frame(PONG | LAST, b"unasked") + ping(b"1") + going(), (pong(b"1"),))
    ten = [b"%d" % number for number in range(10)]
    yield Case("2.10", b"".join(map(ping, ten)) + going(), tuple(map(pong, ten)))


def _reserved() -> Iterator[Case]:
    for number, bits in enumerate(RESERVED, 1):
        behind = text(b"before") + frame(TEXT | LAST | bits, b"x") + ping(b"never")
        yield Case(f"3.{number}", behind, (said(b"before"),), 1002)
    for number, opcode in enumerate((*range(3, 8), *range(11, 16))):
        where = f"4.{1 + number // 5}.{1 + number % 5}"
        yield Case(where, text(b"before") + frame(opcode | LAST, b"x") + ping(b"never"), (said(b"before"),), 1002)


def _pieces() -> Iterator[Case]:
    rest = frame(CONTINUED | LAST, b"2")
    yield Case("5.1", frame(PING, b"1") + rest, (), 1002)
    yield Case("5.2", frame(PONG, b"1") + rest, (), 1002)
    yield Case("5.3", pieces(b"1", b"2") + going(), (said(b"12"),))
    yield Case("5.6", frame(TEXT, b"1") + ping(b"p") + rest + going(), (pong(b"p"), said(b"12")))
    yield Case("5.9", rest + text(b"never"), (), 1002)
    yield Case("5.12", frame(CONTINUED, b"1") + text(b"never"), (), 1002)
    yield Case("5.15", pieces(b"1", b"2") + frame(CONTINUED, b"3") + text(b"never"), (said(b"12"),), 1002)
    yield Case("5.18", frame(TEXT, b"1") + text(b"2"), (), 1002)
    more = ping(b"p1") + frame(CONTINUED, b"3") + frame(CONTINUED, b"4") + ping(b"p2") + frame(CONTINUED | LAST, b"5")
    both = (pong(b"p1"), pong(b"p2"), said(b"12345"))
    yield Case("5.19", frame(TEXT, b"1") + frame(CONTINUED, b"2") + more + going(), both)


def _texts() -> Iterator[Case]:
    words = "κόσμε, 𐍈 \U0010ffff".encode()
    yield Case("6.2.1", text(words) + going(), (said(words),))
    bytewise = [bytes((one,)) for one in words]
    yield Case("6.2.3", pieces(*bytewise) + going(), (said(words),))
    bad = (b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\xfe", b"\xce", b"\xf8\x88\x80\x80\x80")
    for number, data in enumerate(bad, 1):
        yield Case(f"6.3.{number}", text(words + data + b"edited") + ping(b"never"), (), 1007)
    yield Case("6.4.1", pieces(words, b"\xf4\x90\x80\x80", b"edited") + ping(b"never"), (), 1007)


def _closes() -> Iterator[Case]:
    yield Case("7.1.1", text(b"last") + going(), (said(b"last"),))
    yield Case("7.1.2", going() + going(), ())
    yield Case("7.1.3", going() + ping(b"never"), ())
    yield Case("7.1.4", going() + text(b"never"), ())
    yield Case("7.1.5", frame(TEXT, b"1") + going() + frame(CONTINUED | LAST, b"2"), ())
    yield Case("7.3.1", going(b""), (), None)
    yield Case("7.3.2", going(b"a"), (), 1002)
    yield Case("7.3.5", going(GOING + b"*" * 123), ())
    yield Case("7.3.6", going(GOING + b"*" * 124), (), 1002)
    yield Case("7.5.1", going(GOING + b"\xce\xba\xed\xa0\x80"), (), 1007)
    for number, code in enumerate((1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999), 1):
        yield Case(f"7.7.{number}", going(code.to_bytes(2, "big")), (), code)
    for number, code in enumerate((0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999), 1):
        yield Case(f"7.9.{number}", going(code.to_bytes(2, "big")), (), 1002)


CASES: tuple[Case, ...] = (
    *_messages(), *_pings(), *_reserved(), *_pieces(), *_texts(), *_closes(),
)  # fmt: skip
