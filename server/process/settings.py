"""What an operator can set: command line first, then environment (`FRAY_…`), then defaults. Values only."""

import msgspec

MOST_ENCOUNTERS = 10_000
UNNAMED_PROXY = "--origin names no --proxy: all who come through one share what a single address may do"
METRICS_INSIDE = "an address that only who watches the server can reach: 127.0.0.1:9464"
NAMED_PROXY = "--proxy with the address it comes from (127.0.0.1 on this machine), and X-Forwarded-For added there"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs. `data`: folder for the private Redis, keys and links; `redis`: URL of yours, if any."""

    host: str = "127.0.0.1"
    port: int = 8642
    data: str = ".data"
    redis: str = ""
    redis_binary: str = ""
    replicas: int = 0
    """How many replicas must have a commit before it is acknowledged (WAIT)."""
    origins: tuple[str, ...] = ()
    """Further origins that may connect from a browser, e.g. https://fray.example."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies in front: whom they name in X-Forwarded-For is who came."""
    metrics: str = ""
    """HOST:PORT of the metrics' own port; without it they are told to nobody."""
    open_lobby: bool | None = None
    """May anybody without a link create encounters? None: only when serving loopback, with no further origin: behind
    a proxy everybody comes from loopback."""
    reduced_durability: bool = False
    """Serve also over a Redis that may lose what was acknowledged."""
    workers: int = 1
    """How many processes serve the port."""
    drain_s: int = 0
    """A server that is told to stop lets nobody new in for so long, before it sends away who is there."""
    among: int = 1
    """Of how many workers this is one; 1: it is none."""
    memory_mib: int = 256
    """How much of their past all tables of a process together keep in memory; what is let go is read again."""
    encounters: int = MOST_ENCOUNTERS
    """So many encounters the log may hold before the lobby lays no more: they stay for ever."""
    bots: int = 16
    """At so many tables at once bots play with somebody who is alone; 0: at none."""
    new_key: bool = False
    """Make a new master key in the place of one that is lost."""
    relaxed: bool = False
    """Lift rate limits, for bots and benchmarks."""

    @property
    def is_worker(self) -> bool:
        """Is this one of several?"""
        return self.among > 1

    @property
    def is_loopback(self) -> bool:
        """Does it serve this machine only?"""
        return self.host in ("127.0.0.1", "::1", "localhost")

    def url_at(self, port: int) -> str:
        """Where people reach a server that listens on this port."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    @property
    def lobby_is_open(self) -> bool:
        """May anybody create encounters?"""
        return self.is_loopback and not self.origins if self.open_lobby is None else self.open_lobby

    @property
    def lobby_is_public(self) -> bool:
        """May also those who don't sit at this machine?"""
        return self.open_lobby is True

    @property
    def lobby_lists_links(self) -> bool:
        """Is whoever sits at this machine given the links of all encounters, the GM's included?"""
        return self.is_loopback and not self.origins

    @property
    def lacks_proxy(self) -> bool:
        """Is it served under another name, but by no proxy that is known?"""
        return bool(self.origins) and not self.proxies

    @property
    def may_stand_behind_a_proxy(self) -> bool:
        """Does this machine's own address possibly stand for everybody?"""
        return bool(self.origins or self.proxies)


def without_password(url: str) -> str:
    """A URL as it may be shown: without user and password, and without options, which may hold others."""
    scheme, mark, rest = url.partition("?")[0].partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"
