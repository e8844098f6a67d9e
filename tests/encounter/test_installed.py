"""Which rule systems are found by their entry points, and which are loaded at all."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from server.encounter import installed
from server.encounter.installed import GROUP, systems


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """What is installed, as far as anybody can tell."""
    points = [EntryPoint("three_cups", "three_cups:SYSTEM", GROUP)]
    monkeypatch.setattr(installed, "entry_points", lambda group: [point for point in points if point.group == group])
    return points


def test_only_what_is_asked_for_is_loaded(found: list[EntryPoint]) -> None:
    """What can't be loaded harms nobody who wants another."""
    found.append(EntryPoint("broken", "no_such_package:SYSTEM", GROUP))
    assert list(systems({"three_cups", "unknown"})) == ["three_cups"]
    assert systems(()) == {}
    with pytest.raises(RuntimeError, match=r"^rule system broken \(no_such_package:SYSTEM\) can't be loaded"):
        systems()


def test_what_breaks_while_it_is_loaded_is_named_with_its_line(
    found: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The author's line, not the one of Fray's in which it came out."""
    (tmp_path / "unfinished.py").write_text(
        "from server.core.dice import thrown\n\nthrown(20, ())\nthrown()\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found.append(EntryPoint("unfinished", "unfinished:SYSTEM", GROUP))
    with pytest.raises(RuntimeError, match=r"can't be loaded: thrown\(\) missing .*unfinished\.py, line 4\)$"):
        systems()


def test_a_system_goes_by_the_name_of_its_entry_point(found: list[EntryPoint]) -> None:
    """Else it would be there among all, and missing where it is asked for."""
    found[:] = [EntryPoint("cups", "three_cups:SYSTEM", GROUP)]
    with pytest.raises(RuntimeError, match=r"^rule system three_cups .* has an entry point called cups$"):
        systems()
