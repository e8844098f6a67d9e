"""The data folder. Log, keys and links are for its user only, so it is closed to others, and doctor shows what is
not."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Iterator
from pathlib import Path

OURS = (
    "master.key*", "served.key", "links.json*", "bots", "lobby.key", "signing.key", "signers", "checkpoints",
    "server.json", "lock", "redis.log", "dump.rdb", "appendonlydir", "metrics",
)  # fmt: skip
"""What Fray and its private Redis keep in it; other files in it are left as they are."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(data: Path) -> Path:
    """Make the folder if it is missing, and close it to others if an older server or a copy has left it open. What
    can't be closed (somebody else's, read-only) stays as it is; `fray doctor` names it."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path, mode in open_to_others(data):
        with contextlib.suppress(OSError):
            path.chmod(mode & ~OTHERS)
    return data


def open_to_others(data: Path) -> Iterator[tuple[Path, int]]:
    """What in it others may enter, read or write, with its mode. A folder meant for everybody (/tmp) does not count."""
    for path in (data, *(path for pattern in OURS for path in data.glob(pattern))):
        with contextlib.suppress(FileNotFoundError):  # a running server may just have removed it
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & OTHERS and not mode & stat.S_ISVTX:
                yield path, mode
