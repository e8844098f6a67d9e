"""How many bytes an encounter's log takes of the store, and how many it may."""

from __future__ import annotations

from collections.abc import Iterable

from server.store.log import Entry

MIB = 1024 * 1024
MOST_BYTES = 256 * MIB
"""Then nobody's acts are taken any more: months of play, or somebody who fills the store."""
OWN_BYTES = 4 * MIB
"""So much more is for what the server does by itself, so that what has begun comes to its end; then clocks and what
goes on alone stand still. What ends the encounter is taken always: there is little of it."""
OVERHEAD_BYTES = 256
"""About what an entry takes beside its body."""


def size_of(entries: Iterable[Entry]) -> int:
    """About how many bytes they take."""
    return sum(len(entry.body) + OVERHEAD_BYTES for entry in entries)
