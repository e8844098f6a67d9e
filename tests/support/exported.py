"""Fights of Three Cups to export: joined seats, open and secret dice, ripostes, undone stretches, an amendment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from three_cups import SYSTEM

from server.archive.export import SeedsShown
from server.core.commit import Commit
from server.core.create import EncounterSpec
from server.core.dice import commitment_of
from server.core.history import amend
from server.core.intents import Amend, Close, Continue, Die, Edit, Join, Reveal, RevealSeed, ServerRolls, TypeDice
from server.core.state import TableOptions
from server.keys.seeds import SeedKeeper
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from tests.table.party import SPEC

KEEPER = SeedKeeper(b"k" * 32)
VALUES = {"ann": b"a" * 32, "bob": b"b" * 32}


class Fight(Rehearsal):
    """A rehearsal with real seeds, which reveals them as the server does."""

    def __init__(self, spec: EncounterSpec = SPEC) -> None:
        super().__init__(SYSTEM, spec, None, lambda epoch: KEEPER.seeds(ENCOUNTER, epoch))

    def submit(self, seat: str, intent: Any, decision: str | None = None, seen: int | None = None) -> Commit:
        """One intent; then the seed, where an epoch is over."""
        commit = super().submit(seat, intent, decision, seen)
        ledger = self.state.ledger
        if ledger.epoch_over and (ledger.begun or ledger.closed) and self.state.play.parked is None:
            seeds = KEEPER.seeds(ENCOUNTER, ledger.epoch)
            secret = seeds.secret if ledger.closed else b""
            super().submit("server", RevealSeed(epoch=ledger.epoch, seed=seeds.open, secret=secret))
        return commit

    def go_on(self) -> list[Commit]:
        """The server's continues, and the GM's while play is held."""
        commits = super().go_on()
        decision = self.state.play.decision
        while decision is not None and decision.silent and not decision.unanswered():
            commits.append(self.submit("gm", Continue(decision=decision.id)))
            decision = self.state.play.decision
        return commits

    def seeds_shown(self) -> SeedsShown:
        """The seeds of the epoch that is not over."""
        epoch = self.state.ledger.epoch
        seeds = KEEPER.seeds(ENCOUNTER, epoch)
        return SeedsShown(epoch=epoch, open=seeds.open, secret=seeds.secret)

    def begin(self) -> None:
        """Ann and Bob join; the GM begins; both reveal."""
        for seat, value in VALUES.items():
            self.submit(seat, Join(commitment=commitment_of(bytes.fromhex(ENCOUNTER), seat, value)))
        self.submit("gm", {"type": "begin"})
        for seat, value in VALUES.items():
            self.play(seat, Reveal(preimage=value))

    def round(self, cups: Sequence[int], riposte: bool = True) -> None:
        """All lift their cups; dice that people roll are typed, those of ripostes left to the server."""
        for seat, who, cup in zip(("ann", "bob", "ann"), "abc", cups, strict=True):
            self.play(seat, {"type": "choose", "who": who, "cup": cup})
        self.throw(TypeDice(faces=(5,)))
        decision = self.state.play.decision
        if decision is not None and decision.kind == "riposte":
            self.play("bob", {"type": "riposte", "who": "b", "decline": not riposte})
        self.throw(ServerRolls())

    def throw(self, intent: TypeDice | ServerRolls) -> None:
        """Whoever rolls, where dice are to be typed."""
        parked = self.state.play.parked
        if parked is not None:
            self.play(self.state.ledger.controller(parked.who), intent)

    def amend(self, back: int, face: int) -> None:
        """Set the first face of the `back`-th commit with dice, counted from the end of the line."""
        timeline = self.timeline
        rolls = [p for p in timeline.line() if timeline.commit(p.version).evidence]
        if not rolls:
            return
        position = rolls[back % len(rolls)]
        rolled = timeline.commit(position.version).evidence[0]
        edit = Edit(at=position, faces=(Die(rolled.roll, rolled.who, 0, face),))
        seen = amend.preview(timeline, position, (edit,))
        if not seen.needs:
            self.play("gm", Amend(target=position, edits=(edit,), digest=seen.digest))


def typed() -> Fight:
    """A round with typed dice: the strike's is typed, the riposte's left to the server."""
    table = Fight(replace(SPEC, table=TableOptions(typed_dice=True)))
    table.begin()
    table.round((2, 1, 1), True)
    table.play("gm", Close())
    return table


def fought(close: bool = True) -> Fight:
    """A fight with everything in it."""
    table = Fight()
    table.begin()
    table.round((2, 1, 1), True)
    here = table.timeline.version
    table.round((1, 1, 2), False)
    table.play("gm", {"type": "rewind", "to": [here, 0], "reason": "the wrong cup"})
    table.round((2, 1, 1), False)
    table.amend(-1, 6)
    table.round((1, 1, 2), True)
    table.play("gm", {"type": "show", "who": "c"})
    if close:
        table.play("gm", Close())
    return table
