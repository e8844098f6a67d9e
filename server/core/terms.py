"""The numbers and circumstances of a roll, each with the rule it comes from, each open to dispute.

Whatever enters a sum or a threshold goes through `use` before it is used; that is how a why-card can be shown and how
the GM can amend one term in every system without core knowing it.
"""

from collections.abc import Iterable, Mapping

import msgspec


class Term(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One number of a roll: stable `key`, `value` (yes is 1, no is 0) and the id of its rule."""

    key: str
    value: int
    rule: str
    was: int | None = None
    """What it would be without the GM's override."""


TermKey = tuple[str, str, str, str]
"""(act, roll name, combatant, key)"""

EXTRA = "gm"
"""The key of a free extra term that a GM adds."""


class Terms:
    """Collects the terms of one decision and puts the GM's overrides in their place."""

    def __init__(self, act: str, overrides: Mapping[TermKey, int]) -> None:
        self._act = act
        self._overrides = overrides
        self._used: dict[tuple[str, str], dict[str, Term]] = {}

    def use(self, roll: str, who: str, key: str, value: int, rule: str) -> int:
        """The value to reckon with: the GM's if there is one, else `value`. Also for 0 and no."""
        wanted = self._overrides.get((self._act, roll, who, key), value) if self._overrides else value
        used = self._used.setdefault((roll, who), {})
        used[key] = Term(key, wanted, rule, None if wanted == value else value)
        return wanted

    def use_all(self, roll: str, who: str, terms: Iterable[Term]) -> int:
        """The sum of many at once, each as by `use`: a roll may have a dozen circumstances."""
        if self._overrides:
            return sum(self.use(roll, who, each.key, each.value, each.rule) for each in terms)
        used, total = self._used.setdefault((roll, who), {}), 0
        for each in terms:
            used[each.key] = each
            total += each.value
        return total

    def use_extra(self, roll: str, who: str) -> int:
        """What a GM added freely to this roll; 0 if nothing."""
        return self.use(roll, who, EXTRA, 0, EXTRA)

    def all(self) -> list[tuple[str, str, tuple[Term, ...]]]:
        """Every roll with its roller and its terms, in the order of their first use."""
        return [(roll, who, tuple(terms.values())) for (roll, who), terms in self._used.items()]

    def of(self, roll: str, who: str) -> tuple[Term, ...]:
        """The terms of a roll in the order in which they were used, for its event."""
        return tuple(self._used.get((roll, who), {}).values())
