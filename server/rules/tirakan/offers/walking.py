"""What may be done while walking, as options (T-MOVE-2): built by the checks that judge the intents.

Where it leads is open, so what is offered with an open path can be done wherever it ends; and to strike at somebody too
far away a path is offered that ends within reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.options import Choice, Option, Param
from server.core.space import Point, distance_cm
from server.core.state import Play
from server.kit.acts.kind import Moment
from server.kit.offering import Wish, within
from server.kit.paths import place_to_strike
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.acts.movement import reach_cm
from server.rules.tirakan.offers.deeds import ONE, TEXT
from server.rules.tirakan.rolls.hitroll import weapon_in
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import range_cm

IN_TURN = Moment()

Offered = tuple[tuple[Wish, Option], ...]
"""Deeds, each with its option."""


def walking(play: Play, who: str, offered: Offered, possible: Offered) -> list[Option]:
    """For one who has an action left: what of all that is `offered` is `possible` and can be paid without walking, can
    be paid with it (T-MOVE-2)."""
    walker = Walker.of(play, who)
    if not walker.gets_anywhere():
        return []
    found = [*_anywhere(walker, possible), *_approaches(walker, offered)]
    text = replace(TEXT, name="with.text")
    free = [_option(f"walk_{tag}", who, {"with": {"type": tag}}, walker.path, text) for tag in ("custom", "use_item")]
    return [*found, *free]


def defending(play: Play, who: str, offered: Offered) -> list[Option]:
    """T-MOVE-2, T-REACT-8: the defences that leave nothing open, while walking."""
    walker = Walker.of(play, who)
    if not walker.gets_anywhere():
        return []
    choices = [
        Choice(_raw(wish.intent), option.key) for wish, option in offered if option.reason is None and not wish.params
    ]
    return [in_answer(_with(walker, "walk_defend", "", choices))] if choices else []


def in_answer(option: Option) -> Option:
    """What is offered in the own turn, as a reaction. Nothing of it is massive (T-SPEC-MASS-1)."""
    if option.params and option.params[-1].label == "massive":
        option = replace(option, params=option.params[:-1])
    return within(option, "declare_reaction", "reaction")


# --- wherever it leads -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Walker:
    """Who walks. `reach`: how far a walk leads, in centimetres; `path`: the parameter for it; `near`: who is within so
    many centimetres wherever the walk ends."""

    play: Play
    who: str
    reach: int
    path: Param
    near: dict[int, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, play: Play, who: str) -> Walker:
        """The combatant as it stands."""
        reach = reach_cm(play, who, i.Walk)
        return cls(play, who, reach, Param(name="path", kind="path", label="path", most=reach))

    def gets_anywhere(self) -> bool:
        """Is there a way to walk?"""
        return self.reach > 0 and "hunkered" not in self.play.game.combatants[self.who].conditions

    def can(self, deed: i.Deed, path: tuple[Point, ...] = ()) -> bool:
        """May it be done while walking, as far as can be said (without a path: wherever it leads)?"""
        walk = i.Walk(path=path, with_=deed)
        try:
            DEEDS.check_kind(self.play, self.who, walk, is_reaction=False)
            DEEDS.check(self.play, self.who, walk, IN_TURN)
        except Rejected:
            return False
        return True

    def within(self, reach: int) -> frozenset[str]:
        """T-RANGE-3: who is in reach also from the farthest place that the walk can lead to."""
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


def _anywhere(walker: Walker, possible: Offered) -> list[Option]:
    """A path, and a whole deed to choose: one option for each kind of deed that has a name or numbers of its own, one
    for the rest."""
    groups: dict[tuple[str, Param | None], list[Choice]] = {}
    dear = set()
    for wish, option in possible:
        if wish.group != "move" or isinstance(wish.intent, i.Hunker):
            massive = option.params[1] if isinstance(wish.intent, i.Attack) and option.params[1:] else None
            name = option.key if wish.pick and (option.key != "attack" or massive) else ""
            choices = _choices(walker, wish, option)
            groups.setdefault((name, massive), []).extend(choices)
            if choices and wish.cost not in ("", ONE):
                dear.add((name, massive))
    return [
        _with(walker, "walk_act", key[0], choices, key[1], "" if key in dear else ONE)
        for key, choices in groups.items()
        if choices
    ]


def _with(
    walker: Walker, key: str, name: str, choices: list[Choice], more: Param | None = None, cost: str = ONE
) -> Option:  # fmt: skip
    param = Param(name="with", kind="choice", label="with", choices=tuple(choices))
    extra = () if more is None else (replace(more, name=f"with.{more.name}"),)
    return _option(key, walker.who, {}, walker.path, param, *extra, label=name, cost=cost)


def _choices(walker: Walker, wish: Wish, option: Option) -> list[Choice]:
    """The deed, if it leaves nothing open and can be done while walking; or one for each target. Walking is judged
    once: who is the target makes no difference to it."""
    deed = wish.intent
    if wish.pick is None:
        return [] if wish.params or not walker.can(deed) else [Choice(_raw(deed), option.key)]
    possible = [choice for choice in option.params[0].choices if choice.reason is None]
    if isinstance(deed, i.Attack):
        near = walker.within(n.REACH_FACTOR * range_cm(weapon_in(walker.play, walker.who, deed)))
        possible = [choice for choice in possible if choice.value in near]
    if not possible or not walker.can(replace(deed, target=possible[0].value)):
        return []
    raw, label = _raw(deed), f"{wish.label} → " if wish.label else ""
    return [Choice({**raw, "target": each.value}, label + each.label) for each in possible]


# --- coming closer ---------------------------------------------------------------------------------------------------


def _approaches(walker: Walker, offered: Offered) -> Iterator[Option]:
    """To each one out of range of the weapon in the main hand, as far as is needed."""
    play, who = walker.play, walker.who
    wish = next((wish for wish, option in offered if option.key == "attack"), None)
    if wish is None or wish.pick is None:
        return
    strikes = range_cm(weapon_in(play, who, wish.intent))
    for target in wish.pick.choices:
        place = _place_to_strike(walker, target.value, strikes)
        if place is None:
            continue
        deed = replace(wish.intent, target=target.value)
        if walker.can(deed, (place,)):
            fixed = {"path": [list(place)], "with": _raw(deed)}
            yield _option("walk_attack", who, fixed, label=f"{wish.label} → {target.label}")


def _place_to_strike(walker: Walker, target: str, strikes: int) -> Point | None:
    """On the straight line, within the range of a weapon that strikes so far if a walk leads there; None where nothing
    has to be walked."""
    own, other = walker.play.pieces[walker.who].at, walker.play.pieces[target].at
    if own is None or other is None:
        return None
    return place_to_strike(own, other, strikes, walker.reach)


# --- shapes ----------------------------------------------------------------------------------------------------------


def _raw(deed: i.Deed) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.to_builtins(deed)
    raw.pop("who", None)
    return {key: value for key, value in raw.items() if value not in ("", 0, None)}


def _option(key: str, who: str, fixed: dict[str, Any], *params: Param, label: str = "", cost: str = ONE) -> Option:
    intent = {"type": "walk", **fixed, "who": who}
    return Option(key=key, who=who, intent=intent, group="move", cost=cost, label=label, params=params)
