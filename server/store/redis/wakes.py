"""Wake-up hints between servers, over pub/sub channels. The stream is the truth; a lost hint costs two seconds."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import Counter

from server.store.log import Sat, Unavailable, Wake, ignore_sat
from server.store.redis.keys import wake_channel
from server.store.redis.pipe import Pipe, encode
from server.store.redis.single import FAILURES, Server

logger = logging.getLogger(__name__)

QUIET_S = 15.0  # so often the connection is asked whether it lives
_RETRY_S = 0.5
_IDLE = b"fray:wake:idle"  # nobody publishes here: it keeps a connection that has no encounter to watch
_HINT = re.compile(rb"([0-9a-f]{32}) ([0-9]+)")
_SAT = re.compile(rb"sat ([0-9a-f]{16}) ([0-9a-f]{32}) (.+)")
_MARK_BYTES = 8  # of a server, which knows by it what it has said itself


def message(encounter: str, version: int) -> bytes:
    """Return what is published after an append."""
    return b"%s %d" % (encounter.encode(), version)


class Ear(Pipe):
    """A connection that listens: once it is told whom to wake, lines are looked through for hints, and what is asked is
    only posted. A server hears its own hints too, so this is done for every commit."""

    def __init__(self, silence_s: float) -> None:
        super().__init__(silence_s)
        self._wake: Wake | None = None
        self._sat: Sat = ignore_sat
        self._mark = b""
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Why it has ended."""

    def listen(self, wake: Wake, sat: Sat, mark: bytes) -> None:
        """From now on call `wake` for each hint, and `sat` for each of a server with another mark."""
        self._wake, self._sat, self._mark = wake, sat, mark

    def data_received(self, data: bytes) -> None:
        """Look for hints (asyncio calls this)."""
        if self._wake is None:
            super().data_received(data)
            return
        *lines, self._rest = (self._rest + data).split(b"\r\n")
        self._heard += len(lines)
        self._waiting.clear()  # who says anything lives
        for line in lines:
            if hint := _HINT.fullmatch(line):
                self._wake(hint[1].decode(), int(hint[2]))
            elif said := _SAT.fullmatch(line):
                if said[1] != self._mark:
                    self._sat(said[2].decode(), said[3].decode(errors="replace"))
            elif line.startswith(b"-"):
                self.abort(line[1:].decode(errors="replace"))

    def abort(self, cause: str) -> None:
        """End the connection at once, and say so."""
        super().abort(cause)
        if not self.ended.done():
            self.ended.set_result(cause)


class Wakes:
    """The subscriptions of one server process."""

    def __init__(self, server: Server, quiet_s: float = QUIET_S) -> None:
        self._server = server
        self._quiet_s = quiet_s
        self._watched: Counter[bytes] = Counter()
        self._ear: Ear | None = None
        self._mark = secrets.token_hex(_MARK_BYTES).encode()

    def sitting(self, encounter: str, seat: str) -> bytes:
        """Return what is published when somebody sits down here."""
        return b"sat %s %s %s" % (self._mark, encounter.encode(), seat.encode())

    async def watch(self, encounter: str) -> None:
        """Subscribe to the encounter's channel, unless it is subscribed."""
        name = wake_channel(encounter)
        self._watched[name] += 1
        if self._watched[name] == 1 and self._ear:
            self._ear.post(encode(b"SUBSCRIBE", name))

    async def unwatch(self, encounter: str) -> None:
        """Leave the encounter's channel when nothing else needs it."""
        name = wake_channel(encounter)
        self._watched[name] -= 1
        if self._watched[name] > 0:
            return
        del self._watched[name]
        if self._ear:
            self._ear.post(encode(b"UNSUBSCRIBE", name))

    async def listen(self, wake: Wake, sat: Sat = ignore_sat) -> None:
        """Call `wake` or `sat` for each hint; connect again for ever. Ends when cancelled."""
        while True:
            try:
                cause = await self._listen_once(wake, sat)
            except (*FAILURES, Unavailable) as error:
                cause = str(error)
            logger.warning("wake channel lost, connecting again: %s", cause)
            await self._server.mistrust()
            await asyncio.sleep(_RETRY_S)

    async def _listen_once(self, wake: Wake, sat: Sat) -> str:
        """Until the connection ends; returns why."""
        ear = self._ear = await self._server.open_pipe(await self._server.any_node(), Ear)
        try:
            ear.listen(wake, sat, self._mark)
            ear.post(encode(b"SUBSCRIBE", _IDLE, *self._watched))
            while not (await asyncio.wait([ear.ended], timeout=self._quiet_s))[0]:
                ear.post(encode(b"PING"))
            return ear.ended.result()
        finally:
            self._ear = None
            ear.abort("nobody listens")
