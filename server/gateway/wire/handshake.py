"""The one HTTP request that begins every connection, without I/O: answered with a page, a refusal, or the WebSocket.

The websockets library parses the request and negotiates; what is served to whom is decided here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple, cast

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from protocol.codec import CODECS, Codec
from server.gateway.limits import Addresses, is_loopback
from server.gateway.proxies import HEADER, Proxies, added
from server.gateway.wire.frames import library_log
from server.gateway.wire.origins import Origins
from server.gateway.wire.site import Site, text

log_ = logging.getLogger(__name__)

PATH = "/ws"
UNLIKE_LOCAL = (
    "a request from this machine bears the header %r, which browsers don't send by themselves: whoever adds it may "
    "speak for others, so it has no local rights; right: your browser without what adds it (an extension, a proxy), "
    "or the proxy's address as --proxy"
)
MOST_NAMED = 64
"""Characters of a header's name that are said."""
_SUBPROTOCOLS = [cast(Subprotocol, name) for name in CODECS]


class Whence(NamedTuple):
    """Where a client comes from: the address that it counts as, and whether it sits at this machine."""

    address: str = ""
    is_local: bool = False


class Answer(NamedTuple):
    """What to send. With a codec the WebSocket is open; without one the connection ends here."""

    data: bytes
    status: int
    codec: Codec | None = None
    whence: Whence = Whence()
    """Of a whole request it is known, behind a proxy too."""


class Peer(NamedTuple):
    """Both ends of a connection: the address it came from, and our own one that it came in on."""

    address: str
    came_in_on: str


class Gate:
    """What every handshake is judged by. `is_draining`: no new players, though pages are still served."""

    def __init__(
        self, site: Site, origins: Origins, connects: Addresses, proxies: Proxies, is_draining: Callable[[], bool]
    ) -> None:
        self.site = site
        self.proxies = proxies
        self._origins = origins
        self._connects = connects
        self._is_draining = is_draining
        self._has_said = False

    def refusal(self, request: Request, peer: Peer) -> Response | None:
        """Why nothing at all is served to this request."""
        hosts = request.headers.get_all("Host")
        if len(hosts) > 1 or (not hosts and request.protocol == "HTTP/1.1"):
            return text(HTTPStatus.BAD_REQUEST, "One Host header is needed.")
        if hosts and not self._origins.is_host_known(hosts[0], peer.came_in_on):
            return text(HTTPStatus.MISDIRECTED_REQUEST, f"{PATH} and pages are not served under this host name.")
        return None

    def socket_refusal(self, request: Request, peer: Peer, now_s: float) -> Response | None:
        """Why no WebSocket is opened."""
        origins = request.headers.get_all("Origin")
        if len(origins) > 1 or (origins and not self._origins.is_origin_known(origins[0], peer.came_in_on)):
            return text(HTTPStatus.FORBIDDEN, "Pages of this origin may not connect.")
        if self._is_draining():
            return text(HTTPStatus.SERVICE_UNAVAILABLE, "The server is about to restart.", Retry_After="5")
        if wait_s := self._connects.take(self.whence(request, peer).address, now_s):
            wait = str(int(wait_s) + 1)
            return text(HTTPStatus.TOO_MANY_REQUESTS, "Too many new connections.", Retry_After=wait)
        return None

    def whence(self, request: Request, peer: Peer) -> Whence:
        """Where a client comes from, behind a proxy too.

        What somebody on this machine passes on comes from elsewhere. If he is not named as a proxy nobody knows from
        where, and all such share the address of nobody."""
        if self.proxies.is_one(peer.address):
            return Whence(self.proxies.client(peer.address, request.headers.get_all(HEADER)))
        if not is_loopback(peer.address):
            return Whence(peer.address)
        if (name := added(request.headers)) is None:
            return Whence(peer.address, is_local=True)
        self._say_once(name)
        return Whence()

    def _say_once(self, header: str) -> None:
        """Whoever sits here and is taken for somebody from afar learns why."""
        if not self._has_said:
            self._has_said = True
            log_.warning(UNLIKE_LOCAL, header[:MOST_NAMED], extra={"fields": {"event": "passed_on"}})


class Handshake:
    """Feed it until it answers; it answers once."""

    __slots__ = ("_method", "_protocol")

    def __init__(self) -> None:
        self._protocol = ServerProtocol(subprotocols=_SUBPROTOCOLS, logger=library_log)
        self._method = b""

    def receive(self, data: bytes, door: Gate, peer: Peer, now_s: float) -> Answer | None:
        """The answer, once the request is whole."""
        protocol = self._protocol
        self._method = self._method or data.partition(b" ")[0]
        protocol.receive_data(data)
        events = protocol.events_received()
        if events and isinstance(request := events[0], Request):
            is_early = len(events) > 1 or bool(protocol.reader.buffer) or not data.endswith(b"\n")
            answer = _answer(protocol, self._respond(request, is_early, door, peer, now_s))
            return answer._replace(whence=door.whence(request, peer))
        if protocol.handshake_exc is None:
            return None
        if own := b"".join(protocol.data_to_send()):  # the library has said what is wrong with the request
            return Answer(own, int(own[9:12]))
        return _answer(protocol, self._malformed())

    def _respond(self, request: Request, is_early: bool, door: Gate, peer: Peer, now_s: float) -> Response:
        """`is_early`: more has come than the request."""
        if refusal := door.refusal(request, peer):
            return refusal
        if request.path.partition("?")[0] != PATH:
            return door.site.respond(request)
        if refusal := door.socket_refusal(request, peer, now_s):
            return refusal
        if is_early:
            return text(HTTPStatus.BAD_REQUEST, "A WebSocket client waits for the answer before it sends.")
        return self._protocol.accept(request)

    def _malformed(self) -> Response:
        if self._method.isalpha() and self._method not in (b"GET", b"HEAD"):
            return text(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD are served.", Allow="GET, HEAD")
        return text(HTTPStatus.BAD_REQUEST, "This is not an HTTP request without a body.")


def _answer(protocol: ServerProtocol, response: Response) -> Answer:
    is_open = response.status_code == HTTPStatus.SWITCHING_PROTOCOLS
    codec = CODECS[str(protocol.subprotocol)] if is_open else None
    return Answer(response.serialize(), response.status_code, codec)
