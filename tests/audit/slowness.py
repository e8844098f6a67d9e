"""slowhttptest against a real server: thousands of bytes that come, or are read, one at a time.

What it must not do: make a player wait for an acknowledgement, hold more sockets than it opens, or hold them for longer
than the server waits for anybody. slowhttptest is not ours and is installed by whoever audits (apt-get install
slowhttptest); where it is not, nothing is known.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from server.app.app import STATIC
from server.gateway.limits import Limits
from tests.audit.finding import Finding, Verdict, judged
from tests.faults.real.kills import Load, begun
from tests.faults.real.real import House, Server, house

TOOL = "slowhttptest"
PEERS = 1_000
HOW = ("-c", str(PEERS), "-r", "250", "-i", "2", "-p", "5")
"""All within four seconds; a byte or two every other second, for as long as the server lets them."""
LIMITS = Limits()
LONGEST_S = LIMITS.download_s + LIMITS.handshake_s
"""Nobody is waited for longer."""
ATTACKS = {
    "slow headers": ("-H", "-u", "{url}/", "-l", f"{2 * LIMITS.handshake_s:g}"),
    "slow body": ("-B", "-u", "{url}/", "-s", "8192", "-l", f"{2 * LIMITS.handshake_s:g}"),
    "slow read": ("-X", "-u", "{url}{largest}", "-n", "5", "-z", "16", "-w", "64", "-y", "256", "-l", f"{LONGEST_S:g}"),
}
ROUNDS = 3
"""With as many quiet times between them; medians are compared."""
PAUSE_S = 0.02
QUIET_S = 10.0
MOST_MS, MOST = 250, 3
"""Of a hundred acknowledgements all but one come within this, or within so many times of when it is quiet."""
SPARE = 50
"""Files of the server's that are none of theirs, and players that come and go."""


class Beside(NamedTuple):
    """What a player and the server's files were like meanwhile."""

    waits_s: list[float]
    most_files: int

    @property
    def p99_ms(self) -> float:
        """Of the acknowledgements."""
        return 1000 * sorted(self.waits_s)[-1 - len(self.waits_s) // 100]


async def _beside(load: Load, server: Server, work: Coroutine[Any, Any, object]) -> Beside:
    """One player acts on and on as long as the work goes on."""
    waits_s, most, working = list[float](), 0, asyncio.create_task(work)
    while not working.done() or not waits_s:
        begun_s = time.monotonic()
        await load.submit("ann", {"type": "choose", "who": "a", "cup": 1 + len(waits_s) % 3})
        waits_s.append(time.monotonic() - begun_s)
        most = max(most, server.files())
        await asyncio.sleep(PAUSE_S)
    return Beside(waits_s, most)


async def _attack(server: Server, flags: tuple[str, ...], folder: Path) -> None:
    given = {"url": f"http://127.0.0.1:{server.port}", "largest": _largest()}
    words = [flag.format_map(given) for flag in flags]
    process = await asyncio.create_subprocess_exec(TOOL, *words, *HOW, cwd=folder, stdout=DEVNULL, stderr=DEVNULL)
    await process.wait()


def _largest() -> str:
    """The page's largest file, whose bytes don't all fit into a socket's buffers."""
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    return "/" + max(files, key=lambda path: path.stat().st_size).relative_to(STATIC).as_posix()


async def _left(server: Server, before: int) -> int:
    """How many sockets are still open when nobody is waited for any more."""
    until_s = time.monotonic() + LONGEST_S
    left = server.files() - before
    while left > SPARE and time.monotonic() < until_s:
        await asyncio.sleep(PAUSE_S)
        left = server.files() - before
    return left


async def _one(built: House, load: Load, kind: str) -> Finding:
    (server,) = built.servers
    before, quiet, attacked, left = server.files(), list[Beside](), list[Beside](), 0
    for _ in range(ROUNDS):
        quiet.append(await _beside(load, server, asyncio.sleep(QUIET_S)))
        attacked.append(await _beside(load, server, _attack(server, ATTACKS[kind], built.folder)))
        left = max(left, await _left(server, before))
    quiet_ms, p99_ms = (median(one.p99_ms for one in times) for times in (quiet, attacked))
    most, bound_ms = max(one.most_files for one in attacked) - before, max(MOST_MS, MOST * quiet_ms)
    wrongs = []
    if p99_ms > bound_ms:
        wrongs.append(f"acknowledgements take {p99_ms:.0f} ms, at most {bound_ms:.0f} are right")
    if most > PEERS + SPARE:
        wrongs.append(f"{most} sockets for {PEERS} peers")
    if left > SPARE:
        wrongs.append(f"{left} sockets are still open after {LONGEST_S:g} s")
    if tracebacks := server.tracebacks():
        wrongs.append(f"{tracebacks} tracebacks in the server's log")
    acks = sum(len(one.waits_s) for one in attacked)
    figures = (
        f"{ROUNDS} times {PEERS} peers, {acks} acks beside them, p99 {p99_ms:.0f} ms (quiet {quiet_ms:.0f}); "
        f"{most} sockets at most, {left} left"
    )
    return judged(f"slowhttptest: {kind}", wrongs, figures)


async def _all() -> list[Finding]:
    async with house(1, 0) as built, AsyncExitStack() as stack:
        load = await begun(built, stack)
        return [await _one(built, load, kind) for kind in ATTACKS]


def run() -> list[Finding]:
    """The part of the audit."""
    if shutil.which(TOOL) is None:
        return [Finding("slowhttptest", Verdict.NOT_RUN, f"{TOOL} is not installed here")]
    return asyncio.run(_all())
