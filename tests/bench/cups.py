"""A fight of Three Cups, to be played beside the servers that people use instead: there it has the same rules and the
same secrets (peers/three_cups.js). Who does what is drawn by lot; nobody is ever out."""

from __future__ import annotations

import random
from pathlib import Path

from three_cups import CUPS, SYSTEM, Begin, Choose, Riposte

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.ids import GM
from server.core.intents import Intent
from server.core.state import State
from tests.bench.fight import AT_ONCE, SEATS, Script
from tests.bench.tape import Recorder

HEARTS = 1000
SIDES = ("guests", "locals")


def sheet(number: int) -> dict[str, object]:
    """Every other one has cover; of each side all but the first are weary."""
    return {"hearts": HEARTS, "cover": number % 2, "weary": number >= len(SIDES)}


SPEC = EncounterSpec(
    title="Cups",
    system=SYSTEM.name,
    table=AT_ONCE,
    seats={seat: SeatSpec(name=seat.capitalize()) for seat in SEATS},
    combatants={
        **{
            who: CombatantSpec(name=who.capitalize(), side=SIDES[k % 2], seat=who, at=(k, 0.0), sheet=sheet(k))
            for k, who in enumerate(SEATS)
        },
        "cat": CombatantSpec(
            name="Cat", side=SIDES[0], seat=SEATS[0], at=(0.0, 1.0), hidden=True, sheet=sheet(len(SEATS))
        ),
    },
)
"""Four seats with somebody each, and somebody hidden whom only the first of them knows."""


class CupsRecorder(Recorder):
    """Lays and plays such fights."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, system=SYSTEM)

    def spec(self) -> EncounterSpec:
        """The encounter."""
        return SPEC

    def script(self) -> CupsScript:
        """By lot, at each table another."""
        return CupsScript(random.Random(len(self.scripts)))


class CupsScript(Script):
    """Whoever is asked answers, one after another."""

    def __init__(self, luck: random.Random) -> None:
        super().__init__(SYSTEM)
        self._luck = luck

    def next(self, state: State) -> tuple[str, Intent]:
        """Who does what."""
        decision = state.play.decision
        if decision is None:
            return GM, Begin()
        who = decision.unanswered()[0]
        seat = state.ledger.controller(who)
        if decision.kind == "choose":
            return seat, Choose(who=who, cup=self._luck.choice(CUPS))
        return seat, Riposte(who=who, decline=self._luck.random() < 0.5)
