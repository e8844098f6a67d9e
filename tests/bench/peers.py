"""What people use instead, measured beside Fray (make bench-peers)."""

from __future__ import annotations

from pathlib import Path

from tests.bench.figures import Row


def rows(folder: Path) -> list[Row]:
    """All peers."""
    raise NotImplementedError(folder)
