"""Whose word counts on where a client comes from. Pure; what an address may do is `limits`'s matter."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

HEADER = "X-Forwarded-For"
_TRACES = re.compile(
    r"forwarded|via|x-(forwarded|original|envoy|azure|appengine|proxy|cluster)-.*|x-real-ip|.*client-?ip|cf-.*|cdn-.*",
    re.IGNORECASE,
)
"""Headers that no client of its own accord sends: whoever speaks for others leaves one of them."""


class Proxies:
    """The proxies in front, by addresses and networks. Raises RuntimeError for what is neither."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [_network(network) for network in networks]

    def is_one(self, address: str) -> bool:
        """Is it a proxy's address?"""
        ip = ip_of(address) if self._networks else None
        return ip is not None and any(ip in network for network in self._networks)

    def client(self, address: str, forwarded: Iterable[str]) -> str:
        """Who came from `address`: of a proxy, the last that it names which is no proxy itself.

        `forwarded`: the values of `X-Forwarded-For`, in their order. A client may write into it what it likes, but each
        proxy adds whom it has seen at the end. Where a proxy names nobody it is itself who came."""
        if not self.is_one(address):
            return address
        for hop in reversed([hop.strip() for value in forwarded for hop in value.split(",")]):
            ip = ip_of(hop)
            if ip is None:
                break
            if not self.is_one(hop):
                return str(ip)
        return address


def is_passed_on(headers: Iterable[str]) -> bool:
    """Has a request with headers of these names come through somebody else, whether he is known as a proxy or not?"""
    return any(_TRACES.fullmatch(name) for name in headers)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise RuntimeError(f"the proxy {text!r} is neither an address nor a network: {error}") from error


def ip_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; one of IPv4 that is written as one of IPv6 is what it is."""
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if ip.version == 6 else ip
