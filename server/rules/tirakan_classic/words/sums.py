"""How the terms of each roll make the numbers of its event, for the conformance suite. Rolls and applies nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.terms import EXTRA
from server.rules.tirakan_classic.acts.dice import MIN_ROLL, MINIMUM_KEYS, read
from server.rules.tirakan_classic.state import events as e


def _initiative(event: e.InitiativeRolled) -> bool:
    """L-INIT-1."""
    terms = {term.key: term.value for term in event.terms}
    fits = terms["speed"] == event.speed
    return fits and event.total == event.face + sum(event.more_faces) + terms["speed"] + terms[EXTRA]


def _roll(event: Any) -> bool:
    """L-DICE-1, L-HIT-1: so many dice, each counting from the minimum roll."""
    terms = {term.key: term.value for term in event.terms}
    pool = max(0, sum(value for key, value in terms.items() if key not in MINIMUM_KEYS))
    minimum = sum(terms[key] for key in MINIMUM_KEYS)
    return (len(event.faces), event.M, event.hits) == (pool, minimum, read(event.faces, event.M))


def _of_pool(event: Any) -> bool:
    return _roll(event) and event.pool == len(event.faces)


def _again(event: e.HitsReevaluated) -> bool:
    """L-DICE-5: destiny dice that were added before count, too."""
    terms = {term.key: term.value for term in event.terms}
    pool = max(0, sum(value for key, value in terms.items() if key not in MINIMUM_KEYS))
    return pool == event.pool == len(event.faces) and event.hits >= read(event.faces, event.M)


def _evade(event: e.EvadeRolled) -> bool:
    """L-EVADE-4."""
    return _roll(event) and event.success == (event.hits > 0)


def _parry(event: e.ParryRolled) -> bool:
    """L-PARRY-2; without dice where the GM has said it."""
    return not event.terms if not event.faces and not event.terms else _roll(event) and event.removed <= event.hits


def _improved(event: e.RollImproved) -> bool:
    """L-DICE-5."""
    terms = {term.key: term.value for term in event.terms}
    fits = terms["bonus_dice"] <= len(event.faces) and terms["destiny_dice"] <= len(event.destiny_faces)
    return fits and (event.M, event.hits) == (terms[MIN_ROLL], read(event.faces, event.M, event.destiny_faces))


SUMS: dict[type[Any], Callable[[Any], bool]] = {
    e.InitiativeRolled: _initiative,
    e.HitsRolled: _of_pool,
    e.HitsReevaluated: _again,
    e.CheckRolled: _of_pool,
    e.EvadeRolled: _evade,
    e.ParryRolled: _parry,
    e.RollImproved: _improved,
}
