"""A file of links that can't be read, whole or in part: kept aside and told, for only a backup has them again."""

from __future__ import annotations

import fcntl
import itertools
import logging
import os
from pathlib import Path

from server.keys.links import FILE, tokens_in

log_ = logging.getLogger(__name__)

MEND = "bring it back from a backup; encounters go on, and whoever has his link keeps it"


def unreadable(data: Path) -> str:
    """What is wrong with the file as it is; empty: nothing."""
    path = data / FILE
    if not path.exists():
        return ""
    lines = path.read_bytes().splitlines()
    if not lines:
        return f"{path} is empty: the links that it held are lost"
    bad = sum(tokens_in(line) is None for line in lines)
    return f"{bad} of {len(lines)} lines of {path} can't be read: their links are lost" if bad else ""


def kept_aside(data: Path) -> list[Path]:
    """The files that were, oldest first."""
    return sorted(data.glob(f"{FILE}.bad-*"), key=lambda path: (len(path.name), path.name))


def warn_of_bad(data: Path) -> None:
    """Before links are added: keep aside a file that can't be read, go on with what of it can, and say so."""
    found = unreadable(data)
    if not found:
        return
    aside = _set_aside(data)
    where = f"; the file as it was is kept as {aside}" if aside is not None else ""
    log_.warning("links: %s%s; right: %s", found, where, MEND, extra={"fields": {"event": "links"}})


def _set_aside(data: Path) -> Path | None:
    """Where the whole file is kept now; None where there is nothing to keep. Whoever adds a link meanwhile waits."""
    with (data / FILE).open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        whole = file.read()
        if not whole:
            return None
        aside = next(path for n in itertools.count(1) if not (path := data / f"{FILE}.bad-{n}").exists())
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as kept:
            kept.write(whole)
            kept.flush()
            os.fsync(kept.fileno())
        good = [line for line in whole.splitlines() if tokens_in(line) is not None]
        file.seek(0)
        file.truncate()
        file.write(b"".join(line + b"\n" for line in good))
        file.flush()
        os.fsync(file.fileno())
    return aside
