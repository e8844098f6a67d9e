"""How the terms of each roll make the numbers of its event, for the conformance suite. Rolls and applies nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.terms import EXTRA
from server.rules.brink.state import events as e


def _by_key(event: Any) -> dict[str, int]:
    return {term.key: term.value for term in event.terms}


def _sum(event: Any, *keys: str) -> int:
    """These terms and what the GM adds."""
    terms = _by_key(event)
    return sum(terms[key] for key in keys) + terms[EXTRA]


def _hits(event: e.HitsRolled) -> bool:
    is_sum = event.total == event.face + _sum(event, "accuracy", "weapon", "skill", "ep")
    return (
        is_sum
        and event.hit == (event.total >= _by_key(event)["agility"])
        and event.agility == _by_key(event)["agility"]
    )


def _protection(event: e.ProtectionUsed) -> bool:
    is_sum = event.damage == _sum(event, "might", "weapon", "skill")
    return is_sum and event.dealt == max(0, event.damage - _by_key(event)["protection"])


def _custom(event: e.CustomRolled) -> bool:
    return event.total == event.face + _sum(event, "modifier") and event.success == (event.total >= event.need)


def _fizzled(event: e.ActionFizzled) -> bool:
    """Circumstances that were looked at; of those that made it impossible one says so."""
    terms = _by_key(event)
    is_far = terms.get("distance_cm", 0) > terms.get("reach_cm", 0)
    return {"out_of_range": is_far, "no_line_of_sight": not terms.get("sight", 0)}.get(event.reason, True)


SUMS: dict[type[Any], Callable[[Any], bool]] = {
    e.InitiativeRolled: lambda event: event.extra == _sum(event),
    e.HitsRolled: _hits,
    e.ProtectionUsed: _protection,
    e.BrinkRolled: lambda event: event.stays == (event.face + _sum(event) >= _by_key(event)["brink_target"]),
    e.CustomRolled: _custom,
    e.ActionFizzled: _fizzled,
}
