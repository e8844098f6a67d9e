"""The master key, from which the seeds of all encounters are made: where it is found, and when a new one may be made.

Dice are bound to the key under which their encounter was made. One that is lost must not be replaced in silence, for
whoever has a backup of it would bring it back too late.
"""

from __future__ import annotations

import contextlib
import os
from hashlib import sha256
from pathlib import Path

import msgspec

from server.core.state import Tips
from server.keys.secret_file import SECRET_BYTES, kept_secret, secret_of
from server.keys.seeds import SeedKeeper
from server.store.log import Broken, Log
from server.store.stored import Stored, stored_of

FILE = "master.key"
WHAT = "the key of these encounters"
SERVED_WITH = "served.key"
"""Beside it: a hash of the key that the folder was last served with."""

MEND = (
    "bring it back from a backup (a former one as master.key.1 or in FRAY_FORMER_KEYS), else nobody gets to the tables "
    "that were made under it; --new-key lays new encounters under a new one"
)


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
    """The master keys before it: FRAY_FORMER_KEYS (hex, with commas between), and the files `master.key.*`. Raises
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

    The folder remembers by a hash which key it was last served with, so that logs are looked through only where that
    has changed. Raises RuntimeError where a key was lost or another lies in its place, and Unavailable."""
    if not is_new_wanted and not _is_same(data) and (lost := await of_another_key(data, log)) is not None:
        raise RuntimeError(key_lost(data, lost))
    if not has_key(data):
        secret_of(data / FILE, WHAT)
    _remember(data)


def _is_same(data: Path) -> bool:
    """Is it the key that this folder was last served with? A folder of an older release remembers none."""
    served = data / SERVED_WITH
    return has_key(data) and (not served.exists() or served.read_text() == _hash(master_key(data)))


def _remember(data: Path) -> None:
    with open(os.open(data / SERVED_WITH, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(_hash(master_key(data)))


def _hash(key: bytes) -> str:
    return sha256(b"served with" + key).hexdigest()


def key_lost(data: Path, encounter: str) -> str:
    """What to say where the key of an encounter is not there: none at all, or another one."""
    there = "holds another key" if has_key(data) else "is missing"
    place = "FRAY_MASTER_KEY" if os.environ.get("FRAY_MASTER_KEY") else data / FILE
    return f"key_lost: {place} {there}, and encounter {encounter} was made under the lost one; {MEND}"


def key_changed(encounter: str) -> str:
    """What to say of an encounter that is not opened because another key lies here."""
    return f"it was made under a master key that this server does not have; {mend_changed(encounter)}"


def mend_changed(encounter: str) -> str:
    """What opens it again, or goes on from where it stood."""
    return f"bring that key back as master.key.1 or in FRAY_FORMER_KEYS, or lay a copy: fray branch {encounter}"


async def of_another_key(data: Path, log: Log) -> str | None:
    """The newest encounter of the log, if it was made under none of the keys here. Older ones may have lost theirs
    before. Raises RuntimeError as `master_key` does, and Unavailable."""
    return next(iter(await of_other_keys(data, log, 1)), None)


async def of_other_keys(data: Path, log: Log, most: int) -> list[str]:
    """Which of so many encounters of the log were made under none of the keys here, the newest first. Raises as
    `of_another_key` does."""
    made = [(at, encounter, tips) async for encounter in log.encounters() for at, tips in await _made(log, encounter)]
    keys = [*([master_key(data)] if has_key(data) else []), *former_keys(data)]
    keeper = SeedKeeper(keys[0], keys) if keys else None
    newest = sorted(made, key=lambda each: each[0], reverse=True)[:most]
    return [encounter for _, encounter, tips in newest if keeper is None or not keeper.holds(encounter, tips)]


async def _made(log: Log, encounter: str) -> list[tuple[int, Tips]]:
    """When an encounter was made (ms), and the tips that its dice are bound to; nothing where that can't be read."""
    with contextlib.suppress(Broken, LookupError, msgspec.MsgspecError):
        first = [stored_of(entry.body) for entry in await log.read(encounter, 0, 1)]
        return [(commit.at, tips_of(commit)) for commit in first]
    return []


def tips_of(first: Stored) -> Tips:
    """What an encounter's first commit binds its dice to. Raises msgspec.DecodeError, LookupError."""
    return msgspec.convert(first.facts()[0]["tips"], Tips)
