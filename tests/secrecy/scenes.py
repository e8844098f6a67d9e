"""The two-worlds parts of the fault suite: how many pairs in `make faults`, and in `make faults-quick`."""

from __future__ import annotations

import asyncio
import gc
import os
import random
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from server.conformance.worlds.hidden import STEPS, SYSTEMS, Pair, lot, pair
from tests.faults import forks
from tests.secrecy import sockets

Verdict = tuple[str, list[str]]
CHUNK = 25
LENGTHS = {"brink": (6, 12), "tirakan": (5, 8)}
"""So many steps are played; more where a turn takes many, so that the hidden one's own turns come late."""
LENGTH = (4, 7)
"""In other systems."""
LONG = 1 / 20
"""So many pairs are long."""
JOBS = min(2, os.cpu_count() or 1)
MOST_CUT = 0.05
"""More pairs may not end early: then too little would be compared."""


class Chunk(NamedTuple):
    """Pairs that are made in one process."""

    first: int
    pairs: int


def chunk(of: Chunk) -> tuple[list[Pair], list[str]]:
    """Pairs of all systems in turn."""
    names, made, wrongs = sorted(SYSTEMS), [], []
    for seed in range(of.first, of.first + of.pairs):
        name = names[seed % len(names)]
        found = pair(name, seed, _steps(name, seed))
        made.append(found)
        wrongs += [f"{name}, seed {seed}: {difference}" for difference in found.differences]
    return made, wrongs


def _steps(name: str, seed: int) -> int:
    """By lot, like everything about a pair."""
    if lot("long", seed) < LONG:
        return STEPS
    return random.Random(f"length {seed}").randint(*LENGTHS.get(name, LENGTH))


def _apart(of: Chunk) -> tuple[list[Pair], list[str]]:
    gc.disable()  # the process ends before it matters
    return chunk(of)


def view_level(seed: int, count: int) -> Verdict:
    """Pairs in memory, in several processes where there are many."""
    chunks = [Chunk(first, min(CHUNK, seed + count - first)) for first in range(seed, seed + count, CHUNK)]
    results = list(map(chunk, chunks) if len(chunks) < 2 * JOBS else forks.each(_apart, chunks, JOBS, 10))
    pairs = [one for made, _ in results for one in made]
    wrongs = [wrong for _, found in results for wrong in found]
    cut = sum(one.was_cut for one in pairs)
    if cut > MOST_CUT * len(pairs):
        wrongs.append(f"{cut} of {len(pairs)} pairs ended early")
    steps, size = sum(one.steps for one in pairs), sum(one.bytes for one in pairs)
    return f"{len(pairs)} pairs ({cut} ended early), {steps} steps, {size:,} bytes compared", wrongs


async def _view_level(seed: int, count: int) -> Verdict:
    return await asyncio.to_thread(view_level, seed, count)


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "two worlds": (_view_level, 24, 20_000),
    "two worlds at sockets": (sockets.pairs, 3, 50),
}
"""By name: the scene, and how many pairs in the quick part and in all."""
