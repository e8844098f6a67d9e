"""What an option is for, where its group and its parameters say so already.

    Wish(intent=EndTurn(who=who), group="end")                       # to end something
    Wish(intent=Walk(who=who, path=()), group="move", params=(way,)) # to move
    Wish(intent=Strike(who=who, target=""), goal="harm", pick=foes)  # aimed at its `target`
    Wish(intent=Parry(who=who), group="answer", goal="defend")       # an answer that changes what comes of the act
    Wish(intent=Bear(who=who), group="answer", goal="end")           # one that does not

What the goals mean stands at `server.core.options.Goal`. Bots and the map read nothing else of an option to know what
it is good for, so that a system's own keys are its own business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from server.core.options import Goal, Param

IDLE: tuple[Goal, ...] = ("prepare", "end")
"""Answers with these goals change nothing of the act in progress."""
_OF_GROUP: Mapping[str, Goal] = {**{goal: goal for goal in get_args(Goal)}, "gm": "prepare"}


def goal_of(group: str) -> Goal | None:
    """The goal of what stands under this heading, if it can be told from that: what the game master does lays something
    down for what comes."""
    return _OF_GROUP.get(group)


def whom_of(params: Iterable[Param]) -> str:
    """The first parameter whose values are combatants."""
    return next((param.name for param in params if param.combatant), "")
