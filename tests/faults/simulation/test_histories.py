"""Histories of the fault suite: good ones are judged good, each planted violation is noticed, Elle could read them."""

from __future__ import annotations

import gc
import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.faults.simulation import checks, history, simulate
from tests.faults.simulation.history import Op
from tests.faults.simulation.order import appended, reads, wrongs_of

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
SEED = 2 * checks.KEPT_EVERY


@pytest.fixture
def good() -> list[Op]:
    """What happened in one simulated run."""
    ops: list[Op] = json.loads(_kept())
    return ops


@cache
def _kept() -> str:
    with tempfile.TemporaryDirectory(prefix="fray-histories-") as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name) / "not there yet"
        patch.setenv(history.FOLDER, str(folder))
        assert _wrongs_of_run(SEED) == []
        return (folder / f"simulation-{SEED}.json").read_text("utf-8")


def _wrongs_of_run(seed: int, mutant: str = "") -> list[str]:
    wrongs = simulate.run(seed, mutant).wrongs
    gc.collect()  # a killed server closes nothing, which Python complains of, here and not in another test
    return wrongs


def test_a_run_is_told_as_list_append(good: list[Op]) -> None:
    """Begin and end of each transaction by its process, one at a time; nothing is wrong with it."""
    assert wrongs_of(good) == []
    under_way: set[int] = set()
    for number, op in enumerate(good):
        assert op["index"] == number
        assert (op["process"] in under_way) == (op["type"] != "invoke")
        under_way ^= {op["process"]}
        assert all(kind in ("append", "r") and type(key) is int for kind, key, _ in op["value"])
    assert not under_way
    assert {op["type"] for op in good} == {"invoke", "ok", "info", "fail"}
    assert sum(len(reads(op)) for op in good if op["type"] == "ok") > 100


def lost(ops: list[Op]) -> None:
    """What was acknowledged is in no list."""
    key, element = _acknowledged(ops)[-1]
    for op in ops:
        for name, held in reads(op):
            if name == key and element in held:
                held.remove(element)


def swapped(ops: list[Op]) -> None:
    """Two that were acknowledged one after the other stand the other way round, wherever they are read."""
    (key, first), *_, (_, last) = [place for place in _acknowledged(ops) if place[0] == _acknowledged(ops)[0][0]]
    for op in ops:
        for name, held in reads(op):
            if name == key:
                held[:] = [{first: last, last: first}.get(element, element) for element in held]


def forked(ops: list[Op]) -> None:
    """Somebody is shown another history than all others."""
    op = next(op for op in ops if any(len(held) > 2 for _, held in reads(op)))
    next(held for _, held in reads(op) if len(held) > 2)[1] = -99


def shown_less(ops: list[Op]) -> None:
    """Somebody is shown less than before."""
    last = ops[-1]["process"]
    op = next(op for op in reversed(ops) if op["process"] != last and len(op["value"]) == 1 and reads(op))
    ((_, held),) = reads(op)
    del held[1:]


def foreseen(ops: list[Op]) -> None:
    """Somebody is shown what nobody has asked for yet."""
    asked = {place for op in ops[: len(ops) // 3] for place in appended(op)}
    for op in ops[: len(ops) // 3]:
        for key, held in reads(op):
            whole = next(held for name, held in reads(ops[-1]) if name == key)
            if any((key, element) not in asked for element in whole):
                held[:] = whole
                return


def doubled(ops: list[Op]) -> None:
    """One commit is in a list twice."""
    for _, held in reads(ops[-1]):
        held.append(held[0])


def unwished(ops: list[Op]) -> None:
    """A list holds what nobody appended."""
    reads(ops[-1])[0][1].append(1_000_000)


def refused(ops: list[Op]) -> None:
    """A list holds what was refused."""
    key, element = next(place for op in ops if op["type"] == "fail" for place in appended(op))
    next(held for name, held in reads(ops[-1]) if name == key).append(element)


def misnumbered(ops: list[Op]) -> None:
    """An acknowledgement names a number at which something else is."""
    op = next(op for op in ops if op["type"] == "ok" and appended(op) and reads(op) and len(reads(op)[0][1]) > 2)
    reads(op)[0][1].pop()


def _acknowledged(ops: list[Op]) -> list[tuple[int, int]]:
    return [place for op in ops if op["type"] == "ok" for place in appended(op)]


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (lost, "was acknowledged and is not in list"), (swapped, "before what was there when it was asked"),
        (forked, "which is not so in the end"), (shown_less, "is shown to 1, after"), (foreseen, "asked for"),
        (doubled, "twice"), (unwished, "which nobody appended"), (refused, "which was refused"),
        (misnumbered, "is acknowledged with"),
    ],
)  # fmt: skip
def test_a_planted_violation_is_noticed(good: list[Op], plant: Callable[[list[Op]], None], said: str) -> None:
    """And named for what it is."""
    plant(good)
    assert any(said in wrong for wrong in wrongs_of(good)), wrongs_of(good)


def test_a_planted_bug_is_noticed_by_histories_alone() -> None:
    """Acknowledged before it is appended."""
    runs = (_wrongs_of_run(seed, "acknowledged before it is appended") for seed in range(60))
    assert any("history: " in wrong for wrongs in runs for wrong in wrongs)
