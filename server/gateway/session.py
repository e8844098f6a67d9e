"""A client at a table or in the lobby: joins connection, lobby and table, and is the table's Viewer.

`connection` decides what a frame means, and `channel` deals with the socket. A task runs only while the lobby is
asked.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, cast

import msgspec

from protocol.errors import ProtocolError
from protocol.messages import Ask, Branch, Create, Hello, Import, Join, Links, List, Ping, Pong, Resume, Submit
from server.gateway import errands
from server.gateway.behind import Behind
from server.gateway.connection import Action, End, Id, Say, id_of
from server.gateway.gateway import Gateway
from server.gateway.limits import network_of
from server.gateway.wire.channel import Channel
from server.gateway.wire.frames import Message
from server.lobby.lobby import Entered
from server.table.audience import Viewer
from server.table.table import Table

FLOODED_RETRY_MS = 5_000


class Session(Channel):
    """One client. `seat`, `role` and `audience` are empty until it sits at a table."""

    __slots__ = ("_behind", "_is_asking", "_table", "audience", "entered", "is_listed", "role", "seat")

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self.seat = self.role = self.audience = ""
        self._table: Table | None = None
        self.entered: Entered | None = None
        self.is_listed = False
        """Was this client shown the lobby's list? Then it may ask for more of it."""
        self._is_asking = False
        """Is an errand under way?"""
        self._behind: Behind | None = None  # while it is, and until what has waited for it is done

    @property
    def network(self) -> str:
        """From where it came, as limits count it."""
        return network_of(self.address, self.gateway.limits) or self.address

    # --- what comes in -----------------------------------------------------------------------------------------------

    def read_on(self) -> bool:
        """Do what has waited for an errand first, then read the next frame. Is there more to do now?"""
        if self.is_over or not self._behind or self._is_asking:
            return super().read_on()
        self._do(self._behind.take())
        if not (self._behind or self._is_asking):
            self._behind = None
        return True

    def resume_reading(self) -> None:
        """Read on, unless too much waits already."""
        if self.is_over or self._behind is None or not self._behind.is_enough:
            super().resume_reading()

    def take(self, message: Message) -> None:
        """Handle one message; while an earlier one keeps the lobby busy, it waits its turn."""
        if self.is_over:
            return
        if self._behind is None:
            self._do(message)
        else:
            self._wait(message, self._behind)

    def _do(self, message: Message) -> None:
        try:
            action = self.connection.receive(*message, self.gateway.now_s())
        except Exception:
            self._act(self.failed("receive", msgspec.UNSET))
            return
        self.gateway.count(action)
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
                self.end(action)
            case Ping():
                self.send(self.connection.say(Pong(at=self.gateway.clock_ms())).payload)
            case Hello():
                self.gateway.silent.stop(self)
                self._hold(errands.enter(self, action), msgspec.UNSET)
            case Create() | Join() | Import() | List() | Branch() | Links():
                self._hold(errands.run(self, action), action.id)

    # --- what the lobby is asked -------------------------------------------------------------------------------------

    def _hold(self, errand: Coroutine[Any, Any, Action | None], id: Id) -> None:
        """Start an errand and do what it returns. Until then, further messages of this client wait."""
        self._is_asking = True
        if self._behind is None:
            self._behind = Behind()
        self.gateway.spawn(self._finish(errand, id))

    def _wait(self, message: Message, behind: Behind) -> None:
        behind.put(message)
        if behind.is_too_much:
            self.end(self.connection.end("rate", retry_after_ms=FLOODED_RETRY_MS))
        elif behind.is_enough:
            self.pause_reading()

    async def _finish(self, errand: Coroutine[Any, Any, Action | None], id: Id) -> None:
        try:
            action = await errand
        except Exception as error:
            action = errands.failed(self, error, id)
        self._is_asking = False
        if not self._behind:
            self._behind = None
        if action is not None and not self.is_over:
            self._act(action)
        self.gateway.reading.read(self)

    def sit_down(self, entered: Entered, resume: Resume | None, in_blocks: bool, in_likes: bool) -> None:
        """Become a viewer of the table, whose options may come in blocks, and as patches onto known ones."""
        self.seat, self.role, self.audience = entered.seat, entered.role, entered.audience
        self._table, self.entered = entered.table, entered
        bucket = self.gateway.bucket_of(self._table.encounter, self.seat, self.role)
        self.connection.seated(self.role, bucket)
        self.gateway.note("enter", connection=self.number, encounter=self._table.encounter, seat=self.seat)
        self._table.attach(self, resume, in_blocks, in_likes)

    # --- what goes out -----------------------------------------------------------------------------------------------

    def send(self, payload: bytes) -> None:
        """Send one encoded message at the end of this turn. Never blocks, never raises."""
        if not self.is_over:
            self.gateway.outbox.post(self, payload)

    def send_now(self, payload: bytes) -> None:
        """Send one encoded message now, behind what waits for the end of the turn. Never blocks, never raises."""
        if not self.is_over:
            self.gateway.outbox.post_now(self, payload)

    def bye(self, code: str) -> None:
        """Say why, and close."""
        self.end(self.connection.end(code))

    def leave(self) -> None:
        """Give up the seat, if one was taken."""
        table, self._table = self._table, None
        if table is not None:
            self.gateway.leave_seat(table.encounter, self.seat, self.role)
            table.detach(self)
            if self.role == "player":
                self.gateway.company.went(table.encounter, self.seat)

    def failed(self, where: str, id: Id) -> Say | End:
        """Record the error that is being handled."""
        return self.connection.failed(id, self.gateway.failure(where, self.number))


def fan_out(viewers: Sequence[Viewer], payload: bytes) -> None:
    """Send one message to all viewers of one audience and subprotocol. Spectators may be many, so they get it in
    slices; the sequence must not change until then. All others get it now."""
    sessions = cast(Sequence[Session], viewers)
    if sessions:
        outbox = sessions[0].gateway.outbox
        send = outbox.fan_out if sessions[0].role == "spectator" else outbox.send
        send(sessions, payload)


def _id_of(action: Action) -> Id:
    return msgspec.UNSET if isinstance(action, Say | End) else id_of(action)
