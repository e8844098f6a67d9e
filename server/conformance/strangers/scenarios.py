"""Whose scenarios there are: the project's in which the suite runs, for a distribution holds none."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from server.conformance.fights import SYSTEMS
from server.conformance.worlds.learned import Happened, happened
from server.scenario.file import Scenario, load, scenario_files
from server.scenario.play import CannotPlay, Faces, Player

USUAL = ("scenarios",)
"""Folders that are looked through where the project names none."""


class Own(NamedTuple):
    """One scenario of a system, and where it stands."""

    folder: Path
    file: Path
    scenario: Scenario

    @property
    def title(self) -> str:
        """What it is called among all of the folder; several worlds of one may be called the same."""
        return f"{self.file.relative_to(self.folder).with_suffix('').as_posix()}: {self.scenario.title}"


def of_system(name: str) -> list[Own]:
    """The scenarios of one system; a project may have none."""
    there = ((folder, file) for folder in folders(Path.cwd()) for file in scenario_files([folder]))
    return [Own(folder, file, scenario) for folder, file in there for scenario in load(file, SYSTEMS, name)]


def folders(here: Path) -> list[Path]:
    """Those that the next pyproject.toml above names: `scenarios` of the table `tool.fray`."""
    project = next((each for each in (here, *here.parents) if (each / "pyproject.toml").is_file()), here)
    named = _named(project / "pyproject.toml")
    missing = [each for each in named if not (project / each).is_dir()]
    assert not missing, f"{project / 'pyproject.toml'}: tool.fray.scenarios names no folder: {', '.join(missing)}"
    return [project / each for each in named or USUAL if (project / each).is_dir()]


def _named(file: Path) -> list[str]:
    tool = tomllib.loads(file.read_text("utf-8")).get("tool", {}) if file.is_file() else {}
    named: list[str] = tool.get("fray", {}).get("scenarios", [])
    return named


def played(scenario: Scenario) -> list[Happened]:
    """All that happens in it, up to a step that can't be played: whether it passes is not asked here."""
    player = Player(scenario)
    for step in scenario.steps:
        try:
            player.take_step(step, Faces(step.dice))
        except CannotPlay:
            break
    return list(happened(player.table.timeline))
