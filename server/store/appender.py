"""The guarded append: one entry, only after the predecessor its writer decided on, whatever happens on the way.

Redis's answers are sorted here into applied, not applied and unknown (RELIABILITY C). An unknown outcome is settled by
sending the same bytes again; the guard makes that safe.
"""

from __future__ import annotations

import asyncio
from hashlib import sha1
from importlib.resources import files

from server.store.connect import Server
from server.store.keys import key, wake_channel
from server.store.log import Appended, Broken, Entry, Unavailable, Unsettled
from server.store.pipe import Lost, Pipe, encode
from server.store.wakes import message

_SCRIPT = files("server.store").joinpath("append.lua").read_bytes()
_SHA = sha1(_SCRIPT, usedforsecurity=False).hexdigest().encode()
_ANSWERS = {b"+" + answer.value.encode(): answer for answer in Appended}
_DAMAGE = {  # what an error says when no append will ever succeed
    "BROKEN foreign entry": "foreign_entry",
    "WRONGTYPE": "foreign_entry",
    "BROKEN removed entry": "entries_missing",
    "equal or smaller than the target stream top item": "entries_missing",
}
_FIRST_PAUSE_S, _LAST_PAUSE_S = 0.01, 0.25


class Appender:
    """Appends to any encounter over one pipe, which is opened when needed."""

    def __init__(self, server: Server, replicas: int, settle_s: float) -> None:
        self._server = server
        self._replicas = replicas
        self._settle_s = settle_s
        self._opening: asyncio.Task[Pipe] | None = None

    async def append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """See `Log.append`."""
        until = asyncio.get_running_loop().time() + self._settle_s
        try:
            return await self._attempt(encounter, entry, prev_hash)
        except Lost as lost:
            return await self._settle(encounter, entry, prev_hash, until, str(lost))

    async def settle(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """See `Log.settle`."""
        until = asyncio.get_running_loop().time() + self._settle_s
        return await self._settle(encounter, entry, prev_hash, until, "no answer")

    async def _settle(self, encounter: str, entry: Entry, prev_hash: bytes, until: float, cause: str) -> Appended:
        """Resend until Redis says who has the slot.

        A refused resend settles nothing: the first send may still have been applied.
        """
        pause_s = _FIRST_PAUSE_S
        try:
            async with asyncio.timeout_at(until):
                while True:
                    try:
                        return await self._attempt(encounter, entry, prev_hash)
                    except (Lost, Unavailable) as error:
                        cause = str(error)
                    await asyncio.sleep(pause_s)
                    pause_s = min(2 * pause_s, _LAST_PAUSE_S)
        except TimeoutError:
            raise Unsettled(encounter, entry, prev_hash, cause) from None

    async def _attempt(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """Send once. Raises Lost (unknown), Unavailable (this send was not applied) and Broken."""
        stream = key(encounter, "log").encode()
        arguments = (b"1", stream, b"%d" % entry.version, prev_hash, entry.cid, entry.hash, entry.salt, entry.body)
        pipe = await self._pipe()
        line = await pipe.send(encode(b"EVALSHA", _SHA, *arguments))
        if line.startswith(b"-NOSCRIPT"):
            line = await pipe.send(encode(b"EVAL", _SCRIPT, *arguments))
        answer = _ANSWERS.get(line)
        if answer is None:
            raise _refusal(line, entry.version)
        if answer in (Appended.OK, Appended.DUP):
            await self.replicate(encounter)
            pipe.post(encode(b"PUBLISH", wake_channel(encounter), message(encounter, entry.version)))
        return answer

    async def replicate(self, encounter: str) -> None:
        """Wait until the replicas have everything that is in the log now. Raises Lost when they don't in time.

        WAIT counts what its own connection wrote, so it needs a write of its own to cover another server's commit.
        """
        if self._replicas == 0:
            return
        pipe = await self._pipe()
        line = await pipe.send_last(
            encode(b"SET", key(encounter, "settle").encode(), b"1"),
            encode(b"WAIT", b"%d" % self._replicas, b"%d" % (self._server.silence_s * 500)),
        )
        if not line.startswith(b":") or int(line[1:]) < self._replicas:
            raise Lost(f"{self._replicas} replicas must have it, WAIT answers {line.decode(errors='replace')}")

    async def _pipe(self) -> Pipe:
        """Return the open pipe, or open one; all who need it meanwhile share the attempt."""
        opening = self._opening
        if opening and opening.done() and _is_open(opening):
            return opening.result()
        if opening is None or opening.done():
            opening = self._opening = asyncio.create_task(self._server.open_pipe())
        return await asyncio.shield(opening)

    async def close(self) -> None:
        """End the pipe."""
        if self._opening is None:
            return
        self._opening.cancel()
        await asyncio.wait([self._opening])
        if _is_open(self._opening):
            self._opening.result().abort("the log is closed")


def _is_open(opened: asyncio.Task[Pipe]) -> bool:
    return not opened.cancelled() and not opened.exception() and opened.result().is_open


def _refusal(line: bytes, version: int) -> Broken | Unavailable:
    """Every error reply says: not applied."""
    text = line[1:].decode(errors="replace")
    for sign, code in _DAMAGE.items():
        if sign in text:
            return Broken(code, version, text)
    return Unavailable(f"Redis refuses the append: {text}")
