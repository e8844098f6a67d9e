"""Torn tails: the file that Redis appends to is cut anywhere in its last commits, as a power cut leaves it."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from protocol import messages as m
from server.store import chain
from server.store.log import Entry
from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from tests.faults.real.losses import Verdict
from tests.support.redis_fixture import embedded
from tests.table.party import Party, laid, lobby_over

BEFORE, LAST = 6, 12
"""So many commits stay whole, and so many are cut into."""


class Written(NamedTuple):
    """What was played: the entries, and how long the file was when each was acknowledged (bytes)."""

    encounter: str
    links: dict[str, str]
    entries: list[Entry]
    ends: list[int]


async def torn_tails(seed: int, count: int) -> Verdict:
    """Over each cut the private server opens with every commit that was acknowledged before it, none of them twice;
    the table opens, and is played on."""
    folder, luck = Path(tempfile.mkdtemp(prefix="fray-torn-")), random.Random(seed)
    wrongs: list[str] = []
    try:
        written = await _played(folder / "whole", luck)
        least, most = written.ends[BEFORE], written.ends[-1]
        edges = [end + by for end in written.ends[BEFORE:] for by in (-1, 0) if end + by <= most]
        anywhere = luck.sample(range(least, most), max(0, count - len(edges)))
        cuts = luck.sample([*edges, *anywhere], count)
        for number, cut in enumerate(cuts):
            torn = shutil.copytree(folder / "whole", folder / f"torn{number}")
            os.truncate(_file(torn), cut)
            wrongs += [
                f"cut at {cut - least} of {most - least}: {wrong}" for wrong in await _opened(torn, written, cut, luck)
            ]
            shutil.rmtree(torn)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return f"{count} cuts in the last {most - least} bytes, {LAST} commits", wrongs


async def _played(data: Path, luck: random.Random) -> Written:
    """A table whose commits are appended one after another."""
    async with embedded(data) as redis:
        log = RedisLog(connect(redis.url))
        lobby = lobby_over(log, data.parent / "lobby")
        party = await laid(lobby)
        gm = await party.sits("gm")
        ends = [_file(data).stat().st_size]
        for number in range(BEFORE + LAST):
            assert isinstance(await gm.does(_choice(luck) if number else {"type": "begin"}), m.Ack)
            ends.append(_file(data).stat().st_size)
        encounter = gm.table.encounter
        await lobby.close()
        entries = await log.read(encounter)
        await log.close()
    assert len(entries) == len(ends)
    return Written(encounter, party.links, entries, ends)


def _choice(luck: random.Random) -> dict[str, Any]:
    """Anna lifts a cup, or another one: the others never do, so it never ends."""
    return {"type": "choose", "who": "a", "cup": luck.randint(1, 3)}


def _file(data: Path) -> Path:
    (path,) = data.glob("appendonlydir/*.incr.aof")
    return path


async def _opened(data: Path, written: Written, cut: int, luck: random.Random) -> list[str]:
    """What is wrong with the encounter that stands in a torn file."""
    async with embedded(data) as redis:
        log = RedisLog(connect(redis.url))
        lobby = lobby_over(log, data / "lobby")
        stored = await log.read(written.encounter)
        whole = sum(end <= cut for end in written.ends)
        wrongs = [] if stored == written.entries[: len(stored)] else ["other entries than were appended"]
        if not whole <= len(stored) <= whole + 1:
            wrongs.append(f"{len(stored)} commits, though {whole} were acknowledged before it")
        gm = await Party(lobby, written.links).sits("gm")
        if not isinstance(await gm.does(_choice(luck)), m.Ack):
            wrongs.append("it can't be played on")
        await lobby.close()
        again = await log.read(written.encounter)
        await log.close()
    chain.verify(written.encounter, again)
    if len(again) != len(stored) + 1:
        wrongs.append(f"{len(again) - len(stored)} commits for one intent")
    return wrongs
