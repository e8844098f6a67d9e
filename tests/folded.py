"""Digests of what logs fold to and of what the same choices decide, for one process.

    python -m tests.folded

`test_folded` compares those of processes with other hash seeds, time zones and locales.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator

import msgspec
from three_cups import SYSTEM as THREE_CUPS

from client_demo.choice import choose
from server.archive.export import entries_of, unpack
from server.core.secrecy import known
from server.core.system import System
from server.core.timeline.kept import kept
from server.core.timeline.timeline import Timeline
from server.core.view import builtins
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.scenario.rehearsal import Rehearsal
from server.store.codec import Codec
from tests.support.golden_exports import FILES, GOLDEN, SIGNED

STEPS = 25


def folded(system: System, encounter: str, bodies: Iterable[bytes]) -> Timeline:
    """A log from its stored bytes."""
    timeline, codec = Timeline(system, encounter), Codec(system)
    for version, body in enumerate(bodies, start=1):
        timeline.fold(codec.open(version, body).commit)
    return timeline


def digest(timeline: Timeline) -> str:
    """Of all that a timeline is at its head, in bytes."""
    return hashlib.sha256(msgspec.msgpack.encode(kept(timeline))).hexdigest()


def golden() -> Iterator[tuple[str, str]]:
    """The states of the stored logs."""
    for name in (FILES["gm"], SIGNED):
        content = unpack((GOLDEN / name).read_bytes())
        bodies = [entry.body for entry in entries_of(content)]
        yield name, digest(folded(THREE_CUPS, content.encounter, bodies))


def decided() -> Iterator[tuple[str, str]]:
    """The logs of a fight of each system whose luck is given."""
    for name, system in systems().items():
        table, luck = (
            Rehearsal(system, encounter_file.parse_encounter(system.demo, name, systems()), None),
            random.Random(name),
        )
        for _ in range(STEPS):
            _step(table, luck)
        yield name, hashlib.sha256(b"".join(table.log)).hexdigest()
        yield f"{name}, state", digest(table.timeline)


def _step(table: Rehearsal, luck: random.Random) -> None:
    for seat, place in table.state.ledger.seats.items():
        asker = table.asker(seat)
        knows = known(table.system, table.state, asker.audience)
        offered = msgspec.to_builtins(table.system.options(knows, asker)) if place.role != "spectator" else []
        chosen = choose(offered, builtins(table.view(asker.audience)), luck)
        if chosen is not None:
            table.submit(seat, *chosen)
            table.go_on()
            return


if __name__ == "__main__":
    print(json.dumps(dict([*golden(), *decided()])))
