"""The soak: a real server over a real Redis, used for an hour, whose memory must not grow.

    python -m tests.soak [--minutes N] [--tables N] [--seed N]

A line a minute. After a sixth of the time the memory is noted; in the end it may be a tenth more. Exit code 1 when it
is more, when the server has ended, failed or printed an error, or when somebody was told what he should not be.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.soak.rota import evening
from tests.soak.server import Server

GROWTH = 1.10
LINE_S = 60.0
LONGEST_MS = 20
"""People notice what everybody waits for longer. It is told, not judged: a machine may be busy."""
FAILURES = ("fray_failures_total", "fray_loop_blocked_total", 'fray_intents_total{outcome="internal"}')


class Soak:
    """One run: what it has counted and what went wrong."""

    def __init__(self, minutes: float, tables: int, seed: int) -> None:
        self._whole_s = minutes * 60
        self._tables, self._luck = tables, random.Random(seed)
        self._begun_s = time.monotonic()
        self.evenings = 0
        self.wrongs: list[str] = []
        self.noted_mb = self.last_mb = self.longest_s = 0.0
        self.callback = 0.0, "none"

    @property
    def gone_s(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self._begun_s

    async def run(self, server: Server) -> None:
        """As many tables at once as were asked for, one evening after another, to the end."""
        playing = [asyncio.create_task(self._play(server)) for _ in range(self._tables)]
        while self.gone_s < self._whole_s and server.is_up:
            await asyncio.sleep(min(LINE_S, self._whole_s / 12))
            await self.look(server)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self.judge(server)

    async def _play(self, server: Server) -> None:
        while True:
            try:
                await evening(server.url, random.Random(self._luck.getrandbits(64)))
                self.evenings += 1
            except Exception:
                self.wrongs.append(f"an evening broke off: {traceback.format_exc(limit=-3)}")
                print(self.wrongs[-1], flush=True)
                await asyncio.sleep(1)

    async def look(self, server: Server) -> None:
        """Measure, and print a line."""
        counted = await server.metrics()
        self.last_mb, self.longest_s = server.rss_mb(), counted["fray_longest_collect_seconds"]
        self.callback = server.longest_callback()
        if not self.noted_mb and self.gone_s >= self._whole_s / 6:
            self.noted_mb = self.last_mb
        tables = counted.get('fray_tables{state="open"}', 0)
        print(
            f"{self.gone_s / 60:5.1f} min: {self.last_mb:6.1f} MB, {self.evenings} evenings, {tables:.0f} tables open, "
            f"{self.longest()}, {len(self.wrongs)} wrong",
            flush=True,
        )

    def longest(self) -> str:
        """What everybody waited for at most, in CPU time."""
        return f"longest callback {self.callback[0] * 1000:.0f} ms, longest collection {self.longest_s * 1000:.0f} ms"

    async def judge(self, server: Server) -> None:
        """What is wrong in the end."""
        if not server.is_up:
            self.wrongs.append("the server has ended")
            return
        counted = await server.metrics()
        failed = {name: value for name, value in counted.items() if name.startswith(FAILURES) and value}
        if failed or server.tracebacks():
            self.wrongs.append(f"the server failed: {failed}, {server.tracebacks()} errors printed")
        if self.last_mb > GROWTH * self.noted_mb:
            self.wrongs.append(f"memory grew from {self.noted_mb:.1f} to {self.last_mb:.1f} MB")
        if not self.evenings:
            self.wrongs.append("nobody has played an evening to its end")


async def soak(minutes: float, tables: int, seed: int) -> Soak:
    """Run it, over a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="fray-soak-") as folder:
        async with Server(Path(folder)) as server:
            run = Soak(minutes, tables, seed)
            await run.run(server)
            return run


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="A server used for an hour.")
    parser.add_argument("--minutes", type=float, default=60, help="how long (60)")
    parser.add_argument("--tables", type=int, default=3, help="so many are played at once (3)")
    parser.add_argument("--seed", type=int, default=0, help="what is done (0)")
    given = parser.parse_args(arguments)
    run = asyncio.run(soak(given.minutes, given.tables, given.seed))
    ratio = run.last_mb / run.noted_mb if run.noted_mb else 0
    print(
        f"{run.evenings} evenings; {run.noted_mb:.1f} MB after a sixth of the time, {run.last_mb:.1f} MB in the end "
        f"({ratio:.2f} times, at most {GROWTH}); {run.longest()} (at most {LONGEST_MS} wanted): {run.callback[1]}"
    )
    for wrong in run.wrongs[:6]:
        print(f"WRONG {wrong}")
    print("FAILED" if run.wrongs else "passed", flush=True)
    return int(bool(run.wrongs))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
