"""The rule systems that are installed here, found by their entry points."""

from __future__ import annotations

from collections.abc import Container
from importlib.metadata import entry_points

from server.core.system import System
from server.encounter.raised import line_in

GROUP = "fray.systems"


def systems(names: Container[str] | None = None) -> dict[str, System]:
    """By name: all, or only these, as each takes time to load. Raises RuntimeError naming one that can't be loaded, or
    whose entry point is called otherwise: whoever asks for it by name would not find it."""
    found: dict[str, System] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if names is not None and point.name not in names:
            continue
        try:
            system = point.load()
        except Exception as error:
            line = line_in(point.module, error)
            where = f" ({line.filename}, line {line.lineno})" if line is not None else ""
            raise RuntimeError(f"rule system {point.name} ({point.value}) can't be loaded: {error}{where}") from error
        if system.name != point.name:
            raise RuntimeError(f"rule system {system.name} ({point.value}) has an entry point called {point.name}")
        found[system.name] = system
    return found
