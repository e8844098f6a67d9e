"""Frames at the door, against a server with a planted fault: each is noticed."""

from __future__ import annotations

import pytest

from tests.faults.simulation.mutants import planted
from tests.fuzz.sockets import fuzz

FRAMES = 6_000
"""Many times what it takes: a run ends with the first thing that is wrong."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "fault",
    [
        "a seat that somebody has is given away",
        "a seat is given through a closed door",
        "whoever asks for their own seat again is told no",
        "a seat is given though the GM is to be asked",
    ],
)
async def test_a_planted_fault_is_noticed(fault: str) -> None:
    """By what is told at the door, or by what the log says after it."""
    with planted(fault):
        _, wrongs = await fuzz(1, FRAMES)
    assert any(", and right is " in wrong or "is exchanged" in wrong for wrong in wrongs), wrongs
