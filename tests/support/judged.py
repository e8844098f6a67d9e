"""Imported files are judged in this process: to start Python for each would be most of what many imports take.

    from tests.support.judged import judged_here  # noqa: F401

That the server asks a process of its own, and what that one may take, is shown by archive/test_inspection and over
sockets by gateway/test_transfer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from server.archive.imported import judge
from server.encounter.installed import systems
from server.lobby import copying

SYSTEMS = systems()


async def judged(data: bytes, names: Iterable[str]) -> None:
    """As `inspection.inspect` does."""
    judge(data, {name: SYSTEMS[name] for name in names})


@pytest.fixture(autouse=True, scope="module")  # Hypothesis takes no fixture of one test
def judged_here() -> Iterator[None]:
    """For all tests of the module that imports this."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(copying, "inspect", judged)
        yield
