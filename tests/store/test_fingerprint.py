"""The fingerprint of the code that folds: it changes with each module that a stored state may depend on."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
from three_cups import SYSTEM

from server.core.system import System
from server.rules.tirakan import SYSTEM as TIRAKAN
from server.store.fingerprint import fingerprint, sources


def _print_of(system: System) -> str:
    """Worked out anew."""
    fingerprint.cache_clear()
    return fingerprint(system)


def _file(name: str) -> Path:
    return Path(str(importlib.import_module(name).__file__))


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    yield
    fingerprint.cache_clear()


@pytest.mark.parametrize("system", [SYSTEM, TIRAKAN], ids=lambda system: system.name)
def test_one_byte_of_any_module_is_another_fingerprint(system: System) -> None:
    """Each that is reached counts, with what stands in its file, and none is left out of the rule system's own package,
    core or the store's codec."""
    before, found = _print_of(system), sources(system)
    assert found == {name: _file(name).read_bytes() for name in found}
    for changed in found:
        other = {name: source + b"#" * (name == changed) for name, source in found.items()}
        with mock.patch("server.store.fingerprint.sources", lambda _, other=other: other):
            assert _print_of(system) != before, changed
    assert _print_of(system) == before


def test_what_is_reached() -> None:
    """What folds, what it calls, and what reads stored bytes; neither another system nor the tables."""
    found = set(sources(TIRAKAN))
    assert {"server.core.timeline.evolve", "server.core.state", "server.core.space", "server.store.codec"} <= found
    assert {TIRAKAN.evolve.__module__, TIRAKAN.game_type.__module__, "server.store.snapshots"} <= found
    assert not any("brink" in name or name.startswith(("server.gateway", "server.table")) for name in found)


def test_a_system_of_one_module_and_one_of_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are followed to what they import, also inside a function; a file that is moved counts as changed."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "one_module.py").write_text("import helper\ndef evolve(game, event): return game\n")
    (tmp_path / "helper.py").write_text("")
    for folder in ("folders", "folders/deep"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("")
    (tmp_path / "folders/all.py").write_text(
        "from folders.deep import (\n    near,\n)\ndef evolve(game, event):\n    from folders.deep import far\n"
    )
    (tmp_path / "folders/deep/near.py").write_text("WEIGHT = 1\n")
    (tmp_path / "folders/deep/far.py").write_text("WEIGHT = 2\n")
    single, deep = _system("one_module"), _system("folders.all")

    assert "one_module" in sources(single)
    assert {"folders.all", "folders.deep", "folders.deep.near", "folders.deep.far"} <= set(sources(deep))
    for system, changed in ((single, "one_module.py"), (deep, "folders/deep/near.py"), (deep, "folders/deep/far.py")):
        before = _print_of(system)
        (tmp_path / changed).write_text((tmp_path / changed).read_text() + "# another\n")
        assert _print_of(system) != before, changed


def _system(module: str) -> System:
    """Three Cups with the `evolve` of this module."""
    return replace(SYSTEM, evolve=importlib.import_module(module).evolve)
