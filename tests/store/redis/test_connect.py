"""Reaching Redis by every kind of URL. `localhost.pem` is a key for these tests only and opens nothing."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.store.log import Log, Unavailable
from server.store.redis.connect import Server, connect, unguarded
from server.store.redis.log import RedisLog
from server.store.redis.single import POOL_CONNECTIONS
from tests.store.entries import entries, entry, fill
from tests.store.redis.relay import Relay

_PEM = Path(__file__).with_name("localhost.pem")


@asynccontextmanager
async def _port(redis_url: str, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Offer the session's Redis on a TCP port of the loopback."""
    relay = Relay(redis_url, Path())
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0, ssl=tls)
    yield server.sockets[0].getsockname()[1]
    server.close()


def _reach(url: str) -> Server:
    """As `connect`, with patience: what is tried here is no deadline, and a busy machine may take long over a name."""
    return connect(url, silence_s=60)


async def _works(log: Log, encounter: str) -> bool:
    made = await fill(log, encounter, 2)
    return made == await log.read(encounter)


@pytest.mark.parametrize(
    ("url", "codes"),
    [
        ("", []), ("unix:///tmp/a.sock", []), ("redis://localhost", []), ("redis://u:p@127.0.0.1:6379/0", []),
        ("redis://redis:6379/0", ["no_password", "not_encrypted"]), ("redis://u:p@redis", ["not_encrypted"]),
        ("rediss://redis", ["no_password"]), ("rediss://:p@redis", []),
        ("redis://user@redis", ["no_password", "not_encrypted"]),
        ("redis+sentinel://:p@localhost,10.0.0.2:26380/main", ["not_encrypted"]),
        ("rediss+cluster://[::1]:7000,[fd00::2]:7001", ["no_password"]),
    ],
)  # fmt: skip
def test_what_others_may_read_on_the_way_is_said(url: str, codes: list[str]) -> None:
    """Of another machine only; the password itself is not repeated."""
    found = unguarded(url)
    assert [sentence.partition(":")[0] for sentence in found] == codes
    assert not any(":p@" in sentence for sentence in found)


async def test_tcp(redis_url: str, encounter: str) -> None:
    """redis:// with host and port serves appends and reads."""
    async with _port(redis_url) as port:
        log = RedisLog(_reach(f"redis://127.0.0.1:{port}"))
        assert await _works(log, encounter)
        await log.close()


async def test_database_number(redis_url: str, redis_log: RedisLog, encounter: str) -> None:
    """Appends and reads use the same database, the one in the URL."""
    log = RedisLog(_reach(f"{redis_url}?db=3"))

    assert await _works(log, encounter)
    assert await redis_log.read(encounter) == []
    await log.close()


async def test_user_and_password(redis_url: str, encounter: str) -> None:
    """User and password may contain what a URL escapes."""
    admin = _reach(redis_url).client
    await admin.acl_setuser("a:b", enabled=True, passwords=["+p@ss/word"], keys=["fray:*"], categories=["+@all"])
    log = RedisLog(_reach(redis_url.replace("unix://", "unix://a%3Ab:p%40ss%2Fword@")))

    assert await _works(log, encounter)
    await log.close()
    await admin.acl_deluser("a:b")
    await admin.aclose()


async def test_tls(redis_url: str, encounter: str) -> None:
    """rediss:// speaks TLS on both connections, to a server whose certificate is trusted."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(_PEM)
    async with _port(redis_url, tls) as port:
        log = RedisLog(_reach(f"rediss://localhost:{port}?ssl_ca_certs={_PEM}"))
        assert await _works(log, encounter)
        await log.close()


async def test_untrusted_certificate_is_refused(redis_url: str, encounter: str) -> None:
    """An append never goes to a server with an unknown certificate."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(_PEM)
    async with _port(redis_url, tls) as port:
        log = RedisLog(_reach(f"rediss://localhost:{port}"))
        with pytest.raises(Unavailable, match="certificate verify failed"):
            await log.append(encounter, entry(encounter, 1), bytes(32))
        with pytest.raises(Unavailable, match="certificate verify failed"):
            await log.read(encounter)
        await log.close()


async def test_other_schemes_are_refused() -> None:
    """A URL that is none of the three kinds is an error at once."""
    with pytest.raises(ValueError, match="redis://"):
        connect("http://localhost")


async def test_connections_are_shared(redis_url: str, encounter: str) -> None:
    """A hundred readers at once wait for a connection instead of failing."""
    log = RedisLog(_reach(redis_url))
    await fill(log, encounter, 3)

    read = await asyncio.gather(*(log.read(encounter) for _ in range(100)))

    assert read == [entries(encounter, 3)] * 100
    await log.close()


async def test_nobody_is_given_a_connection_that_is_being_closed(redis_url: str) -> None:
    """While all idle connections are mistrusted, over and over, every question is answered."""
    server = _reach(redis_url)

    async def ask() -> None:
        for _ in range(100):
            assert await server.client.ping()
            await asyncio.sleep(0)

    async def mistrust() -> None:
        for _ in range(100):
            await server.mistrust()
            await asyncio.sleep(0)

    await asyncio.gather(*(ask() for _ in range(8)), mistrust())
    await server.close()


async def test_mistrust_takes_no_time(redis_url: str) -> None:
    """It can't be cancelled half-way, nor wait for a peer that says nothing: the pool has all of its connections."""
    server = _reach(redis_url)
    for _ in range(POOL_CONNECTIONS):
        await asyncio.gather(*(server.client.ping() for _ in range(4)))
        leaving = asyncio.ensure_future(server.mistrust())
        await asyncio.sleep(0)
        assert leaving.done()
    _, (in_use, _) = server.client.connection_pool.get_connection_count()
    assert in_use == 0
    await server.close()
