"""A d20 with advantage and disadvantage (A-GEN-2), and the check of an attribute (A-GEN-4).

What makes a roll better or worse is a term of it, 1 or 0, so that the GM can dispute it; what is added is one, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from server.core.dice import ThrownDie, thrown
from server.core.draft import Draft
from server.core.terms import Term
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.state import Combatant

SIDES = 20

BETTER = ("restrained", "prone", "gm_advantage")
WORSE = (
    "overexerted", "staggered", "aimed", "beyond_range", "cover", "invisible", "broken_arm", "attacking_backwards",
    "too_heavy", "cramped", "gm_disadvantage",
)  # fmt: skip
"""The circumstances by which a die is thrown twice: what they are terms of, each with 1 or 0."""


def circumstance(key: str, holds: bool, rule: str) -> Term:
    """Something that holds, or does not."""
    return Term(key, int(holds), rule)


class D20(msgspec.Struct, frozen=True, gc=False):
    """What came of a roll. `mode`: normal, adv or dis; `nat`: none, crit or fumble."""

    dice: tuple[ThrownDie, ...]
    mode: str
    kept: int
    modifier: int
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """The kept face and all that is added."""
        return self.kept + self.modifier

    @property
    def nat(self) -> str:
        """A-GEN-3: what the kept face says, whatever the total."""
        return {SIDES: "crit", 1: "fumble"}.get(self.kept, "none")


def mode_of(terms: Collection[Term]) -> str:
    """A-GEN-2: several of a kind count once, one of each cancels."""
    holding = {term.key for term in terms if term.value > 0}
    is_better, is_worse = not holding.isdisjoint(BETTER), not holding.isdisjoint(WORSE)
    return "normal" if is_better == is_worse else "adv" if is_better else "dis"


def d20(
    draft: Draft, name: str, who: str, circumstances: Iterable[Term], numbers: Iterable[Term] = (),
    *, is_low_better: bool = False,
) -> D20:  # fmt: skip
    """Thrown once or twice; of two the better or the worse counts."""
    draft.terms.use_all(name, who, circumstances)
    modifier = draft.terms.use_all(name, who, numbers) + draft.terms.use_extra(name, who)
    terms = draft.terms.of(name, who)
    mode = mode_of(terms)
    faces = draft.roll(name, who, SIDES, 1 if mode == "normal" else 2)
    dice = thrown(SIDES, faces, 1, lowest=(mode == "dis") != is_low_better)
    return D20(dice, mode, next(die.faces[0] for die in dice if die.kept), modifier, terms)


def strained(combatant: Combatant) -> Term:
    """A-STA-6: on every d20 of one who is overexerted."""
    return circumstance("overexerted", "overexerted" in combatant.statuses, "A-STA-6")


def attribute_roll(draft: Draft, name: str, who: str, attribute: str, rule: str) -> tuple[D20, int]:
    """A-GEN-4: the die and what it has to be no higher than."""
    combatant: Combatant = draft.game.combatants[who]
    need = draft.terms.use(name, who, attribute, getattr(combatant.sheet, attribute), rule)
    circumstances = [strained(combatant)]
    if attribute == "dex":
        circumstances.append(circumstance("staggered", "staggered" in combatant.statuses, "A-STS-2"))
    return d20(draft, name, who, circumstances, is_low_better=True), need


def check(draft: Draft, name: str, who: str, attribute: str, rule: str) -> bool:
    """A-GEN-4: no critical results."""
    roll, need = attribute_roll(draft, name, who, attribute, rule)
    succeeds = roll.total <= need
    draft.emit(
        e.CheckRolled(
            who=who, check=attribute, dice=roll.dice, mode=roll.mode, kept=roll.kept, attribute=need, success=succeeds,
            terms=roll.terms,
        )
    )  # fmt: skip
    return succeeds
