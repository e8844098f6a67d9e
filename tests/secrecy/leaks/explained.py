"""Leaks that can't be noticed, each with the reason in a sentence, and where that is possible a check that it still
holds."""

from __future__ import annotations

EXPLAINED: dict[str, str] = {}
