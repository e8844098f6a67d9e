"""The quick part of the fault suite: a few simulated deployments, a few kills, each scene once."""

import gc
import re
from pathlib import Path

import msgspec
import pytest

from tests.faults import rows
from tests.faults.parts import PARTS, QUICK, SCENES

pytestmark = pytest.mark.timeout(900)

SIZE = msgspec.structs.replace(QUICK, seeds=12, traces=2, kills=2, jobs=1)
"""A little of everything: every kind of fault and of store, a server killed and a Redis; many seeds and many kills are
for `make faults`."""


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("part", [name for name in PARTS if name not in SCENES or SCENES[name][1]])
def test_faults_do_no_harm(part: str) -> None:
    """Nothing is wrong."""
    figures, wrongs = PARTS[part](SIZE, 0)
    gc.collect()  # a killed server closes nothing, which Python complains of, here and not in another test
    print(f"{part}: {figures}")
    assert wrongs == []


def test_every_fault_has_a_proof_or_a_reason() -> None:
    """C1 to C47, T1 to T22, each with a text."""
    assert list(rows.ROWS) == [f"C{number}" for number in range(1, 48)]
    assert list(rows.THREATS) == [f"T{number}" for number in range(1, 23)]
    every = [*rows.ROWS.values(), *rows.THREATS.values()]
    assert all(fault and proof for fault, proof in every)
    proofs = " ".join(proof for _, proof in every)
    for name in re.findall(r"\b(?:\w+/)*test_\w+", proofs):
        assert (Path(__file__).parent.parent / f"{name}.py").is_file(), name
    for name in re.findall(r"scene: (\w+ \w+|\w+)", proofs):
        assert name in SCENES, name
