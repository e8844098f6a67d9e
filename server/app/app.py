"""The composition root: the only place that names rule systems and Redis, and joins all parts of a server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from server.app.data_folder import private_folder
from server.app.place import RunningServer, announce, announced, withdraw
from server.app.workers import working
from server.archive import signers
from server.archive.checkpoints import Checkpoints
from server.core.create import EncounterSpec
from server.core.errors import TEXTS
from server.core.system import System
from server.core.words.german import GERMAN
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.encounter.setup import LANGUAGES, setup
from server.gateway.listener import Listener
from server.gateway.metrics import Metrics
from server.gateway.metrics_port import told_to_others
from server.gateway.session import fan_out
from server.keys import bad_links
from server.keys.links import FILE as LINKS
from server.keys.links import Links
from server.keys.master_key import ensure_master_key, keeper_of
from server.keys.secret_file import secret_of
from server.lobby.holdings import Holdings
from server.lobby.lobby import Lobby
from server.process.budget import Budget
from server.process.clock import Clock
from server.process.collector import spared
from server.process.settings import METRICS_INSIDE, NAMED_PROXY, UNNAMED_PROXY, Settings, without_password
from server.process.shares import Shares
from server.store.format import FORMAT, newer
from server.store.log import Unavailable
from server.store.redis.connect import Server, connect, unguarded
from server.store.redis.durability import is_refused
from server.store.redis.embedded import Embedded
from server.store.redis.log import RedisLog
from server.table.services import Services

log_ = logging.getLogger(__name__)

LOBBY_KEY = "lobby.key"
STATIC = Path(__file__).parent.parent / "static"
FIRST_DEMO = "tirakan"
"""The system whose demo encounter is named first."""

LOOK_EVERY_S = 2.0
"""So often it is looked whether a newer server has raised the store's format."""

SETTLE_S = 5.0
"""So long a server that is told to stop decides what it was asked before."""


def lobby_key(settings: Settings) -> str:
    """What opens the list of links in the lobby, the same at every start on this data folder; empty where there is no
    list. Only whoever reads the folder or what the server prints has it: no page of another port, no other user."""
    if not settings.lobby_lists_links:
        return ""
    secret = secret_of(Path(settings.data) / LOBBY_KEY, "the key to the lobby's list, or remove the file for a new one")
    return urlsafe_b64encode(secret).rstrip(b"=").decode()


@contextlib.asynccontextmanager
async def redis_of(settings: Settings) -> AsyncIterator[str]:
    """The URL of the Redis to use: yours, the running server's of this data folder, or a private one started here."""
    data = Path(settings.data)
    if settings.redis:
        yield settings.redis
        return
    binary = Path(settings.redis_binary) if settings.redis_binary else None
    async with Embedded(data, binary=binary) as embedded:
        yield embedded.url


@contextlib.asynccontextmanager
async def _redis_to_serve(settings: Settings) -> AsyncIterator[str]:
    """The same. Raises RuntimeError where a private one has lost all that it had."""
    await _check_folder(settings)
    async with redis_of(settings) as url:
        yield url


async def _check_folder(settings: Settings) -> None:
    """Make it private, say what is lost of it, and keep aside what can't be read. Raises RuntimeError as above."""
    data = private_folder(Path(settings.data))  # for links and keys, whichever Redis it is
    if settings.is_worker:
        return  # its parent has done so
    await asyncio.to_thread(signers.warn_of_lost, data)
    await asyncio.to_thread(bad_links.warn_of_bad, data)
    if not settings.redis:
        await Holdings(Links(data / LINKS), Checkpoints(data)).check_kept(data)


@contextlib.asynccontextmanager
async def open_log(settings: Settings) -> AsyncIterator[RedisLog]:
    """The log to read, for a command beside a running server as well as without one."""
    async with _log_at(settings, await server_beside(settings)) as log:
        yield log


@contextlib.asynccontextmanager
async def open_log_to_write(settings: Settings) -> AsyncIterator[RedisLog]:
    """The same to write to: an append waits for as many replicas as the settings say, or those of the server that
    runs over this Redis. Raises RuntimeError where acknowledged commits may be lost and nobody has agreed to that."""
    running = await server_beside(settings)
    if running is not None:
        settings = replace(
            settings,
            replicas=max(settings.replicas, running.replicas),
            reduced_durability=settings.reduced_durability or running.reduced_durability,
        )
    if running is None:
        await _check_folder(settings)
    async with _log_at(settings, running) as log:
        await _check(log, settings)
        yield log


@contextlib.asynccontextmanager
async def _log_at(settings: Settings, running: RunningServer | None) -> AsyncIterator[RedisLog]:
    """Over the Redis of the settings, else of the running server, else one started here."""
    url = settings.redis or (running.redis if running is not None else "")
    async with contextlib.AsyncExitStack() as stack:
        if not url:
            private_folder(Path(settings.data))
            url = await stack.enter_async_context(redis_of(settings))
        log = RedisLog(server_of(url), settings.replicas)
        stack.push_async_callback(log.close)
        yield log


@contextlib.asynccontextmanager
async def _log_over(url: str, settings: Settings) -> AsyncIterator[RedisLog]:
    """The log to serve; closed at the end. Raises RuntimeError where it should not be served."""
    log = RedisLog(server_of(url), settings.replicas)
    try:
        await _check(log, settings)
        yield log
    finally:
        await log.close()


def server_of(url: str) -> Server:
    """The Redis behind a URL. Raises RuntimeError for what is none."""
    try:
        return connect(url)
    except ValueError as error:
        raise RuntimeError(f"{without_password(url)} is no Redis URL: {error}") from error


async def server_beside(settings: Settings) -> RunningServer | None:
    """The server that is running on this data folder, over the Redis that the settings name."""
    running = await running_server(Path(settings.data))
    return running if running is not None and settings.redis in ("", running.redis) else None


async def running_server(data: Path) -> RunningServer | None:
    """The server that is running on this data folder; None where no Redis of one answers."""
    if (place := announced(data)) is None:
        return None
    try:
        log = RedisLog(server_of(place.redis))
    except RuntimeError:
        return None
    try:
        await log.top("00" * 16)
    except Unavailable:
        return None
    finally:
        await log.close()
    return place


class App:
    """A running server: its lobby and its port, over a log."""

    def __init__(self, settings: Settings, lobby: Lobby, port: int, log: RedisLog) -> None:
        self.settings = settings
        self.lobby = lobby
        self.port = port
        self._log = log

    async def outdated(self) -> str:
        """What to say when a newer server has raised the store's format; waits for that."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            with contextlib.suppress(Unavailable):
                if (found := await self._log.format()) > FORMAT:
                    return newer(found)

    @property
    def url(self) -> str:
        """Where people reach it."""
        return self.settings.url_at(self.port)

    @property
    def home(self) -> str:
        """The lobby, for whoever runs the server: on this machine with its list of links."""
        return f"{self.url}/#/key/{self.lobby.key}" if self.lobby.key else f"{self.url}/"

    async def demos(self, links: Links, names: Sequence[str] = ()) -> list[dict[str, Any]]:
        """The demo encounters of these systems (none named: of all), laid once per data folder: {encounter, title,
        system, links}."""
        lines = list(reversed(await self.lobby.encounters()))
        titled = {(line["system"], line["title"]): line for line in lines}
        more = {self._parsed(text).title for system in self.lobby.systems.values() for text in system.more_demos}
        first = {line["system"]: line for line in lines if line["title"] not in more}
        laid = []
        found = [system for system in self.lobby.systems.values() if not names or system.name in names]
        for system in sorted(found, key=lambda system: system.name != FIRST_DEMO):
            if system.demo:
                laid.append(
                    await self._demo(
                        system.demo, links, lambda spec: titled.get((spec.system, spec.title)) or first.get(spec.system)
                    )
                )
        for text in (text for system in found for text in system.more_demos):
            laid.append(await self._demo(text, links, lambda spec: titled.get((spec.system, spec.title))))
        return laid

    def _parsed(self, text: str) -> EncounterSpec:
        return encounter_file.parse_encounter(text, "a demo", self.lobby.systems)

    async def _demo(
        self, text: str, links: Links, there: Callable[[EncounterSpec], dict[str, Any] | None]
    ) -> dict[str, Any]:
        """A demo encounter: the one that is `there` already, else laid now."""
        spec = self._parsed(text)
        line = there(spec)
        if line is None:
            return {"system": spec.system, **await self.lobby.create(spec)}
        known = dict(links.of(line["id"]))
        return {"encounter": line["id"], "title": line["title"], "system": spec.system, "links": known}


def refusals(system: System) -> dict[str, dict[str, str]]:
    """What people are told for each code that core or the system refuses with, by language."""
    own = system.catalog.get("refusals", {})
    return {"en": {**TEXTS, **system.texts}, "de": {**GERMAN, **own.get("de", {})}}


def catalogues(found: Mapping[str, System]) -> dict[str, bytes]:
    """What clients fetch about each system: /catalog/<system>.json at a table; with `.en` or `.de` before `.json` in
    one language, with `.en.refusals` why something is not possible; `.rules` are the titles of rules, which the files
    of one language lack as well; and /setup/<system>.json to lay one."""
    files: dict[str, bytes] = {}
    for system in found.values():
        words = {key: part for key, part in system.catalog.items() if key in ("labels", "lines", "icons")}
        said = refusals(system)
        titles, rules = {"titles": dict(system.titles)}, {"rules": dict(system.rules)}
        files[f"/catalog/{system.name}.json"] = msgspec.json.encode({**titles, **rules, **words, "refusals": said})
        files[f"/catalog/{system.name}.rules.json"] = msgspec.json.encode(rules)
        for language in LANGUAGES:
            one = {key: {language: part[language]} for key, part in words.items() if language in part}
            files[f"/catalog/{system.name}.{language}.json"] = msgspec.json.encode({**titles, **words, **one})
            files[f"/catalog/{system.name}.{language}.refusals.json"] = msgspec.json.encode(
                {"refusals": {language: said[language]}}
            )
        files[f"/setup/{system.name}.json"] = msgspec.json.encode(setup(system))
    return files


async def _check(log: RedisLog, settings: Settings) -> None:
    """Whether to serve over this log, and with what is in the data folder. Raises RuntimeError where something is wrong
    that an operator has to mend first."""
    data, where = Path(settings.data), without_password(settings.redis) or settings.data
    await _check_durability(log, settings)
    await _check_format(log)
    await Holdings(Links(data / LINKS), Checkpoints(data)).check_not_lost(log, where)
    await ensure_master_key(data, log, settings.new_key)


async def _check_format(log: RedisLog) -> None:
    """Raise the store to the format that is written here. Raises RuntimeError where a newer server has raised it."""
    found = await log.format()
    if found > FORMAT:
        raise RuntimeError(newer(found))
    if found < FORMAT:
        await log.raise_format(FORMAT)


async def _check_durability(log: RedisLog, settings: Settings) -> None:
    """Say what is weak. Raises RuntimeError where acknowledged commits may be lost and nobody has agreed to that."""
    found = await log.check_durability()
    for weakness in [*found, *unguarded(settings.redis)]:
        fields = {"event": "durability", "weakness": weakness}
        log_.warning("durability: %s", weakness, extra={"fields": fields})
    refused = [weakness for weakness in found if is_refused(weakness)]
    if refused and not settings.reduced_durability:
        raise RuntimeError(f"{'; '.join(refused)}. To go on all the same: --reduced-durability")


def _check_proxy(settings: Settings) -> None:
    """Say that the proxy in front is not known."""
    if settings.lacks_proxy and not settings.is_worker:
        log_.warning("proxy: %s; right: %s", UNNAMED_PROXY, NAMED_PROXY, extra={"fields": {"event": "proxy"}})


def _check_metrics(settings: Settings) -> None:
    """Say that others than this machine can read them."""
    if settings.metrics and not settings.is_worker and (found := told_to_others(settings.metrics)):
        log_.warning("metrics: %s; right: %s", found, METRICS_INSIDE, extra={"fields": {"event": "metrics"}})


def _lobby(settings: Settings, log: RedisLog, clock: Clock, metrics: Metrics) -> tuple[Lobby, Links]:
    _check_proxy(settings)
    _check_metrics(settings)
    data = Path(settings.data)
    links = Links(data / LINKS)
    services = Services(
        log, keeper_of(data), clock, fan_out, metrics, Checkpoints(data),
        budget=Budget(settings.memory_mib * 1024 * 1024), shares=Shares(among=settings.among),
    )  # fmt: skip
    lobby = Lobby(
        services, systems(), links,
        is_open=settings.lobby_is_open, is_public=settings.lobby_is_public, key=lobby_key(settings),
        most_encounters=settings.encounters,
    )  # fmt: skip
    return lobby, links


@contextlib.asynccontextmanager
async def serving(settings: Settings, clock: Clock | None = None) -> AsyncIterator[tuple[App, Links]]:
    """A server from first to last: Redis, log, lobby, listener; stopped in the opposite order."""
    async with _redis_to_serve(settings) as url, _log_over(url, settings) as log:
        metrics = Metrics()
        lobby, links = _lobby(settings, log, clock or Clock(), metrics)
        listener = Listener(
            settings, lobby, STATIC, catalogues(lobby.systems), metrics=metrics, is_ready=lambda: lobby.is_ready,
            reuse_port=settings.is_worker,
        )  # fmt: skip
        try:
            lobby.start()
            await listener.start()
            with _announced(settings, listener.port, url), spared(metrics.collected):
                yield App(settings, lobby, listener.port, log), links
                listener.drain()
                await asyncio.sleep(settings.drain_s)
        finally:
            await listener.stop()
            await lobby.tables.finish_waiting(SETTLE_S)
            await lobby.close()


@contextlib.asynccontextmanager
async def overseeing(settings: Settings) -> AsyncIterator[tuple[App, Links]]:
    """The parent of several workers: it owns Redis and the data folder, and lays demos, but opens no table."""
    async with _redis_to_serve(settings) as url, _log_over(url, settings) as log:
        lobby, links = _lobby(settings, log, Clock(), Metrics())
        try:
            async with working(settings, url) as port:
                with _announced(settings, port, url):
                    yield App(settings, lobby, port, log), links
        finally:
            await lobby.close()


@contextlib.contextmanager
def _announced(settings: Settings, port: int, redis: str) -> Iterator[None]:
    """Other commands find the server, as long as it runs; of several workers, their parent."""
    if settings.is_worker:
        yield
        return
    data, is_reduced = Path(settings.data), settings.reduced_durability
    url, replicas = settings.url_at(port), settings.replicas
    announce(data, RunningServer(port=port, url=url, redis=redis, replicas=replicas, reduced_durability=is_reduced))
    try:
        yield
    finally:
        withdraw(data)
