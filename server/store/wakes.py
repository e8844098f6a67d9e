"""Wake-up hints between servers, over pub/sub channels. The stream is the truth; a lost hint costs two seconds."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter

from redis.asyncio.client import PubSub

from server.store.keys import wake_channel
from server.store.log import Wake
from server.store.single import FAILURES, Server

logger = logging.getLogger(__name__)

QUIET_S = 15.0  # after so long without a message the connection is asked whether it lives
_RETRY_S = 0.5
_IDLE = b"fray:wake:idle"  # nobody publishes here: it keeps a connection that has no encounter to watch
_HINT = re.compile(rb"([0-9a-f]{32}) ([0-9]+)")


def message(encounter: str, version: int) -> bytes:
    """Return what is published after an append."""
    return b"%s %d" % (encounter.encode(), version)


class Wakes:
    """The subscriptions of one server process."""

    def __init__(self, server: Server, quiet_s: float = QUIET_S) -> None:
        self._server = server
        self._quiet_s = quiet_s
        self._watched: Counter[bytes] = Counter()
        self._pubsub: PubSub | None = None

    async def watch(self, encounter: str) -> None:
        """Subscribe to the encounter's channel, unless it is subscribed."""
        name = wake_channel(encounter)
        self._watched[name] += 1
        if self._watched[name] == 1 and self._pubsub:
            await self._change(self._pubsub, is_wanted=True, name=name)

    async def unwatch(self, encounter: str) -> None:
        """Leave the encounter's channel when nothing else needs it."""
        name = wake_channel(encounter)
        self._watched[name] -= 1
        if self._watched[name] > 0:
            return
        del self._watched[name]
        if self._pubsub:
            await self._change(self._pubsub, is_wanted=False, name=name)

    async def _change(self, pubsub: PubSub, *, is_wanted: bool, name: bytes) -> None:
        try:
            await (pubsub.subscribe(name) if is_wanted else pubsub.unsubscribe(name))
        except (*FAILURES, AttributeError) as error:  # redis-py meets a connection that is going with the last
            logger.debug("wake subscription waits for the connection: %s", error)

    async def listen(self, wake: Wake) -> None:
        """Call `wake` for each hint; connect again for ever. Ends when cancelled."""
        while True:
            try:
                await self._listen_once(wake)
            except FAILURES as error:
                logger.warning("wake channel lost, connecting again: %s", error)
                await self._server.mistrust()
                await asyncio.sleep(_RETRY_S)

    async def _listen_once(self, wake: Wake) -> None:
        async with await self._server.pubsub() as pubsub:
            await pubsub.subscribe(_IDLE, *self._watched)
            self._pubsub = pubsub
            try:
                is_asked = False
                while True:
                    heard = await pubsub.get_message(timeout=self._quiet_s)
                    if heard is None and is_asked:
                        raise ConnectionError(f"no answer to a ping for {self._quiet_s} s")
                    if heard is None:
                        await pubsub.ping()
                    elif heard["type"] == "message" and (hint := _HINT.fullmatch(heard["data"])):
                        wake(hint[1].decode(), int(hint[2]))
                    is_asked = heard is None
            finally:
                self._pubsub = None
