"""From a Redis URL to the server, sentinels or cluster that it names. Nothing is sent here.

redis://user:password@host:6379/0        one server; rediss:// with TLS, unix:///path/of/a.sock
redis+sentinel://host,host:26380/name    the primary that Sentinel calls `name`; rediss+sentinel:// with TLS
redis+cluster://host,host:6380           a cluster, found by any of its nodes; rediss+cluster:// with TLS
"""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from server.store.redis.cluster import Cluster
from server.store.redis.sentinel import SENTINEL_PORT, Sentinels
from server.store.redis.single import SILENCE_S, Node, Server

__all__ = ["Server", "connect", "unguarded"]

_REDIS_PORT = 6379
_HERE = ("localhost", "127.0.0.1", "::1")


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


def unguarded(url: str) -> list[str]:
    """Return one sentence, code first, for each thing by which somebody in between may read or change the log.

    Pure; of this machine's own nothing is said. `url` as `connect` takes it."""
    given = urlsplit(url)
    credentials, _, hosts = given.netloc.rpartition("@")
    far = ", ".join(host for host, _ in _nodes(hosts, _REDIS_PORT) if host not in _HERE)
    if not far:
        return []
    found = []
    if not credentials.partition(":")[2]:
        found.append(
            f"no_password: {far} is asked without a password, so whoever reaches it may read and change the log; "
            "give it one: redis://user:password@…"
        )
    if not given.scheme.startswith("rediss"):
        found.append(f"not_encrypted: who is on the way to {far} can read secrets; rediss://, or a network of its own")
    return found


def _nodes(hosts: str, port: int) -> list[Node]:
    """`a,b:7000,[::1]:7001` as hosts and ports."""
    parted = [urlsplit(f"//{host}") for host in hosts.split(",")]
    return [(each.hostname or "localhost", each.port or port) for each in parted]
