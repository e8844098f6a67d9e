"""The gateway's own WebSocket, from listener to frames, with an echo in the place of the game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest import mock

from websockets.http11 import Request
from websockets.server import ServerProtocol

from protocol.codec import MSGPACK
from server.gateway.limits import RELAXED
from server.gateway.wire.channel import Channel
from server.gateway.wire.frames import Message, frame
from server.gateway.wire.handshake import Handshake
from tests.gateway.house import House, close_house, open_house


class Echo(Channel):
    """Sends back what it gets, the way answers are sent: at the end of the turn, behind what is owed."""

    __slots__ = ()

    def _shake_hands(self, handshake: Handshake, data: bytes) -> None:
        """Open the WebSocket to whoever asks: a conformance client knows no subprotocol of ours."""
        protocol = ServerProtocol()
        protocol.receive_data(data)
        (request,) = protocol.events_received()
        assert isinstance(request, Request)
        self._handshake = None
        self.gateway.shaking.stop(self)
        self._transport.write(protocol.accept(request).serialize())
        self._open(MSGPACK)
        self.gateway.silent.stop(self)

    def take(self, message: Message) -> None:
        """Send it back."""
        if self.is_over:
            return
        data = frame(*message)
        if self.pending is None:
            self.pending = []
            self.gateway.loop.call_soon(self.gateway.outbox.flush, self)
        self.pending.append(data)

    def leave(self) -> None:
        """There is nothing to give up."""


@asynccontextmanager
async def echoing(folder: Path) -> AsyncIterator[House]:
    """A listener whose every WebSocket is an echo."""
    with mock.patch("server.gateway.listener.Session", Echo):
        house = await open_house(folder, RELAXED)
        try:
            yield house
        finally:
            await close_house(house)
