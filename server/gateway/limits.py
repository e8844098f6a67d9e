"""How much one client may ask of the server: rates, counts, patience. Numbers and buckets; no I/O, no clock.

What a single message may hold is in `protocol.limits`.
"""

from __future__ import annotations

import ipaddress

from msgspec import Struct

UNLIMITED = 10**9


class Rate(Struct, frozen=True):
    """`burst` at once, `per_s` in the long run."""

    burst: int
    per_s: float


class Limits(Struct, frozen=True, kw_only=True):
    """What the gateway holds its clients to."""

    player: Rate = Rate(20, 5)
    spectator: Rate = Rate(10, 1)
    gm: Rate = Rate(40, 20)
    lobby: Rate = Rate(10, 1)
    connects: Rate = Rate(40, 10)
    """New WebSockets from one address; an IPv6 address counts by its /64."""
    is_loopback_counted: bool = False
    """Whether `connects` holds for this machine's own addresses too: a proxy here speaks for many."""
    sessions_per_seat: int = 8
    connections: int = 20_000
    unsent_bytes: int = 1024 * 1024
    """More than this waiting for one reader, and it is sent away when the next message comes."""
    handshake_s: float = 5
    hello_s: float = 5
    download_s: float = 30
    close_s: float = 2
    ping_every_s: float = 20
    """A peer silent from one ping to the next is gone: so after one to two of these."""
    failures: int = 3
    """So many internal errors end a connection."""

    def rate(self, role: str) -> Rate:
        """The rate of messages that a role may send."""
        if role == "gm":
            return self.gm
        return self.player if role == "player" else self.spectator


_FREE = Rate(UNLIMITED, UNLIMITED)
RELAXED = Limits(player=_FREE, spectator=_FREE, gm=_FREE, lobby=_FREE, connects=_FREE)
"""Without rates: for bots and benchmarks."""


class Bucket:
    """A token bucket with debt: what is refused is owed, so going on only makes the wait longer."""

    __slots__ = ("_at_s", "_level", "_rate")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._rate = rate
        self._level: float = rate.burst
        self._at_s = now_s

    def take(self, now_s: float) -> float:
        """Seconds to wait before the next try; 0 if this one is granted."""
        level = self.level(now_s) - 1
        self._level, self._at_s = level, now_s
        return 0.0 if level >= 0 else (1 - level) / self._rate.per_s

    def level(self, now_s: float) -> float:
        """How many may still be taken; negative is debt."""
        return min(self._rate.burst, self._level + (now_s - self._at_s) * self._rate.per_s)

    @property
    def is_overdrawn(self) -> bool:
        """Whether as much is owed as may be taken at once."""
        return self._level <= -self._rate.burst


class Connects:
    """One bucket per address, forgotten when it is full again."""

    KEPT = 4096

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now_s: float) -> float:
        """As `Bucket.take` for the address."""
        ip = ipaddress.ip_address(address.partition("%")[0])
        if ip.is_loopback and not self._limits.is_loopback_counted:
            return 0.0
        network = str(ipaddress.ip_network((ip, 64 if ip.version == 6 else 32), strict=False))
        if len(self._buckets) >= self.KEPT:
            self._forget(now_s)
        bucket = self._buckets.setdefault(network, Bucket(self._limits.connects, now_s))
        return bucket.take(now_s)

    def _forget(self, now_s: float) -> None:
        burst = self._limits.connects.burst
        kept = {name: bucket for name, bucket in self._buckets.items() if bucket.level(now_s) < burst}
        self._buckets = kept if len(kept) < self.KEPT else {}
