"""From a Redis URL to the server, sentinels or cluster that it names. Nothing is sent here.

redis://user:password@host:6379/0        one server; rediss:// with TLS, unix:///path/of/a.sock
redis+sentinel://host,host:26380/name    the primary that Sentinel calls `name`; rediss+sentinel:// with TLS
redis+cluster://host,host:6380           a cluster, found by any of its nodes; rediss+cluster:// with TLS
"""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from server.store.cluster import Cluster
from server.store.sentinel import SENTINEL_PORT, Sentinels
from server.store.single import SILENCE_S, Node, Server

__all__ = ["Server", "connect"]

_REDIS_PORT = 6379


def connect(url: str, silence_s: float = SILENCE_S) -> Server:
    """The server behind a URL. Raises ValueError for another kind of URL."""
    given = urlsplit(url)
    scheme, _, kind = given.scheme.partition("+")
    if not kind:
        return Server(url, silence_s)
    credentials, at, hosts = given.netloc.rpartition("@")
    name, _, db = given.path.strip("/").partition("/")
    plain = f"{scheme}://{credentials}{at}localhost/{db}?{given.query}"
    if kind == "sentinel":
        if not name:
            raise ValueError(f"{given.scheme}:// must end with the name of the primary: {given.scheme}://{hosts}/NAME")
        return Sentinels(plain, _nodes(hosts, SENTINEL_PORT), unquote(name), silence_s)
    if kind == "cluster":
        return Cluster(plain, _nodes(hosts, _REDIS_PORT), silence_s)
    raise ValueError(
        f"a Redis URL begins with redis://, rediss://, unix://, redis+sentinel:// …, not {given.scheme}://"
    )


def _nodes(hosts: str, port: int) -> list[Node]:
    """`a,b:7000,[::1]:7001` as hosts and ports."""
    parted = [urlsplit(f"//{host}") for host in hosts.split(",")]
    return [(each.hostname or "localhost", each.port or port) for each in parted]
