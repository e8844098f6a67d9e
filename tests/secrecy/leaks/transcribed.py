"""What systems keep themselves of what was told in whole fights, with the last views, and of what strangers would
learn of their scenarios: the last to be asked."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

from server.conformance.worlds.learned import Happened, happened, told
from server.core.system import System
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal
from tests.rules import transcripts
from tests.secrecy import supposing
from tests.secrecy.leaks.occurring import Occurring
from tests.secrecy.leaks.planted import Leak, planted

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

    def note(self, kind: str) -> None:
        """Remember what is told of this class as it is."""
        for number, kept in enumerate(self._kept):
            for audience in kept.table.state.ledger.audiences()[1:]:
                if (number, audience, kind) not in self._told:
                    self._told[number, audience, kind] = self._now(kept, audience, kind)

    def notice(self, kind: str) -> bool:
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


class Scenarios:
    """Those of one system, with what strangers would learn of them; played when they are asked first."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._occurring = Occurring()

    @cached_property
    def _happened(self) -> list[Happened]:
        fights = (supposing.played(scenario) for _, scenario in supposing.of_system(self.system.name))
        return [here for fight in fights for here in fight]

    def notice(self, leak: Leak) -> bool:
        """Would they learn something else by it?"""
        own = [here for here in self._happened if self._occurs(here, leak.mark)]
        usual = self._learned(own)
        with planted(leak, self.system):
            return self._learned(own) != usual

    def _occurs(self, here: Happened, mark: str) -> bool:
        return mark in self._occurring.of(here.event) or self._occurring.holds(here.after, mark)

    def _learned(self, fight: list[Happened]) -> list[bytes]:
        return [part for here in fight for part in supposing.learned(self.system, here)]
