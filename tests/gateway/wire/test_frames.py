"""WebSocket frames against the library's own client: whatever it sends is read, in whatever pieces it comes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from protocol.limits import CLIENT_FRAME_BYTES
from server.gateway.wire.frames import FRAGMENTS, PIECE_BYTES, PING, Frames, Message, frame
from tests.gateway.wire import raw

BINARIES = st.tuples(st.binary(max_size=200) | st.binary(min_size=65_000, max_size=CLIENT_FRAME_BYTES), st.just(False))
TEXTS = st.tuples(st.text(max_size=200).map(str.encode), st.just(True))
MESSAGES = st.lists(BINARIES | TEXTS, max_size=5)


def client() -> ClientProtocol:
    """An open connection's other end."""
    return ClientProtocol(parse_uri("ws://x/"), state=OPEN, max_size=None)


def read(frames: Frames, data: bytes) -> list[Message]:
    """The messages that are whole once this has come."""
    frames.receive(data)
    found: list[Message] = []
    while frames.has_more:
        found += [message] if (message := frames.read()) is not None else []
    return found


def sent(protocol: ClientProtocol) -> bytes:
    """What it wants to send."""
    return b"".join(protocol.data_to_send())


@given(MESSAGES, st.lists(st.integers(1, 70_000), max_size=20), st.booleans())
def test_messages_are_read_in_whatever_pieces_they_come(
    messages: list[Message], cuts: list[int], is_pinging: bool
) -> None:
    """Whole, joined, cut anywhere, pings and pongs in between; nothing is left over."""
    protocol, frames = client(), Frames()
    for payload, is_text in messages:
        if is_pinging:
            protocol.send_ping(b"!")
            protocol.send_pong(b"")
        protocol.send_text(payload) if is_text else protocol.send_binary(payload)
    data = sent(protocol)
    found: list[Message] = []
    for cut in [*cuts, len(data)]:
        found += read(frames, data[:cut])
        data = data[cut:]
    assert found == messages
    assert frames.is_open
    assert frames._parser is None
    assert frames._rest == b""
    protocol.receive_data(frames.data_to_send() or frame(b"", False))
    assert frames.pings == (len(messages) if is_pinging else 0)


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=8), st.booleans())
def test_fragments_are_joined_also_around_control_frames(parts: list[bytes], is_pinging: bool) -> None:
    """A message in pieces is one message; the parser is dropped after it."""
    protocol, frames = client(), Frames()
    found: list[Message] = []
    protocol.send_binary(parts[0], fin=len(parts) == 1)
    for index, part in enumerate(parts[1:], start=2):
        if is_pinging:
            protocol.send_ping(b"")
        protocol.send_continuation(part, fin=index == len(parts))
    for byte in sent(protocol):
        found += read(frames, bytes([byte]))
    assert found == [(b"".join(parts), False)]
    assert frames._parser is None


def test_a_fragmented_text_is_text() -> None:
    """The kind is that of the first piece."""
    protocol, frames = client(), Frames()
    protocol.send_text("ä".encode()[:1], fin=False)
    protocol.send_continuation("ä".encode()[1:], fin=True)
    assert read(frames, sent(protocol)) == [("ä".encode(), True)]


@given(st.binary(max_size=70_000), st.booleans())
def test_our_frames_are_what_the_library_reads(payload: bytes, is_text: bool) -> None:
    """All three widths of the length."""
    protocol = client()
    protocol.receive_data(frame(payload, is_text) + PING)
    message, ping = protocol.events_received()
    assert isinstance(message, Frame)
    assert isinstance(ping, Frame)
    assert (bytes(message.data), message.opcode == raw.TEXT, ping.opcode) == (payload, is_text, raw.PING)


def test_closing_from_here_ends_when_the_peer_agrees() -> None:
    """The peer sees number and reason; messages that were under way are dropped."""
    protocol, frames = client(), Frames()
    protocol.send_binary(b"half of this")
    half = sent(protocol)
    assert read(frames, half[:-3]) == []
    frames.close(4408, "hello_timeout")
    protocol.receive_data(frames.data_to_send())
    assert (protocol.close_rcvd.code, protocol.close_rcvd.reason) == (4408, "hello_timeout")  # type: ignore[union-attr]
    assert read(frames, half[-3:] + raw.frame(raw.BINARY | raw.LAST, b"late")) == []
    assert not frames.is_finished
    assert read(frames, sent(protocol)) == []
    assert frames.is_finished
    assert frames.failed_with == 4408


def test_a_peer_that_closes_is_answered() -> None:
    """The message before it is still read; then nothing is."""
    protocol, frames = client(), Frames()
    protocol.send_binary(b"last")
    protocol.send_close(1001)
    assert read(frames, sent(protocol)) == [(b"last", False)]
    protocol.receive_data(frames.data_to_send())
    assert protocol.close_sent is not None
    assert frames.closed_by_peer == 1001
    assert frames.is_finished
    assert read(frames, raw.frame(raw.BINARY | raw.LAST, b"after")) == []
    frames.close(1000, "")
    assert frames.data_to_send() == b""


def test_whoever_closes_between_two_messages_gets_no_more() -> None:
    """What came behind the first is not taken, but for the peer's consent."""
    protocol, frames = client(), Frames()
    protocol.send_binary(b"first")
    protocol.send_binary(b"second")
    protocol.send_close(1000)
    frames.receive(sent(protocol))
    assert frames.read() == (b"first", False)
    frames.close(4429, "rate")
    assert read(frames, b"") == []
    assert frames.is_finished
    assert frames.closed_by_peer == 1000
    protocol.receive_data(frames.data_to_send())
    assert protocol.close_rcvd is not None
    assert protocol.close_rcvd.code == 4429


def test_one_frame_is_read_at_a_time() -> None:
    """Pings too, and little of what comes while it is closing: nobody decides how long a turn of ours takes."""
    frames = Frames()
    ping = raw.frame(raw.PING | raw.LAST)
    frames.receive(ping * 1000)
    for count in range(1, 4):
        assert frames.read() is None
        assert (frames.pings, frames.has_more) == (count, True)
    frames.close(4429, "rate")
    left = -(-997 * len(ping) // PIECE_BYTES)
    for _ in range(left):
        assert frames.has_more
        assert frames.read() is None
    assert not frames.has_more


def test_a_frame_that_claims_to_be_too_large_is_refused_by_its_head() -> None:
    """Nobody waits for the body."""
    frames = Frames()
    assert read(frames, raw.frame(raw.BINARY | raw.LAST, b"", declared=CLIENT_FRAME_BYTES + 1)) == []
    assert frames.failed_with == 1009
    assert frames.data_to_send().endswith(b"too_large")


def test_pieces_count_together_and_by_number() -> None:
    """A message too large in all, and one of endless empty pieces."""
    large, many = Frames(), Frames()
    assert read(large, raw.frame(raw.BINARY, bytes(CLIENT_FRAME_BYTES)) + raw.frame(raw.LAST, b"x")) == []
    assert read(many, raw.frame(raw.BINARY) + raw.frame(0) * (FRAGMENTS - 1)) == []
    assert (large.failed_with, many.failed_with) == (1009, None)
    assert read(many, raw.frame(0) * 10) == []
    assert many.failed_with == 1009


@given(st.binary(max_size=400), st.integers(1, 50))
def test_no_bytes_raise(data: bytes, step: int) -> None:
    """Noise is refused or waits for more; it never breaks anything."""
    frames = Frames()
    for at in range(0, len(data), step):
        read(frames, data[at : at + step])
        frames.data_to_send()
