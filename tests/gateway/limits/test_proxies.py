"""Who is counted where a proxy speaks for many, and whose word on that is believed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from protocol import messages as m
from server.app.app import serving
from server.gateway.limits import Limits, Rate
from server.gateway.proxies import Proxies, added
from server.gateway.session import Session
from server.process.settings import Settings
from tests.gateway.conftest import Opening
from tests.gateway.house import KEY, House
from tests.gateway.wire import raw
from tests.gateway.wire.raw import Raw
from tests.store.redis.waiting import until

ANN, BOB = "X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 198.51.100.2"
ONCE = Rate(1, 0.001)
PROXIES = Proxies(["10.0.0.7", "10.1.0.0/16", "fd00::/8"])


@pytest.mark.parametrize(
    ("address", "forwarded", "client"),
    [
        ("10.0.0.7", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.7", ["192.0.2.9, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.7", ["192.0.2.9", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.7", ["192.0.2.9, 198.51.100.1, 10.1.2.3"], "198.51.100.1"),
        ("fd00::1", ["2001:db8::5"], "2001:db8::5"),
        ("::ffff:10.0.0.7", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("10.0.0.7", [], "10.0.0.7"),
        ("10.0.0.7", ["10.1.2.3"], "10.0.0.7"),
        ("10.0.0.7", ["198.51.100.1, unknown"], "10.0.0.7"),
        ("10.0.0.7", [""], "10.0.0.7"),
        ("10.0.0.8", ["198.51.100.1"], "10.0.0.8"),
        ("198.51.100.3", ["198.51.100.1"], "198.51.100.3"),
        ("", ["198.51.100.1"], ""),
    ],
)
def test_the_last_that_is_no_proxy_is_who_came(address: str, forwarded: list[str], client: str) -> None:
    """Of one proxy, of several in a row, and never by the word of anybody else."""
    assert PROXIES.client(address, forwarded) == client


@given(st.lists(st.text(max_size=30), max_size=3), st.ip_addresses())
def test_nobody_chooses_where_he_comes_from(said: list[str], address: object) -> None:
    """Whatever a client writes into the header: of itself it is not believed, by a proxy only what that has added."""
    if not PROXIES.is_one(str(address)):
        assert PROXIES.client(str(address), said) == str(address)
    assert PROXIES.client("10.0.0.7", [*said, "198.51.100.1"]) == "198.51.100.1"


@pytest.mark.parametrize("network", ["nginx", "10.0.0.7/8", "", "300.1.1.1"])
def test_what_is_no_network_is_named(network: str) -> None:
    """Before the port is opened."""
    with pytest.raises(RuntimeError, match="neither an address nor a network"):
        Proxies([network])


async def status(port: int, *headers: str) -> bytes:
    """The answer to one request for a WebSocket."""
    return (await Raw.handshake(port, raw.request(*headers))).split()[1]


async def test_behind_a_proxy_each_address_has_its_own_limits(opening: Opening) -> None:
    """Also this machine's own proxy; what a client writes before does not help it."""
    house = await opening(Limits(connects=ONCE), proxies=("127.0.0.1",))
    assert [await status(house.port, ANN), await status(house.port, ANN)] == [b"101", b"429"]
    assert await status(house.port, BOB) == b"101"
    assert await status(house.port, "X-Forwarded-For: 192.0.2.77, 198.51.100.1") == b"429"
    assert await status(house.port, "X-Forwarded-For: 192.0.2.77", ANN) == b"429"


async def test_who_is_no_proxy_is_not_believed(opening: Opening) -> None:
    """Another network is trusted, not this one: the header changes nothing."""
    house = await opening(Limits(connects=ONCE, is_loopback_counted=True), proxies=("10.0.0.0/8",))
    assert [await status(house.port, ANN), await status(house.port, BOB)] == [b"101", b"429"]


async def test_sockets_behind_a_proxy_are_counted_by_whose_they_are(opening: Opening) -> None:
    """One more is dropped at once, and there is room again when one leaves; the proxy itself has no number."""
    house = await opening(Limits(sockets_per_address=1), proxies=("127.0.0.1",))
    ann = await Raw.open(house.port, raw.request(ANN))
    gateway = house.listener._gateway
    assert gateway is not None
    assert [session.address for session in gateway.sessions if isinstance(session, Session)] == ["198.51.100.1"]
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(raw.request(ANN))
    with contextlib.suppress(ConnectionResetError):
        assert await reader.read() == b""
    writer.close()
    bob = await Raw.open(house.port, raw.request(BOB))
    assert [(await house.get("/healthz"))[0] for _ in range(3)] == [200] * 3
    ann.writer.close()
    await until(lambda: house.listener.sessions == 1)
    again = await Raw.open(house.port, raw.request(ANN))
    for one in (bob, again):
        one.writer.close()


PASSED_ON = [
    "Forwarded", "X-Forwarded-For", "x-forwarded-host", "X-FORWARDED-PROTO", "X-Original-Forwarded-For", "X-Real-IP",
    "Via", "CF-Connecting-IP", "True-Client-IP", "Fly-Client-IP", "X-Client-IP", "X-Cluster-Client-IP", "CDN-Loop",
    "X-Remote-Addr", "X-Host", "X-Varnish", "Fly-Region", "Ngrok-Auth-User-Email", "Tailscale-User-Login",
    "X-Amzn-Trace-Id", "X-Vercel-Id", "Fastly-Client-IP", "X-Envoy-External-Address", "X-Azure-ClientIP",
    "X-Cloud-Trace-Context", "X-Request-Id", "Traceparent",
]  # fmt: skip


PLAIN_HEADERS = [
    "Host", "Origin", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Pragma", "Cookie",
    "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions",
    "Sec-WebSocket-Protocol", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Sec-Ch-Ua", "Sec-Ch-Ua-Platform",
    "Sec-GPC", "Authorization", "Priority", "DNT", "Referer", "TE", "If-None-Match", "Upgrade-Insecure-Requests",
]  # fmt: skip
CASES = st.sampled_from([str.lower, str.upper, str])
NAMES = st.from_regex(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,40}", fullmatch=True)


@given(st.lists(st.tuples(st.sampled_from(PLAIN_HEADERS), CASES)))
def test_what_browsers_send_by_themselves_is_no_trace_of_a_proxy(sent: list[tuple[str, Callable[[str], str]]]) -> None:
    """Nor is any header that a WebSocket needs; in whatever letters."""
    assert added([case(name) for name, case in sent]) is None


@given(st.lists(st.sampled_from(PLAIN_HEADERS)), st.one_of(st.sampled_from(PASSED_ON), NAMES), CASES, st.data())
def test_whoever_adds_a_header_of_any_name_speaks_for_others(
    sent: list[str], name: str, case: Callable[[str], str], data: st.DataObject
) -> None:
    """Also under one that nobody has heard of, wherever it stands."""
    assume(name.lower() not in OWN and not name.lower().startswith("sec-ch-ua"))
    at = data.draw(st.integers(0, len(sent)))
    assert added([*sent[:at], case(name), *sent[at:]]) == case(name)


OWN = (
    {name.lower() for name in PLAIN_HEADERS}
    | {"keep-alive", "accept-charset", "save-data", "range", "if-match", "if-modified-since", "if-unmodified-since"}
    | {"if-range", "sec-fetch-user", "sec-fetch-storage-access", "sec-purpose"}
)


async def greeted(house: House, **headers: str) -> dict[str, Any]:
    """What the lobby says to a WebSocket with these headers; what it then may lay is judged by trying."""
    guest = await house.connect(additional_headers={name.replace("_", "-"): value for name, value in headers.items()})
    await guest.send(m.Hello(key=KEY))
    body: dict[str, Any] = msgspec.msgpack.decode((await guest.next(m.Lobby)).body)
    laying = m.Create(id=1, encounter=msgspec.Raw(msgspec.msgpack.encode(PLAIN)), check=True)
    await guest.send(laying)
    answer = await guest.next(m.Answer, m.Rejected)
    assert body["open"] is isinstance(answer, m.Answer)
    return body


PLAIN = {"title": "New", "system": "three_cups", "seats": {"ann": {}}}


@pytest.mark.parametrize("header", PASSED_ON)
async def test_whom_somebody_on_this_machine_passes_on_has_no_local_rights(opening: Opening, header: str) -> None:
    """Neither the links of others nor an encounter of his own, though he comes from loopback and has no origin."""
    house = await opening()
    here, from_afar = await greeted(house), await greeted(house, **{header: "198.51.100.1"})
    assert [here["open"], len(here["encounters"])] == [True, 1]
    assert [from_afar["open"], from_afar["encounters"]] == [False, []]


async def test_the_log_names_the_header_that_was_added_once(opening: Opening, caplog: pytest.LogCaptureFixture) -> None:
    """Who sits at this machine, with an extension that adds one, learns why he is taken for somebody from afar."""
    house = await opening()
    for _ in range(2):
        assert (await greeted(house, X_Extension="1"))["open"] is False
    assert caplog.text.count("'x-extension'") == 1
    assert "without what adds it" in caplog.text


async def test_a_named_proxy_speaks_for_nobody_here(opening: Opening) -> None:
    """Also where it names nobody, or this machine."""
    house = await opening(proxies=("127.0.0.1",))
    for headers in ({}, {"X_Forwarded_For": "127.0.0.1"}, {"X_Forwarded_For": "198.51.100.1"}):
        assert (await greeted(house, **headers))["open"] is False


async def test_an_open_lobby_is_open_through_a_proxy_too(opening: Opening) -> None:
    """But the links of others are nobody's there."""
    house = await opening()
    house.lobby.is_public = True
    told = await greeted(house, Via="1.1 proxy")
    assert (told["open"], told["encounters"]) == (True, [])


async def test_whoever_is_passed_on_counts_as_one_address(opening: Opening) -> None:
    """Whatever the header says, for nobody has named the proxy; this machine's own is still free."""
    house = await opening(Limits(connects=ONCE, sockets_per_address=1))
    assert [await status(house.port, ANN), await status(house.port, BOB)] == [b"101", b"429"]
    assert [await status(house.port) for _ in range(3)] == [b"101"] * 3
    house = await opening(Limits(sockets_per_address=1))
    ann = await Raw.open(house.port, raw.request(ANN))
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(raw.request(BOB))
    with contextlib.suppress(ConnectionResetError):
        assert await reader.read() == b""
    for one in (writer, ann.writer):
        one.close()


@pytest.mark.parametrize("settings", [{"origins": ("https://fray.example",)}, {"proxies": ("10.0.0.7",)}])
async def test_loopback_counts_where_a_proxy_may_stand_behind_it(opening: Opening, settings: dict[str, Any]) -> None:
    """A name to serve, or a proxy: then this machine's own address may be everybody's."""
    house = await opening(Limits(connects=ONCE), **settings)
    assert [await status(house.port), await status(house.port)] == [b"101", b"429"]


async def test_a_start_without_the_proxy_s_name_warns(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With what would be right; not where it is named."""
    for proxies, said in ((("127.0.0.1",), 0), ((), 1)):
        settings = Settings(port=0, data=str(tmp_path), origins=("https://fray.example",), proxies=proxies)
        async with serving(settings):
            assert caplog.text.count("--origin names no --proxy") == said


@pytest.mark.parametrize(("address", "said"), [("127.0.0.1:0", 0), ("0.0.0.0:0", 1)])
async def test_a_start_with_metrics_for_others_warns(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, address: str, said: int
) -> None:
    """Their counts tell players of hidden acts."""
    async with serving(Settings(port=0, data=str(tmp_path), metrics=address)):
        assert caplog.text.count(f"metrics: whoever reaches {address} reads of hidden acts") == said
