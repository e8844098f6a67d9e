"""The guarded append: one entry, only after the predecessor its writer decided on, whatever happens on the way.

Redis's answers are sorted here into applied, not applied and unknown. An unknown outcome is settled by
sending the same bytes again; the guard makes that safe.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from hashlib import sha1
from importlib.resources import files

from server.store.log import Appended, Broken, Entry, Unavailable, Unsettled
from server.store.redis.keys import key, wake_channel
from server.store.redis.pipe import Lost, Pipe, encode
from server.store.redis.single import FAILURES, Node, Server
from server.store.redis.wakes import message

_SCRIPT = files("server.store.redis").joinpath("append.lua").read_bytes()
_SHA = sha1(_SCRIPT, usedforsecurity=False).hexdigest().encode()
_ANSWERS = {b"+" + answer.value.encode(): answer for answer in Appended}
_DAMAGE = {  # what an error says when no append will ever succeed
    "BROKEN foreign entry": "foreign_entry",
    "WRONGTYPE": "foreign_entry",
    "BROKEN removed entry": "entries_missing",
    "equal or smaller than the target stream top item": "entries_missing",
}
_ELSEWHERE = re.compile(rb"-(MOVED|ASK) \d+ (.*):(\d+)$")
_REDIRECTIONS = 5
_REPLACED = (b"-READONLY", b"-CLUSTERDOWN", b"-MASTERDOWN", b"-NOREPLICAS")  # what the primary of old says
_NOBODY = b"\xff" * 32  # no entry's hash
_NOTHING = (b"", b"", b"", b"")  # cid, hash, salt and body of what is not meant to be appended
_FIRST_PAUSE_S, _LAST_PAUSE_S = 0.01, 0.25


class Appender:
    """Appends to any encounter over one pipe to each node that has encounters, opened when needed."""

    def __init__(self, server: Server, replicas: int, settle_s: float) -> None:
        self._server = server
        self._replicas = replicas
        self._settle_s = settle_s
        self._pipes: dict[Node | None, asyncio.Task[Pipe]] = {}

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
        pipe, line = await self._ask(encounter, entry, prev_hash)
        answer = _ANSWERS.get(line)
        if answer is None:
            if line.startswith(_REPLACED):
                await self._leave(pipe, line.decode(errors="replace"))
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
        newest = after + len(entries)
        last = entries[-1] if entries else Entry(newest + 1, *_NOTHING)
        pipe, line = await self._ask(encounter, last, _NOBODY)
        if entries and line != b"+DUP":
            raise await self._leave(pipe, f"version {newest} was read, but the primary answers {line.decode()}")
        if entries and is_all:
            line = await _guarded(pipe, encounter, Entry(newest + 1, *_NOTHING), _NOBODY)
        if is_all and line == b"+STALE":
            return False
        if is_all and line not in (b"+GAP", b"+FORK"):
            raise await self._leave(pipe, f"version {newest} was the last, but the primary answers {line.decode()}")
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
            raise await self._leave(pipe, f"{self._replicas} replicas must have it, WAIT answers {line.decode()}")

    # --- pipes -------------------------------------------------------------------------------------------------------

    async def _ask(self, encounter: str, entry: Entry, prev_hash: bytes) -> tuple[Pipe, bytes]:
        """Ask the guard where the encounter is; where it has moved, there. Raises Lost, Unavailable."""
        node, is_moving = await self._node_of(encounter), False
        for _ in range(_REDIRECTIONS):
            pipe = await self._pipe(node)
            line = await _guarded(pipe, encounter, entry, prev_hash, is_moving)
            elsewhere = _ELSEWHERE.match(line)
            if not elsewhere:
                return pipe, line
            host = elsewhere[2].decode() or (node[0] if node else "")
            node, is_moving = (host, int(elsewhere[3])), elsewhere[1] == b"ASK"
            if not is_moving:
                await self._server.mistrust()
        return pipe, line

    async def _node_of(self, encounter: str) -> Node | None:
        try:
            return await self._server.node_of(encounter)
        except FAILURES as error:
            raise Unavailable(f"Redis is not reachable: {error}") from error

    async def _pipe(self, node: Node | None) -> Pipe:
        """Return the open pipe, or open one; all who need it meanwhile share the attempt."""
        opening = self._pipes.get(node)
        if opening and opening.done() and _is_open(opening):
            return opening.result()
        if opening is None or opening.done():
            opening = self._pipes[node] = asyncio.create_task(self._open(node))
        return await asyncio.shield(opening)

    async def _open(self, node: Node | None) -> Pipe:
        try:
            return await self._server.open_pipe(node, Pipe)
        except Unavailable:
            await self._server.mistrust()
            raise

    async def _leave(self, pipe: Pipe, cause: str) -> Lost:
        """This may not be the server any more that has the log: it is found anew next time."""
        pipe.abort(cause)
        await self._server.mistrust()
        return Lost(cause)

    async def close(self) -> None:
        """End the pipes."""
        for opening in self._pipes.values():
            opening.cancel()
            await asyncio.wait([opening])
            if _is_open(opening):
                opening.result().abort("the log is closed")


async def _guarded(pipe: Pipe, encounter: str, entry: Entry, prev_hash: bytes, is_moving: bool = False) -> bytes:
    """Ask the guard to append; its line. The script is brought where it is missing.

    `is_moving`: the encounter is on its way to this node of a cluster, which must be told that we know."""
    stream = key(encounter, "log").encode()
    arguments = (b"1", stream, b"%d" % entry.version, prev_hash, entry.cid, entry.hash, entry.salt, entry.body)
    asking = encode(b"ASKING") if is_moving else b""
    for script in (b"EVALSHA", _SHA), (b"EVAL", _SCRIPT):
        if asking:
            pipe.post(asking)
        line = await pipe.send(encode(*script, *arguments))
        if not line.startswith(b"-NOSCRIPT"):
            break
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
