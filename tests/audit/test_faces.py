"""A small run over the faces of the dice; each planted fault is noticed along the axis where it lies."""

from __future__ import annotations

import hmac
import struct
from collections.abc import Callable
from unittest import mock

import pytest

from server.core import dice
from tests.audit import faces
from tests.audit.faces import AXES, Tally, tallied, verdict

FEW = 20_000
draw = dice.draw


def wrongs(axis: str, count: int = FEW, part: int = 0) -> list[str]:
    """What a run of one part finds."""
    return verdict(tallied(axis, count, part))[0]


@pytest.mark.parametrize("axis", AXES)
def test_faces_are_even_and_do_not_hang_together(axis: str) -> None:
    """Dice of 6 and of 20 sides; along the axis of sides all from 2 to 100."""
    assert wrongs(axis) == wrongs(axis, part=2) == []


def biased(
    seed: bytes, encounter: bytes, stream: str, k: int, salt: bytes, nonce: bytes, sides: int
) -> int:  # fmt: skip
    """The rest of one byte: the first faces come more often where 256 is no multiple of the sides."""
    text = dice.lp(encounter, stream.encode(), struct.pack(">QI", k, sides), salt, nonce)
    return hmac.digest(seed, text, "sha256")[0] % sides + 1


def reused(seed: bytes, encounter: bytes, stream: str, k: int, *more: object) -> int:
    """Each counter serves twice."""
    return draw(seed, encounter, stream, k // 2, *more)  # type: ignore[arg-type]


def streamless(seed: bytes, encounter: bytes, stream: str, *more: object) -> int:
    """The stream is left out."""
    return draw(seed, encounter, "", *more)  # type: ignore[arg-type]


def seedless(seed: bytes, *more: object) -> int:
    """All epochs have one seed."""
    return draw(b"", *more)  # type: ignore[arg-type]


def sideless(seed: bytes, encounter: bytes, stream: str, k: int, salt: bytes, nonce: bytes, sides: int) -> int:
    """The number of sides is left out of what is drawn: one number for all dice."""
    return (draw(seed, encounter, stream, k, salt, nonce, 2**31) - 1) % sides + 1


@pytest.mark.parametrize(
    ("axis", "part", "fault"),
    [
        ("streams", 3, biased), ("counters", 0, reused), ("streams", 0, streamless), ("epochs", 0, seedless),
        ("sides", 0, sideless),
    ],
)  # fmt: skip
def test_a_planted_fault_is_noticed(axis: str, part: int, fault: Callable[..., int]) -> None:
    """In a small run."""
    with mock.patch.object(dice, "draw", fault):
        assert wrongs(axis, part=part)


def test_counters_that_are_not_carried_on_are_noticed() -> None:
    """Every act begins anew: the same faces come again, seven dice later."""
    with mock.patch.object(faces, "next_counters", lambda used, _evidence: used):
        assert any("pairs" in wrong for wrong in wrongs("counters"))


def test_dice_that_are_too_even_are_noticed() -> None:
    """Faces in a row, each as often as the others: no chance makes that."""
    row = faces.Row(20, [1 + number % 20 for number in range(FEW)])
    tally = Tally()
    tally.add(([row], []))
    assert dict(tally.figures())["faces of d20"] < -faces.MOST
