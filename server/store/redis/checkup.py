"""What is wrong with the Redis of a deployment: reached, rights, settings, replicas, memory, clock. Changes nothing."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from redis.exceptions import NoPermissionError

from server.store.redis.durability import is_refused, weaknesses
from server.store.redis.keys import DOORS, FORMATS, LOBBY, key, wake_channel
from server.store.redis.single import FAILURES, Server
from server.store.room import MIB, Room

Level = Literal["ok", "warning", "wrong"]

SLOW_MS = 20
SKEW_MS = 2_000
_NOBODY = "00" * 16
_LOG, _SNAPSHOT = key(_NOBODY, "log"), key(_NOBODY, "snap:doctor:0")
PROBES: dict[str, tuple[str | int, ...]] = {
    "xrange": ("XRANGE", _LOG, "-", "+", "COUNT", 1),
    "xrevrange": ("XREVRANGE", _LOG, "+", "-", "COUNT", 1),
    "xinfo|stream": ("XINFO STREAM", _LOG),
    "xadd": ("XADD", _LOG, "NOMKSTREAM", "1-0", "a", "b"),
    "get": ("GET", _SNAPSHOT),
    "set": ("SET", _SNAPSHOT, "x", "XX"),
    "hget": ("HGET", LOBBY, _NOBODY),
    "hgetall": ("HGETALL", FORMATS),
    "hdel": ("HDEL", DOORS, _NOBODY),
    "eval": ("EVAL", "return 1", 1, _LOG),
    "evalsha": ("EVALSHA", "0" * 40, 1, _LOG),
    "publish": ("PUBLISH", wake_channel(_NOBODY).decode(), ""),
    "scan": ("SCAN", 0, "MATCH", _LOG, "COUNT", 1),
    "wait": ("WAIT", 0, 0),
    "ping": ("PING",),
}
"""Commands that read nothing of anybody's and change nothing: of an encounter that is not there."""

_WRITES = ("HSET", "SUBSCRIBE", "UNSUBSCRIBE")
"""What would change something; Redis is asked whether the user might."""


class Finding(msgspec.Struct, frozen=True):
    """Something that was looked at: what, what was found, and (unless all is well) what would be right."""

    level: Level
    what: str
    found: str
    right: str = ""


def as_finding(level: Level, what: str, sentence: str) -> Finding:
    """A sentence of the form `code: what is wrong; what would be right`."""
    found, _, right = sentence.partition("; ")
    return Finding(level, what, found, right or "what server/store/README.md describes")


async def checkup(server: Server, replicas: int, is_private: bool, now_ms: int) -> list[Finding]:
    """All findings about the Redis behind `server`; `is_private`: nobody else's, reached by a socket of our own."""
    begun_s = time.perf_counter()
    try:
        primaries = await server.primaries()
    except FAILURES as error:
        right = "a URL (--redis) at which Redis answers, with the user and password that it asks for"
        return [Finding("wrong", "redis", f"it can't be reached: {str(error) or type(error).__name__}", right)]
    took_ms = (time.perf_counter() - begun_s) * 1000 / max(1, len(primaries))
    versions = ", ".join(sorted({primary.version for primary in primaries}))
    found = [Finding("ok", "redis", f"reached, version {versions}, {len(primaries)} taking commits")]
    if took_ms > 2 * SLOW_MS:  # two commands each
        found.append(
            Finding("warning", "redis latency", f"{took_ms:.0f} ms for two commands", f"below {SLOW_MS} ms each")
        )
    found += _durability(primaries, replicas)
    found += await _rights(server, is_private)
    found += await _rooms(server)
    found += await _state(server, now_ms)
    return found


def _durability(primaries: list[Any], replicas: int) -> list[Finding]:
    said = dict.fromkeys(weakness for primary in primaries for weakness in weaknesses(primary, replicas))
    if not said:
        return [Finding("ok", "durability", f"what is acknowledged stays; each commit waits for {replicas} replicas")]
    return [as_finding("wrong" if is_refused(one) else "warning", "durability", one) for one in said]


async def _rights(server: Server, is_private: bool) -> list[Finding]:
    missing = [name for name, probe in PROBES.items() if not await _may(server, *probe)]
    if missing:
        right = "give this user the rights that server/store/README.md lists"
        return [Finding("wrong", "redis rights", f"the user may not {', '.join(missing)}", right)]
    if is_private:
        return [Finding("ok", "redis rights", "a private server on a socket of our own")]
    me = await _answer(server, "ACL WHOAMI")
    if me is None:
        return [Finding("ok", "redis rights", "a user that can read, and manages nothing")]
    user = me.decode() if isinstance(me, bytes) else str(me)
    denied = [name.lower() for name in _WRITES if not await _dry_run(server, user, name)]
    if denied:
        return [Finding("wrong", "redis rights", f"{user} may not {', '.join(denied)}", "see server/store/README.md")]
    right = "a user with the least rights (server/store/README.md), so that nobody can delete what was acknowledged"
    return [Finding("warning", "redis rights", f"{user} may do more than a server needs", right)]


async def _may(server: Server, *command: str | int) -> bool:
    """Is the command permitted? Whatever else it is answered with, it is."""
    try:
        await _execute(server, *command)
    except NoPermissionError:
        return False
    except FAILURES:
        return True
    return True


async def _answer(server: Server, *command: str | int) -> Any:
    """A command's answer; None where it is not permitted or not known."""
    try:
        return await _execute(server, *command)
    except FAILURES:
        return None


async def _execute(server: Server, *command: str | int) -> Any:
    execute: Callable[..., Awaitable[Any]] = server.client.execute_command
    return await execute(*command)


async def _dry_run(server: Server, user: str, name: str) -> bool:
    """Might the user do it? Servers before 7 can't tell, and are believed."""
    arguments = {
        "HSET": (LOBBY, "a", "b"), "SUBSCRIBE": ("fray:wake:0",), "UNSUBSCRIBE": ("fray:wake:0",),
    }[name]  # fmt: skip
    said = await _answer(server, "ACL DRYRUN", user, name, *arguments)
    return said is None or said in (b"OK", "OK")


async def _rooms(server: Server) -> list[Finding]:
    """Is there more left than what is kept for running tables?"""
    try:
        return [_roomy(room) for room in await server.rooms()]
    except FAILURES:
        return []  # it has been said why


def _roomy(room: Room) -> Finding:
    what, found = f"redis {room.of}", f"{room.free // MIB:,} MiB are left"
    if room.has(0):
        return Finding("ok", what, found)
    raised = "a larger maxmemory" if room.of == "memory" else "a larger disk"
    found += f", less than the {room.reserve // MIB:,} MiB for running tables: nothing new is made (store_full)"
    return Finding("warning", what, found, f"{raised}, or fewer encounters; when it is full nothing is acknowledged")


async def _state(server: Server, now_ms: int) -> list[Finding]:
    """What the server says of its append-only file and its clock."""
    found = []
    info = await _answer(server, "INFO")
    if isinstance(info, dict):
        for name in ("aof_last_write_status", "aof_last_bgrewrite_status"):
            if info.get(name, "ok") != "ok":
                found.append(
                    Finding("wrong", "redis file", f"{name} is {info[name]}", "ok: look at its disk and its log")
                )
    told = await _answer(server, "TIME")
    if isinstance(told, tuple | list):
        skew_ms = abs(int(told[0]) * 1000 + int(told[1]) // 1000 - now_ms)
        if skew_ms > SKEW_MS:
            right = "clocks kept by NTP; order never rests on them, but times in logs do"
            found.append(Finding("warning", "clock", f"Redis and this machine differ by {skew_ms / 1000:.1f} s", right))
    return found
