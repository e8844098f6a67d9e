"""Reads the byte vectors that the Python and the TypeScript tests share."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "protocol/golden"


def vectors(name: str) -> list[dict[str, Any]]:
    """The entries of one file of protocol/golden."""
    entries: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return entries


def names(entries: list[dict[str, Any]]) -> list[str]:
    """What pytest calls them."""
    return [str(entry.get("name", entry.get("text"))) for entry in entries]
