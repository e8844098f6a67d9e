"""The guarded append: one entry, only after the predecessor its writer decided on, whatever happens on the way.

Redis's answers are sorted here into applied, not applied and unknown (RELIABILITY C). An unknown outcome is settled by
sending the same bytes again; the guard makes that safe.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
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
_NOBODY = b"\xff" * 32  # no entry's hash
_NOTHING = (b"", b"", b"", b"")  # cid, hash, salt and body of what is not meant to be appended
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
        pipe = await self._pipe()
        line = await _guarded(pipe, encounter, entry, prev_hash)
        answer = _ANSWERS.get(line)
        if answer is None:
            raise _refusal(line, entry.version)
        if answer in (Appended.OK, Appended.DUP):
            await self._replicated(pipe, encounter)
            pipe.post(encode(b"PUBLISH", wake_channel(encounter), message(encounter, entry.version)))
        return answer

    async def confirm(self, encounter: str, after: int, entries: Sequence[Entry], *, is_all: bool) -> bool:
        """Make sure of what was read: the primary has the last entry, and the replicas have it too.

        What was read may come from a primary that has been replaced since, or is cut off and does not know it. With
        `is_all` it should be all there is: false when the primary has more. The guard is asked with a predecessor that
        nobody has, so that it appends nothing. Raises Lost where the primary or its replicas can't say so.
        """
        if self._replicas == 0:
            return True
        pipe = await self._pipe()
        newest = after + len(entries)
        if entries and (line := await _guarded(pipe, encounter, entries[-1], _NOBODY)) != b"+DUP":
            raise Lost(f"version {newest} was read, but the primary answers {line.decode(errors='replace')}")
        if is_all:
            line = await _guarded(pipe, encounter, Entry(newest + 1, *_NOTHING), _NOBODY)
            if line == b"+STALE":
                return False
            if line not in (b"+GAP", b"+FORK"):
                raise Lost(f"version {newest} is the last one read, but the primary answers {line.decode()}")
        await self._replicated(pipe, encounter)
        return True

    async def _replicated(self, pipe: Pipe, encounter: str) -> None:
        """Wait until the replicas have all that the server behind this pipe has. Raises Lost when they don't in time.

        It must be the pipe that was asked before: another one may lead to another server. WAIT counts what its own
        connection wrote, so it needs a write of its own to cover another server's commit.
        """
        if self._replicas == 0:
            return
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


async def _guarded(pipe: Pipe, encounter: str, entry: Entry, prev_hash: bytes) -> bytes:
    """Ask the guard to append; its line. The script is brought where it is missing."""
    stream = key(encounter, "log").encode()
    arguments = (b"1", stream, b"%d" % entry.version, prev_hash, entry.cid, entry.hash, entry.salt, entry.body)
    line = await pipe.send(encode(b"EVALSHA", _SHA, *arguments))
    if line.startswith(b"-NOSCRIPT"):
        line = await pipe.send(encode(b"EVAL", _SCRIPT, *arguments))
    return line


def _is_open(opened: asyncio.Task[Pipe]) -> bool:
    return not opened.cancelled() and not opened.exception() and opened.result().is_open


def _refusal(line: bytes, version: int) -> Broken | Unavailable:
    """Every error reply says: not applied."""
    text = line[1:].decode(errors="replace")
    for sign, code in _DAMAGE.items():
        if sign in text:
            return Broken(code, version, text)
    return Unavailable(f"Redis refuses the append: {text}")
