"""Where in a rule system's own code an exception comes from."""

from __future__ import annotations

import traceback
from collections.abc import Iterator


def line_in(package: str, error: BaseException) -> traceback.FrameSummary | None:
    """The innermost line of the package's code; None where that has no part in it."""
    return next(_lines_in(package, error), None)


def _lines_in(package: str, error: BaseException) -> Iterator[traceback.FrameSummary]:
    frames = list(traceback.walk_tb(error.__traceback__))
    lines = traceback.StackSummary.extract(frames)
    for (frame, _), line in reversed(list(zip(frames, lines, strict=True))):
        if f"{frame.f_globals.get('__name__', '')}.".startswith(f"{package}."):
            yield line
