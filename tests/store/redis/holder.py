"""A server process for tests: it opens a private Redis, appends, and tells each acknowledgement on a line.

Run as `python -m tests.store.redis.holder <data dir> <encounter> [--orphan]`. With --orphan its Redis outlives it, as
on a system without a death signal. It goes on until it is killed.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from server.store.log import ZERO_HASH
from server.store.redis import embedded
from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from tests.store.entries import entry


async def hold(data_dir: Path, encounter: str) -> None:
    """Append for ever."""
    async with embedded.Embedded(data_dir, lock_wait_s=30) as redis:
        print("pid", redis.pid, flush=True)
        log = RedisLog(connect(redis.url))
        version, prev_hash = 0, ZERO_HASH
        while True:
            version += 1
            made = entry(encounter, version, prev_hash)
            print(version, (await log.append(encounter, made, prev_hash)).value, flush=True)
            prev_hash = made.hash


if __name__ == "__main__":
    if "--orphan" in sys.argv:
        embedded._DIE_WITH_PARENT = "import os, sys; os.execv(sys.argv[2], sys.argv[2:])"
    asyncio.run(hold(Path(sys.argv[1]), sys.argv[2]))
