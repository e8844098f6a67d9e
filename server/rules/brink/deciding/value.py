"""B-GM-1: the GM sets any field of a combatant."""

from __future__ import annotations

from typing import Any, get_args

from server.core.draft import Draft
from server.core.state import State
from server.kit.values import FLAG, Settable, Value, by_key, numbers, same
from server.rules.brink.state import events as e
from server.rules.brink.state import intents as i
from server.rules.brink.state.moment import MOMENTS
from server.rules.brink.state.sheet import Sheet, Status

STATUSES = get_args(Status)

SCORES = ("health_max", "ep_regain", "might", "accuracy", "agility", "protection", "ep_max")
NUMBERS = {**numbers(Sheet, *SCORES, offered=(1, 100)), "move_cm": Value((1, 1_000_000), offered=(1, 2_000))}
"""Numbers of the sheet that can be set, with their limits."""

SETTABLE = Settable(
    i.GmSet,
    {
        "health": same(Value((0, 100_000), offered=(0, 1000))),
        "ep": same(Value((0, 100_000), offered=(0, 1000))),
        "morale": same(Value((-100_000, 100_000), offered=(0, 1000))),
        "actions": same(Value((0, 20), offered=(0, 2))),
        "status": same(Value(choices=STATUSES)),
        "readied": same(FLAG),
        "loaded": lambda one: dict.fromkeys(one.arms, FLAG),
        "reserve": lambda one: dict.fromkeys(one.arms, Value((0, 1000))),
        "equipped": lambda one: {"": Value(choices=("", *one.sheet.weapons))},
        "sheet": by_key(NUMBERS),
    },
    beyond="no_such_value",
)


def check_set(state: State, intent: i.GmSet) -> None:
    """Raises Rejected."""
    if state.play.phase == "ended" and intent.value_of in ("readied", "actions"):
        raise MOMENTS.wrong_phase(state, intent)
    SETTABLE.check(state, intent)


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
