"""The gateway's part of the fault suite: every bad input and every cell of the rights, sent to a real server.

They are tests (`make test` runs them); here they run once more, in a process of their own, for the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from tests.faults.tested import Verdict, tested
from tests.gateway.bad.bad_rows import ROWS

WHERE = ("bad/test_bad_rows", "bad/test_bad_input", "bad/test_bad_history", "wire/test_origins", "access/test_rights")
"""In `tests/gateway`."""


def files() -> list[str]:
    """Where these tests are."""
    return [f"tests/gateway/{name}.py" for name in WHERE]


async def bad_inputs(_seed: int, _count: int) -> Verdict:
    """The tests' own verdict."""
    said, wrongs = await tested(files(), ())
    return f"{len(ROWS)} bad inputs, origins and rights: {said}", wrongs


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "bad inputs": (bad_inputs, 0, 1),
}
"""By name: the scene, and how often in the quick part (0: `make test` runs it anyway) and in all."""
