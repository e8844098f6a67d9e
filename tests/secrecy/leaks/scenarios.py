"""Whether a leak is noticed in what strangers would learn of a system's scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from server.conformance.strangers.scenarios import of_system, played
from server.conformance.strangers.supposed import learned, variants
from server.conformance.worlds.learned import Happened
from server.core.system import System
from tests.secrecy.leaks import stake
from tests.secrecy.leaks.occurring import Occurring
from tests.secrecy.leaks.planted import Leak, planted

BY_SCENARIOS = "strangers"


class Scenarios:
    """Those of one system; played when they are asked first."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._occurring = Occurring()

    @cached_property
    def _happened(self) -> list[Happened]:
        return [here for each in of_system(self.system.name) for here in played(each.scenario)]

    def notice(self, leak: Leak) -> str:
        """By whom it is noticed, where they would learn something else by it."""
        own = self._occasions(leak)
        usual = self._learned(own)
        with planted(leak, self.system):
            return BY_SCENARIOS if self._learned(own) != usual else ""

    def withheld(self, leak: Leak) -> int:
        """So often it keeps something from one of them."""
        return stake.withheld(leak, self.system, self._looks(leak))

    def _looks(self, leak: Leak) -> Iterator[stake.Look]:
        for here in self._occasions(leak):
            for each, audience in variants(here, sorted(here.after.play.pieces)):
                yield from stake.at_event(self.system, each, audience, leak)

    def _occasions(self, leak: Leak) -> list[Happened]:
        return [here for here in self._happened if self._occurs(here, leak.mark)]

    def _occurs(self, here: Happened, mark: str) -> bool:
        return mark in self._occurring.of(here.event) or self._occurring.holds(here.after, mark)

    def _learned(self, fight: list[Happened]) -> list[bytes]:
        return [part for here in fight for part in learned(self.system, here)]
