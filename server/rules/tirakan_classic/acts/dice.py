"""Rolls: how many dice, from which face each counts, and their terms (L-DICE-*). Every roll in combat is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from server.core.dice import Faces
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.terms import Term
from server.rules.tirakan_classic.state import numbers as n
from server.rules.tirakan_classic.state.options import Options
from server.rules.tirakan_classic.state.state import Combatant

Row = tuple[str, str, int]
"""(key, rule, value)"""

MIN_ROLL, HARDER, WALKING_HARDER = "min_roll", "hits", "walking_minimum"
MINIMUM_KEYS = (MIN_ROLL, HARDER, WALKING_HARDER)
"""Terms of the minimum roll; all others are dice."""


class Pool(msgspec.Struct, frozen=True):
    """A roll before it is thrown: dice, and what each has to reach."""

    rows: tuple[Row, ...]
    minimum: tuple[Row, ...]

    @property
    def dice(self) -> int:
        """How many dice that would be; none where it is 0 or less."""
        return sum(value for _, _, value in self.rows)

    def with_bonus(self, count: int) -> Pool:
        """L-DICE-5: bonus dice are dice of the roll like the others; without any other there is no roll (L-DICE-4)."""
        if not count or self.dice < 1:
            return self
        return Pool((*self.rows, ("bonus_dice", "L-DICE-5", count)), self.minimum)


class Thrown(msgspec.Struct, frozen=True):
    """What came of a roll. `hits`: successes."""

    pool: int
    minimum: int
    faces: tuple[Faces, ...]
    hits: int
    terms: tuple[Term, ...]


def pool_of(options: Options, own: Combatant, rows: Sequence[Row], walking: bool, harder: int = 0) -> Pool:
    """The dice of these rows, less what walking takes (L-MOVE-2, L-A-04); `harder`: so much more has to be reached."""
    by_dice = options.walk_penalty == "dice"
    hindered = n.WALKING if walking else 0
    dice = ("walking", "L-MOVE-2", -hindered if by_dice else 0)
    minimum = (
        (MIN_ROLL, "L-DICE-2", own.sheet.min_roll),
        (HARDER, "L-EVADE-3", harder),
        (WALKING_HARDER, "L-MOVE-2", 0 if by_dice else hindered),
    )
    return Pool(rows=(*rows, dice), minimum=minimum)


def has_dice(options: Options, pool: Pool) -> bool:
    """L-DICE-4, L-A-16: may it be thrown?"""
    return pool.dice > 0 or options.empty_pool == "miss"


def check_pool(options: Options, pool: Pool) -> None:
    """Raises Rejected where there is nothing to throw."""
    if not has_dice(options, pool):
        raise Rejected("no_dice", n=pool.dice, parts=parts_of(pool.rows))


def parts_of(rows: Iterable[Row]) -> str:
    """A sum for people, without what is 0: `3 − 2`."""
    summed = " ".join(f"{value:+d}" for _, _, value in rows if value) or "0"
    return summed.replace("+", "+ ").replace("-", "− ").removeprefix("+ ")


def read(faces: Iterable[Faces], minimum: int, destiny: Iterable[int] = ()) -> int:
    """L-DICE-1, L-DICE-3: each die that reaches it is one success; L-DICE-5: so is a destiny die that shows enough."""
    return sum(sum(die) >= minimum for die in faces) + sum(face >= n.DESTINY_FROM for face in destiny)


def use(draft: Draft, roll: str, who: str, rows: Iterable[Row]) -> int:
    """The sum of these rows, each as it may have been amended."""
    return draft.terms.use_all(roll, who, [Term(key, value, rule) for key, rule, value in rows])


def throw(draft: Draft, roll: str, who: str, pool: Pool) -> Thrown:
    """L-DICE-1, L-DICE-3. What the GM adds freely are dice."""
    count = max(0, use(draft, roll, who, pool.rows) + draft.terms.use_extra(roll, who))
    minimum = use(draft, roll, who, pool.minimum)
    faces = dice(draft, roll, who, count)
    return Thrown(count, minimum, faces, read(faces, minimum), draft.terms.of(roll, who))


def again(draft: Draft, roll: str, who: str, pool: Pool, thrown: tuple[Faces, ...], destiny: Sequence[int]) -> Thrown:
    """L-GM-1: the same dice under other circumstances: the last ones fall away, or missing ones are thrown. `thrown`:
    also those that fell away before; they come back first. Destiny dice help no roll that has lost all its own."""
    count = max(0, use(draft, roll, who, pool.rows) + draft.terms.use_extra(roll, who))
    minimum = use(draft, roll, who, pool.minimum)
    kept = thrown[:count]
    kept += dice(draft, f"{roll}.more.{len(thrown)}", who, count - len(kept))
    return Thrown(count, minimum, kept, read(kept, minimum, destiny if kept else ()), draft.terms.of(roll, who))


def dice(draft: Draft, roll: str, who: str, count: int) -> tuple[Faces, ...]:
    """So many dice; by house rule they explode."""
    return draft.roll(roll, who, n.DIE_SIDES, count, explode=draft.game.options.explode_in_combat)
