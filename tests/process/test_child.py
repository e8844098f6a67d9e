"""A process beside the server keeps nobody waiting who could go on."""

from __future__ import annotations

import os
import signal

import msgspec
import pytest

from server.process import behind
from server.process.behind import GIVES_WAY_S, NICE
from server.process.child import beside


async def test_a_process_that_runs_behind_gives_way_before_it_imports_anything() -> None:
    async with beside("server.process.behind", "tests.process.told_by_child", "one", "two") as process:
        assert process.stdout is not None
        told = msgspec.json.decode(await process.stdout.readline())
    assert told == {
        "nice": min(19, os.nice(0) + NICE),
        "gives_way": True,
        "session": os.getsid(0),
        "arguments": ["one", "two"],
    }


def test_a_process_that_waits_long_for_its_turn_is_not_told_meanwhile_to_give_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine that happens a thousand times, each within the last."""
    armed: list[tuple[float, ...]] = []
    monkeypatch.setattr(os, "nice", lambda by: by)
    monkeypatch.setattr(signal, "setitimer", lambda which, *seconds: armed.append(seconds))
    monkeypatch.setattr(os, "sched_yield", lambda: armed.append(()))
    before = signal.getsignal(signal.SIGALRM)
    try:
        with behind.giving_way():
            signal.raise_signal(signal.SIGALRM)
        assert armed == [(GIVES_WAY_S,), (), (GIVES_WAY_S,), (0,)]
    finally:
        signal.signal(signal.SIGALRM, before)
