"""No module comes back to itself by its imports. Those that only types need, and those inside a function, count too."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest


def cycle_in(*packages: str) -> list[str]:
    """The first way on which a module comes back to itself, each importing the one before; empty if there is none."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        way: list[str] = error.args[1]
        return way
    return []


def test_no_module_comes_back_to_itself() -> None:
    """Whoever reads one may read those that it imports first, and is never sent back."""
    assert cycle_in("server", "protocol", "client_demo") == []


@pytest.mark.parametrize(
    "text",
    [
        "from planted.b import B",
        "from planted import b",
        "import planted.b",
        "from .b import B",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from planted.b import B",
        "def later():\n    from planted.b import B",
    ],
)
def test_a_cycle_is_found(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever way a module imports."""
    package = tmp_path / "planted"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "a.py").write_text(text)
    (package / "b.py").write_text("B = 1")
    monkeypatch.syspath_prepend(tmp_path)
    assert cycle_in("planted") == []

    (package / "b.py").write_text("import planted.a\nB = 1")
    assert set(cycle_in("planted")) == {"planted.a", "planted.b"}
