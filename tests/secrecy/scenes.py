"""The two-worlds parts of the fault suite: how many pairs in `make faults`, and in `make faults-quick`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from tests.secrecy import sockets
from tests.secrecy.worlds import STEPS, SYSTEMS, Pair, pair

Verdict = tuple[str, list[str]]
CHUNK = 25
LONGER = ("brink",)
"""Where a turn takes many steps, so that the hidden one's own turns come late."""
JOBS = min(2, os.cpu_count() or 1)
MOST_CUT = 0.05
"""More pairs may not end early: then too little would be compared."""


def chunk(first: int, count: int) -> tuple[list[Pair], list[str]]:
    """Pairs of all systems in turn; every twentieth is a long one."""
    names, made, wrongs = sorted(SYSTEMS), [], []
    for seed in range(first, first + count):
        name = names[seed % len(names)]
        short = (3 + seed % 6) * (2 if name in LONGER else 1)
        found = pair(name, seed, STEPS if seed % 20 == 0 else short)
        made.append(found)
        wrongs += [f"{name}, seed {seed}: {difference}" for difference in found.differences]
    return made, wrongs


async def view_level(seed: int, count: int) -> Verdict:
    """Pairs in memory, in several processes where there are many."""
    chunks = [(first, min(CHUNK, seed + count - first)) for first in range(seed, seed + count, CHUNK)]
    if len(chunks) < 2 * JOBS:
        results = [await asyncio.to_thread(chunk, *each) for each in chunks]
    else:
        with ProcessPoolExecutor(JOBS, get_context("spawn"), os.nice, (10,)) as pool:
            loop = asyncio.get_running_loop()
            results = await asyncio.gather(*(loop.run_in_executor(pool, chunk, *each) for each in chunks))
    pairs = [one for made, _ in results for one in made]
    wrongs = [wrong for _, found in results for wrong in found]
    cut = sum(one.was_cut for one in pairs)
    if cut > MOST_CUT * len(pairs):
        wrongs.append(f"{cut} of {len(pairs)} pairs ended early")
    steps, size = sum(one.steps for one in pairs), sum(one.bytes for one in pairs)
    return f"{len(pairs)} pairs ({cut} ended early), {steps} steps, {size:,} bytes compared", wrongs


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "two worlds": (view_level, 24, 20_000),
    "two worlds at sockets": (sockets.pairs, 3, 50),
}
"""By name: the scene, and how many pairs in the quick part and in all."""
