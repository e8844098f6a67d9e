"""What a combatant declares for a round: an ordered list of actions (specification 2.4)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from server.core.space import Point
from server.rules.tactics.state.sheet import Name

ActionKind = Literal[
    "attack", "burst", "spray", "area", "move", "skill", "draw", "reload", "talk", "other", "full_defense"
]
Pace = Literal["walk", "jog", "run", "sprint"]
Intention = Literal["", "lethal", "stun"]
Target = Annotated[str, Meta(max_length=60)]

PACES: dict[str, int] = {"walk": 1, "jog": 2, "run": 3, "sprint": 4}
"""D-MOV-2: the multiplier of each."""
STRIKES: tuple[ActionKind, ...] = ("attack", "burst", "spray", "area")
"""Kinds that are aimed at somebody with a weapon."""
MOST_ACTIONS = 16


class Action(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """D-DECL-1. `id`: by which it is performed and changed; without one its place in the plan. `targets`: one of these;
    none: whoever will do. `path`: for a move, where it leads; `at`: for an area attack, where it bursts."""

    kind: ActionKind
    id: Annotated[str, Meta(pattern=r"^[a-z0-9_]{0,20}$")] = ""
    targets: Annotated[tuple[Target, ...], Meta(max_length=32)] | Target = ()
    weapon: Annotated[str, Meta(max_length=200)] = ""
    pace: Pace = "walk"
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    intention: Intention = ""
    skill: Name = ""
    text: Annotated[str, Meta(max_length=500)] = ""
    path: Annotated[tuple[Point, ...], Meta(max_length=64)] = ()
    at: Point | None = None
    marked: bool = False
    """D-DECL-4: the GM has said that it needs a check."""

    @property
    def among(self) -> tuple[str, ...]:
        """The declared targets."""
        if isinstance(self.targets, str):
            return (self.targets,) if self.targets else ()
        return self.targets

    @property
    def is_strike(self) -> bool:
        """Is it an attack of any kind?"""
        return self.kind in STRIKES

    @property
    def is_move(self) -> bool:
        """Movement, at any pace."""
        return self.kind == "move"

    @property
    def is_walk(self) -> bool:
        """D-ACT-5: what may be changed for nothing."""
        return self.is_move and self.pace == "walk"

    @property
    def multiplier(self) -> int:
        """D-MOV-2, D-GEN-5: of a Run pace, of which halves are rounded down; 0: it is none."""
        return PACES[self.pace] if self.is_move and self.pace != "walk" else 0

    @property
    def checks(self) -> int:
        """D-DECL-4, D-MOV-11: how many check actions it is."""
        if self.kind == "spray":
            return self.count
        needs = self.kind in ("attack", "burst", "area", "skill") or self.multiplier > 0
        return int(needs or self.marked)


Plan = tuple[Action, ...]


def numbered(plan: Plan, taken: Plan = ()) -> Plan:
    """Each action with an id of its own: the one it has, else the next number; and its targets as a list."""
    made: list[Action] = []
    for action in plan:
        used = {each.id for each in (*taken, *made)} | {each.id for each in plan}
        id = action.id or next(str(k) for k in range(len(taken) + len(made) + 1, 1_000) if str(k) not in used)
        made.append(replace(action, id=id, targets=action.among))
    return tuple(made)


def find(plan: Plan, id: str) -> Action | None:
    """The action of this id."""
    return next((action for action in plan if action.id == id), None)


def check_actions(plan: Plan) -> int:
    """D-ACT-2: how many check actions a plan holds."""
    return sum(action.checks for action in plan)


def pace_of(plan: Plan) -> Action | None:
    """The Run pace that a plan holds."""
    return next((action for action in plan if action.multiplier), None)


def is_full_defense(plan: Plan) -> bool:
    """D-FD-1."""
    return any(action.kind == "full_defense" for action in plan)
