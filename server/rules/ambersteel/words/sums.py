"""How the terms of each roll make the numbers of its event, for the conformance suite. Rolls and applies nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.dice import total
from server.core.terms import EXTRA
from server.rules.ambersteel.acts.rolls import BETTER, WORSE, mode_of
from server.rules.ambersteel.state import events as e


def _numbers(event: Any, *but: str) -> int:
    """All that is added: circumstances are not."""
    return sum(term.value for term in event.terms if term.key not in (*BETTER, *WORSE, *but))


def _d20(event: Any) -> bool:
    return bool(event.total == event.kept + _numbers(event) and event.mode == mode_of(event.terms))


def _check(event: Any) -> bool:
    """The attribute is what the face is held against; the GM may add something to the face."""
    extra = sum(term.value for term in event.terms if term.key == EXTRA)
    succeeds = event.kept + extra <= event.attribute or getattr(event, "critical", False)
    return bool(event.success == succeeds and event.mode == mode_of(event.terms))


def _damage(event: e.DamageRolled) -> bool:
    return event.raw == max(0, total(event.dice) + _numbers(event)) * (2 if event.critical else 1)


def _protection(event: e.ProtectionUsed) -> bool:
    left = max(0, event.raw - event.protection)
    return event.final in (left, 2 * left) and event.protection == _numbers(event)


def _taken(event: e.DamageTaken) -> bool:
    return event.final == max(0, event.raw - event.protection)


SUMS: dict[type[Any], Callable[[Any], bool]] = {
    e.InitiativeRolled: _d20,
    e.HitsRolled: _d20,
    e.DefenceRolled: _d20,
    e.CheckRolled: _check,
    e.DeathSaveRolled: _check,
    e.ThrowRolled: lambda event: event.value == max(0, total(event.dice) + _numbers(event)),
    e.DamageRolled: _damage,
    e.ProtectionUsed: _protection,
    e.StaminaLost: lambda event: event.amount == max(0, total(event.dice) + _numbers(event)),
    e.DamageTaken: _taken,
}
