"""What came of a fight, counted from events as somebody was told them: what each dealt, took and stopped, who fell.

A system says what its events mean (`System.tally`):

    {
        Struck: lambda tally, struck: tally.strikes(struck.strike, struck.who, struck.target),
        ArmourUsed: lambda tally, used: tally.stops(used.who, used.held),
        Wounded: lambda tally, wounded: tally.harms(wounded.who, wounded.wounds, left=wounded.health),
        StrikeOver: lambda tally, over: tally.ends(over.strike),
    }

Nothing but what was told goes in, so nothing else can come out: of whom somebody does not see, nothing is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from server.core import events as e
from server.core.ids import UNSEEN

THOUSAND = 1_000


class Row(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Of one combatant, in the measure of its system: wounds, health, hearts."""

    who: str
    name: str = ""
    side: str = ""
    dealt: int = 0
    took: int = 0
    stopped: int = 0
    spent: int = 0
    """Of what its system lets people tire of, e.g. stamina."""
    regained: int = 0
    more_dealt: bool = False
    """Beside it there was harm of which the amount was not told."""
    more_took: bool = False
    more_spent: bool = False
    made: int = 0
    """What its open rolls have brought of which it was told what they had to reach: hits, or successes."""
    expected: int = 0
    """What could be expected of these, in thousandths; 0: of no roll it was told."""


class Spot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where something was told, and of whom."""

    n: int
    step: int = 0
    who: str


class Tally:
    """The account of one viewer. `at` says where what comes next was told."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        self.falls: list[Spot] = []
        """Of each the first."""
        self.worst: Spot | None = None
        """The first of the most harm at once."""
        self._most = 0
        self._place = 0, 0
        self._left: dict[str, int] = {}
        """What somebody has left to lose, of those of whom it was told."""
        self._acts: dict[str, tuple[str, str]] = {}
        """By act: who strikes, and whom. The newest comes last."""

    def at(self, n: int, step: int = 0) -> None:
        """What follows was told there."""
        self._place = n, step

    def take(self, meanings: Mapping[type[Any], Callable[[Tally, Any], None]], events: Iterable[Any]) -> None:
        """Count what was told at once by what events mean (`System.tally`); what comes from another encounter is told
        as it was there."""
        for event in events:
            if isinstance(event, e.Copied):
                self.take(meanings, event.step.events)
                continue
            if isinstance(event, e.Added):
                row = self._row(event.who)
                row.name, row.side = event.name, event.side
            means = meanings.get(type(event))
            if means is not None:
                means(self, event)

    # --- what systems say --------------------------------------------------------------------------------------------

    def strikes(self, act: str, who: str, target: str) -> None:
        """From here on what the target takes is dealt by this one, until the act ends."""
        self._acts.pop(act, None)
        self._acts[act] = who, target

    def ends(self, act: str) -> None:
        """The act is over."""
        self._acts.pop(act, None)

    def has(self, who: str, left: int) -> None:
        """Somebody has so much left, as was told; where wounds are counted upwards, that many less than nothing."""
        self._left[who] = left

    def harms(self, who: str, amount: int, act: str | None = None, left: int = 0) -> None:
        """Somebody is hurt, by this act, or by the newest against it; 0: of an amount that is not told. `left`: what it
        has then, of which more is never counted as lost than there was, where that was told (`has`)."""
        by = self._acts.get(act, ("", ""))[0] if act is not None else self._striker(who)
        lost = self._lost(who, amount, left)
        if _is_known(who):
            row = self._row(who)
            row.took, row.more_took = row.took + lost, row.more_took or not amount
            if lost > self._most:
                self._most, self.worst = lost, self._here(who)
        if _is_known(by):
            row = self._row(by)
            row.dealt, row.more_dealt = row.dealt + lost, row.more_dealt or not amount

    def rolls(self, who: str, made: int, expected: Fraction) -> None:
        """Somebody has rolled openly, and what had to be reached was told."""
        if _is_known(who):
            row = self._row(who)
            row.made, row.expected = row.made + made, row.expected + round(expected * THOUSAND)

    def stops(self, who: str, amount: int) -> None:
        """Somebody is spared so much, by what it wears, or does against it."""
        if _is_known(who) and amount > 0:
            self._row(who).stopped += amount

    def spends(self, who: str, amount: int) -> None:
        """Somebody has done something that tires; less than nothing: it has cost nothing after all. 0: of an amount
        that is not told."""
        if _is_known(who):
            row = self._row(who)
            row.spent, row.more_spent = row.spent + amount, row.more_spent or not amount

    def regains(self, who: str, amount: int) -> None:
        """Somebody has got back so much of what it had spent."""
        if _is_known(who) and amount:
            self._row(who).regained += amount

    def falls_down(self, who: str) -> None:
        """Somebody can fight no more."""
        if _is_known(who) and all(fall.who != who for fall in self.falls):
            self.falls.append(self._here(who))

    # --- how it is kept ----------------------------------------------------------------------------------------------

    def _lost(self, who: str, amount: int, left: int) -> int:
        """A closed sheet says 0 of what is left, too: so that bounds the loss, and what was lost says what is left."""
        before = self._left.pop(who, None)
        if before is None or not amount:
            return amount
        lost = max(0, min(amount, before - left))
        self._left[who] = before - lost
        return lost

    def _striker(self, target: str) -> str:
        return next((who for who, whom in reversed(self._acts.values()) if whom == target), "")

    def _row(self, who: str) -> Row:
        return self.rows.setdefault(who, Row(who=who))

    def _here(self, who: str) -> Spot:
        n, step = self._place
        return Spot(n=n, step=step, who=who)


def _is_known(who: str) -> bool:
    return who not in ("", UNSEEN)
