"""The command `fray accept`: take a log for good that ends before what was signed. Parses, calls, prints."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

from server.cli.command import Failure, command, settings_of, store_options
from server.process.settings import Settings

MOST_WORDS = 200
"""Characters of a reason."""


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "accept",
        "Accept that an encounter's log ends before what was signed of it, because an old backup was restored on "
        "purpose, or that it is gone, because it was deleted on purpose. Written, with the reason, to the signed heads "
        "in DATA/checkpoints; the log itself is not touched.",
        "fray accept 5f0c…e1 --reason 'disk lost, backup of Friday'",
        _run,
    )
    parser.add_argument("encounter", help="the encounter's id (32 hex digits)")
    parser.add_argument("--reason", type=_reason, default="restored from a backup")
    store_options(parser)


def _reason(text: str) -> str:
    if not text.isprintable() or not 1 <= len(text.strip()) <= MOST_WORDS:
        raise argparse.ArgumentTypeError(f"a reason is one line of 1 to {MOST_WORDS} characters")
    return text.strip()


def _run(arguments: argparse.Namespace) -> int:
    last, lost = asyncio.run(_accepted(settings_of(arguments), arguments.encounter, arguments.reason))
    print(f"{arguments.encounter}: ends at commit {last} from now on; that there were {lost} or more is past.")
    return 0


async def _accepted(settings: Settings, encounter: str, reason: str) -> tuple[int, int]:
    """Where the log ends, and up to where it is known to have gone. Raises Failure where there is nothing to accept."""
    from server.app.opened_log import log_to_read
    from server.archive.checkpoints import FILE, Checkpoints
    from server.keys.links import FILE as LINKS
    from server.keys.links import Links
    from server.lobby.holdings import Holdings
    from server.store import chain
    from server.store.log import ZERO_HASH

    data = Path(settings.data)
    if not any((data / name).exists() for name in (FILE, LINKS)):
        raise Failure(f"there is nothing to accept: {data} holds no signed heads, and no links")
    async with log_to_read(settings) as log:
        entries = await log.read(encounter)
    chain.verify(encounter, entries)
    checkpoints, last = Checkpoints(data), len(entries)
    newest, before = checkpoints.newest(encounter), checkpoints.newest(encounter, last)
    if await Holdings(Links(data / LINKS), checkpoints).loss_of(encounter, last) is None:
        signed = f"heads are signed up to {newest.n}" if newest is not None else "no head is signed"
        raise Failure(f"there is nothing to accept: the log of {encounter} has {last} commits, {signed}")
    if newest is not None and not newest.is_by(checkpoints.key):
        raise Failure(f"commit {newest.n} was signed with another key than {data}/signing.key")
    if before is not None and entries[before.n - 1].hash != before.hash:
        raise Failure(f"commit {before.n} is not what was signed: this is no older state of that log, but another log")
    checkpoints.add(encounter, last, entries[-1].hash if entries else ZERO_HASH, reason)
    return last, newest.n if newest is not None else 1
