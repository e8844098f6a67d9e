"""What `fray doctor` finds about the log and what belongs to it: is all there that the data folder knows of?"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from server.archive.checkpoints import FILE as CHECKPOINTS
from server.archive.checkpoints import Checkpoint, Checkpoints, newest_of
from server.archive.signing import KEY_FILE
from server.keys.links import FILE as LINKS
from server.keys.links import Links
from server.keys.master_key import former_keys, has_key, key_lost, mend_changed, of_other_keys
from server.lobby.holdings import Holdings, Loss, all_lost, is_emptied
from server.store.format import FORMAT, newer
from server.store.log import Broken, Log, Unavailable
from server.store.redis.checkup import Finding, as_finding
from server.store.redis.log import RedisLog

LOOKED_AT = 200
"""Of so many encounters, the newest, it is looked under which key they were made; each takes some milliseconds."""


async def fitting(data: Path, log: RedisLog) -> list[Finding]:
    """Does the log fit what is in the folder? Nothing where it can't be reached: that has been said."""
    with contextlib.suppress(Unavailable):
        return [*await _format(log), *await _key(data, log), *await _logs(data, log)]
    return []


async def left_behind(data: Path) -> list[Finding]:
    """What `fitting` finds, as far as it can be seen while the private Redis does not run."""
    known = await Holdings(Links(data / LINKS), _checkpoints(data)).encounters()
    if not known:
        return []
    found = []
    if await asyncio.to_thread(is_emptied, data):
        found.append(as_finding("wrong", "logs", all_lost(len(known), str(data))))
    if not has_key(data) and not former_keys(data):
        found.append(as_finding("wrong", "master key", key_lost(data, known[-1])))
    return found


def _checkpoints(data: Path) -> Checkpoints | None:
    """Looking makes no key."""
    return Checkpoints(data) if all((data / name).exists() for name in (CHECKPOINTS, KEY_FILE)) else None


async def _format(log: RedisLog) -> list[Finding]:
    found = await log.format()
    return [as_finding("wrong", "store format", newer(found))] if found > FORMAT else []


async def _key(data: Path, log: Log) -> list[Finding]:
    try:
        foreign = await of_other_keys(data, log, LOOKED_AT)
    except (RuntimeError, OSError):
        return []  # said already
    if not foreign:
        return []
    if not has_key(data):
        return [as_finding("wrong", "master key", key_lost(data, foreign[0]))]
    found = (
        f"{len(foreign)} of the newest {LOOKED_AT} encounters, {foreign[0]} the last of them, were made under another "
        "one: those that are not closed are not opened (key_changed)"
    )
    return [Finding("warning", "master key", found, mend_changed(foreign[0]))]


async def _logs(data: Path, log: Log) -> list[Finding]:
    checkpoints = _checkpoints(data)
    holdings = Holdings(Links(data / LINKS), checkpoints)
    known, losses = await holdings.encounters(), await holdings.losses(log)
    if await holdings.are_all(losses):
        return [as_finding("wrong", "logs", all_lost(len(losses), "this Redis"))]
    wrong = [_lost(encounter, loss) for encounter, loss in losses.items()]
    signed = {} if checkpoints is None else {id: newest_of(found) for id, found in checkpoints.all().items()}
    held = [each for id, each in signed.items() if each is not None and id not in losses]
    wrong += [one for one in [await _unlike(log, each) for each in held] if one is not None]
    return wrong or [Finding("ok", "logs", f"{len(known)} are there, with all that was signed of them")]


def _lost(encounter: str, loss: Loss) -> Finding:
    found, _, right = loss.why.partition(": ")
    return Finding("wrong", f"log of {encounter}", found, right)


async def _unlike(log: Log, signed: Checkpoint) -> Finding | None:
    """What is wrong with a log that is long enough."""
    what, n = f"log of {signed.encounter}", signed.n
    try:
        [entry] = await log.read(signed.encounter, n - 1, 1)
    except Broken as error:
        return Finding("wrong", what, str(error), "a log that nobody has touched: bring back a backup")
    if entry.hash != signed.hash:
        return Finding("wrong", what, f"commit {n} is not the one that was signed", "bring back a backup")
    return None
