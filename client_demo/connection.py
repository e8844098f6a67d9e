"""A WebSocket that comes back: connects, reads, writes, waits, connects again. It knows closes, but no views."""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import NoReturn

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.http11 import Response
from websockets.typing import Subprotocol

from client_demo.wire import Message, from_frame, to_frame

SERVER_FRAME_BYTES = 4 * 1024 * 1024
RETRY_MOST_S = 15.0
FINAL_CLOSES = {1002, 1003, 1007, 1009, 4400, 4401, 4403, 4404, 4406, 4409}
"""Close codes after which the same link is no use any more."""
log = logging.getLogger(__name__)


class Closed(Exception):
    """The connection is over for good; `code` is the close frame's reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One client's connections, one after another. `retry_s`: the first wait after a loss, doubling up to 15 s."""

    def __init__(self, url: str, subprotocol: str, retry_s: float) -> None:
        self.retry_after_s = 0.0
        """How long the server asks to wait before the next connection; 0: it does not say."""
        self._url, self._subprotocol, self._retry_s = url, subprotocol, retry_s
        self._was_greeted, self._losses = False, 0
        self._outbox: asyncio.Queue[Message] | None = None
        self._next: asyncio.Queue[Message] = asyncio.Queue()

    def greeted(self) -> None:
        """The server has answered `hello`: from now on `send` sends."""
        self._outbox, self._was_greeted, self._losses = self._next, True, 0

    def send(self, message: Message) -> None:
        """Send soon. Dropped where there is no greeted connection: whoever cares sends again when greeted."""
        if self._outbox is not None:
            self._outbox.put_nowait(message)

    async def run(self, hello: Callable[[], Message], take: Callable[[Message], None]) -> NoReturn:
        """Keep a connection; `take` gets every message. Raises Closed when that is no use any more, OSError or
        InvalidHandshake when there never was one. A ConnectionError of `take` makes it connect again."""
        while True:
            try:
                await self._talk(hello(), take)
            except InvalidStatus as error:
                self._ask_later(error.response)
            except (OSError, InvalidHandshake) as error:
                if not self._was_greeted:
                    raise
                log.info("connection lost: %s", error)
            await asyncio.sleep(self._pause_s())

    def _ask_later(self, response: Response) -> None:
        if response.status_code < 500 and response.status_code != 429:
            raise Closed(f"http_{response.status_code}")
        self.retry_after_s = float(response.headers.get("Retry-After", 0))

    def _pause_s(self) -> float:
        asked_s, self.retry_after_s = self.retry_after_s, 0.0
        doubled_s = min(RETRY_MOST_S, self._retry_s * 2.0 ** min(self._losses, 10))
        self._losses += 1
        return asked_s or doubled_s * random.uniform(0.5, 1.5)

    async def _talk(self, hello: Message, take: Callable[[Message], None]) -> None:
        kinds = [Subprotocol(self._subprotocol)]
        async with connect(
            self._url, subprotocols=kinds, max_size=SERVER_FRAME_BYTES, compression=None, proxy=None
        ) as socket:
            self._next = asyncio.Queue()
            self._next.put_nowait(hello)
            writer = asyncio.create_task(self._write(socket, self._next))
            try:
                while True:
                    take(from_frame(await socket.recv()))
            except ConnectionClosed as closed:
                end = closed.rcvd or closed.sent
                if end is not None and end.code in FINAL_CLOSES:
                    raise Closed(end.reason or str(end.code)) from closed
            finally:
                self._outbox = None
                writer.cancel()
                await socket.close()

    async def _write(self, socket: ClientConnection, outbox: asyncio.Queue[Message]) -> None:
        try:
            while True:
                await socket.send(to_frame(await outbox.get(), self._subprotocol))
        except ConnectionClosed:
            pass  # the reader sees it too; what is open is sent again after the next welcome
