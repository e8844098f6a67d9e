"""The server's port: opens it, hands every connection to a session, and closes down without losing anybody.

Pages, health and the WebSocket share the one port; metrics have their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from server.gateway.company import Company
from server.gateway.gateway import TICK_S, Gateway
from server.gateway.limits import RELAXED, Addresses, Limits
from server.gateway.metrics import Metrics
from server.gateway.metrics_port import MetricsPort, address_of
from server.gateway.proxies import Proxies
from server.gateway.session import Session
from server.gateway.wire.handshake import Gate
from server.gateway.wire.origins import Origins
from server.gateway.wire.pages import read_pages
from server.gateway.wire.site import Site
from server.lobby.lobby import Lobby
from server.process.clock import wall_ms
from server.process.settings import Settings

BACKLOG = 2048
SPARE_FILES = 256
"""Open files kept for everything that is no client: store, links, logs."""
RESTART_RETRY_MS = 1_000
"""At a restart each client is told to come back after this time, or up to twice as long, so that not all come at
once."""


class Listener:
    """`files` (path -> body) are served beside the folder `static`. `is_ready`: whether the store can be reached."""

    def __init__(
        self,
        settings: Settings,
        lobby: Lobby,
        static: Path | None = None,
        files: Mapping[str, bytes] | None = None,
        *,
        limits: Limits | None = None,
        metrics: Metrics | None = None,
        is_ready: Callable[[], bool] = lambda: True,
        clock_ms: Callable[[], int] = wall_ms,
        reuse_port: bool = False,
        company: Company | None = None,
    ) -> None:
        self.metrics = metrics or Metrics()
        self.port = settings.port
        """With setting 0 the system chooses it in `start`."""
        self._settings = settings
        self._lobby = lobby
        self._limits = (limits or (RELAXED if settings.relaxed else Limits())).divided(settings.among)
        self._pages = read_pages(static, files or {})
        self._is_store_ready = is_ready
        self._clock_ms = clock_ms
        self._reuse_port = reuse_port
        self._company = company
        self._is_draining = False
        self._server: asyncio.Server | None = None
        self._gateway: Gateway | None = None
        self.metrics_port: MetricsPort | None = None

    @property
    def sessions(self) -> int:
        """Connections open now."""
        return len(self._gateway.sessions) if self._gateway else 0

    @property
    def is_ready(self) -> bool:
        """Whether players should be sent here."""
        is_blocked = self._gateway is not None and self._gateway.watchdog.is_blocked
        return not self._is_draining and not is_blocked and self._is_store_ready()

    async def start(self) -> None:
        """Open the port, and that of the metrics. Raises OSError if that is not possible."""
        limits = self._limits
        is_counted = limits.is_loopback_counted or self._settings.may_stand_behind_a_proxy
        connections = min(limits.connections, _sockets(limits.connections))
        limits = replace(limits, connections=connections, is_loopback_counted=is_counted)
        gateway = Gateway(self._lobby, limits, self.metrics, self._clock_ms, self._company)
        site = Site(self._pages, lambda: self.is_ready)
        origins = Origins(self._settings.origins, self._settings.host)
        connects, proxies = Addresses(limits, limits.connects), Proxies(self._settings.proxies)
        gateway.door = Gate(site, origins, connects, proxies, lambda: self._is_draining)
        self._server = await gateway.loop.create_server(
            lambda: Session(gateway),
            self._settings.host,
            self._settings.port,
            backlog=BACKLOG,
            reuse_port=self._reuse_port or None,
        )
        self.port = int(self._server.sockets[0].getsockname()[1])
        self._gateway = gateway
        gateway.start()
        if self._settings.metrics:
            await self._open_metrics(connects, proxies)

    async def _open_metrics(self, connects: Addresses, proxies: Proxies) -> None:
        site = Site({}, lambda: self.is_ready, self.metrics)
        origins = Origins((), address_of(self._settings.metrics)[0])
        door = Gate(site, origins, connects, proxies, is_draining=lambda: True)  # no WebSocket is opened there
        self.metrics_port = MetricsPort(self._settings.metrics, door, self._reuse_port)
        await self.metrics_port.start()

    def drain(self) -> None:
        """Send new players elsewhere; those who are here play on. The port stays open, and /readyz says so."""
        self._is_draining = True

    async def stop(self) -> None:
        """Say `restart` to everybody, close, and drop those who have not gone in time. Call it before the tables
        close."""
        self.drain()
        if self.metrics_port is not None:
            await self.metrics_port.stop()
        if self._server is None or self._gateway is None:
            return
        server, gateway = self._server, self._gateway
        server.close()
        for session in list(gateway.sessions):
            session.restart(RESTART_RETRY_MS + random.randrange(RESTART_RETRY_MS))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(gateway.limits.close_s + 2 * TICK_S):
                await gateway.emptied()
        for session in list(gateway.sessions):
            session.abort()
        await gateway.stop()
        await server.wait_closed()


def _sockets(wanted: int) -> int:
    """How many connections the system lets this process have; its limit is raised as far as needed and allowed."""
    try:
        import resource
    except ImportError:  # not on every system
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted + SPARE_FILES:
        return wanted
    aim = wanted + SPARE_FILES if hard == resource.RLIM_INFINITY else min(hard, wanted + SPARE_FILES)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))
        soft = aim
    return max(1, soft - SPARE_FILES)
