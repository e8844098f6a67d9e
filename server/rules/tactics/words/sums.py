"""How the terms of each roll make the numbers of its event, for the conformance suite. Rolls and applies nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.dice import total
from server.core.terms import EXTRA
from server.rules.tactics.state import events as e


def _sum(event: Any) -> int:
    return sum(term.value for term in event.terms)


def _by_key(event: Any) -> dict[str, int]:
    return {term.key: term.value for term in event.terms}


def _check(event: e.Check) -> bool:
    return _sum(event) == event.T and event.s == event.T - event.effective and event.success == (event.s >= 0)


def _hits(event: e.HitsRolled) -> bool:
    """A burst multiplies what is left over."""
    left = event.T - event.effective
    return (
        _sum(event) == event.T and event.hit == (left >= 0) and (event.s == left or (left > 0 and event.s % left == 0))
    )


def _protection(event: e.ProtectionUsed) -> bool:
    terms = _by_key(event)
    return event.value == max(0, terms["armour"] + terms["block"]) and (event.mode == "convert") == bool(
        terms["converts"]
    )


def _sundered(event: e.SunderChecked) -> bool:
    terms = _by_key(event)
    number = sum(terms[key] for key in ("base", "sizes", "tiers", "force"))
    return event.tn == number and event.margin == event.effective + terms["quality"] + terms[EXTRA] - number


SUMS: dict[type[Any], Callable[[Any], bool]] = {
    e.InitiativeRolled: lambda event: event.total == total(event.dice) + _sum(event),
    e.PainChecked: _check,
    e.RunChecked: _check,
    e.SkillChecked: _check,
    e.HitsRolled: _hits,
    e.ProtectionUsed: _protection,
    e.SunderChecked: _sundered,
}
