"""Waiting for what no event tells: another process, a file, a counter."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(is_true: Callable[[], bool]) -> None:
    """Let the loop turn until the condition holds; the test's own time limit ends a wait in vain."""
    while not is_true():  # noqa: ASYNC110 - nothing in this process could set an event
        await asyncio.sleep(0)
