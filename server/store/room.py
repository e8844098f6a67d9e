"""How much is left of the memory and the disk that a store fills, and how much of that is kept for running tables."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

MIB = 1024 * 1024
MOST_KEPT = 1024 * MIB
"""No more is kept of anything, however large it is."""
OF_MEMORY, OF_DISK = 5, 10
"""Kept are a fifth of the memory and a tenth of the disk: a full disk stops whatever else writes there, too."""


class Room(msgspec.Struct, frozen=True):
    """What is `free` of something (`of`: memory or disk), and how much of it is the `reserve` (both bytes)."""

    of: str
    free: int
    reserve: int

    def has(self, size: int) -> bool:
        """May so many bytes be taken by what is no running table?"""
        return self.free - size >= self.reserve


def memory(info: Mapping[str, Any]) -> list[Room]:
    """The room of a Redis that says this of its memory; none where that has no bound."""
    most = int(info.get("maxmemory", 0))
    return [Room("memory", max(0, most - int(info["used_memory"])), min(most // OF_MEMORY, MOST_KEPT))] if most else []


def disk(folder: Path) -> list[Room]:
    """The room of the disk with this folder; none where it can't be looked at from here."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return []
    return [Room("disk", usage.free, min(usage.total // OF_DISK, MOST_KEPT))]


def least(rooms: Iterable[Room]) -> list[Room]:
    """Of each kind the one that runs short first."""
    found: dict[str, Room] = {}
    for room in sorted(rooms, key=lambda room: room.free - room.reserve):
        found.setdefault(room.of, room)
    return [*found.values()]
