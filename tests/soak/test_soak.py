"""The soak's rota runs against a real server, and what it looks for is noticed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.soak.__main__ import GROWTH, Soak
from tests.soak.rota import evening
from tests.soak.server import Server
from tests.soak.timed import Watch


async def test_an_evening_leaves_nobody_at_the_table(tmp_path: Path) -> None:
    """All of it once: nothing is refused that should not be, and the server has nothing to complain of."""
    async with Server(tmp_path) as server:
        run = Soak(minutes=1, tables=1, seed=0)
        await evening(server.url, random.Random(0))
        run.evenings += 1
        run.noted_mb = 10_000
        await run.look(server)
        await run.judge(server)
        counted = await server.metrics()
    assert run.wrongs == []
    assert run.last_mb > 10
    assert run.callback[0] > 0
    assert "Handle" in run.callback[1]
    assert sum(value for name, value in counted.items() if name.startswith("fray_connections")) == 0


def test_the_longest_callback_is_kept_and_forgotten(tmp_path: Path) -> None:
    """A shorter one does not take its place."""
    path = tmp_path / "longest.json"
    watch = Watch(path)
    watch.took(0.2, "slow")
    watch.took(0.1, "quick")
    assert json.loads(path.read_text()) == {"seconds": 0.2, "of": "'slow'"}
    watch.forget()
    assert not path.exists()
    watch.took(0.1, "quick")
    assert json.loads(path.read_text())["seconds"] == 0.1


class Told:
    """A server that says this of itself."""

    def __init__(self, *, is_up: bool = True, errors: int = 0, **counted: float) -> None:
        self.is_up, self._errors = is_up, errors
        self._counted = {"fray_longest_collect_seconds": 0.003, **counted}

    async def metrics(self) -> dict[str, float]:
        """What it counts."""
        return self._counted

    def tracebacks(self) -> int:
        """What it has printed."""
        return self._errors


@pytest.mark.parametrize(
    ("server", "grown", "evenings", "wrong"),
    [
        (Told(), GROWTH, 1, ""),
        (Told(), GROWTH + 0.01, 1, "memory grew"),
        (Told(is_up=False), 1, 1, "has ended"),
        (Told(errors=1), 1, 1, "1 errors"),
        (Told(fray_loop_blocked_total=2), 1, 1, "fray_loop_blocked_total"),
        (Told(), 1, 0, "nobody"),
    ],
)
async def test_what_is_wrong_is_said(server: Any, grown: float, evenings: int, wrong: str) -> None:
    """Each by itself, and nothing else."""
    run = Soak(minutes=60, tables=1, seed=0)
    run.noted_mb, run.last_mb, run.evenings = 100, 100 * grown, evenings
    await run.judge(server)
    assert [wrong in one for one in run.wrongs] == [True] * bool(wrong)
