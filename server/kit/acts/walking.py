"""What may be done while walking, as options: built by the checks that judge the intents.

Where it leads is open, so what is offered with an open path can be done wherever it ends; and to strike at somebody too
far away a path is offered that ends within reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.options import Choice, Goal, Option, Param
from server.core.space import Point, distance_cm
from server.core.state import Play
from server.kit.acts.deeds import Deeds, code_of
from server.kit.acts.kind import Moment
from server.kit.forms import path
from server.kit.offering import Wish
from server.kit.paths import place_to_strike

IN_TURN = Moment()
ONE = "1 action"
ATTACK = "attack"
"""The key of plain attacks, which need no name."""

Offered = tuple[tuple[Wish, Option], ...]
"""Deeds, each with its option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walking:
    """How one walks while doing something else.

    deeds
    walk                                the class of the deed: `path`, and `with_` what is done meanwhile
    reach(play, who) -> int             how far it leads, in centimetres; 0: it can't walk
    ranges(play, who, deed) -> (a, b)   how far a deed reaches without hindrance, and how far at all; None: anywhere
    free                                what needs nothing but a text: its tag with the parameter of that text
    reacts                              may something be done while walking also as a reaction?
    each_target                         does whom it is aimed at make a difference to what hinders while walking?
    """

    deeds: Deeds
    walk: Callable[..., Any]
    reach: Callable[[Play, str], int]
    ranges: Callable[[Play, str, Any], tuple[int, int] | None]
    free: tuple[tuple[str, Param], ...] = ()
    reacts: bool = True
    each_target: bool = False

    def options(self, play: Play, who: str, offered: Offered, possible: Offered) -> list[Option]:
        """For one who has an action left: what of all that is `offered` is `possible` and can be paid without walking,
        can be paid with it."""
        walker = _Walker.of(self, play, who)
        if not walker.reach:
            return []
        texts = ((tag, replace(text, name=f"with.{text.name}")) for tag, text in self.free)
        free = [_option(f"walk_{tag}", who, {"with": {"type": tag}}, walker.path, text) for tag, text in texts]
        return [*_anywhere(walker, possible), *_approaches(walker, offered), *free]

    def defending(self, play: Play, who: str, offered: Offered) -> list[Option]:
        """The defences that leave nothing open, while walking."""
        walker = _Walker.of(self, play, who)
        choices = [
            Choice(_raw(wish.intent), option.key)
            for wish, option in offered
            if option.reason is None and not wish.params
        ]
        return [_with(walker, "walk_defend", "", choices, "defend")] if choices and walker.reach else []


# --- wherever it leads -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Walker:
    """Who walks. `path`: the parameter for it; `near`: who is within so many centimetres wherever the walk ends."""

    how: Walking
    play: Play
    who: str
    reach: int
    path: Param
    near: dict[int, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, how: Walking, play: Play, who: str) -> _Walker:
        reach = how.reach(play, who)
        return cls(how, play, who, reach, path(reach))

    def can(self, deed: Any, path: tuple[Point, ...] = ()) -> bool:
        """May it be done while walking, as far as can be said (without a path: wherever it leads)?"""
        walk, deeds = self.how.walk(path=path, with_=deed), self.how.deeds
        if code_of(deeds.check_kind, self.play, self.who, walk, False):
            return False
        return not code_of(deeds.check, self.play, self.who, walk, IN_TURN)

    def aimed(self, deed: Any, targets: list[Choice]) -> list[Choice]:
        """At whom of these it can be aimed while walking, wherever that leads."""
        if not targets:
            return []
        walk, deeds = self.how.walk(path=(), with_=replace(deed, target=targets[0].value)), self.how.deeds
        try:
            deeds.check_kind(self.play, self.who, walk, False)
            judge = deeds.judge(self.play, self.who, walk, IN_TURN)
        except Rejected:
            return []
        return [each for each in targets if not code_of(judge, each.value)]

    def within(self, reach: int) -> frozenset[str]:
        """Who is in reach also from the farthest place that the walk can lead to."""
        found = self.near.get(reach)
        if found is None:
            found = frozenset(other for other in self.play.pieces if self._is_within(other, reach - self.reach))
            self.near[reach] = found
        return found

    def _is_within(self, other: str, reach: int) -> bool:
        own, there = self.play.pieces[self.who].at, self.play.pieces[other].at
        if own is None or there is None:
            return there is None
        return distance_cm(own, there) < reach


def _anywhere(walker: _Walker, possible: Offered) -> list[Option]:
    """A path, and a whole deed to choose: one option for each kind of deed that has a name or a number of its own, one
    for the rest, plain attacks among them."""
    groups: dict[tuple[str, Param | None], list[Choice]] = {}
    goals: dict[tuple[str, Param | None], set[Goal | None]] = {}
    dear = set()
    for wish, option in possible:
        if walker.how.deeds.kind(wish.intent).is_move:
            continue
        number = next((param for param in option.params[1:] if param.kind == "number"), None)
        name = option.key if wish.pick and (option.key != ATTACK or number) else ""
        choices = _choices(walker, wish, option)
        groups.setdefault((name, number), []).extend(choices)
        goals.setdefault((name, number), set()).update({option.goal} if choices else ())
        if choices and wish.cost not in ("", ONE):
            dear.add((name, number))
    return [
        _with(walker, "walk_act", key[0], choices, _common(goals[key]), key[1], "" if key in dear else ONE)
        for key, choices in groups.items()
        if choices
    ]


def _common(goals: set[Goal | None]) -> Goal | None:
    """What walking with one of these deeds is for: if they are for different things, to move."""
    return next(iter(goals)) if len(goals) == 1 else "move"


def _with(
    walker: _Walker, key: str, name: str, choices: list[Choice], goal: Goal | None, more: Param | None = None,
    cost: str = ONE,
) -> Option:  # fmt: skip
    param = Param(name="with", kind="choice", label="with", choices=tuple(choices))
    extra = () if more is None else (replace(more, name=f"with.{more.name}"),)
    whom = "with.target" if any("target" in choice.value for choice in choices) else ""
    return _option(key, walker.who, {}, walker.path, param, *extra, label=name, cost=cost, goal=goal, whom=whom)


def _choices(walker: _Walker, wish: Wish, option: Option) -> list[Choice]:
    """The deed, if it leaves nothing open and can be done while walking; or one for each target."""
    deed = wish.intent
    if wish.pick is None:
        return [] if wish.params or not walker.can(deed) else [Choice(_raw(deed), option.key)]
    possible = [choice for choice in option.params[0].choices if choice.reason is None]
    ranges = walker.how.ranges(walker.play, walker.who, deed)
    if ranges is not None:
        near = walker.within(ranges[1])
        possible = [choice for choice in possible if choice.value in near]
    if walker.how.each_target:
        possible = walker.aimed(deed, possible)
    elif not possible or not walker.can(replace(deed, target=possible[0].value)):
        return []
    raw, label = _raw(deed), f"{wish.label} → " if wish.label else ""
    return [Choice({**raw, "target": each.value}, label + each.label) for each in possible]


# --- coming closer ---------------------------------------------------------------------------------------------------


def _approaches(walker: _Walker, offered: Offered) -> Iterator[Option]:
    """To each one out of range of what attacks are first of all made with, as far as is needed."""
    play, who = walker.play, walker.who
    wish = next((wish for wish, option in offered if option.intent["type"] == ATTACK), None)
    ranges = walker.how.ranges(play, who, wish.intent) if wish is not None else None
    if wish is None or wish.pick is None or ranges is None:
        return
    for target in wish.pick.choices:
        place = _place(walker, target.value, ranges[0])
        if place is not None and walker.can(replace(wish.intent, target=target.value), (place,)):
            fixed = {"path": [list(place)], "with": _raw(replace(wish.intent, target=target.value))}
            label = f"{wish.label} → {target.label}"
            yield _option("walk_attack", who, fixed, label=label, goal="harm", whom="with.target")


def _place(walker: _Walker, target: str, strikes: int) -> Point | None:
    """On the straight line, within the range of what strikes so far if a walk leads there; None where nothing has to be
    walked."""
    own, other = walker.play.pieces[walker.who].at, walker.play.pieces[target].at
    if own is None or other is None:
        return None
    return place_to_strike(own, other, strikes, walker.reach)


# --- shapes ----------------------------------------------------------------------------------------------------------


def _raw(deed: Any) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.to_builtins(deed)
    raw.pop("who", None)
    return {key: value for key, value in raw.items() if value not in ("", 0, None)}


def _option(
    key: str, who: str, fixed: dict[str, Any], *params: Param, label: str = "", cost: str = ONE,
    goal: Goal | None = "move", whom: str = "",
) -> Option:  # fmt: skip
    intent = {"type": "walk", **fixed, "who": who}
    return Option(
        key=key, who=who, intent=intent, group="move", cost=cost, label=label, params=params, goal=goal, whom=whom
    )
