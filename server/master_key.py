"""The master key, from which the seeds of all encounters are made: where it is found, and when a new one may be made.

Dice are bound to the key under which their encounter was made. One that is lost must not be replaced in silence, for
whoever has a backup of it would bring it back too late.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from server.core.state import Tips
from server.secret_file import SECRET_BYTES, kept_secret, secret_of
from server.seeds import SeedKeeper
from server.store.log import Broken, Log
from server.stored import Stored, stored_of

FILE = "master.key"
WHAT = "the key of these encounters"
MEND = "bring it back from a backup, else the dice of these encounters stop; --new-key makes one for new encounters"


def master_key(data: Path) -> bytes:
    """FRAY_MASTER_KEY (hex), else what is in the data folder. Raises RuntimeError naming the variable or file that is
    none."""
    given = os.environ.get("FRAY_MASTER_KEY")
    if given:
        return _key_of(given)
    if not (data / FILE).exists():
        raise RuntimeError(f"{data / FILE} is missing; {MEND}")
    return kept_secret(data / FILE, WHAT)


def former_keys(data: Path) -> list[bytes]:
    """Those before it: FRAY_FORMER_KEYS (hex, with commas between), and the data folder's files `master.key.*`. Raises
    RuntimeError as `master_key` does."""
    given = [key.strip() for key in os.environ.get("FRAY_FORMER_KEYS", "").split(",")]
    kept = [kept_secret(file, "the former key") for file in sorted(data.glob(f"{FILE}.*"))]
    return [*(_key_of(key, "FRAY_FORMER_KEYS") for key in given if key), *kept]


def keeper_of(data: Path) -> SeedKeeper:
    """The seeds of all encounters, also of those that were made under a former key. Raises RuntimeError as `master_key`
    does."""
    return SeedKeeper(master_key(data), former_keys(data))


def _key_of(given: str, name: str = "FRAY_MASTER_KEY") -> bytes:
    try:
        key = bytes.fromhex(given)
    except ValueError:
        key = b""
    if len(key) != SECRET_BYTES:
        raise RuntimeError(f"{name} must be {2 * SECRET_BYTES} hex digits ({SECRET_BYTES} bytes)")
    return key


def has_key(data: Path) -> bool:
    """Is there a master key?"""
    return bool(os.environ.get("FRAY_MASTER_KEY")) or (data / FILE).exists()


async def ensure_master_key(data: Path, log: Log, is_new_wanted: bool = False) -> None:
    """Make a key where there is none and none was lost, or where somebody who knows wants a new one.

    Raises RuntimeError where one was lost, and Unavailable."""
    if has_key(data):
        return
    lost = None if is_new_wanted else await of_another_key(data, log)
    if lost is not None:
        raise RuntimeError(key_lost(data, lost))
    secret_of(data / FILE, WHAT)


def key_lost(data: Path, encounter: str) -> str:
    """What to say where there is no key, but an encounter that was made under one."""
    return f"key_lost: {data / FILE} is missing, and encounter {encounter} was made under it; {MEND}"


async def of_another_key(data: Path, log: Log) -> str | None:
    """The newest encounter of the log, if it was made under none of the keys here. Older ones may have lost theirs
    before. Raises RuntimeError as `master_key` does, and Unavailable."""
    made = [(at, encounter, tips) async for encounter in log.encounters() for at, tips in await _made(log, encounter)]
    if not made:
        return None
    _, newest, tips = max(made, key=lambda each: each[0])
    keys = [*([master_key(data)] if has_key(data) else []), *former_keys(data)]
    return None if keys and SeedKeeper(keys[0], keys).holds(newest, tips) else newest


async def _made(log: Log, encounter: str) -> list[tuple[int, Tips]]:
    """When an encounter was made (ms), and the tips that its dice are bound to; nothing where that can't be read."""
    with contextlib.suppress(Broken, LookupError, msgspec.MsgspecError):
        first = [stored_of(entry.body) for entry in await log.read(encounter, 0, 1)]
        return [(commit.at, tips_of(commit)) for commit in first]
    return []


def tips_of(first: Stored) -> Tips:
    """What an encounter's first commit binds its dice to. Raises msgspec.DecodeError, LookupError."""
    return msgspec.convert(first.facts()[0]["tips"], Tips)
