"""Encounters that show the rule systems to people who have none of their own yet. Each is laid once per data folder, so
that links to it stay good over restarts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from server.core.create import EncounterSpec
from server.core.system import System
from server.encounter.file import parse_encounter
from server.encounter.setup import PACE
from server.lobby.lobby import Lobby

Line = dict[str, Any]
"""An encounter as the lobby lists it."""


class Demos:
    """Lays the demo encounters of all rule systems of a lobby."""

    def __init__(self, lobby: Lobby, *, is_paced: bool = True) -> None:
        self._lobby = lobby
        self._is_paced = is_paced

    async def lay(self, names: Sequence[str] = ()) -> list[dict[str, Any]]:
        """The demo encounters of these systems (none named: of all), laid before or now: {encounter, title, system,
        links}."""
        chosen = [system for system in self._lobby.systems.values() if not names or system.name in names]
        there = _There(await self._lobby.encounters(), self._further(list(self._lobby.systems.values())))
        first = [await self._laid(spec, there.like(spec) or there.of(spec.system)) for spec in self._main(chosen)]
        return first + [await self._laid(spec, there.like(spec)) for spec in self._further(chosen)]

    def _main(self, systems: Sequence[System]) -> list[EncounterSpec]:
        """First that of a system which one can learn by playing."""
        ordered = sorted(systems, key=lambda system: not system.tutorial)
        return [self._parsed(system.demo) for system in ordered if system.demo]

    def _further(self, systems: Sequence[System]) -> list[EncounterSpec]:
        return [self._parsed(text) for system in systems for text in system.more_demos]

    def _parsed(self, text: str) -> EncounterSpec:
        return parse_encounter(text, "a demo", self._lobby.systems)

    async def _laid(self, spec: EncounterSpec, line: Line | None) -> dict[str, Any]:
        """The encounter of this line, else one that is laid now."""
        if line is None:
            return {"system": spec.system, **await self._lobby.create(_paced(spec) if self._is_paced else spec)}
        known = dict(self._lobby.links.of(line["id"]))
        return {"encounter": line["id"], "title": line["title"], "system": spec.system, "links": known}


def _paced(spec: EncounterSpec) -> EncounterSpec:
    """As a table that people make, unless its file says itself whom it asks."""
    if spec.table.stops is not msgspec.UNSET:
        return spec
    window_s = max(PACE["min_window_s"], spec.table.min_window_s)
    table = msgspec.structs.replace(spec.table, stops=PACE["stops"], min_window_s=window_s)
    return msgspec.structs.replace(spec, table=table)


class _There:
    """The encounters that were laid before; of several that would do, the newest."""

    def __init__(self, newest_first: Sequence[Line], further: Sequence[EncounterSpec]) -> None:
        oldest_first = list(reversed(newest_first))  # in the dicts below the last one counts
        titles = {spec.title for spec in further}
        self._titled = {(line["system"], line["title"]): line for line in oldest_first}
        self._first = {line["system"]: line for line in oldest_first if line["title"] not in titles}

    def like(self, spec: EncounterSpec) -> Line | None:
        """One of this system and title."""
        return self._titled.get((spec.system, spec.title))

    def of(self, system: str) -> Line | None:
        """Any of this system that is none of its further demos: it serves as the main one under another title too."""
        return self._first.get(system)
