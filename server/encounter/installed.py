"""The rule systems that are installed here, found by their entry points."""

from __future__ import annotations

from importlib.metadata import entry_points

from server.core.system import System

GROUP = "fray.systems"


def systems() -> dict[str, System]:
    """By name. Raises RuntimeError naming one that can't be loaded."""
    found: dict[str, System] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            system = point.load()
        except Exception as error:
            raise RuntimeError(f"rule system {point.name} ({point.value}) can't be loaded: {error}") from error
        found[system.name] = system
    return found
