"""The gateway's part of the fault suite: every bad input and every cell of the rights, sent to a real server.

They are tests (`make test` runs them); here they run once more, in a process of their own, for the figures.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from tests.gateway.bad_rows import ROWS

Verdict = tuple[str, list[str]]
LIMIT_S = 300
WHERE = ("test_bad_rows", "test_bad_input", "test_bad_history", "test_origins", "test_rights")


async def bad_inputs(_seed: int, _count: int) -> Verdict:
    """The tests' own verdict."""
    files = [f"tests/gateway/{name}.py" for name in WHERE]
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *files),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            said = (await running.communicate())[0].decode(errors="replace").strip().splitlines()
    except TimeoutError:
        running.kill()
        return f"{len(ROWS)} bad inputs, origins and rights", [f"a test hangs: no verdict after {LIMIT_S} s"]
    wrongs = [line for line in said if line.startswith(("FAILED", "ERROR"))] or said[-1:]
    return f"{len(ROWS)} bad inputs, origins and rights: {said[-1]}", wrongs if running.returncode else []


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "bad inputs": (bad_inputs, 0, 1),
}
"""By name: the scene, and how often in the quick part (0: `make test` runs it anyway) and in all."""
