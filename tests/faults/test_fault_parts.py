"""How the fault suite runs its parts: each in a process of its own, and none ends the others."""

import logging
import os
import random
from pathlib import Path

import pytest

from tests.faults import forks, parts
from tests.faults.parts import QUICK, Outcome, closing
from tests.gateway import scenes


def doubled(number: int) -> tuple[int, int]:
    """Twice the number, and who says so."""
    return 2 * number, os.getpid()


def ending(number: int) -> int:
    """It is killed."""
    os._exit(number)


def test_each_piece_has_a_process_of_its_own() -> None:
    """All results are there, in whatever order."""
    made = list(forks.each(doubled, range(1, 6), 2))
    assert sorted(number for number, _ in made) == [2, 4, 6, 8, 10]
    assert len({process for _, process in made} | {os.getpid()}) == 6


def test_a_process_that_ends_without_a_result_is_told() -> None:
    """Nobody waits for it; who can go on without it goes on."""
    with pytest.raises(RuntimeError, match="ended with 7"):
        list(forks.each(ending, [7], 1))
    assert list(forks.each(ending, [7, 8], 1, lost=lambda piece, code: (piece, code))) == [(7, 7), (8, 8)]


def test_a_part_that_breaks_off_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what broke it; the table shows it, the parts stand in their own order, and the log is as loud as before."""

    def broken(_size: parts.Size, _seed: int) -> tuple[str, list[str]]:
        raise ValueError("it can't be")

    monkeypatch.setitem(parts.PARTS, "kills", broken)
    level = logging.getLogger().level
    outcome = parts.timed(parts.Job("kills", QUICK, 0))
    assert logging.getLogger().level == level
    assert any("it can't be" in wrong for wrong in outcome.wrongs)
    fine = [Outcome(name, f"{name} went well\n  more", [], 1.0) for name in parts.PARTS if name != "kills"]
    mixed = random.Random(1).sample([outcome, *fine], len(fine) + 1)
    lines = closing(mixed).splitlines()
    assert len(lines) == len(parts.PARTS)
    assert [line.split()[0] for line in lines].count("WRONG") == 1
    assert lines[0].endswith("differential went well")


def test_the_tests_that_it_runs_once_more_are_there() -> None:
    """Whoever moves one mends its name here."""
    assert [name for name in scenes.files() if not Path(name).is_file()] == []


def test_all_figures_that_were_asked_for_are_in_the_whole_suite() -> None:
    """Seeds, kills, cuts, fail-overs, frames, pairs, peers, and the bad inputs."""
    assert (parts.WHOLE.seeds, parts.WHOLE.kills) == (20_000, 200)
    wanted = {
        "power cuts": 100, "promotions": 95, "Sentinel": 5, "fuzzed decoders": 1_000_000, "fuzzed sockets": 50_000,
        "two worlds": 20_000, "two worlds at sockets": 50, "slow peers": 10_000,
    }  # fmt: skip
    assert {name: parts.SCENES[name][2] for name in wanted} == wanted
    assert "bad inputs" in parts.PARTS
