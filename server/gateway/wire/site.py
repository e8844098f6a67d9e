"""What is answered over plain HTTP: pages, health; where no players come, metrics. One request per connection, GET and
HEAD only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.gateway.metrics import Metrics
from server.gateway.wire.pages import INDEX, Page

SAFE = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_TEXT = "text/plain; charset=utf-8"


class Site:
    """`is_ready` says whether new players should be sent here: what /readyz tells a load balancer. `metrics` only where
    no players come."""

    def __init__(self, pages: Mapping[str, Page], is_ready: Callable[[], bool], metrics: Metrics | None = None) -> None:
        self._pages = pages
        self._metrics = metrics
        self._is_ready = is_ready

    def respond(self, request: Request) -> Response:
        """The whole answer to a request for anything but the WebSocket."""
        if request.method not in ("GET", "HEAD"):
            return text(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD are served.", Allow="GET, HEAD")
        response = self._look_up(request)
        if request.method == "HEAD":
            response.body = b""
        return response

    def _look_up(self, request: Request) -> Response:
        path = request.path.partition("?")[0]
        if path == "/healthz":
            return text(HTTPStatus.OK, "alive")
        if path == "/readyz":
            is_ready = self._is_ready()
            return text(HTTPStatus.OK, "ready") if is_ready else text(HTTPStatus.SERVICE_UNAVAILABLE, "not ready")
        if path == "/metrics" and self._metrics is not None:
            return respond(HTTPStatus.OK, self._metrics.exposition(), Metrics.CONTENT_TYPE, "no-store")
        page = self._pages.get(path)
        if page is not None:
            return _send(page, request)
        if INDEX in self._pages and "text/html" in _all(request, "Accept"):  # the page shows people the way back
            return _send(self._pages[INDEX], request, HTTPStatus.NOT_FOUND)
        return text(HTTPStatus.NOT_FOUND, "There is nothing here.")


def _all(request: Request, header: str) -> str:
    return ", ".join(request.headers.get_all(header))


def _send(page: Page, request: Request, status: HTTPStatus = HTTPStatus.OK) -> Response:
    if page.gzipped is None:
        return respond(status, page.body, page.content_type, page.cache_control)
    takes_gzip = "gzip" in _all(request, "Accept-Encoding")
    encoding = {"Content_Encoding": "gzip"} if takes_gzip else {}
    body = page.gzipped if takes_gzip else page.body
    return respond(status, body, page.content_type, page.cache_control, Vary="Accept-Encoding", **encoding)


def text(status: HTTPStatus, sentence: str, **headers: str) -> Response:
    """One line of plain text, not to be kept."""
    return respond(status, sentence.encode() + b"\n", _TEXT, "no-store", **headers)


def respond(status: HTTPStatus, body: bytes, content_type: str, cache_control: str, **headers: str) -> Response:
    """A response that ends the connection. Underscores in header names stand for hyphens."""
    all_headers = Headers(
        {
            "Content-Type": content_type,
            "Content-Length": str(len(body)),
            "Cache-Control": cache_control,
            "Connection": "close",
            **SAFE,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
    )
    return Response(status.value, status.phrase, all_headers, body)
