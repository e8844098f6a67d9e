"""What is remembered of menus, views and patches is what would be made anew, in recorded fights and in scenarios; in
storms the conformance suite looks (`server.conformance.remembered`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from server.archive.export import unpack
from server.conformance.amount import TIMES
from server.conformance.remembered.looking import Looking
from server.core.timeline.timeline import Timeline
from server.encounter.installed import systems
from server.scenario.file import load
from server.scenario.rehearsal import Rehearsal
from server.scenario.run import run
from server.store.codec import Codec
from tests.recordings.test_recordings import NAMES, bytes_of

T = TypeVar("T")
SCENARIOS = Path(__file__).parents[1] / "scenarios"
USUALLY, COMMITS = 3, 100
"""Of so many fights or scenarios one is looked at, and so many commits of a fight, unless FRAY_FIGHTS says more."""


def some(all_of_them: Sequence[T]) -> Sequence[T]:
    """Every so manyth of them."""
    return all_of_them[:: max(1, round(USUALLY / TIMES))]


@pytest.mark.parametrize("name", some(NAMES))
def test_in_a_recorded_fight(name: str) -> None:
    """After every commit."""
    log = unpack(bytes_of(name, "gm"))
    system = systems()[log.system]
    codec, timeline = Codec(system), Timeline(system, log.encounter)
    looking = Looking(timeline)
    for row in log.entries[: round(COMMITS * max(1, TIMES))]:
        timeline.fold(codec.open(row.version, row.body).commit)
        assert looking.differences() == []


@pytest.mark.parametrize("name", sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir()))
def test_in_scenarios(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After whatever is taken in them."""
    found, looks = list[str](), dict[int, Looking]()
    submit = Rehearsal.submit

    def looked_at(table: Rehearsal, *arguments: Any, **more: Any) -> Any:
        commit = submit(table, *arguments, **more)
        found.extend(looks.setdefault(id(table.timeline), Looking(table.timeline)).differences())
        return commit

    monkeypatch.setattr(Rehearsal, "submit", looked_at)
    for path in some(sorted((SCENARIOS / name).glob("[!_]*.toml"))):
        looks.clear()
        for scenario in load(path, systems()):
            run(scenario)
            assert found == [], path.name
    assert looks
