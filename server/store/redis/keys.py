"""The names of everything Fray keeps in Redis, and nothing else."""

from __future__ import annotations

import re

LOBBY = "fray:lobby"
DOORS = "fray:doors"
FORMATS = "fray:formats"
LOGS = "fray:{*}:log"  # the pattern for SCAN
_ENCOUNTER = re.compile(r"[0-9a-f]{32}")
_WAKE_CHANNELS = 64


def key(encounter: str, name: str) -> str:
    """Return `fray:{<encounter>}:<name>`: the braces keep all keys of an encounter in one cluster slot.

    Raises ValueError unless the id is 32 lowercase hex digits.
    """
    if not _ENCOUNTER.fullmatch(encounter):
        raise ValueError(f"an encounter id is 32 lowercase hex digits, not {encounter!r}")
    return f"fray:{{{encounter}}}:{name}"


def encounter_of(log_key: bytes) -> str | None:
    """Return the encounter of a log's key, or None when the key is not one of ours."""
    encounter = log_key[len("fray:{") : -len("}:log")].decode("ascii", errors="replace")
    return encounter if _ENCOUNTER.fullmatch(encounter) else None


def wake_channel(encounter: str) -> bytes:
    """Return the wake channel of an encounter."""
    return b"fray:wake:%d" % (int(encounter[:2], 16) % _WAKE_CHANNELS)
