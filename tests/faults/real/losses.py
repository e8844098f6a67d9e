"""What may lose a log on one machine: power cuts and a full disk. Real Redis processes and the real store.

Fsync once a second is the control: it must lose, so that the scene is known to bite.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from server.store.redis.connect import connect
from server.store.redis.embedded import Embedded
from server.store.redis.log import RedisLog
from tests.faults.real.writers import Load
from tests.store.redis.deployments import program

Verdict = tuple[str, list[str]]
"""Figures, and what was wrong."""

ON_ITS_WAY_S = 0.2
"""What Redis answered before it ended reaches the writers in that time."""

CONTROLS = 3
"""So often the control is tried until it loses: where Redis has just synced it need not."""

NO_COMPILER = "not done: no C compiler for the library that does it"

_WRAPPER = """\
#!/bin/sh
[ "$1" = --version ] && exec "{program}" --version
"{python}" -S - <<'END'
import glob, os
for log in glob.glob("{data}/appendonlydir/*.incr.aof"):
    synced = int(open(log + ".synced").read()) if os.path.exists(log + ".synced") else 0
    os.truncate(log, min(os.path.getsize(log), synced))
END
DISK_FULL="{data}/full" LD_PRELOAD="{library}" exec "{program}" "$@" {options}
"""


@contextlib.asynccontextmanager
async def cuttable(appendfsync: str) -> AsyncIterator[tuple[Embedded, asyncio.Queue[int], Path]]:
    """A private Redis that loses at every death what it had not synced, its restarts, its data folder."""
    folder = Path(tempfile.mkdtemp(prefix="fray-power-"))
    try:
        library, wrapper = compiled("power", folder), folder / "redis"
        options = f"--appendfsync {appendfsync}"
        wrapper.write_text(
            _WRAPPER.format(
                program=program(), python=sys.executable, data=folder / "data", library=library, options=options
            )
        )
        wrapper.chmod(0o700)
        restarts: asyncio.Queue[int] = asyncio.Queue()
        async with Embedded(folder / "data", wrapper, on_restart=restarts.put_nowait) as redis:
            yield redis, restarts, folder / "data"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def compiled(name: str, folder: Path) -> Path:
    """The library made of the source of this name, for processes to be loaded into."""
    source, library = Path(__file__).with_name(f"{name}.c"), folder / f"{name}.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True, timeout=60)
    return library


async def power_cuts(seed: int, count: int) -> Verdict:
    """The power fails under load; with fsync always nothing acknowledged is lost, with everysec it is."""
    if shutil.which("cc") is None:
        return NO_COMPILER, []
    strong = await _cut(seed, count, "always")
    fewer = max(1, count // 20)
    for tries in range(1, CONTROLS + 1):
        weak = await _cut(seed + tries, fewer, "everysec")
        if weak.lost:
            break
    figures = (
        f"{count} cuts with fsync always: {strong.lost} of {strong.total} acknowledged lost, {strong.doubled} doubled; "
        f"{fewer} cuts with everysec: {weak.lost} of {weak.total} lost, at try {tries}"
    )
    wrongs = [f"{strong.lost} acknowledged entries are lost"] if strong.lost else []
    wrongs += [f"{strong.doubled} entries are there that nobody was told of"] if strong.doubled else []
    wrongs += [] if weak.lost else ["the control with everysec loses nothing: the scene does not bite"]
    return figures, wrongs


async def _cut(seed: int, count: int, appendfsync: str) -> Load:
    luck = random.Random(f"{seed} {appendfsync}")
    async with cuttable(appendfsync) as (redis, restarts, _):
        log = RedisLog(connect(redis.url))
        load = Load(log, luck)
        for _ in range(count):
            load.start()
            await load.wrote(luck.randint(1, 60))
            os.kill(redis.pid, signal.SIGKILL)
            await restarts.get()
            await load.stop()
        await log.close()
    return load


async def full_disk(seed: int, count: int) -> Verdict:
    """No byte can be written for a while: nothing is acknowledged then, nothing is lost, and it goes on by itself."""
    if shutil.which("cc") is None:
        return NO_COMPILER, []
    luck = random.Random(seed)
    wrongs: list[str] = []
    async with cuttable("always") as (redis, restarts, data):
        log = RedisLog(connect(redis.url))
        load = Load(log, luck)
        for _ in range(count):
            load.start()
            await load.wrote(20)
            (data / "full").touch()
            await restarts.get()  # rather than acknowledge what it can't write, Redis ends
            await asyncio.sleep(ON_ITS_WAY_S)
            before = load.total
            await asyncio.sleep(luck.uniform(0.1, 0.5))
            if load.total > before:
                wrongs.append(f"{load.total - before} entries were acknowledged while the disk was full")
            (data / "full").unlink()
            await load.wrote(20)
            await load.stop()
        await log.close()
    wrongs += [f"{load.lost} acknowledged entries are lost"] if load.lost else []
    return f"{count} times full; {load.lost} of {load.total} acknowledged lost", wrongs
