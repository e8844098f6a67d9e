"""Every door attacked by those who may use it, at the rate that is theirs: what it costs everybody else.

    python -m tests.faults.siege.siege [--only NAME...]

First it is proved that each kind of waste would be noticed: it is planted in the server, and must be found.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec

from tests.faults.real.losses import Verdict
from tests.faults.siege.attackers import Field, ready, submit
from tests.faults.siege.besieged import WASTES, Held, besieged
from tests.faults.siege.doors import Door, doors
from tests.fuzz.sockets import Seat
from tests.support.redis_fixture import embedded

PROBE_S = 0.05
PROBES = 4
"""The others ask at least so often, also where an attack ends at once: the machine may be late with one answer."""

TRIES = 3
"""So often in all a door is attacked where something is beyond its bound."""

QUIET_S = 4.0
"""Longer than a server waits for a peer that it has sent away."""

MIB = 1024 * 1024


class Cost(msgspec.Struct, frozen=True):
    """What an attack costs: how long another table waits for an ack meanwhile (median and longest, in ms), the longest
    turn of the loop (ms of CPU), the share of a processor; and what is there afterwards that was not there before."""

    others_ms: float
    worst_ms: float
    stall_ms: float
    cpu: float
    rss_bytes: int
    objects: int
    log_bytes: int
    files: int

    def wrongs(self) -> list[str]:
        """What is beyond its bound."""
        return [
            f"{name} {getattr(self, name):,.0f}, at most {most:,} is right"
            for name, most in MOST.items()
            if getattr(self, name) > most
        ]

    def __str__(self) -> str:
        return (
            f"others {self.others_ms:.0f} ms (worst {self.worst_ms:.0f}), turn {self.stall_ms:.0f} ms, "
            f"CPU {100 * self.cpu:.0f} %, +{self.rss_bytes / MIB:.1f} MiB, +{self.objects} objects, "
            f"+{self.log_bytes / MIB:.1f} MiB of log, +{self.files} files"
        )


MOST: dict[str, int] = {
    "others_ms": 250, "stall_ms": 100, "rss_bytes": 32 * MIB, "objects": 40_000, "log_bytes": 16 * MIB, "files": 24,
}  # fmt: skip
"""More than this is a hole. Other tables may wait as long as a player does not notice, and the machine may be busy; a
turn decides and tells one intent; the menus of a table with as many combatants as there may be take 20 MiB as long as
it is open; files are lines to the store too, of which more are opened when many ask."""


async def cost_of(field: Field, door: Door, other: Seat) -> Cost:
    """Attack one door."""
    field.next_row()
    before, waits_s = await field.server.held(), list[float]()
    async with AsyncExitStack() as stack:
        attack = await ready(field, door, stack)
        begun, begun_s = await field.server.spent(), time.monotonic()
        attacking = asyncio.ensure_future(attack())
        while not attacking.done() or len(waits_s) < PROBES or len(waits_s) % 2:  # in the end it goes on as before
            waits_s.append(await submit(other, {"type": "unpause" if len(waits_s) % 2 else "pause"}))
            await asyncio.wait([attacking], timeout=PROBE_S)
        await attacking
        took_s, during = time.monotonic() - begun_s, await field.server.spent()
    after = await _quiet(field, before)
    return Cost(
        others_ms=1000 * statistics.median(waits_s),
        worst_ms=1000 * max(waits_s),
        stall_ms=during.stall_ms,
        cpu=(during.cpu_s - begun.cpu_s) / took_s,
        rss_bytes=after.rss_bytes - before.rss_bytes,
        objects=after.objects - before.objects,
        log_bytes=after.log_bytes - before.log_bytes,
        files=after.files - before.files,
    )


async def _quiet(field: Field, before: Held) -> Held:
    """Once the attackers' sockets are gone; after a while however many are."""
    until_s = time.monotonic() + QUIET_S
    while time.monotonic() < until_s:
        if await field.server.order("files") <= before.files:
            break
        await asyncio.sleep(PROBE_S)
    return await field.server.held()


NOTICED = {"cpu": "stall_ms", "memory": "rss_bytes", "objects": "objects", "log": "log_bytes", "files": "files"}
"""By planted waste what must be beyond its bound."""


async def plants(field: Field, other: Seat) -> list[str]:
    """Each kind of waste, planted behind a door that costs nothing, must be noticed."""
    wrongs = []
    for waste in WASTES:
        await field.server.order("plant", waste)
        cost = await cost_of(field, Door("message", "ping", "spectator"), other)
        await field.server.order("plant", "")
        if not any(wrong.startswith(NOTICED[waste]) for wrong in cost.wrongs()):
            wrongs.append(f"waste of {waste} is not noticed: {cost}")
    return wrongs


async def _least_of(field: Field, door: Door, other: Seat) -> Cost:
    """The machine may have been slow just now: a hole is found again each time."""
    for _ in range(TRIES - 1):
        cost = await cost_of(field, door, other)
        if not cost.wrongs():
            return cost
    return await cost_of(field, door, other)


async def besiege(seed: int, chosen: list[Door], told: Callable[[str], None]) -> Verdict:
    """Attack these doors of a new server over a new Redis; each is told as it is done."""
    folder = Path(tempfile.mkdtemp(prefix="fray-doors-"))
    costs: list[tuple[Door, Cost]] = []
    try:
        async with embedded(folder / "redis") as redis, besieged(folder, redis.url) as server:
            field = Field(folder, server, seed)
            await field.prepare()
            quiet = await field.lay("tirakan")
            async with field.sitting(quiet.links["gm"], 0) as other:
                wrongs = await plants(field, other)
                for door in chosen:
                    cost = await _least_of(field, door, other)
                    told(f"{'HOLE' if cost.wrongs() else 'ok':4} {door}: {cost}; {_said(field)}")
                    costs.append((door, cost))
        tracebacks = (folder / "errors.txt").read_text().count("Traceback")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    wrongs += [f"{door}: {wrong}" for door, cost in costs for wrong in cost.wrongs()]
    wrongs += [f"{tracebacks} tracebacks in the server's log"] if tracebacks else []
    return f"{len(costs)} doors attacked, {len(WASTES)} planted wastes noticed; the dearest: {_dearest(costs)}", wrongs


def _said(field: Field) -> str:
    return ", ".join(f"{code} {count}" for code, count in field.said.most_common(3)) or "nothing said"


def _dearest(costs: list[tuple[Door, Cost]]) -> str:
    """By what is counted the most, and where."""
    told = []
    for name in MOST:
        most, door = max((getattr(cost, name), str(door)) for door, cost in costs)
        told.append(f"{name} {most:,.0f} ({door})")
    return ", ".join(told)


async def all_doors(seed: int, count: int) -> Verdict:
    """So many of them, by lot."""
    found = doors()
    random.Random(seed).shuffle(found)
    return await besiege(seed, found[:count], lambda _: None)


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "attacked doors": (all_doors, 0, 1_000)
}
"""By name: the scene, and how many doors in the quick part (0: it is not there) and in all (more than there are)."""


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.siege.siege", description="Every door, attacked.")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="doors whose name holds one of these")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    chosen = [door for door in doors() if not given.only or any(part in str(door) for part in given.only)]
    figures, wrongs = asyncio.run(besiege(given.seed, chosen, lambda line: print(line, flush=True)))
    print(figures, *wrongs, sep="\n")
    return int(bool(wrongs))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
