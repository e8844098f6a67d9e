"""Which code folded a state: two releases that may fold differently share no snapshot.

Counted is every module of this project, and of the rule system's own package, that the system's functions and types, or
what reads and writes stored states, reach by import, with its name: code that is moved counts as changed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from server.core.system import System
from server.core.timeline import kept
from server.store import codec, plays

_OURS = __name__.partition(".")[0]
_READERS = (codec.__name__, plays.__name__, kept.__name__, __name__, "server.store.snapshots")
"""What turns stored bytes into states, whichever the system."""

_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.M)


@lru_cache(maxsize=64)
def fingerprint(system: System) -> str:
    """16 hex digits for all these sources; empty: they are not here."""
    digest = sha256(f"{sys.byteorder} {system.name} {system.version}".encode())
    try:
        for name, source in sorted(sources(system).items()):
            digest.update(name.encode() + b"\0" + sha256(source).digest())
    except OSError:
        return ""
    return digest.hexdigest()[:16]


def sources(system: System) -> dict[str, bytes]:
    """The modules that count, by name. Raises OSError where one has no source."""
    roots = {getattr(part, "__module__", "") for part in _parts(system)}
    packages = {_OURS, *(root.partition(".")[0] for root in roots)}
    found: dict[str, bytes] = {}
    waiting = [*_READERS, *roots]
    while waiting:
        name = waiting.pop()
        if name in found or name.partition(".")[0] not in packages or (file := _file_of(name)) is None:
            continue
        found[name] = file.read_bytes()
        waiting += [name.rpartition(".")[0], *_imported(found[name].decode("utf-8"))]
    return found


def _file_of(name: str) -> Path | None:
    """Where a module lies, also one that is not loaded yet, for it may be imported in a function; None: no module."""
    parent = sys.modules.get(name.rpartition(".")[0])
    if name not in sys.modules and not hasattr(parent, "__path__"):
        return None
    spec = find_spec(name)
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def _parts(system: System) -> Iterator[object]:
    """What a state comes of: the functions that fold, and the types that they, and stored bytes, are made of."""
    yield from (system.initial, system.add, system.evolve)
    yield from (system.game_type, system.options_type, system.sheet_type)
    yield from (*system.events, *system.intents, *system.upcasters.values())


def _imported(source: str) -> Iterator[str]:
    """What may be a module, of all that a source imports; names of other things do no harm."""
    for origin, names, plain in _IMPORT.findall(source):
        yield origin
        for name in re.findall(r"[\w.]+", names or plain):
            yield f"{origin}.{name}" if origin else name
