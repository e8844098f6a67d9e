"""Who may connect from where: forty origins, and the hosts we go by."""

import pytest

from server.gateway.wire.origins import Origins

HERE = "192.168.7.5"
ORIGINS = Origins(["https://fray.example", "https://play.example:8443"], "0.0.0.0")


@pytest.mark.parametrize(
    "origin",
    ["http://localhost", "http://localhost:8642", "https://localhost:1", "http://127.0.0.1", "http://127.0.0.1:8642",
     "http://127.8.9.10:80", "http://[::1]", "http://[::1]:8642", "http://192.168.7.5:8642", "https://192.168.7.5",
     "https://fray.example", "https://play.example:8443"],
)  # fmt: skip
def test_this_machine_and_configured_origins_may_connect(origin: str) -> None:
    """Loopback with any port, the address the client came in on, exact configured ones."""
    assert ORIGINS.is_origin_known(origin, HERE)


@pytest.mark.parametrize(
    "origin",
    ["", "null", "NULL", "localhost", "//localhost", "http://", "http://localhost/", "http://localhost/x",
     "http://localhost:", "http://localhost:x", "http://localhost:123456", "HTTP://localhost", "http://LOCALHOST",
     "file://", "file://localhost", "ftp://localhost", "chrome-extension://abcdef", "http://evil.example",
     "http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://evil.example:8642",
     "http://evil.example#localhost", "http://evil.example?http://localhost", "http://localhost@evil.example",
     "http://evil.example/@localhost", "http://127.1", "http://2130706433", "http://0x7f.1", "http://0.0.0.0",
     "http://[::ffff:7f00:1%25x]", "http://[::2]", "http://192.168.7.6:8642", "http://192.168.7.50",
     "http://fray.example", "https://fray.example:8443", "https://www.fray.example", "https://fray.example.evil.org",
     "https://xn--fray-epa.example", "https://fräy.example", "https://play.example:8444",
     " http://localhost", "http://localhost ", "http://localhost\t", "http://local host"],
)  # fmt: skip
def test_other_origins_may_not(origin: str) -> None:
    """Look-alikes, other schemes, other ports of configured ones, odd spellings of addresses."""
    assert not ORIGINS.is_origin_known(origin, HERE)


def test_a_configured_origin_s_host_is_ours_and_its_sisters_are_not() -> None:
    """The Host header of a proxied page names the configured origin."""
    assert ORIGINS.is_host_known("fray.example", HERE)
    assert ORIGINS.is_host_known("Play.Example:8443", HERE)
    assert not ORIGINS.is_host_known("other.example", HERE)


@pytest.mark.parametrize("host", ["localhost:8642", "127.0.0.1", "[::1]:8642", "192.168.7.5", "192.168.7.5:80"])
def test_hosts_of_this_machine_are_known(host: str) -> None:
    """Loopback, and the address the client came in on."""
    assert ORIGINS.is_host_known(host, HERE)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "192.168.7.6", "localhost.evil.example", "a b", "@localhost", "::1"]
)
def test_names_that_somebody_pointed_here_are_not(host: str) -> None:
    """DNS rebinding ends here."""
    assert not ORIGINS.is_host_known(host, HERE)


def test_a_name_that_was_bound_is_ours() -> None:
    """FRAY_HOST may be a name."""
    assert Origins([], "table.local").is_host_known("table.local:8642", HERE)
    assert not Origins([], "::").is_host_known("[::]", HERE)


def test_an_ipv4_client_of_a_dual_stack_socket_is_recognized() -> None:
    """The local address then reads ::ffff:192.168.7.5."""
    assert ORIGINS.is_host_known("192.168.7.5", "::ffff:192.168.7.5")
