"""A simulated Redis: what Fray sends of its commands, byte for byte as the real one answers (see `differential`).

A `Node` is one server process with its data. A replica follows a primary with a delay; `Deployment` kills, freezes,
isolates and promotes. Faults are asked for by others; no luck is drawn here but through `delay_s`.
"""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha1
from operator import itemgetter
from typing import Any

from tests.faults.simulation.resp import array, bulk, number, parse, status
from tests.faults.simulation.virtual import TICK_S, Socket, VirtualLoop

Row = tuple[int, tuple[bytes, ...]]
"""An entry of a stream: version (its id is `<version>-0`), then field, value, field, value…"""

Write = Callable[["Node"], None]

_START = re.compile(rb"\((\d+)-0|(\d+)-0|-")


class Node:
    """One Redis process. `has_guard` false is a planted mutant: the append looks at the version only."""

    has_guard = True

    def __init__(self, loop: VirtualLoop, delay_s: Callable[[], float]) -> None:
        self.loop = loop
        self.delay_s = delay_s
        self.streams: dict[bytes, list[Row]] = {}
        self.strings: dict[bytes, bytes] = {}
        self.hashes: dict[bytes, dict[bytes, bytes]] = {}
        self.scripts: set[bytes] = set()
        self.writes: list[Write] = []
        self.replica: Node | None = None
        self.copied = 0
        """How many writes the replica has."""
        self.refusal = b""
        """The error with which every write is answered now."""
        self.is_frozen = False
        self.peers: dict[Client, None] = {}
        self.appended_s: dict[bytes, float] = {}
        """When each attempt (by cid) was first taken."""
        self._seen_s = 0.0
        self.loses_hint: Callable[[], bool] = lambda: False
        """Asked for each listener of what is published: it comes at most once, and may not come at all."""

    def accept(self, socket: Socket) -> Client:
        """A client connects."""
        peer = Client(self, socket)
        self.peers[peer] = None
        return peer

    # --- writing and following ---------------------------------------------------------------------------------------

    def write(self, write: Write) -> None:
        """Apply a write, and send it to the replica."""
        write(self)
        self.writes.append(write)
        if self.replica is not None:
            self._seen_s = max(self._seen_s + TICK_S, self.loop.time() + self.delay_s())
            self.loop.call_at(self._seen_s, self._copy, self.replica, len(self.writes))

    def _copy(self, replica: Node, until: int) -> None:
        if replica is not self.replica:
            return
        for write in self.writes[self.copied : until]:
            write(replica)
            replica.writes.append(write)
        self.copied = max(self.copied, until)
        for peer in [one for one in self.peers if one.is_waiting]:
            peer.go_on()

    def follow(self, replica: Node) -> None:
        """Give it an empty replica, which copies everything at once."""
        self.replica, self.copied = replica, 0
        self._copy(replica, len(self.writes))

    def thaw(self) -> None:
        """Go on after a SIGSTOP."""
        self.is_frozen = False
        for peer in list(self.peers):
            peer.go_on()

    def hang_up(self) -> None:
        """Every connection breaks."""
        for peer in list(self.peers):
            peer.die()
        self.peers.clear()

    # --- commands ----------------------------------------------------------------------------------------------------

    def answer(self, peer: Client, words: list[bytes]) -> bytes:
        """Do one command."""
        name = words[0].upper()
        if self.refusal and name in (b"EVALSHA", b"EVAL", b"SET", b"HSET", b"HDEL"):
            return self.refusal
        method = getattr(self, f"_{name.decode().lower()}", None)
        if method is None:
            return b"-ERR unknown command '%b'\r\n" % words[0]
        reply: bytes = method(peer, *words[1:])
        return reply

    def _evalsha(self, peer: Client, sha: bytes, _keys: bytes, key: bytes, *given: bytes) -> bytes:
        if sha not in self.scripts:
            return b"-NOSCRIPT No matching script. Please use EVAL.\r\n"
        return self._append(peer, key, *given)

    def _eval(self, peer: Client, script: bytes, _keys: bytes, key: bytes, *given: bytes) -> bytes:
        self.scripts.add(sha1(script, usedforsecurity=False).hexdigest().encode())
        return self._append(peer, key, *given)

    def _append(self, peer: Client, key: bytes, *given: bytes) -> bytes:
        """As append.lua; what follows the version are hash of the predecessor, cid, hash, salt, body."""
        version, (prev_hash, cid, hash_, salt, body) = int(given[0]), given[1:]
        rows = self.streams.get(key, [])
        top, top_hash = (rows[-1][0], rows[-1][1][3]) if rows else (0, bytes(32))
        if top >= version:
            row = next((row for row in rows if row[0] == version), None)
            return status(b"DUP" if row is not None and row[1][1] == cid else b"STALE")
        if self.has_guard and top < version - 1:
            return status(b"GAP")
        if self.has_guard and top_hash != prev_hash:
            return status(b"FORK")
        row = (version, (b"cid", cid, b"h", hash_, b"s", salt, b"b", body))
        self.write(lambda node: node.streams.setdefault(key, []).append(row))
        peer.wrote = len(self.writes)
        self.appended_s.setdefault(cid, self.loop.time())
        return status(b"OK")

    def _set(self, peer: Client, key: bytes, value: bytes, *_expiry: bytes) -> bytes:
        self.write(lambda node: node.strings.__setitem__(key, value))
        peer.wrote = len(self.writes)
        return status(b"OK")

    def _get(self, _peer: Client, key: bytes) -> bytes:
        return bulk(self.strings.get(key))

    def _hset(self, _peer: Client, key: bytes, field: bytes, value: bytes) -> bytes:
        is_new = field not in self.hashes.get(key, {})
        self.write(lambda node: node.hashes.setdefault(key, {}).__setitem__(field, value))
        return number(is_new)

    def _hget(self, _peer: Client, key: bytes, field: bytes) -> bytes:
        return bulk(self.hashes.get(key, {}).get(field))

    def _hdel(self, _peer: Client, key: bytes, field: bytes) -> bytes:
        is_there = field in self.hashes.get(key, {})
        if is_there:
            self.write(lambda node: node.hashes[key].__delitem__(field))
        return number(is_there)

    def _hgetall(self, _peer: Client, key: bytes) -> bytes:
        return array(*(bulk(word) for pair in self.hashes.get(key, {}).items() for word in pair))

    def _xrange(self, _peer: Client, key: bytes, start: bytes, _end: bytes, *limit: bytes) -> bytes:
        found = _START.fullmatch(start)
        assert found is not None, start
        after = int(found[1]) if found[1] else int(found[2] or 0) - 1
        rows = self.streams.get(key, [])
        first = bisect_right(rows, after, key=itemgetter(0))
        return array(*map(_row, rows[first : first + int(limit[1])] if limit else rows[first:]))

    def _xrevrange(self, _peer: Client, key: bytes, *_all: bytes) -> bytes:
        return array(*map(_row, self.streams.get(key, [])[-1:]))

    def _xinfo(self, _peer: Client, _stream: bytes, key: bytes) -> bytes:
        """Nothing is ever deleted here; how the real one keeps a stream (its tree) is not simulated."""
        rows = self.streams.get(key)
        if rows is None:
            return b"-ERR no such key\r\n"
        told = {
            b"length": number(len(rows)),
            b"radix-tree-keys": number(1),
            b"radix-tree-nodes": number(2),
            b"last-generated-id": bulk(b"%d-0" % rows[-1][0]),
            b"max-deleted-entry-id": bulk(b"0-0"),
            b"entries-added": number(len(rows)),
            b"recorded-first-entry-id": bulk(b"%d-0" % rows[0][0]),
            b"groups": number(0),
            b"first-entry": _row(rows[0]),
            b"last-entry": _row(rows[-1]),
        }
        return array(*(word for name, value in told.items() for word in (bulk(name), value)))

    def _publish(self, _peer: Client, channel: bytes, text: bytes) -> bytes:
        heard = [peer for peer in self.peers if channel in peer.channels]
        for peer in (one for one in heard if not self.loses_hint()):
            peer.socket.reply(array(bulk(b"message"), bulk(channel), bulk(text)))
        return number(len(heard))

    def _subscribe(self, peer: Client, *channels: bytes) -> bytes:
        return b"".join(peer.subscribe(channel) for channel in channels)

    def _unsubscribe(self, peer: Client, *channels: bytes) -> bytes:
        return b"".join(peer.unsubscribe(channel) for channel in channels or tuple(peer.channels) or (b"",))

    def _scan(self, _peer: Client, _cursor: bytes, *_pattern: bytes) -> bytes:
        return array(bulk(b"0"), array(*map(bulk, self.streams)))

    def _ping(self, peer: Client, text: bytes = b"") -> bytes:
        return array(bulk(b"pong"), bulk(text)) if peer.channels else status(b"PONG")

    def _client(self, _peer: Client, *_: bytes) -> bytes:
        return status(b"OK")


@lru_cache(4096)
def _row(row: Row) -> bytes:
    version, words = row
    return array(bulk(b"%d-0" % version), array(*map(bulk, words)))


class Client:
    """One connection as a node sees it: commands are done in order, and WAIT holds up those behind it."""

    def __init__(self, node: Node, socket: Socket) -> None:
        self.node, self.socket = node, socket
        self.channels: dict[bytes, None] = {}
        self.wrote = 0
        self._rest = b""
        self._commands: deque[list[bytes]] = deque()
        self._patience: asyncio.TimerHandle | None = None
        self._is_dead = False

    def die(self) -> None:
        """Its node is no more: nothing that is under way is done."""
        self._is_dead = True
        self._commands.clear()
        self.socket.lose()

    @property
    def is_waiting(self) -> bool:
        """Is there anything that it was not answered yet?"""
        return bool(self._commands)

    def received(self, data: bytes) -> None:
        """Bytes of the client have arrived."""
        if self._is_dead:
            return
        data, here = self._rest + data, 0
        while here < len(data) and (parsed := parse(data, here)) is not None:
            words, here = parsed
            self._commands.append(words)
        self._rest = data[here:]
        self.go_on()

    def closed(self) -> None:
        """The client is gone; what it sent before is still done, once the node goes on."""
        if not self.node.is_frozen:
            self.node.peers.pop(self, None)

    def go_on(self) -> None:
        """Do what can be done now, and answer all of it in one write, as the real one does."""
        replies = []
        while self._commands and not self.node.is_frozen:
            words = self._commands[0]
            if words[0] != b"WAIT":
                reply = self.node.answer(self, words)
            elif self._is_waited(*words[1:]):
                reply = number(self._copies())
            else:
                break
            self._commands.popleft()
            replies.append(reply)
        if replies:
            self.socket.reply(b"".join(replies))
        if not self.socket.is_open and not self._commands:
            self.node.peers.pop(self, None)

    def _copies(self) -> int:
        """How many replicas have all that this connection wrote."""
        return int(self.node.replica is not None and self.node.copied >= self.wrote)

    def _is_waited(self, replicas: bytes, within_ms: bytes) -> bool:
        """Has WAIT an answer now? If not, come back when its time is over."""
        is_done = self._copies() >= int(replicas)
        if self._patience is None:
            if not is_done:
                self._patience = self.node.loop.call_later(int(within_ms) / 1000, self._give_up)
            return is_done
        if is_done or self._patience.cancelled():
            self._patience.cancel()
            self._patience = None
            return True
        return False

    def _give_up(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self.go_on()

    def subscribe(self, channel: bytes) -> bytes:
        """Its reply."""
        self.channels[channel] = None
        return array(bulk(b"subscribe"), bulk(channel), number(len(self.channels)))

    def unsubscribe(self, channel: bytes) -> bytes:
        """Its reply."""
        self.channels.pop(channel, None)
        return array(bulk(b"unsubscribe"), bulk(channel), number(len(self.channels)))


class Deployment:
    """A primary at one address, with or without a replica behind it."""

    def __init__(
        self,
        loop: VirtualLoop,
        address: str,
        has_replica: bool,
        delay_s: Callable[[], float],
        loses_hint: Callable[[], bool] = lambda: False,
    ) -> None:
        self._loop, self._address, self._delay_s, self._loses_hint = loop, address, delay_s, loses_hint
        self._has_replica = has_replica
        self.appended_s: dict[bytes, float] = {}
        self.primary = self._new()
        self._serve(self.primary)

    def _new(self) -> Node:
        node = Node(self._loop, self._delay_s)
        node.appended_s, node.loses_hint = self.appended_s, self._loses_hint
        return node

    def _serve(self, primary: Node) -> None:
        self.primary = primary
        self._loop.hosts[self._address] = primary
        if self._has_replica and primary.replica is None:
            primary.follow(self._new())

    @property
    def is_up(self) -> bool:
        """Does anybody listen?"""
        return self._address in self._loop.hosts

    def restart(self, away_s: float) -> None:
        """kill -9: everything written is on disk, the scripts are forgotten."""
        node = self.primary
        self._loop.hosts.pop(self._address, None)
        node.is_frozen = False
        node.hang_up()
        node.scripts.clear()
        self._loop.call_later(away_s, self._serve, node)

    def fail_over(self, isolated_s: float) -> int:
        """The replica becomes primary; the old one stays alone with its connections for a while, then dies.

        Returns how many writes the new one lacks."""
        old = self.primary
        new = old.replica
        assert new is not None
        lacks = len(old.writes) - len(new.writes)
        old.replica = None
        old.copied = 0
        self._serve(new)
        self._loop.call_later(isolated_s, old.hang_up) if isolated_s else old.hang_up()
        return lacks

    def freeze(self, for_s: float) -> None:
        """SIGSTOP, later SIGCONT."""
        node = self.primary
        node.is_frozen = True
        self._loop.call_later(for_s, node.thaw)

    def refuse(self, error: bytes, for_s: float) -> None:
        """Writes are answered with an error for a while."""
        node = self.primary
        node.refusal = error

        def stop() -> None:
            node.refusal = b""

        self._loop.call_later(for_s, stop)


def rows_of(deployment: Deployment, key: bytes) -> list[Any]:
    """The stream as it is stored now: (version, cid, hash, salt, body)."""
    return [
        (version, words[1], words[3], words[5], words[7]) for version, words in deployment.primary.streams.get(key, [])
    ]
