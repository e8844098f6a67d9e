"""Acts and reactions, by a system that has them in another order than Tirakan: worked examples of Tirakan Classic."""

from pathlib import Path

import pytest

from server.scenario.file import scenario_files
from server.scenario.report import Report, check_file, render
from tests.kit.classic import SYSTEM

HOME = Path(__file__).parent / "classic" / "scenarios"


@pytest.mark.parametrize("path", scenario_files([HOME]), ids=lambda path: path.stem)
def test_worked_example(path: Path) -> None:
    """Everything in the file comes out as written."""
    report = Report(tuple(check_file(path, {SYSTEM.name: SYSTEM})))
    assert report.results
    assert report.failed == 0, "\n" + render(report)
