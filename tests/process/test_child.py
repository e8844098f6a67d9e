"""A process beside the server keeps nobody waiting who could go on."""

from __future__ import annotations

import os

import msgspec

from server.process.behind import GIVES_WAY_S, NICE
from server.process.child import beside


async def test_a_process_that_runs_behind_gives_way_before_it_imports_anything() -> None:
    async with beside("server.process.behind", "tests.process.told_by_child", "one", "two") as process:
        assert process.stdout is not None
        told = msgspec.json.decode(await process.stdout.readline())
    assert told == {
        "nice": min(19, os.nice(0) + NICE),
        "gives_way_s": GIVES_WAY_S,
        "session": os.getsid(0),
        "arguments": ["one", "two"],
    }
