"""A process beside the server for work that nobody at a table may wait for: what it is started with, and its limits."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

PAGE_BYTES = resource.getpagesize()

LINE_BYTES = 64 * 1024
"""No longer line is read of what it says."""


@contextlib.asynccontextmanager
async def beside(
    module: str, *arguments: str, files: Sequence[int] = (), line_bytes: int = LINE_BYTES
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that runs this module, is asked on its input and answers on its output, in lines of so many bytes at
    the most. It has these files, knows none of our keys and passwords, and ends with the block, with all that it has
    started. Raises OSError where there is no place for another process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", module, *arguments, env=environment(), process_group=0, pass_fds=files,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=line_bytes,
    )  # fmt: skip
    try:
        yield process
    finally:
        _end(process)
        await process.communicate()  # what it left unsaid: the end of one whose words nobody reads is never noticed


def environment() -> dict[str, str]:
    """Ours, without our keys and passwords."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FRAY_")}


def cores() -> int:
    """On so many this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _end(process: asyncio.subprocess.Process) -> None:
    """End it, and what it has started: they are a group. Not a session, for sessions share Linux's processor as equals
    (autogroups), whatever the priority of what runs in them."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def limit(more_bytes: int, limits: Mapping[int, int]) -> None:
    """From here on this process gets no more than its means (so much memory beside what it uses now), and leaves no
    image of its memory."""
    means = {resource.RLIMIT_CORE: 0, **limits}
    with contextlib.suppress(FileNotFoundError):  # a system that does not tell how much is in use limits no memory
        used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * PAGE_BYTES
        means[resource.RLIMIT_AS] = used + more_bytes
    for what, most in means.items():
        resource.setrlimit(what, (most, most))
