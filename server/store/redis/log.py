"""The log in Redis: one stream per encounter, one entry per commit; beside it lobby and snapshots.

Nothing above sees an error or a type of Redis.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from redis.exceptions import ResponseError

from server.store.log import SETTLE_S, ZERO_HASH, Broken, Entry, Top, Unavailable
from server.store.redis.appender import Appender
from server.store.redis.connect import Server
from server.store.redis.durability import weaknesses
from server.store.redis.keys import DOORS, FORMATS, LOBBY, LOGS, encounter_of, key, wake_channel
from server.store.redis.pipe import Lost
from server.store.redis.single import FAILURES
from server.store.redis.wakes import Wakes
from server.store.room import Room

_ID = re.compile(rb"([1-9][0-9]*)-0")
_FIELDS = [b"cid", b"h", b"s", b"b"]
_PAGE = 1000  # entries per round trip

_BEGIN_IMPORT = """
if redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1] then
    local begun = redis.call('GET', KEYS[2])
    if not begun or begun:sub(1, #ARGV[1]) ~= ARGV[1] or #begun ~= #ARGV[1] + #ARGV[2] then
        return 0
    end
end
redis.call('SET', KEYS[2], ARGV[1] .. ARGV[2])
return 1
"""
_END_IMPORT = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] .. ARGV[2] then
    return 0
end
redis.call('SET', KEYS[1], '', 'PX', 1)
return 1
"""
"""A record that is over vanishes by itself, for nothing here may delete."""

_Row = tuple[bytes, dict[bytes, bytes]]  # id and fields; redis-py's own types leave open what we settled in `connect`


@contextmanager
def _reaching() -> Iterator[None]:
    """Turn what reaching Redis may raise into Unavailable."""
    try:
        yield
    except (*FAILURES, Lost) as error:
        raise Unavailable(f"Redis: {str(error) or type(error).__name__}") from error


class RedisLog:
    """A `Log` on one Redis. `replicas` is how many must have a commit before it counts as appended (WAIT)."""

    def __init__(self, server: Server, replicas: int = 0, settle_s: float = SETTLE_S) -> None:
        self._server = server
        self._client = server.client
        self._replicas = replicas
        self._appender = Appender(server, replicas, settle_s)
        self._wakes = Wakes(server)
        self.append, self.settle = self._appender.append, self._appender.settle
        self.listen, self.watch, self.unwatch = self._wakes.listen, self._wakes.watch, self._wakes.unwatch

    async def read(self, encounter: str, after: int = 0, count: int | None = None) -> list[Entry]:
        """See `Log.read`."""
        entries = await self._pages(encounter, after, count)
        with _reaching():
            while not await self._appender.confirm(encounter, after, entries, is_all=_is_short(entries, count)):
                more = await self._pages(encounter, after + len(entries), count)
                if not more:
                    raise Lost("the primary has more than can be read: it is not the one that was read")
                entries += more
        return entries[:count]

    async def _pages(self, encounter: str, after: int, count: int | None) -> list[Entry]:
        entries: list[Entry] = []
        is_more = True
        while is_more:
            want = _PAGE if count is None else min(_PAGE, count - len(entries))
            page = await self._page(encounter, after + len(entries), want) if want > 0 else []
            entries += page
            is_more = len(page) == _PAGE
        return entries

    async def _page(self, encounter: str, after: int, count: int) -> list[Entry]:
        with _reaching():
            rows = await self._client.xrange(key(encounter, "log"), f"({after}-0", "+", count)
        return [_entry(row, version) for version, row in enumerate(cast(list[_Row], rows), after + 1)]

    async def top(self, encounter: str) -> Top:
        """See `Log.top`."""
        return (await self.tops([encounter]))[0]

    async def is_newest(self, encounter: str, version: int) -> bool:
        """See `Log.is_newest`."""
        with _reaching():
            return await self._appender.confirm(encounter, version, [], is_all=True)

    async def tops(self, encounters: Sequence[str]) -> list[Top]:
        """See `Log.tops`."""
        pipeline = self._client.pipeline(transaction=False)
        for encounter in encounters:
            pipeline.xrevrange(key(encounter, "log"), count=1)
        with _reaching():
            replies = await pipeline.execute(raise_on_error=False)
        return [_top(reply) for reply in replies]

    async def health(self, encounter: str) -> None:
        """See `Log.health`."""
        with _reaching():
            try:
                info: dict[str, Any] = await self._client.xinfo_stream(key(encounter, "log"))
            except ResponseError as error:
                if "no such key" in str(error):
                    return
                raise
        length, last = info["length"], info["last-generated-id"].decode()
        if last != f"{length}-0":
            raise Broken("entries_missing", length + 1, f"{length} entries, but the last id is {last}")
        # Redis 6.2 does not tell these two.
        added, deleted = info.get("entries-added", length), info.get("max-deleted-entry-id", b"0-0").decode()
        if added != length or deleted != "0-0":
            raise Broken("entries_missing", 1, f"{length} entries of {added} added; the last deleted id is {deleted}")

    async def encounters(self) -> AsyncIterator[str]:
        """See `Log.encounters`."""
        seen = set()  # SCAN may answer a key twice
        with _reaching():
            async for log_key in self._client.scan_iter(match=LOGS, count=500):
                encounter = encounter_of(log_key)
                if encounter and encounter not in seen:
                    seen.add(encounter)
                    yield encounter

    async def sit(self, encounter: str, seat: str) -> None:
        """See `Log.sit`."""
        with _reaching():
            await self._client.publish(wake_channel(encounter), self._wakes.sitting(encounter, seat))

    async def put_lobby(self, encounter: str, line: bytes) -> None:
        """See `Log.put_lobby`."""
        with _reaching():
            await self._client.hset(LOBBY, encounter, line)

    async def get_lobby(self, encounter: str) -> bytes | None:
        """See `Log.get_lobby`."""
        with _reaching():
            return cast(bytes | None, await self._client.hget(LOBBY, encounter))

    async def put_seats(self, encounter: str, hashes: bytes) -> None:
        """See `Log.put_seats`."""
        with _reaching():
            await self._client.set(key(encounter, "seats"), hashes)

    async def get_seats(self, encounter: str) -> bytes | None:
        """See `Log.get_seats`."""
        with _reaching():
            return cast(bytes | None, await self._client.get(key(encounter, "seats")))

    async def begin_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """See `Log.begin_import`."""
        keys = key(encounter, "log"), key(encounter, "import")
        with _reaching():
            return bool(await self._client.eval(_BEGIN_IMPORT, len(keys), *keys, digest, attempt))

    async def end_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """See `Log.end_import`."""
        with _reaching():
            return bool(await self._client.eval(_END_IMPORT, 1, key(encounter, "import"), digest, attempt))

    async def is_importing(self, encounter: str) -> bool:
        """See `Log.is_importing`."""
        with _reaching():
            return bool(await self._client.get(key(encounter, "import")))

    async def put_door(self, place: str, encounter: str) -> None:
        """See `Log.put_door`."""
        with _reaching():
            await self._client.hset(DOORS, place, encounter)

    async def get_door(self, place: str) -> str | None:
        """See `Log.get_door`."""
        with _reaching():
            found = cast(bytes | None, await self._client.hget(DOORS, place))
        return found.decode() if found is not None else None

    async def drop_door(self, place: str) -> None:
        """See `Log.drop_door`."""
        with _reaching():
            await self._client.hdel(DOORS, place)

    async def put_snapshot(self, encounter: str, fingerprint: str, slot: int, snapshot: bytes, ttl_s: int) -> None:
        """See `Log.put_snapshot`."""
        with _reaching():
            await self._client.set(key(encounter, f"snap:{fingerprint}:{slot}"), snapshot, ex=ttl_s)

    async def get_snapshot(self, encounter: str, fingerprint: str, slot: int) -> bytes | None:
        """See `Log.get_snapshot`."""
        with _reaching():
            return cast(bytes | None, await self._client.get(key(encounter, f"snap:{fingerprint}:{slot}")))

    async def format(self) -> int:
        """The newest format that a server has raised the store to; 0 where none has. Raises Unavailable."""
        with _reaching():
            raised = cast(list[bytes], list(await self._client.hgetall(FORMATS)))
        return max(map(int, raised), default=0)

    async def raise_format(self, format: int) -> None:
        """Raise it: each format that there ever was is kept, so of several servers the newest wins. Raises
        Unavailable."""
        with _reaching():
            await self._client.hset(FORMATS, str(format), b"")

    async def rooms(self) -> list[Room]:
        """See `Log.rooms`."""
        with _reaching():
            return await self._server.rooms()

    async def check_durability(self) -> list[str]:
        """See `Log.check_durability`."""
        with _reaching():
            primaries = await self._server.primaries()
        found = [weakness for primary in primaries for weakness in weaknesses(primary, self._replicas)]
        return list(dict.fromkeys(found))

    async def close(self) -> None:
        """See `Log.close`."""
        await self._appender.close()
        await self._server.close()


def _is_short(entries: Sequence[Entry], count: int | None) -> bool:
    """Was less found than asked for, so that it should be all there is?"""
    return count is None or len(entries) < count


def _entry(row: _Row, version: int) -> Entry:
    entry_id, fields = row
    found = _ID.fullmatch(entry_id)
    if not found:
        raise Broken("foreign_entry", version, f"an entry has the id {entry_id.decode()}")
    if int(found[1]) != version:
        raise Broken("gap", version, f"the next entry is {entry_id.decode()}")
    if list(fields) != _FIELDS:
        raise Broken("wrong_fields", version, f"the fields are {b', '.join(fields).decode(errors='replace')}")
    return Entry(version, *fields.values())


def _top(reply: Any) -> Top:
    """Return a top; what is no entry of ours gets an empty hash."""
    if isinstance(reply, Exception):
        if "WRONGTYPE" in str(reply):
            return (0, b"")
        raise Unavailable(f"Redis: {reply}")
    if not reply:
        return (0, ZERO_HASH)
    entry_id, fields = reply[0]
    is_ours = _ID.fullmatch(entry_id) and list(fields) == _FIELDS
    return (int(entry_id.partition(b"-")[0]), fields[b"h"] if is_ours else b"")
