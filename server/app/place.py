"""Where a running server can be reached: a file in its data folder, there as long as it runs, by which other commands
find the server. Reads and writes that file only; whether anybody still answers there is not asked."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from server.process.settings import Settings

FILE = "server.json"


class RunningServer(msgspec.Struct, frozen=True, kw_only=True):
    """Where a running server and its Redis can be reached, and how durably it writes there."""

    port: int
    url: str = ""
    """Where people reach it, for their links."""
    redis: str
    replicas: int = 0
    reduced_durability: bool = False
    pid: int = msgspec.field(default_factory=os.getpid)


@contextlib.contextmanager
def announcing(settings: Settings, port: int, redis: str) -> Iterator[None]:
    """Announced as long as this lasts. Workers are not: their parent is, for all of them."""
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


def announce(data: Path, place: RunningServer) -> None:
    """Written whole under another name first, readable by its user only: a URL may hold a password."""
    new = (data / FILE).with_suffix(".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
        opened.write(msgspec.json.encode(place))
    new.replace(data / FILE)


def announced(data: Path) -> RunningServer | None:
    """What the last server on this folder has announced, which may have been killed since; None: nothing."""
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=RunningServer)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None


def withdraw(data: Path) -> None:
    """The server ends."""
    (data / FILE).unlink(missing_ok=True)
