"""An exception where only refusals are expected, as a sentence for the author of the rule system that it comes from."""

from __future__ import annotations

import traceback

from server.core.intents import Intent
from server.core.system import System
from server.encounter.raised import line_in

RULES = "server.rules."
"""Where the systems that come with Fray lie; each of the others is a package of its own."""


def broken(system: System, intent: Intent | None, error: Exception) -> list[str]:
    """What was raised, at which intent, and the line of the system's code. `intent`: None while the table is laid."""
    at = f"the intent {intent.__struct_config__.tag}" if intent is not None else "laying the table"
    line = _line(system, error)
    where = f"{line.filename}, line {line.lineno}, in {line.name}"
    return [f"{system.name} breaks at {at}: {type(error).__name__}: {error} ({where})", f"  {line.line}"]


def _line(system: System, error: Exception) -> traceback.FrameSummary:
    """The innermost line of the system's own code; the innermost of all where that has no part in it."""
    return line_in(_package(system), error) or traceback.extract_tb(error.__traceback__)[-1]


def _package(system: System) -> str:
    parts = system.game_type.__module__.split(".")
    return ".".join(parts[:3]) if system.game_type.__module__.startswith(RULES) else parts[0]
