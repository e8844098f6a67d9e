"""One client's socket: moves bytes between transport, frames, connection and table, and is the table's Viewer.

An asyncio.Protocol with callbacks only; a task runs just while the lobby is asked. What a frame means is decided in
`connection`, what leaves when in `outbox`, how long one waits in `patience`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, cast

import msgspec

from protocol.codec import Codec
from protocol.errors import ProtocolError
from protocol.messages import Ask, Create, Hello, Join, Ping, Pong, Resume, Submit
from server.audience import Viewer
from server.gateway import errands
from server.gateway.connection import Action, Connection, End, Id, Say, id_of
from server.gateway.frames import PING, Frames, Message, frame
from server.gateway.gateway import FULL_RETRY_MS, Gateway
from server.gateway.handshake import Handshake, Peer
from server.lobby import Entered
from server.table import Table


class Session(asyncio.Protocol):
    """From the first byte of the HTTP request to the last of the WebSocket."""

    __slots__ = (
        "_frames",
        "_group",
        "_handshake",
        "_held",
        "_is_heard",
        "_opened_s",
        "_table",
        "_transport",
        "audience",
        "codec",
        "connection",
        "end_code",
        "gateway",
        "is_over",
        "number",
        "pending",
        "role",
        "seat",
    )

    codec: Codec
    _transport: asyncio.Transport
    connection: Connection
    _frames: Frames

    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway
        self._handshake: Handshake | None = Handshake()
        self.is_over = False
        self._is_heard = True
        self._held: list[Message] | None = None
        self._table: Table | None = None
        self._group: int | None = None
        self.pending: list[bytes] | None = None
        self.seat = self.role = self.audience = self.end_code = ""

    # --- the socket --------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected; it has to send its request in time."""
        self._transport = cast(asyncio.Transport, transport)
        self._opened_s = self.gateway.now_s()
        self.number = self.gateway.admit(self)

    def data_received(self, data: bytes) -> None:
        """Bytes of the request, or of frames; after an answered request they are of no interest."""
        self._is_heard = True
        if self._handshake is not None:
            self._shake_hands(self._handshake, data)
        elif self._group is not None:
            self._read(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone, whoever closed it."""
        self.is_over = True
        self._leave()
        self.gateway.forget(self)
        if self._group is None:
            return
        self.gateway.rounds.leave(self, self._group)
        code = self.end_code or str(self._frames.closed_by_peer or self._frames.failed_with or "lost")
        self.gateway.metrics.closes.labels(code).inc()
        seconds = round(self.gateway.now_s() - self._opened_s, 3)
        self.gateway.note("close", connection=self.number, code=code, seconds=seconds)

    def abort(self) -> None:
        """Drop the socket without a word."""
        self._transport.abort()

    # --- the request -------------------------------------------------------------------------------------------------

    def _shake_hands(self, handshake: Handshake, data: bytes) -> None:
        gateway = self.gateway
        assert gateway.door is not None, "set before the first socket"
        answer = handshake.receive(data, gateway.door, self._peer(), gateway.now_s())
        if answer is None:
            return
        self._handshake = None
        gateway.shaking.stop(self)
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
        gateway.note("open", connection=self.number, subprotocol=codec.subprotocol)
        if gateway.is_full:
            self._end(self.connection.end("full", retry_after_ms=FULL_RETRY_MS))

    def _peer(self) -> Peer:
        far, near = (self._transport.get_extra_info(name) for name in ("peername", "sockname"))
        return Peer(str(far[0]) if far else "", str(near[0]) if near else "")

    # --- what comes in -----------------------------------------------------------------------------------------------

    def _read(self, data: bytes) -> None:
        frames = self._frames
        for message in frames.receive(data):
            self._take(message)
        while frames.pings:
            frames.pings -= 1
            if end := self.connection.count(self.gateway.now_s()):
                self._end(end)
        if owed := frames.data_to_send():
            self._transport.write(owed)
        if not frames.is_open and not self.is_over:
            self.is_over = True
            self.gateway.closing.start(self, self.gateway.now_s())
        if frames.is_finished and not self._transport.is_closing():
            self._transport.write_eof()

    def _take(self, message: Message) -> None:
        """One message; while the lobby is asked for an earlier one, it waits its turn."""
        if self.is_over:
            return
        if self._held is not None:
            self._held.append(message)
            return
        try:
            action = self.connection.receive(*message, self.gateway.now_s())
        except Exception:
            self._act(self.failed("receive", msgspec.UNSET))
            return
        try:
            self._act(action)
        except ProtocolError as error:  # a body that only the table can read
            self._act(self.connection.refuse(_id_of(action), error))
        except Exception:
            self._act(self.failed("act", _id_of(action)))

    def _act(self, action: Action) -> None:
        match action:
            case Submit():
                assert self._table is not None
                self._table.submit(self, action)
            case Ask():
                assert self._table is not None
                self._table.ask(self, action)
            case Say():
                self.send(action.payload)
            case End():
                self._end(action)
            case Ping():
                self.send(self.connection.say(Pong(at=self.gateway.clock_ms())).payload)
            case Hello():
                self.gateway.silent.stop(self)
                self._hold(errands.enter(self, action), msgspec.UNSET)
            case Create():
                self._hold(errands.create(self, action), action.id)
            case Join():
                self._hold(errands.join(self, action), action.id)

    # --- what the lobby is asked -------------------------------------------------------------------------------------

    def _hold(self, errand: Coroutine[Any, Any, Action | None], id: Id) -> None:
        """Take nothing more from this client until the errand is done; then do what it returns."""
        self._held = []
        self._transport.pause_reading()
        self.gateway.spawn(self._finish(errand, id))

    async def _finish(self, errand: Coroutine[Any, Any, Action | None], id: Id) -> None:
        try:
            action = await errand
        except Exception as error:
            action = errands.failed(self, error, id)
        held, self._held = self._held or [], None
        if not self.is_over:
            if action is not None:
                self._act(action)
            self._go_on(held)

    def _go_on(self, held: list[Message]) -> None:
        for message in held:
            self._take(message)
        if self._held is None and not self._transport.is_closing():
            self._transport.resume_reading()

    def sit_down(self, entered: Entered, resume: Resume | None) -> None:
        """Become a viewer of the table."""
        self.seat, self.role, self.audience = entered.seat, entered.role, entered.audience
        self._table = entered.table
        self.connection.seated(self.role)
        self.gateway.note("enter", connection=self.number, encounter=self._table.encounter, seat=self.seat)
        self._table.attach(self, resume)

    # --- what goes out -----------------------------------------------------------------------------------------------

    @property
    def is_text(self) -> bool:
        """Which kind of frame this client takes."""
        return self.codec.is_text

    def send(self, payload: bytes) -> None:
        """Send one encoded message at the end of this turn. Never blocks, never raises."""
        if not self.is_over:
            self.gateway.outbox.post(self, payload)

    def bye(self, code: str) -> None:
        """Say why, and close. The table is left later: it may be in the middle of telling its viewers."""
        self._end(self.connection.end(code))

    def write(self, frame: bytes) -> None:
        """Write now, or behind what is pending; a reader too far behind is sent away."""
        if self.is_over:
            return
        if self.pending is not None:
            self.pending.append(frame)
        elif self._transport.get_write_buffer_size() > self.gateway.limits.unsent_bytes:
            self.gateway.metrics.slow_readers.inc()
            self._end(self.connection.end("too_slow"))
        else:
            self._transport.write(frame)

    # --- the end -----------------------------------------------------------------------------------------------------

    def hello_is_late(self) -> None:
        """No `hello` came in time."""
        self._end(self.connection.end("hello_timeout", seconds=self.gateway.limits.hello_s))

    def restart(self, retry_after_ms: int) -> None:
        """The server is about to stop."""
        if self._group is None:
            self.abort()
        else:
            self._end(self.connection.end("restart", retry_after_ms=retry_after_ms))

    def ask_for_life(self) -> None:
        """Ping; whoever has not been heard since the last time is gone."""
        if self.is_over:
            return
        if not self._is_heard:
            self.end_code = "silent"
            self.gateway.metrics.silent_peers.inc()
            self.abort()
            return
        self._is_heard = False
        self._transport.write(PING)

    def _end(self, end: End) -> None:
        """Say the last words and begin to close. What was pending goes before them."""
        if self.is_over:
            return
        self.is_over = True
        self.end_code = end.code
        pending, self.pending = self.pending or [], None
        self._frames.close(end.number, end.code)
        words = [frame(word, self.is_text) for word in end.words]
        self._transport.write(b"".join([*pending, *words, self._frames.data_to_send()]))
        self.gateway.silent.stop(self)
        self.gateway.closing.start(self, self.gateway.now_s())
        if self._held is not None:
            self._transport.resume_reading()
        self.gateway.loop.call_soon(self._leave)

    def _leave(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            self.gateway.leave_seat(table.encounter, self.seat, self.role)
            table.detach(self)

    def failed(self, where: str, id: Id) -> Say | End:
        """Record the error that is being handled."""
        return self.connection.failed(id, self.gateway.failure(where, self.number))


def fan_out(viewers: Sequence[Viewer], payload: bytes) -> None:
    """Send one message to many viewers of one audience and subprotocol, in slices; the sequence must not change."""
    sessions = cast(Sequence[Session], viewers)
    if sessions:
        sessions[0].gateway.outbox.fan_out(sessions, payload)


def _id_of(action: Action) -> Id:
    return msgspec.UNSET if isinstance(action, Say | End) else id_of(action)
