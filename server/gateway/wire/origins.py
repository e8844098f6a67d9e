"""Which Host and Origin headers are served: this machine, the address a client came in on, or what is configured.

The Host check stops names that an attacker points at this machine (DNS rebinding); the Origin check stops pages of
other sites. A client without Origin is no browser: its token alone decides. Pure.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::[0-9]{1,5})?")
_WILDCARDS = ("", "0.0.0.0", "::")


class Origins:
    """`configured` are exact origins such as https://fray.example; `listen_on` is the address that was bound."""

    def __init__(self, configured: Iterable[str] = (), listen_on: str = "") -> None:
        self._origins = frozenset(configured)
        self._names = frozenset(_name(origin.partition("://")[2]) for origin in self._origins)
        self._bound = None if listen_on in _WILDCARDS else listen_on.lower()

    def is_host_known(self, host: str, came_in_on: str) -> bool:
        """Whether a Host header means us. `came_in_on` is this connection's own local address."""
        name = _name(host.lower())
        return name is not None and (name in self._names or self._is_here(name, came_in_on))

    def is_origin_known(self, origin: str, came_in_on: str) -> bool:
        """Whether pages of this origin may connect. Browsers send origins in lower case, so another is none."""
        if origin in self._origins:
            return True
        scheme, _, host = origin.partition("://")
        name = _name(host)
        return scheme in ("http", "https") and name is not None and self._is_here(name, came_in_on)

    def _is_here(self, name: str, came_in_on: str) -> bool:
        if name in ("localhost", self._bound):
            return True
        ip = _ip(name)
        return ip is not None and (ip.is_loopback or ip == _ip(came_in_on))


def _name(host: str) -> str | None:
    """The name or bare address in `host[:port]`; None if it is neither."""
    found = _HOST.fullmatch(host)
    return found["name"].strip("[]") if found else None


def _ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        ip = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return None
    mapped = ip.ipv4_mapped if ip.version == 6 else None
    return mapped or ip
