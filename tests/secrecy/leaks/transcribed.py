"""What systems keep themselves of what was told in whole fights, with the last views: the last to be asked."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from server.conformance.worlds.learned import Happened, happened, told
from server.core.system import System
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal
from tests.rules import transcripts
from tests.secrecy.leaks.occurring import Occurring
from tests.secrecy.leaks.planted import Leak, planted

BY_OWN = "its own transcripts"

OWN = {
    "tirakan": "tests.rules.tirakan.fights.transcripts",
    **{name: f"tests.rules.{name}.transcripts" for name in ("brink", "ambersteel", "tactics", "tirakan_classic")},
}
"""By system, where these lie."""


class Transcript(NamedTuple):
    """A fight, and what all see in the end."""

    fight: list[Happened]
    table: Rehearsal
    views: list[Any]

    def seen(self) -> list[Any]:
        """The views as they are now."""
        return [builtins(self.table.view(audience)) for audience in self.table.state.ledger.audiences()]


class Transcripts:
    """Those of one system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._occurring = Occurring()
        self._told: dict[tuple[int, str, str], list[bytes]] = {}
        module = import_module(OWN[system.name]) if system.name in OWN else None
        self._kept = [self._played(fight, name) for name, fight in module.FIGHTS.items()] if module else []

    def _played(self, fight: transcripts.Fight, name: str) -> Transcript:
        table = transcripts.played(fight, name, transcripts.stored(name, "choices"))
        kept = Transcript(list(happened(table.timeline)), table, [])
        return kept._replace(views=kept.seen())

    def notice(self, leak: Leak) -> str:
        """By whom it is noticed, where something else is told by it, or seen in the end."""
        self._note(leak.kind)
        with planted(leak, self.system):
            return BY_OWN if self._is_otherwise(leak.kind) else ""

    def _note(self, kind: str) -> None:
        """Remember what is told of this class as it is."""
        for number, kept in enumerate(self._kept):
            for audience in kept.table.state.ledger.audiences()[1:]:
                if (number, audience, kind) not in self._told:
                    self._told[number, audience, kind] = self._now(kept, audience, kind)

    def _is_otherwise(self, kind: str) -> bool:
        """Is something else told of it now, or seen in the end?"""
        here = {key: self._now(self._kept[key[0]], *key[1:]) for key in self._told if key[2] == kind}
        if any(now != self._told[key] for key, now in here.items()):
            return True
        for kept in self._kept:
            kept.table.timeline.shelf.clear()
        found = any(kept.seen() != kept.views for kept in self._kept)
        for kept in self._kept:
            kept.table.timeline.shelf.clear()
        return found

    def _now(self, kept: Transcript, audience: str, kind: str) -> list[bytes]:
        return told(self.system, (here for here in kept.fight if kind in self._occurring.of(here.event)), audience)
