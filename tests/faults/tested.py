"""Tests of `make test` as a part of the fault suite: in a process of their own, and as long as one likes."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

Verdict = tuple[str, list[str]]
LIMIT_S = 3600
COMPUTED = ("server/conformance", "--ignore=server/conformance/strangers")
LONGER = (
    "tests/client_demo/test_fights.py",
    "tests/lobby/test_copies.py",
    "tests/cli/test_cli.py",
    "tests/e2e/fights/test_long.py",
)
"""Where `server.conformance.amount` says how many fights, pairs of worlds, cut connections, damaged files and updates
there are, but for what `make test` tries as much of. The first only computes; the others talk to servers and
browsers."""
EXAMPLES = ("tests", "--ignore=tests/lobby/test_copies.py", "-m", "hypothesis")
"""And how many examples: all other tests of properties."""
WORKERS = ("-n", str(min(2, os.cpu_count() or 1)), "--dist", "worksteal")


BACK = ("nice", "-n", "10")
"""What only computes steps back behind the parts that look at clocks."""


async def tested(arguments: Sequence[str], before: Sequence[str], **environment: str) -> Verdict:
    """Pytest's closing line, and what failed. `before`: the command that runs it, if one does."""
    running = await asyncio.create_subprocess_exec(
        *(*before, sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, **environment},
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            said = (await running.communicate())[0].decode(errors="replace").strip().splitlines()
    except TimeoutError:
        running.kill()
        return "no verdict", [f"a test hangs: no verdict after {LIMIT_S} s"]
    wrongs = [line for line in said if line.startswith(("FAILED", "ERROR"))] or said[-1:]
    return said[-1], wrongs if running.returncode else []


def _more(*arguments: str, before: Sequence[str] = ()) -> Callable[[int, int], Coroutine[Any, Any, Verdict]]:
    """So many times as many as are usual."""
    return lambda _seed, times: tested(arguments, before, FRAY_FIGHTS=str(times))


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "more fights": (_more(*COMPUTED, *WORKERS, before=BACK), 0, 1),
    "longer fights": (_more(*LONGER), 0, 2),
    "more examples": (_more(*EXAMPLES, *WORKERS, before=BACK), 0, 1),
}
"""By name: the scene, and how many times as much as usual is tried; none in the quick part: `make test` tries a
sixteenth of it. The usual number of fights of all systems takes twelve minutes of a core, of examples two."""
