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
        """The part of each of so many."""
        return Rate(math.ceil(self.burst / among), self.per_s / among)


BY_ADDRESS = ("connects", "copied_bytes", "creations", "mistakes", "openings", "wrong_codes")
"""The rates of `Limits` that one address has."""


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
    """What the logs of imported and branched encounters of one address take of the store."""
    mistakes: Rate = Rate(10, 0.2)
    """Links of one address that are no seat's."""
    wrong_codes: Rate = Rate(10, 1 / 60)
    """Join codes of one address that lead nowhere."""
    wrong_codes_in_all: Rate = Rate(200, 1)
    """The same from wherever they come; more is an alarm, and no refusal. Of several processes each has its part."""
    openings: Rate = Rate(40, 4)
    """Tables that one address has opened: a log is read and folded for each."""
    import_parts: Rate = Rate(2_200, 50)
    """Parts of a file after the first: at once so many as the largest file has."""
    sockets_per_address: int = 512
    """Sockets open from one address, whatever they have said; more are dropped without a word."""
    is_loopback_counted: bool = False
    """Whether limits by address hold for this machine's own too. (For whom a proxy speaks is `proxies`'s matter.)"""
    sessions_per_seat: int = 8
    connections: int = 20_000
    unsent_bytes: int = 1024 * 1024
    """More than this waiting for one reader, and it is sent away when the next message comes."""
    handshake_s: float = 5
    hello_s: float = 5
    download_s: float = 30
    close_s: float = 2
    ping_every_s: float = 15
    """A peer silent from one ping to the next is gone: so after one to two of these."""
    blocked_s: float = 1
    """An event loop that stands still for so long is reported, and the server is not ready meanwhile."""
    failures: int = 3
    """So many internal errors end a connection."""

    def divided(self, among: int) -> Limits:
        """What each of so many processes holds an address to, so that it gets no more from all of them together; and
        its part of what is an alarm."""
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
    """A token bucket that remembers how many it has refused: each of them is told a time of its own, and finds a token
    then, so that several who wait as told never keep each other waiting for ever. Going on makes the wait longer; it is
    no longer than for a burst, for many may share a bucket."""

    __slots__ = ("_at_s", "_level", "_rate", "_refused")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._rate = rate
        self._level: float = rate.burst
        self._at_s = now_s
        self._refused = 0
        """So many were refused and have not come back yet."""

    def take(self, now_s: float) -> float:
        """Seconds to wait before the next try; 0 if this one is granted."""
        self._pass(now_s)
        if self._level >= 1:
            self._level -= 1
            self._refused = max(self._refused - 1, 0)  # whoever it was: one fewer is waiting
            return 0.0
        self._refused = min(self._refused + 1, self._rate.burst)
        return (self._refused - self._level) / self._rate.per_s

    def use(self, now_s: float, much: int) -> float:
        """Take so much if at least one may be taken, and owe the rest. Seconds to wait; 0: it is granted."""
        wait_s = self.wait(now_s)
        if not wait_s:
            self._pass(now_s)
            self._level = max(self._level - much, -self._rate.burst)
        return wait_s

    def wait(self, now_s: float) -> float:
        """Seconds until one would be granted; nothing is taken or remembered."""
        return max(0.0, (1 - self.level(now_s)) / self._rate.per_s)

    def give_back(self, now_s: float) -> None:
        """What was taken last was not needed."""
        self._pass(now_s)
        self._level = min(self._rate.burst, self._level + 1)

    def level(self, now_s: float) -> float:
        """How many may be taken; negative where more was used."""
        return min(self._rate.burst, self._level + (now_s - self._at_s) * self._rate.per_s)

    @property
    def is_overdrawn(self) -> bool:
        """Were as many refused as may be taken at once? Whoever waits as told is refused at most once for each time it
        is granted: this is a flood."""
        return self._refused >= self._rate.burst

    def is_full(self, now_s: float) -> bool:
        """Whether it is as a new one would be."""
        return self.level(now_s) >= self._rate.burst

    def _pass(self, now_s: float) -> None:
        """Until it is full again, all have come back or never will."""
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
    """What one address may do in a time (`rate`); `limits` say whether this machine's own are counted."""

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
        """Take one if one may be taken; whoever is refused is not remembered: many share an address, and one of them
        can't make the others wait longer."""
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
    ip = ip_of(address) or ipaddress.ip_address("::")  # of whom nobody knows more there is one
    return str(ipaddress.ip_network((ip, 64 if ip.version == 6 else 32), strict=False))


def is_loopback(address: str) -> bool:
    """Is it one of this machine's own?"""
    ip = ip_of(address)
    return ip is not None and ip.is_loopback
