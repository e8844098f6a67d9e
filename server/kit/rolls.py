"""A roll: dice, what is added to them, and the sum, so that the event can say where each number comes from.

    D20, ADVANTAGE, D8 = Dice(20), Dice(20, 2, keep=1), Dice(8)

    def strike(draft, who, target):
        name = name_in(None, "strike", public_name(draft.play, who))
        roll = D20.roll(draft, name, who, "S-STRIKE", skill=sheet.skill, height=2)
        draft.emit(Struck(who=who, dice=roll.dice, total=roll.total, terms=roll.terms, hit=roll.total >= need, …))

    SYSTEM = System(..., sums={Struck: adds_up, DamageRolled: adds_up})

Each number that is added is a term, which people can unfold and the GM can amend, under the same rule id. One that
comes from another rule goes through `draft.terms.use` before the roll, with the same name and roller, and is added too.
So what is no part of the sum is a term of somebody else: what has to be reached is one of the target's. The GM may add
something freely.

Ambersteel's d20 and its advantage are made for this. Where dice are counted one by one, like Tirakan's successes, a
system throws them by `draft.roll`.

What dice are expected to do stands here too, for the account at the end of a fight (`tally.rolls` in
`server.core.telling.tally`), where a viewer was told what had to be reached:

    EXPECTED = rolls.pool(4, 5)                     # four six-sided dice, fives and sixes count: 4/3
    LIKELY = rolls.no_higher(3, 6, 10)              # three dice, ten or less: 1/2
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import msgspec

from server.core.dice import ThrownDie, thrown, total
from server.core.draft import Draft
from server.core.terms import Term

SIDES = 6


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """What came of a roll, as its event keeps it."""

    dice: tuple[ThrownDie, ...]
    terms: tuple[Term, ...]
    total: int

    @property
    def face(self) -> int:
        """What the first die that counts shows, for rules about a natural 20 or 1."""
        return next(die.faces[0] for die in self.dice if die.kept)


class Dice(msgspec.Struct, frozen=True, gc=False):
    """Dice that are thrown together. `keep`: only so many count, the highest or the lowest; None: all."""

    sides: int
    count: int = 1
    keep: int | None = None
    lowest: bool = False

    def roll(self, draft: Draft, name: str, who: str, rule: str, **bonus: int) -> Rolled:
        """Thrown by `who`, under a name unique in the act; each bonus is a term of this rule."""
        for key, value in bonus.items():
            draft.terms.use(name, who, key, value, rule)
        draft.terms.use_extra(name, who)
        dice = thrown(self.sides, draft.roll(name, who, self.sides, self.count), self.keep, lowest=self.lowest)
        terms = draft.terms.of(name, who)
        return Rolled(dice, terms, _sum(dice, terms))


def adds_up(event: Any) -> bool:
    """Do the event's `dice` and `terms` make its `total`? For `System.sums`, which the conformance suite asks."""
    return bool(event.total == _sum(event.dice, event.terms))


def _sum(dice: tuple[ThrownDie, ...], terms: tuple[Term, ...]) -> int:
    return total(dice) + sum(term.value for term in terms)


def pool(count: int, minimum: int, sides: int = SIDES) -> Fraction:
    """How many dice of so many reach a minimum; one that shows its highest face is thrown again and adds up."""
    again, rest = divmod(max(minimum, 1) - 1, sides)
    return count * Fraction(1, sides) ** again * Fraction(sides - rest, sides)


@lru_cache(maxsize=256)
def no_higher(count: int, sides: int, most: int, counts_as: tuple[tuple[int, int], ...] = ()) -> Fraction:
    """How likely so many dice together show no more. `counts_as`: sums that count as something else."""
    totals, other = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)], dict(counts_as)
    return Fraction(sum(other.get(total, total) <= most for total in totals), len(totals))


def one_in(faces: int, sides: int) -> Fraction:
    """How likely one die shows one of so many faces; never less than 0, nor more than 1."""
    return Fraction(min(max(faces, 0), sides), sides)
