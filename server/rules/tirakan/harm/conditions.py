"""Condition rolls of the start phase (T-COND-2, T-COND-3, T-COND-6), in initiative order before the window."""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.rules.tirakan import events as e
from server.rules.tirakan.harm.wounds import hurt, worsen
from server.rules.tirakan.rolls.attribute import roll_check


def _set(draft: Draft, who: str, condition: str, level: int) -> None:
    if draft.game.combatants[who].conditions.get(condition, 0) != max(0, level):
        draft.emit(e.ConditionChanged(who=who, condition=condition, level=max(0, level)))


def _wake(draft: Draft, who: str, level: int, successes: int) -> None:
    """T-COND-2."""
    if successes >= level:
        _set(draft, who, "unconscious", 0)


def _cling(draft: Draft, who: str, _level: int, successes: int) -> None:
    """T-COND-3."""
    if not successes:
        worsen(draft, who, 1)


def _bleed(draft: Draft, who: str, level: int, successes: int) -> None:
    """T-COND-6."""
    if not successes:
        hurt(draft, who, level)


def _wear_off(condition: str) -> Callable[[Draft, str, int, int], None]:
    """T-COND-6: every success takes one level."""
    return lambda draft, who, level, successes: _set(draft, who, condition, level - successes)


SAVES: dict[str, tuple[str, Callable[[Draft, str, int, int], None]]] = {
    "unconscious": ("willpower", _wake),
    "dying": ("resistance", _cling),
    "bleeding": ("endurance", _bleed),
    "poisoned": ("resistance", _wear_off("poisoned")),
    "shocked": ("endurance", _wear_off("shocked")),
}
"""Condition -> the attribute of its save roll, and what its successes do."""


def save_rolls(draft: Draft) -> None:
    """All save rolls of a start phase."""
    for who in draft.game.order:
        for condition, (attribute, apply) in SAVES.items():
            combatant = draft.game.combatants[who]
            level = combatant.conditions.get(condition, 0)
            if level and not combatant.gone and "dead" not in combatant.conditions:
                roll = f"start.{draft.game.round}.{condition}"
                needed = level if condition == "unconscious" else 1
                apply(draft, who, level, roll_check(draft, roll, who, attribute, condition, needed=needed, bare=True))
