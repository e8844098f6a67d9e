"""Whose word counts on where a client comes from. Pure; what an address may do is `limits`'s matter."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

HEADER = "X-Forwarded-For"
_OWN = re.compile(
    r"host|connection|keep-alive|upgrade|upgrade-insecure-requests|user-agent|accept(-(charset|encoding|language))?"
    r"|origin|referer|cookie|authorization|cache-control|pragma|priority|te|dnt|save-data|range"
    r"|if-(match|none-match|modified-since|unmodified-since|range)"
    r"|sec-(websocket-(key|version|extensions|protocol)|fetch-(dest|mode|site|user|storage-access)|gpc|purpose|ch-ua.*)",
    re.IGNORECASE,
)
"""Headers that a client sends of its own accord. Whoever speaks for others adds one that is not here, under whatever
name his maker has thought of."""


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


def added(headers: Iterable[str]) -> str | None:
    """The first of a request's headers that no client sends of its own accord: it may have come through somebody else,
    whether he is known as a proxy or not."""
    return next((name for name in headers if not _OWN.fullmatch(name)), None)


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
