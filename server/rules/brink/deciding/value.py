"""B-GM-1: the GM sets any field of a combatant."""

from __future__ import annotations

from typing import Any

from server.core.bounds import bounds
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import State
from server.kit.moment import name_of
from server.rules.brink.state import events as e
from server.rules.brink.state import intents as i
from server.rules.brink.state.moment import MOMENTS
from server.rules.brink.state.sheet import Sheet
from server.rules.brink.state.state import Combatant

STATUSES = ("active", "at_brink", "forfeited", "down", "dead")

_OF_SHEET = ("health_max", "ep_regain", "might", "accuracy", "agility", "protection", "ep_max")
NUMBERS = {**{key: bounds(Sheet)[key] for key in _OF_SHEET}, "move_cm": (1, 1_000_000)}
"""Numbers of the sheet that can be set, with their limits."""

LIMITS: dict[str, tuple[int, int]] = {
    "health": (0, 100_000), "ep": (0, 100_000), "morale": (-100_000, 100_000), "actions": (0, 20), "reserve": (0, 1000),
}  # fmt: skip
FLAGS = ("readied", "loaded")


def check_set(state: State, intent: i.GmSet) -> None:
    """Raises Rejected."""
    if state.play.phase == "ended" and intent.value_of in ("readied", "actions"):
        raise MOMENTS.wrong_phase(state, intent)
    combatant: Combatant = state.play.game.combatants[intent.who]
    keys = keys_of(combatant, intent.value_of)
    if (keys or intent.key) and intent.key not in keys:
        raise _no_such(state, intent)
    if not _fits(combatant, intent):
        raise _no_such(state, intent)


def _no_such(state: State, intent: i.GmSet) -> Rejected:
    name = name_of(state.play, intent.who)
    return Rejected("no_such_value", name=name, value_of=intent.value_of, key=intent.key, value=intent.value)


def keys_of(combatant: Combatant, value_of: str) -> tuple[str, ...]:
    """What `key` may be; nothing where none is needed."""
    if value_of in ("loaded", "reserve"):
        return tuple(combatant.arms)
    return tuple(NUMBERS) if value_of == "sheet" else ()


def _fits(combatant: Combatant, intent: i.GmSet) -> bool:
    value = intent.value
    if intent.value_of in FLAGS:
        return isinstance(value, bool)
    if intent.value_of == "status":
        return value in STATUSES
    if intent.value_of == "equipped":
        return value == "" or value in combatant.sheet.weapons
    low, high = NUMBERS[intent.key] if intent.value_of == "sheet" else LIMITS[intent.value_of]
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def set_value(draft: Draft, intent: i.GmSet) -> None:
    """B-GM-1, B-BRINK-5: health above 0 makes active again, also from `down`; without health one is at the brink."""
    who, value = intent.who, intent.value
    if intent.value_of == "status":
        draft.emit(e.GMRuled(ruling="status", subject=who, value_of="status", value=value))
        draft.emit(e.StatusChanged(who=who, status=str(value)))
        return
    draft.emit(e.GMRuled(ruling="set", subject=who, value_of=intent.value_of, key=intent.key, value=value))
    if intent.value_of == "health":
        _fit_status(draft, who, value)


def _fit_status(draft: Draft, who: str, health: Any) -> None:
    status = draft.game.combatants[who].status
    if health > 0 and status in ("at_brink", "down"):
        draft.emit(e.StatusChanged(who=who, status="active"))
    elif health == 0 and status == "active":
        draft.emit(e.StatusChanged(who=who, status="at_brink"))
