"""The composition root: a whole server on one screen. Only here do all parts meet; none of them looks for another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from server.app.catalogues import catalogues
from server.app.company import Company
from server.app.lobby_key import lobby_key
from server.app.opened_log import log_to_serve
from server.app.place import announcing
from server.app.scribe import Scribe
from server.app.startup_checks import warn_of_exposure
from server.app.store_format import outdated
from server.app.workers import working
from server.archive.checkpoints import Checkpoints
from server.encounter.installed import systems
from server.gateway.listener import Listener
from server.gateway.metrics import Metrics
from server.gateway.session import fan_out
from server.keys.links import FILE as LINKS
from server.keys.links import Links
from server.keys.master_key import keeper_of
from server.lobby.lobby import Lobby
from server.process.budget import Budget
from server.process.clock import Clock
from server.process.collector import spared
from server.process.settings import Settings
from server.process.shares import Shares
from server.store.fingerprint import fingerprint
from server.store.log import Log
from server.store.redis.log import RedisLog
from server.table.services import Services

STATIC = Path(__file__).parent.parent / "static"

SETTLE_S = 5.0
"""A server that is told to stop takes this long, at most, to decide what it was asked before."""


class App:
    """A running server: its lobby and its port, over a log."""

    def __init__(self, settings: Settings, lobby: Lobby, port: int, log: RedisLog) -> None:
        self.settings = settings
        self.lobby = lobby
        self.port = port
        self._log = log

    @property
    def url(self) -> str:
        """Where people reach it."""
        return self.settings.url_at(self.port)

    @property
    def home(self) -> str:
        """The lobby, for whoever runs the server: on this machine with its list of links."""
        return f"{self.url}/#/key/{self.lobby.key}" if self.lobby.key else f"{self.url}/"

    async def outdated(self) -> str:
        """Wait until a newer server has raised the store's format; returns the sentence to stop with."""
        return await outdated(self._log)


@contextlib.asynccontextmanager
async def serving(settings: Settings, clock: Clock | None = None) -> AsyncIterator[tuple[App, Links]]:
    """A server from first to last: Redis, log, lobby, listener; stopped in the opposite order."""
    async with log_to_serve(settings) as (log, redis):
        warn_of_exposure(settings)
        metrics = Metrics()
        lobby = _lobby(settings, _services(settings, log, redis, clock or Clock(), metrics))
        company = Company(settings, lobby.links)
        listener = _listener(settings, lobby, metrics, company)
        try:
            for system in lobby.systems.values():  # read before anybody plays, who would wait for it
                await asyncio.to_thread(fingerprint, system)
            lobby.start()
            await listener.start()
            await company.start(settings.url_at(listener.port))
            with announcing(settings, listener.port, redis), spared(metrics.collected):
                yield App(settings, lobby, listener.port, log), lobby.links
                listener.drain()
                await asyncio.sleep(settings.drain_s)
        finally:
            await company.close()
            await listener.stop()
            await lobby.tables.finish_waiting(SETTLE_S)
            await lobby.close()


@contextlib.asynccontextmanager
async def overseeing(settings: Settings) -> AsyncIterator[tuple[App, Links]]:
    """The parent of several workers: it owns Redis and the data folder, and lays demos, but opens no table."""
    async with log_to_serve(settings) as (log, redis):
        warn_of_exposure(settings)
        lobby = _lobby(settings, _services(settings, log, redis, Clock(), Metrics()))
        try:
            async with working(settings, redis) as port:
                with announcing(settings, port, redis):
                    yield App(settings, lobby, port, log), lobby.links
        finally:
            await lobby.close()


def _services(settings: Settings, log: Log, redis: str, clock: Clock, metrics: Metrics) -> Services:
    data = Path(settings.data)
    return Services(
        log, keeper_of(data), clock, fan_out, metrics, Checkpoints(data),
        budget=Budget(settings.memory_mib * 1024 * 1024), shares=Shares(among=settings.among),
        scribe=Scribe(redis), folder=data,
    )  # fmt: skip


def _lobby(settings: Settings, services: Services) -> Lobby:
    return Lobby(
        services, systems(), Links(Path(settings.data) / LINKS),
        is_open=settings.lobby_is_open, is_public=settings.lobby_is_public, key=lobby_key(settings),
        most_encounters=settings.encounters,
    )  # fmt: skip


def _listener(settings: Settings, lobby: Lobby, metrics: Metrics, company: Company) -> Listener:
    return Listener(
        settings, lobby, STATIC, catalogues(lobby.systems), metrics=metrics, is_ready=lambda: lobby.is_ready,
        reuse_port=settings.is_worker, company=company,
    )  # fmt: skip
