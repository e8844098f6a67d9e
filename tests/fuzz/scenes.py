"""The fuzzing parts of the fault suite: what runs in `make faults`, and how much of it in `make faults-quick`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tests.fuzz import decode, sockets

Verdict = tuple[str, list[str]]


async def decoders(seed: int, count: int) -> Verdict:
    """Frames at the decoders, guided by coverage."""
    return await asyncio.to_thread(decode.fuzz, count, seed + 1)


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "fuzzed decoders": (decoders, 5_000, 1_000_000),
    "fuzzed sockets": (sockets.fuzz, 1_000, 50_000),
}
"""By name: the scene, and how many frames in the quick part and in all."""
