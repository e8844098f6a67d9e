"""One WebSocket on one socket: request, frames, keepalive, closing. Carries messages; does not know what they mean.

An asyncio.Protocol with callbacks only: no task and no timer of its own. What is patient with it is the gateway.
"""

from __future__ import annotations

import asyncio
import os
from abc import abstractmethod
from typing import cast

from protocol.codec import Codec
from server.gateway.connection import Connection, End
from server.gateway.gateway import FULL_RETRY_MS, Gateway
from server.gateway.wire.frames import PING, Frames, Message, frame
from server.gateway.wire.handshake import Handshake, Peer, Whence

NO_SOCKET = -1
"""Where sockets are no files, or what they carry is encrypted: all goes through the transport."""


class Channel(asyncio.Protocol):
    """From the first byte of the HTTP request to the last of the WebSocket. `take` and `leave` are the session's."""

    __slots__ = (
        "_frames",
        "_group",
        "_handshake",
        "_is_counted",
        "_is_heard",
        "_is_paused",
        "_is_waiting",
        "_large",
        "_opened_s",
        "_socket",
        "_transport",
        "address",
        "codec",
        "connection",
        "end_code",
        "gateway",
        "is_local",
        "is_over",
        "number",
        "pending",
    )

    codec: Codec
    connection: Connection
    _frames: Frames
    _transport: asyncio.Transport

    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway
        self.is_over = False
        """Nothing more is taken or sent."""
        self.end_code = ""
        self.pending: list[bytes] | None = None
        """Frames that the outbox will write at the end of this turn."""
        self._handshake: Handshake | None = Handshake()
        self._group: int | None = None  # that of the rounds, once the WebSocket is open
        self._is_heard = True
        self._is_paused = False  # nothing is read: nobody can tell whether the peer is silent
        self._socket = NO_SOCKET
        self._is_waiting = False
        """Is anything in the transport that the system has not taken yet?"""
        self._large = 0
        """The size of a message larger than all that may wait, as long as it may still be waiting itself."""

    @abstractmethod
    def take(self, message: Message) -> None:
        """One message has come."""

    @abstractmethod
    def leave(self) -> None:
        """Nothing more will come or go."""

    # --- the socket --------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected; it has to send its request in time."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=0)  # so that we are told of all that waits there
        if os.name == "posix" and transport.get_extra_info("sslcontext") is None:
            self._socket = transport.get_extra_info("socket").fileno()
        self._opened_s = self.gateway.now_s()
        self.number = self.gateway.admit(self)
        self.address = self._peer().address
        self.is_local = self._is_counted = False
        assert self.gateway.door is not None, "set before the first socket"
        is_proxy = self.gateway.door.proxies.is_one(self.address)
        if self.gateway.is_overrun or not (is_proxy or self._count()):
            self._drop()

    def data_received(self, data: bytes) -> None:
        """Bytes of the request, or of frames; after an answered request they are of no interest."""
        self._is_heard = True
        if self._handshake is not None:
            self._shake_hands(self._handshake, data)
        elif self._group is not None:
            self._frames.receive(data)
            self.gateway.reading.read(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone, whoever closed it."""
        gateway = self.gateway
        self.is_over = True
        untie(self._transport)
        self.leave()
        gateway.forget(self)
        if self._is_counted:
            gateway.sockets.leave(self.address)
        if self._group is None:
            return
        gateway.rounds.leave(self, self._group)
        code = self.end_code or str(self._frames.closed_by_peer or self._frames.failed_with or "lost")
        gateway.metrics.closed(code)
        gateway.note("close", connection=self.number, code=code, seconds=round(gateway.now_s() - self._opened_s, 3))

    def abort(self) -> None:
        """Drop the socket without a word."""
        self._transport.abort()

    def _count(self) -> bool:
        """Count this socket among those of its address. Are they no more than there may be?"""
        self._is_counted = self.gateway.sockets.enter(self.address)
        return self._is_counted

    def _comes(self, whence: Whence) -> bool:
        """Only now is it known whose socket it is. Are they no more than there may be?"""
        self.is_local = whence.is_local
        if self._is_counted and self.address == whence.address:
            return True
        if self._is_counted:
            self.gateway.sockets.leave(self.address)
        self.address = whence.address
        return self._count()

    def _drop(self) -> None:
        self.gateway.metrics.requests.labels("dropped").inc()
        self.abort()

    # --- the request -------------------------------------------------------------------------------------------------

    def _shake_hands(self, handshake: Handshake, data: bytes) -> None:
        gateway = self.gateway
        assert gateway.door is not None, "set before the first socket"
        answer = handshake.receive(data, gateway.door, self._peer(), gateway.now_s())
        if answer is None:
            return
        self._handshake = None
        gateway.shaking.stop(self)
        if answer.codec is not None and not self._comes(answer.whence):
            self._drop()
            return
        self._transport.write(answer.data)
        if answer.codec is None:
            gateway.metrics.requests.labels(str(answer.status)).inc()
            gateway.sending.start(self, gateway.now_s())
            self._transport.write_eof()
        else:
            self._open(answer.codec)

    def _open(self, codec: Codec) -> None:
        gateway = self.gateway
        self.codec = codec
        self._frames = Frames()
        self.connection = gateway.converse(codec)
        self._group = gateway.rounds.join(self)
        gateway.silent.start(self, gateway.now_s())
        gateway.note("open", connection=self.number, address=self.address, subprotocol=codec.subprotocol)
        if gateway.is_full:
            self.end(self.connection.end("full", retry_after_ms=FULL_RETRY_MS))

    def _peer(self) -> Peer:
        far, near = (self._transport.get_extra_info(name) for name in ("peername", "sockname"))
        return Peer(str(far[0]) if far else "", str(near[0]) if near else "")

    # --- frames ------------------------------------------------------------------------------------------------------

    @property
    def is_text(self) -> bool:
        """Which kind of frame this client takes."""
        return self.codec.is_text

    def read_on(self) -> bool:
        """Read the next frame, if there is one. Is there another?"""
        frames = self._frames
        message = frames.read()
        self._settle(frames)
        if message is not None:
            self.take(message)
        if not frames.is_open and not self.is_over:
            self.is_over = True
            self.gateway.closing.start(self, self.gateway.now_s())
        if self._transport.is_closing():
            return False
        if frames.is_finished:
            self._transport.write_eof()
        return frames.has_more

    def _settle(self, frames: Frames) -> None:
        """Count the pings that came, and send what the peer is owed: in front of the answer to what came with them."""
        while frames.pings:
            frames.pings -= 1
            if end := self.connection.count(self.gateway.now_s()):
                self.end(end)
        if owed := frames.data_to_send():
            if not frames.is_open:
                self.gateway.outbox.flush(self)  # nothing may come behind the close
            self._transport.write(owed)

    def pause_reading(self) -> None:
        """Leave to the system what comes from here on."""
        self._is_paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on, from a peer that has a whole round again for a sign of life."""
        if self._is_paused:
            self._is_paused, self._is_heard = False, True
            self._transport.resume_reading()

    def write(self, data: bytes) -> None:
        """Write now, or behind what is pending; a reader too far behind is sent away."""
        if self.is_over:
            return
        if self.pending is not None:
            self.pending.append(data)
            return
        try:  # past the transport, where nothing waits in it: for ten thousand spectators it costs too much
            written = 0 if self._is_waiting else os.write(self._socket, data)
        except OSError:  # the transport meets it too, and knows what to do
            written = 0
        if written < len(data):
            self._let_wait(data, written)

    def pause_writing(self) -> None:
        """The transport keeps what the system does not take."""
        self._is_waiting = True

    def resume_writing(self) -> None:
        """The transport keeps nothing any more."""
        self._is_waiting = False

    def _let_wait(self, data: bytes, written: int) -> None:
        waiting, most = self._transport.get_write_buffer_size(), self.gateway.limits.unsent_bytes
        if waiting <= most:
            self._large = 0
        if waiting > most + self._large:
            self.gateway.metrics.slow_readers.inc()
            self.end(self.connection.end("too_slow"))
            return
        if len(data) > most:
            self._large = len(data)
        self._transport.write(data[written:])

    # --- the end -----------------------------------------------------------------------------------------------------

    def hello_is_late(self) -> None:
        """No `hello` came in time."""
        self.end(self.connection.end("hello_timeout", seconds=self.gateway.limits.hello_s))

    def restart(self, retry_after_ms: int) -> None:
        """The server is about to stop."""
        if self._group is None:
            self.abort()
        else:
            self.end(self.connection.end("restart", retry_after_ms=retry_after_ms))

    def ask_for_life(self) -> None:
        """Ping; whoever has not been heard since the last time is gone."""
        if self.is_over:
            return
        if not (self._is_heard or self._is_paused):
            self.end_code = "silent"
            self.gateway.metrics.silent_peers.inc()
            self.abort()
            return
        self._is_heard = False
        self._transport.write(PING)

    def end(self, end: End) -> None:
        """Say the last words and begin to close; what was pending goes before them."""
        if self.is_over:
            return
        self.is_over = True
        self.end_code = end.code
        pending, self.pending = self.pending or [], None
        self._frames.close(end.number, end.code)
        words = [frame(word, self.is_text) for word in end.words]
        self._transport.write(b"".join([*pending, *words, self._frames.data_to_send()]))
        self.resume_reading()
        self.gateway.silent.stop(self)
        self.gateway.closing.start(self, self.gateway.now_s())
        self.gateway.loop.call_soon(self.leave)  # later: the table may be in the middle of telling its viewers


def untie(transport: asyncio.BaseTransport) -> None:
    """Free a transport whose connection is lost as soon as nobody refers to it: asyncio's own hold methods of
    themselves, and would wait for the collector, which looks at what is as old as a session seldom."""
    own = getattr(transport, "__dict__", {})
    for name in ("_read_ready_cb", "_write_ready"):
        own.pop(name, None)
