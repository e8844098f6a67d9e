"""How much one client may ask of the server: rates, counts, patience. Numbers and buckets; no I/O, no clock.

What a single message may hold is in `protocol.limits`.
"""

from __future__ import annotations

import ipaddress
import math
from collections import Counter
from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from server.gateway.proxies import ip_of

UNLIMITED = 10**9
COPIED_A_DAY = 512 * 1024 * 1024


class Rate(Struct, frozen=True):
    """`burst` at once, `per_s` in the long run."""

    burst: int
    per_s: float

    def divided(self, among: int) -> Rate:
        """The part that each of so many processes gets."""
        return Rate(math.ceil(self.burst / among), self.per_s / among)


BY_ADDRESS = ("connects", "copied_bytes", "creations", "mistakes", "openings", "wrong_codes")
"""The rates of `Limits` that hold for each address."""


class Limits(Struct, frozen=True, kw_only=True):
    """What the gateway of one process holds its clients to: several processes count each for itself."""

    player: Rate = Rate(20, 5)
    spectator: Rate = Rate(10, 1)
    gm: Rate = Rate(40, 20)
    lobby: Rate = Rate(10, 1)
    connects: Rate = Rate(40, 10)
    """New WebSockets from one address; an IPv6 address counts by its /64."""
    creations: Rate = Rate(20, 0.1)
    """Encounters made from one address: created, imported, branched."""
    copied_bytes: Rate = Rate(COPIED_A_DAY, COPIED_A_DAY / 86_400)
    """Bytes of the store that one address may fill with imported and branched encounters."""
    mistakes: Rate = Rate(10, 0.2)
    """Wrong links tried from one address."""
    wrong_codes: Rate = Rate(10, 1 / 60)
    """Wrong join codes tried from one address."""
    wrong_codes_in_all: Rate = Rate(200, 1)
    """Wrong join codes from all addresses together; more only raise an alarm, for refusing would lock everybody out."""
    openings: Rate = Rate(40, 4)
    """Tables opened for one address: each costs reading and folding a whole log."""
    import_parts: Rate = Rate(2_200, 50)
    """Parts of a file after the first. The burst is as many as the largest file has."""
    sockets_per_address: int = 512
    """Sockets open from one address, whether they have said anything or not; more are dropped without an answer."""
    is_loopback_counted: bool = False
    """Whether limits by address hold for this machine's own addresses too, as they must where an unknown proxy may run
    on it. (`proxies` says for whom a known proxy speaks.)"""
    sessions_per_seat: int = 8
    connections: int = 20_000
    unsent_bytes: int = 1024 * 1024
    """A reader for whom more than this waits is disconnected when its next message comes."""
    handshake_s: float = 5
    hello_s: float = 5
    download_s: float = 30
    close_s: float = 2
    ping_every_s: float = 15
    """A peer that is silent from one ping to the next counts as gone, so after one to two of these times."""
    blocked_s: float = 1
    """An event loop that stands still for so long is reported, and the server is not ready meanwhile."""
    failures: int = 3
    """So many internal errors end a connection."""

    def divided(self, among: int) -> Limits:
        """The limits of each of so many processes: each counts for itself, so each allows its part, and an address gets
        no more from all of them together."""
        rates = {name: getattr(self, name).divided(among) for name in (*BY_ADDRESS, "wrong_codes_in_all")}
        return replace(self, **rates, sockets_per_address=math.ceil(self.sockets_per_address / among))

    def rate(self, role: str) -> Rate:
        """The rate of messages that a role may send."""
        if role == "gm":
            return self.gm
        return self.player if role == "player" else self.spectator


_FREE = Rate(UNLIMITED, UNLIMITED)
RELAXED = Limits(
    player=_FREE, spectator=_FREE, gm=_FREE, lobby=_FREE, connects=_FREE, creations=_FREE, import_parts=_FREE,
    copied_bytes=_FREE, mistakes=_FREE, wrong_codes=_FREE, openings=_FREE,
)  # fmt: skip
"""Without rates: for bots and benchmarks."""


class Bucket:
    """A token bucket that remembers how many it has refused. Each of those is told a time of its own at which there
    will be a token, so that several who share the bucket and wait as told do not take each other's. Asking again too
    early makes the wait longer, but never longer than for a whole burst, because others may share the bucket."""

    __slots__ = ("_at_s", "_level", "_rate", "_refused")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._rate = rate
        self._level: float = rate.burst
        self._at_s = now_s
        self._refused = 0
        """How many were refused and have not come back yet."""

    def take(self, now_s: float) -> float:
        """Seconds to wait before the next try; 0 if this one is granted."""
        self._pass(now_s)
        if self._level >= 1:
            self._level -= 1
            self._refused = max(self._refused - 1, 0)  # nobody knows who it was, but one fewer is waiting
            return 0.0
        self._refused = min(self._refused + 1, self._rate.burst)
        return (self._refused - self._level) / self._rate.per_s

    def use(self, now_s: float, much: int) -> float:
        """Take `much` if at least one may be taken, going below zero for the rest. Seconds to wait; 0: it is
        granted."""
        wait_s = self.wait(now_s)
        if not wait_s:
            self._pass(now_s)
            self._level = max(self._level - much, -self._rate.burst)
        return wait_s

    def wait(self, now_s: float) -> float:
        """Seconds until one would be granted; nothing is taken or remembered."""
        return max(0.0, (1 - self.level(now_s)) / self._rate.per_s)

    def give_back(self, now_s: float) -> None:
        """Put back the one that was taken last: it was not needed."""
        self._pass(now_s)
        self._level = min(self._rate.burst, self._level + 1)

    def level(self, now_s: float) -> float:
        """How many may be taken; negative where more was used."""
        return min(self._rate.burst, self._level + (now_s - self._at_s) * self._rate.per_s)

    @property
    def is_overdrawn(self) -> bool:
        """Were as many refused as may be taken at once? A client that waits as told is refused at most once for each
        one that it is granted, so this is a flood."""
        return self._refused >= self._rate.burst

    def is_full(self, now_s: float) -> bool:
        """Whether it is as a new one would be."""
        return self.level(now_s) >= self._rate.burst

    def _pass(self, now_s: float) -> None:
        """Refill for the time that has passed. Once it is full, all who were refused have come back or never will."""
        self._level, self._at_s = self.level(now_s), now_s
        if self._level >= self._rate.burst:
            self._refused = 0


class Buckets:
    """One bucket per key, forgotten when it is full again."""

    KEPT = 4096

    def __init__(self) -> None:
        self._buckets: dict[Hashable, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: Hashable, rate: Rate, now_s: float) -> Bucket:
        """The bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.KEPT:
                self._forget(now_s)
            bucket = self._buckets[key] = Bucket(rate, now_s)
        return bucket

    def _forget(self, now_s: float) -> None:
        kept = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now_s)}
        self._buckets = kept if len(kept) < self.KEPT else {}


class Addresses:
    """Holds each address to a rate; `limits` say whether addresses of this machine are counted."""

    def __init__(self, limits: Limits, rate: Rate) -> None:
        self._limits, self._rate = limits, rate
        self.buckets = Buckets()

    def take(self, address: str, now_s: float) -> float:
        """As `Bucket.take` for the address."""
        bucket = self._of(address, now_s)
        return bucket.take(now_s) if bucket else 0.0

    def wait(self, address: str, now_s: float) -> float:
        """As `Bucket.wait` for the address."""
        bucket = self._of(address, now_s)
        return bucket.wait(now_s) if bucket else 0.0

    def spend(self, address: str, now_s: float) -> float:
        """Take one if one may be taken. Refusals are not remembered: many people may share an address, and one who
        tries again and again must not make the others wait longer."""
        return self.wait(address, now_s) or self.take(address, now_s)

    def use(self, address: str, now_s: float, much: int) -> float:
        """As `Bucket.use` for the address."""
        bucket = self._of(address, now_s)
        return bucket.use(now_s, much) if bucket else 0.0

    def give_back(self, address: str, now_s: float) -> None:
        """As `Bucket.give_back` for the address."""
        if bucket := self._of(address, now_s):
            bucket.give_back(now_s)

    def _of(self, address: str, now_s: float) -> Bucket | None:
        network = network_of(address, self._limits)
        return self.buckets.of(network, self._rate, now_s) if network else None


class Sockets:
    """How many sockets each address has open now."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more; False if there may be no more."""
        network = network_of(address, self._limits)
        if network and self._open[network] >= self._limits.sockets_per_address:
            return False
        self._open[network] += 1
        return True

    def leave(self, address: str) -> None:
        """One that was counted is gone."""
        network = network_of(address, self._limits)
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]


def network_of(address: str, limits: Limits) -> str:
    """What an address counts as: itself, of IPv6 its /64; empty where it is not counted."""
    if is_loopback(address) and not limits.is_loopback_counted:
        return ""
    ip = ip_of(address) or ipaddress.ip_address("::")  # all whose address can't be read count as one
    return str(ipaddress.ip_network((ip, 64 if ip.version == 6 else 32), strict=False))


def is_loopback(address: str) -> bool:
    """Is it one of this machine's own?"""
    ip = ip_of(address)
    return ip is not None and ip.is_loopback
