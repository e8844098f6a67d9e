"""The port over plain HTTP: pages, health, metrics, headers."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import resource
from pathlib import Path

import pytest

from server.gateway.limits import Limits
from server.gateway.metrics_port import MOST_AT_ONCE
from tests.gateway.conftest import Opening
from tests.gateway.house import House
from tests.gateway.wire import raw
from tests.gateway.wire.raw import Raw
from tests.store.redis.waiting import until

HTML = b"<!doctype html><title>Fray</title>" + b"<!-- -->" * 200
CODE = b"console.log('fray')" * 100


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built client, and a secret beside it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(HTML)
    (folder / "assets" / "index-B1wvSI2r.js").write_bytes(CODE)
    (folder / "assets" / "die.svg").write_bytes(b"<svg/>")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    return folder


async def test_the_client_is_served(opening: Opening, static: Path) -> None:
    """The index is looked at anew each time, hashed names never again."""
    house = await opening(static=static)
    status, headers, body = await house.get("/")
    assert (status, body) == (200, HTML)
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "no-cache"
    status, headers, body = await house.get("/assets/index-B1wvSI2r.js")
    assert (status, body) == (200, CODE)
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in headers["cache-control"]
    status, headers, body = await house.get("/assets/die.svg?x=1")
    assert (status, body) == (200, b"<svg/>")
    assert (headers["content-type"], headers["cache-control"]) == ("image/svg+xml", "no-cache")
    assert house.count('fray_http_requests_total{status="200"}') == 3


async def test_who_can_unpack_gets_it_packed(opening: Opening, static: Path) -> None:
    """Same page, fewer bytes, and caches are told."""
    house = await opening(static=static)
    host = f"Host: localhost:{house.port}"
    _, headers, body = await house.get("/assets/index-B1wvSI2r.js", host, "Accept-Encoding: br, gzip")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "Accept-Encoding"
    assert int(headers["content-length"]) == len(body) < len(CODE)
    assert gzip.decompress(body) == CODE


@pytest.mark.parametrize("path", ["/", "/healthz", "/metrics", "/catalog/three_cups.json", "/nothing"])
async def test_every_answer_carries_the_safety_headers(opening: Opening, static: Path, path: str) -> None:
    """No inline script, no framing, no sniffing, no referrer."""
    house = await opening(static=static)
    _, headers, _ = await house.get(path)
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//etc/passwd",
     "/assets", "/assets/", "/static/index.html", "/index.html/", "/ws/", "/wsx", "http://localhost/"],
)  # fmt: skip
async def test_nothing_else_is_served(opening: Opening, static: Path, path: str) -> None:
    """What is not in the table of pages does not exist."""
    house = await opening(static=static)
    status, _, body = await house.get(path)
    assert status == 404
    assert b"secret" not in body


async def test_people_are_shown_the_way_back(opening: Opening, static: Path) -> None:
    """A wrong path is still 404, but a browser gets the page, which knows what to say; a tool gets one line."""
    house = await opening(static=static)
    status, headers, body = await house.get("/nowhere", f"Host: 127.0.0.1:{house.port}", "Accept: text/html,*/*;q=0.8")
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert body == (static / "index.html").read_bytes()
    assert (await house.get("/nowhere"))[2] == b"There is nothing here.\n"


async def test_files_beside_the_folder_are_served(house: House) -> None:
    """Such as the systems' catalogues."""
    status, headers, body = await house.get("/catalog/three_cups.json")
    assert (status, headers["content-type"], body) == (200, "application/json", b"{}")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"])
async def test_only_reading_is_possible(house: House, method: str) -> None:
    """405 with what is allowed, with and without a body."""
    for path in ("/", "/healthz", "/metrics"):
        status, headers, _ = await house.get(path, method=method)
        assert (status, headers["allow"]) == (405, "GET, HEAD")
    status, _, _ = await house.get("/", "Host: localhost", "Content-Length: 3", method=method, body=b"abc")
    assert status == 405


async def test_head_is_get_without_the_body(opening: Opening, static: Path) -> None:
    """Same length announced, nothing sent."""
    house = await opening(static=static)
    status, headers, body = await house.get("/", method="HEAD")
    assert (status, headers["content-length"], body) == (200, str(len(HTML)), b"")
    assert (await house.get("/"))[2] == HTML


async def test_health_tells_life_from_readiness(opening: Opening) -> None:
    """A server whose store is away lives but is not ready."""
    is_there = True
    house = await opening(is_ready=lambda: is_there)
    assert (await house.get("/readyz"))[0] == 200
    is_there = False
    assert (await house.get("/readyz"))[0] == 503
    assert (await house.get("/healthz"))[0] == 200


async def test_players_find_no_metrics(opening: Opening) -> None:
    """They tell of hidden acts: the port of the game has nothing there, whether they are served elsewhere or not."""
    for settings in ({}, {"metrics": "127.0.0.1:0"}):
        house = await opening(**settings)
        assert (await house.get("/metrics"))[0] == 404


async def test_the_port_of_the_metrics_has_nothing_else(opening: Opening) -> None:
    """No page, no WebSocket, nothing under a name that was pointed there, and few at the same time."""
    house = await opening(metrics="127.0.0.1:0")
    assert house.listener.metrics_port is not None
    metrics_port, port = house.listener.metrics_port, house.listener.metrics_port.port
    assert (await house.get("/catalog/three_cups.json", port=port))[0] == 404
    assert (await house.get("/metrics", "Host: evil.example", port=port))[0] == 421
    assert (await house.get("/metrics", port=port, method="POST"))[0] == 405
    assert b" 503 " in await Raw.handshake(port, raw.request())
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_AT_ONCE)]
    await until(lambda: len(metrics_port.open) == MOST_AT_ONCE)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionResetError):
        assert await reader.read() == b""
    for _, each in (*silent, (reader, writer)):
        each.close()


async def test_metrics_are_in_the_text_format(opening: Opening) -> None:
    """Read by Prometheus; a connection is seen by role."""
    house = await opening(metrics="127.0.0.1:0")
    await house.sit("gm")
    assert house.listener.metrics_port is not None
    status, headers, body = await house.get("/metrics", port=house.listener.metrics_port.port)
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=0.0.4")
    assert b'fray_connections{role="gm"} 1.0' in body
    assert b"fray_loop_lag_seconds_bucket" in body
    assert b"python_info" not in body


async def test_an_old_client_without_host_gets_pages(house: House) -> None:
    """HTTP/1.0 probes know no Host header."""
    status, _, body = await house.exchange(b"GET /healthz HTTP/1.0\r\n\r\n")
    assert (status, body) == (200, b"alive\n")


async def test_a_name_that_was_pointed_here_gets_nothing(house: House) -> None:
    """421 for every path: DNS rebinding reads neither pages nor metrics."""
    for path in ("/", "/metrics", "/ws"):
        assert (await house.get(path, "Host: evil.example"))[0] == 421


async def test_a_configured_origin_s_name_is_served(opening: Opening) -> None:
    """A proxy passes its own host name on."""
    house = await opening(origins=("https://fray.example",))
    assert (await house.get("/healthz", "Host: fray.example"))[0] == 200


async def test_the_port_can_be_opened_again_at_once(opening: Opening) -> None:
    """Stopping twice is stopping once."""
    house = await opening()
    await house.sit("gm")
    await house.listener.stop()
    await house.listener.stop()
    again = await opening()
    assert again.port


async def test_a_server_takes_no_more_connections_than_it_may_have_sockets(opening: Opening) -> None:
    """The system's limit on open files, raised as far as allowed, is the limit of connections too."""
    house = await opening(Limits(connections=10**9))
    gateway = house.listener._gateway
    assert gateway is not None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == resource.RLIM_INFINITY or gateway.limits.connections <= soft
